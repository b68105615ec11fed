/** What decides, beside CommonMark, which lines of a document are code. @module */
import { findAlertType } from '../alert-types.ts'

/** How a dialect differs. */
export interface CodeRules {
  /** Lines, without their indentation, below which lines that are indented by four belong to them. */
  readonly blocks: readonly { test(text: string): boolean }[]
  readonly tags: readonly TagRule[]
  /** Lines, without their indentation, between which all is code. */
  readonly codeTags: readonly { readonly opening: RegExp; readonly closing: RegExp }[]
  /** Indentation alone makes code. */
  readonly isIndentedCode: boolean
  /** Lines of HTML hold no Markdown, down to their end. */
  readonly hasHtmlBlocks: boolean
  /** Tags that begin a line, below which Markdown goes on without a blank line. */
  readonly markdownTags: readonly RegExp[]
}

/**
 * Tags whose content is indented as its author likes: below one, indentation makes no code, down to the
 * first line that is not indented.
 */
export interface TagRule {
  /** A line that begins with one, without its indentation. */
  readonly opening: RegExp
  /**
   * Finds every tag, with the flag `g`: its first group says that it closes another one, its second is
   * the name. Without it, all have content.
   */
  readonly tag?: RegExp
}

/** As the conversion reads Markdown, which knows two notations of notes. */
export const plainRules: CodeRules = {
  blocks: [{ test: isKnownNote }],
  tags: [],
  codeTags: [],
  isIndentedCode: true,
  hasHtmlBlocks: true,
  markdownTags: [],
}

const note = /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][a-z-]*)/i

function isKnownNote(text: string): boolean {
  const [, name] = (/^[!?]/.test(text) && note.exec(text)) || []
  return name !== undefined && findAlertType(name) !== undefined
}
