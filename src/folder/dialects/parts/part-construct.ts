/** The interfaces of a dialect's constructs, and of what they are told of the file. @module */
import type { Code, CodeSpan, LineOfCode, Part, PartRow, Tag } from './part.ts'
import type { Syntax } from './syntax.ts'

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

/** A page or anchor that links can name by an id of its own. */
export interface UidPage {
  readonly title: string
  readonly address: string
}

/** What the caller provides for reading one file. */
export interface DialectContext {
  readonly path: string
  /**
   * Read another text file of the repository; report it when missing or outside.
   * @param address Path from this file's folder or from an include folder of the site; with a
   * leading `/`, from the site's root.
   * @param isSample Do not report a missing file: the directive may only be an example.
   */
  readInclude(address: string, line: number, isSample?: boolean): IncludedFile | undefined
  /**
   * Find the nearest file by name, with or without ending and folders.
   * @returns Its percent-encoded address for a link in this file.
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
  /** Find a value that front matter of a parent folder passes down. */
  inherited(name: string): string | undefined
  /** Whether pages may use values of the configuration and `raw` tags. */
  readonly hasMacros: boolean
  /** Report something about a line; each code and detail is kept once. */
  notice(code: DialectNoticeCode, detail: string, line: number): void
}

/** Parts, or Markdown without code and tags. */
export type Content = string | Part | readonly Part[]

/**
 * What replaces a tag: inline parts, or blocks, which get blank lines between them. Undefined
 * keeps the tag.
 */
export type Replacement =
  | undefined
  | { readonly inline: Content }
  | { readonly block: readonly (Content | undefined)[] }

export interface VisitedTag extends Tag {
  /** Whether the tag stands alone on its lines. */
  readonly isBlock: boolean
  /** The children without common indentation and surrounding blank lines. */
  readonly content: readonly Part[]
}

export interface Inclusion {
  readonly address: string
  /** Resolve the address from the page, even in an included file. */
  readonly isFromPage?: true
  /** Several parts of one file may be included, even on the file's own page. */
  readonly isPart?: boolean
  /** Do not report a missing file: the directive may only be an example. */
  readonly isSample?: true
  readonly parameters?: ReadonlyMap<string, string>
  /** Rewrite addresses relative to the file; a function tells which are names instead. */
  readonly rebase?: true | ((address: string) => boolean)
  /** Select what to include, as Markdown or as parts; by default the whole text. */
  choose?(file: IncludedFile): string | readonly Part[] | undefined
}

export interface Context extends DialectContext {
  /** Attributes that the including page passed. */
  readonly parameters: ReadonlyMap<string, string>
  /** The document before constructs changed it. */
  readonly document: readonly Part[]
  /**
   * Reserve characters of the document's limit for included text.
   * @returns False beyond the limit, which is reported once.
   */
  take(characters: number, line: number): boolean
  /**
   * Take text that may be repeated often, such as a heading.
   * @returns Undefined beyond the document's limit.
   */
  lend(words: string, line?: number): string | undefined
  /** Read Markdown of another file or of an attribute; its links are not rebased. */
  read(markdown: string, line: number): readonly Part[]
  /** Convert Markdown of one line, such as a title. */
  readWords(markdown: string, line: number): string
  readCode(lines: readonly LineOfCode[]): readonly Part[]
  /** @returns Undefined for a missing file, which is reported. */
  include(inclusion: Inclusion, line: number): readonly Part[] | undefined
  /** @param change Resolves the includes within its text. */
  includeCode(
    inclusion: Inclusion,
    line: number,
    change?: (text: string, context: Context) => string,
  ): string | undefined
  /**
   * Add parts at the end of the document, below a blank line.
   * @param make Gets their number, from 1.
   * @returns That number.
   */
  addBelow(line: number, make: (number: number) => readonly Part[]): number
  /** Report that an unknown part is lost; repeats are counted in one notice. */
  leaveOut(notation: string, line: number): void
  /** Report that a template stays on the page; one notice for the document. */
  leaveTemplate(notation: string, line: number): void
}

/** An example, which is tested and shown in the documentation. */
export interface Example {
  readonly name: string
  readonly input: string
  readonly becomes: string
  /** The expected notice: code and detail. */
  readonly tells?: string
}

export interface TagConstruct extends Example {
  readonly syntax: Syntax | readonly Syntax[]
  readonly names?: ReadonlySet<string>
  /** Whether only tags with a closing tag are replaced. */
  readonly isPair?: boolean
  tag(tag: VisitedTag, context: Context): Replacement
}

export interface CodeConstruct extends Example {
  code(code: Code | CodeSpan, context: Context): readonly Part[] | undefined
}

export interface WordsMatch {
  readonly match: RegExpExecArray
  /** The line, with one placeholder character for each non-text part. */
  readonly text: string
  readonly line: number
  group(number: number): readonly Part[]
}

export interface WordsConstruct extends Example {
  /** The pattern to replace; the flags `d` and `g` are required. */
  readonly words: RegExp
  /** Text that each match contains, to skip other lines quickly. */
  readonly mark: string
  /** Whether to skip addresses and formulas; by default false. */
  readonly isProtected?: boolean
  replace(match: WordsMatch, context: Context): Content | undefined
}

export interface RowsConstruct extends Example {
  rows(rows: readonly PartRow[], context: Context): readonly PartRow[]
}

export type PartConstruct = TagConstruct | CodeConstruct | WordsConstruct | RowsConstruct
