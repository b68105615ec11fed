/** What a construct of a dialect is: one reader that puts Markdown in its place. @module */
import type { Line } from './line.ts'

/** What readers have to say of a file. */
export type DialectNoticeCode =
  | 'syntax-shown'
  | 'syntax-left-out'
  | 'template-shown'
  | 'template-opened'
  | 'include-missing'
  | 'include-too-much'
  | 'include-outside'

/** A file that another one includes. */
export interface IncludedFile {
  /** From the folder that the tree starts at, with `/` between its parts. */
  readonly path: string
  readonly text: string
}

/** A page that is known by a name of its own, or a place of one. */
export interface UidPage {
  readonly title: string
  /** In a link of the file that is read, percent-encoded. */
  readonly address: string
}

export interface PageTemplates {
  /** In their order: what one assigns is known to the next. */
  readonly templates: readonly string[]
  /** What stands above the page's text, with its marks. */
  readonly frontMatter: string
  /** Give the text of a part by the name that a template includes it by. */
  partial(name: string): string | undefined
}

/** What became of a template. */
export type TemplateResult =
  | { readonly text: string }
  /** It is `isTooMuch` where the template takes what none may take. */
  | { readonly problem: string; readonly isTooMuch?: true }

/** What a reader may ask for while it reads one file. */
export interface DialectContext {
  /** The file, from the folder that the tree starts at, with `/` between its parts. */
  readonly path: string
  /**
   * Read another text file of the repository; one that is missing or lies outside is noticed here.
   * @param address Its path from this file's folder, or from one of the folders that the site
   * includes from; with `/` before it, from the site's root.
   * @param isSample It may be a sample that shows how files are included: one that is missing is not
   * noticed.
   */
  readInclude(address: string, line: number, isSample?: boolean): IncludedFile | undefined
  /**
   * Find the file that a name means: with or without its ending or its folders, the nearest first.
   * @returns Its address in a link of this file, percent-encoded; undefined when there is none.
   */
  findFile(name: string): string | undefined
  /** The site shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** Find the page that has a name of its own, whatever its file is called. */
  findUid(uid: string): UidPage | undefined
  /**
   * Find a value that the site's configuration gives to a name.
   * @param name Its names from the outermost table on, with dots between them.
   */
  variable(name: string): string | undefined
  /** Find the file of a component that the site gives to all pages: its path from the site's root. */
  componentFile(name: string): string | undefined
  /** Find a value that the pages of folders above give to those below them. */
  inherited(name: string): string | undefined
  /** Read YAML as plain values; undefined where it is none. */
  readYaml(text: string): unknown
  /** Evaluate templates of a page in Liquid; undefined for a site without any. */
  readonly evaluateTemplates: ((page: PageTemplates) => readonly TemplateResult[]) | undefined
  /** Pages show values of the configuration, and mark as raw what is none. */
  readonly hasMacros: boolean
  /** Say something of a line; once for each code and detail is enough. */
  notice(code: DialectNoticeCode, detail: string, line: number): void
}

/** An example of what a generator reads in code. */
export type CodeExample = Pick<Construct, 'written' | 'becomes'>

/** What a reader may ask for beside that. */
export interface ReadingContext extends DialectContext {
  /**
   * Tell whether a document may take so many characters more from elsewhere. The first time that it may
   * not is told.
   */
  take(characters: number, line: number): boolean
  /**
   * Take words that stand in one place and are shown in many, such as those of a heading.
   * @returns Undefined once a document has had too many of them.
   */
  lend(words: string, line?: number): string | undefined
  /** Take Markdown of another file apart; its code is sealed. */
  linesOf(text: string): readonly Line[]
  /**
   * Say that nothing stands in place of something that nobody knows; told once with its count.
   * @param written How it is written, such as `<Card>`.
   */
  leaveOut(written: string, line: number): void
  /**
   * Say that nothing evaluates a template, which stands on the page; told once for all of a document.
   * @param written How it is written, whole.
   */
  leaveTemplate(written: string, line: number): void
}

/** A construct of a dialect. */
export interface Construct {
  /** What its documentation calls it. */
  readonly name: string
  /** An example, as an author writes it. */
  readonly written: string
  /** The Markdown that the example becomes. */
  readonly becomes: string
  /** What is told of the example, as its code and detail. */
  readonly tells?: string
  /** Found in every document that has the construct; tested before it is taken apart. */
  readonly sign: RegExp
  /** The generator reads it in code as well: where, and what becomes of it there. */
  readonly inCode?: CodeExample
  /**
   * Put Markdown in place of the construct.
   * @param lines The document, whole. Its code is sealed: no pattern finds anything in it.
   */
  read(lines: readonly Line[], context: ReadingContext): readonly Line[]
}
