/** What a construct of a dialect is: one reader that puts Markdown in its place. @module */
import type { Line } from './line.ts'
import type { PartConstruct } from './parts/part-construct.ts'

/** Codes of what readers report about a file. */
type DialectNoticeCode =
  | 'syntax-shown'
  | 'syntax-left-out'
  | 'template-shown'
  | 'template-opened'
  | 'include-missing'
  | 'include-too-much'
  | 'include-outside'

export interface IncludedFile {
  /** From the tree's root folder, with `/` separators. */
  readonly path: string
  readonly text: string
}

/** A page, or an anchor of one, that has a name of its own. */
export interface UidPage {
  readonly title: string
  readonly address: string
}

interface PageTemplates {
  readonly templates: readonly string[]
  /** The front matter, with its delimiters. */
  readonly frontMatter: string
  partial(name: string): string | undefined
}

export type TemplateResult =
  | { readonly text: string }
  /** True where the template exceeds a limit. */
  | { readonly problem: string; readonly isTooMuch?: true }

/** What the caller provides for reading one file. */
export interface DialectContext {
  /** Path from the tree's root folder, with `/` separators. */
  readonly path: string
  /**
   * Read another text file of the repository. A file that is missing or outside is reported.
   * @param address Path from this file's folder or from an include folder of the site; with a
   * leading `/`, from the site's root.
   * @param isSample Do not report a missing file: the directive may only be an example.
   */
  readInclude(address: string, line: number, isSample?: boolean): IncludedFile | undefined
  /**
   * Find the nearest file that a name means, with or without ending and folders.
   * @returns Its percent-encoded address for a link in this file; undefined for none.
   */
  findFile(name: string): string | undefined
  /** Whether the site shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** Find a page by its `uid`, whatever its file is called. */
  findUid(uid: string): UidPage | undefined
  /**
   * Find a value in the site's configuration.
   * @param name Keys from the outermost on, joined by dots.
   */
  variable(name: string): string | undefined
  /**
   * Find the file of a component that the site registers for all pages: its path from the site's
   * root.
   */
  componentFile(name: string): string | undefined
  /** Find a value that front matter of a parent folder passes down. */
  inherited(name: string): string | undefined
  /** Parse YAML into plain values; undefined when it is invalid. */
  readYaml(text: string): unknown
  /** Evaluates Liquid templates of a page; undefined for sites without them. */
  readonly evaluateTemplates: ((page: PageTemplates) => readonly TemplateResult[]) | undefined
  /** Whether pages may contain values of the configuration and mark other text as raw. */
  readonly hasMacros: boolean
  /** Report something about a line; each code and detail is kept once. */
  notice(code: DialectNoticeCode, detail: string, line: number): void
}

type CodeExample = Pick<Construct, 'written' | 'becomes'>

export interface ReadingContext extends DialectContext {
  /**
   * Reserve characters that come from elsewhere.
   * @returns False beyond the limit of one document, which is reported the first time.
   */
  take(characters: number, line: number): boolean
  /**
   * Take text that may be repeated in many places, such as a heading.
   * @returns Undefined beyond the limit of one document.
   */
  lend(words: string, line?: number): string | undefined
  /** Split Markdown of another file into lines with sealed code. */
  linesOf(text: string): readonly Line[]
  /**
   * Report that an unknown part leaves nothing on the page; told once with its count.
   * @param written Its notation, such as `<Card>`.
   */
  leaveOut(written: string, line: number): void
  /**
   * Report that a template stays on the page as written; told once for the whole document.
   * @param written The whole template.
   */
  leaveTemplate(written: string, line: number): void
}

/** A construct of a dialect, with an example that is tested and documented. */
export interface Construct {
  readonly name: string
  readonly written: string
  /** The Markdown of the example. */
  readonly becomes: string
  /** What is reported for the example: code and detail. */
  readonly tells?: string
  /** Matches every document with the construct; tested before the document is read. */
  readonly sign: RegExp
  readonly inCode?: CodeExample
  /**
   * Replace the construct.
   * @param lines The whole document. Code in it is sealed, so no pattern matches inside it.
   */
  read(lines: readonly Line[], context: ReadingContext): readonly Line[]
}

/** What a dialect lists: constructs of lines are read before those of parts. */
export type AnyConstruct = Construct | PartConstruct
