/** What a construct of a dialect is: what it takes, and which parts it gives. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import type { DialectContext, IncludedFile } from '../dialect-context.ts'
import type { Code, CodeSpan, LineOfCode, Part, PartRow, Tag } from './part.ts'
import type { Syntax } from './syntax.ts'

/** Parts, or Markdown without code and tags. */
export type Content = string | Part | readonly Part[]

/**
 * What becomes of a tag: a part of its sentence, or blocks, which get blank lines between them.
 * Undefined keeps it as it is written.
 */
export type Replacement =
  | undefined
  | { readonly inline: Content }
  | { readonly block: readonly (Content | undefined)[] }
  /** The tag goes with its lines. */
  | { readonly isRemoved: true }

/** A tag whose children were visited. */
export interface VisitedTag extends Tag {
  /** Whether the tag stands alone on its lines. */
  readonly isBlock: boolean
  /** The children without their common indentation and blank ends. */
  readonly content: readonly Part[]
}

export interface Inclusion {
  readonly address: string
  /** The address is relative to the page, whichever file includes. */
  readonly isFromPage?: true
  /** A part of the file, which may stand beside other parts of it, also on its own page. */
  readonly isPart?: boolean
  /** Do not report a missing file: the directive may only be an example. */
  readonly isSample?: true
  readonly parameters?: ReadonlyMap<string, string>
  /** Addresses in the file are relative to it, but for those that are names. */
  readonly rebase?: (address: string) => boolean
  /** Choose the part of the file that is included, as Markdown or as code. */
  choose(file: IncludedFile): string | readonly Part[] | undefined
}

export interface Context extends DialectContext {
  /** The attributes that the including page gave. */
  readonly parameters: ReadonlyMap<string, string>
  /** The parts of the document as it was read. */
  readonly document: readonly Part[]
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
  /**
   * Read Markdown of another file, or of an attribute, with all constructs; its links work as they
   * are written.
   */
  read(markdown: string, line: number): readonly Part[]
  /** Read Markdown of one line, such as a title, with all constructs, and write it again. */
  readWords(markdown: string, line: number): string
  /** Read lines of code as Markdown with all constructs. */
  readCode(lines: readonly LineOfCode[]): readonly Part[]
  /**
   * Read an included file with all constructs, in it those that it includes.
   * @returns Undefined where there is none, which is reported.
   */
  include(inclusion: Inclusion, line: number): readonly Part[] | undefined
  /**
   * Read an included file as code.
   * @param change Replaces what its text includes in turn.
   */
  includeCode(
    inclusion: Inclusion,
    line: number,
    change?: (text: string, context: Context) => string,
  ): string | undefined
  /**
   * Add parts at the end of the document, below a blank line.
   * @param make Gets their number, counted from 1.
   * @returns The number.
   */
  addBelow(line: number, make: (number: number) => readonly Part[]): number
  /** Report that an unknown part leaves nothing on the page; told once with its count. */
  leaveOut(notation: string, line: number): void
  /** Report that a template stays on the page as written; told once for the whole document. */
  leaveTemplate(notation: string, line: number): void
}

type CodeExample = { readonly input: string; readonly becomes: string }

/** An example of a construct, which is tested and documented. */
export interface Example {
  readonly name: string
  readonly input: string
  /** The Markdown of the example. */
  readonly becomes: string
  /** What is reported for the example: code and detail. */
  readonly tells?: string
  readonly inCode?: CodeExample
}

export interface TagConstruct extends Example {
  readonly syntax: Syntax | readonly Syntax[]
  /** By default tags of all names. */
  readonly names?: ReadonlySet<string>
  tag(tag: VisitedTag, context: Context): Replacement
}

export interface CodeConstruct extends Example {
  /** Matches every document with the construct; tested before the document is read. */
  readonly sign: RegExp
  /** Replace code; undefined where there is nothing to replace. */
  code(code: Code | CodeSpan, context: Context): readonly Part[] | undefined
}

export interface WordsMatch {
  readonly match: RegExpExecArray
  /** The line as a text with one character for each part that is no text. */
  readonly text: string
  readonly line: number
  /** Give a group of the match as parts. */
  group(number: number): readonly Part[]
}

/** Replaces something among the words of a line. */
export interface WordsConstruct extends Example {
  /** Needs the flags `d` and `g`. */
  readonly words: RegExp
  /** Text that each match contains, to skip other lines quickly. */
  readonly mark: string
  /** Whether addresses and formulas are no words; by default they are none. */
  readonly isProtected?: boolean
  replace(match: WordsMatch, context: Context): Content | undefined
}

export interface RowsConstruct extends Example {
  /** Matches every document with the construct; tested before the document is read. */
  readonly sign: RegExp
  /** Replace lines; the same array where there is nothing to replace. */
  rows(rows: readonly PartRow[], context: Context): readonly PartRow[]
}

export interface TemplateContext extends DialectContext, Pick<Context, 'take' | 'leaveOut'> {
  readonly rules: CodeRules
  /** Give the number of a line in the source, by its index in the text. */
  lineOf(row: number): number
}

/** Evaluates the templates of a document before it is read. */
export interface TemplateConstruct extends Example {
  /** Matches every document with the construct. */
  readonly sign: RegExp
  /** @returns Undefined where nothing is evaluated. */
  evaluate(text: string, context: TemplateContext): EvaluatedText | undefined
}

export interface EvaluatedText {
  readonly text: string
  lineOf(row: number): number
}

export type PartConstruct =
  | TagConstruct
  | CodeConstruct
  | WordsConstruct
  | RowsConstruct
  | TemplateConstruct
