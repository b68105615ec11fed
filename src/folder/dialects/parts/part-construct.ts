/** The interfaces of a dialect's constructs. @module */
import type { DialectContext, IncludedFile } from '../dialect-context.ts'
import type { Code, CodeSpan, LineOfCode, Part, PartRow, Tag } from './part.ts'
import type { Syntax } from './syntax.ts'

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
  /** Remove the tag together with its lines. */
  | { readonly isRemoved: true }

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
  /** Whether to skip addresses and formulas; by default true. */
  readonly isProtected?: boolean
  replace(match: WordsMatch, context: Context): Content | undefined
}

export interface RowsConstruct extends Example {
  rows(rows: readonly PartRow[], context: Context): readonly PartRow[]
}

export type PartConstruct = TagConstruct | CodeConstruct | WordsConstruct | RowsConstruct
