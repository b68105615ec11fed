/** Rules by which dialects differ from CommonMark in what is code. @module */
import { findAlertType } from '../alert-types.ts'

export interface CodeRules {
  /** Lines that open a block whose content is indented by four; matched without indentation. */
  readonly blocks: readonly { test(text: string): boolean }[]
  readonly tags: readonly TagRule[]
  /** Lines between which everything is code; matched without indentation. */
  readonly codeTags: readonly { readonly opening: RegExp; readonly closing: RegExp }[]
  /** Whether four columns of indentation make code. */
  readonly isIndentedCode: boolean
  /** Whether HTML blocks are raw, without Markdown in them. */
  readonly hasHtmlBlocks: boolean
  /** Whether the braces behind a fence may hold backquotes. */
  readonly hasBracedInfo: boolean
  /** Tags at the start of a line below which Markdown goes on without a blank line. */
  readonly markdownTags: readonly RegExp[]
}

/**
 * Tags whose content may be indented freely: below them indentation makes no code until the first
 * line that is not indented.
 */
export interface TagRule {
  readonly opening: RegExp
  /**
   * Matches every tag, with the flag `g`: group 1 marks a closing tag, group 2 is the name. Without
   * it, all tags have content.
   */
  readonly tag?: RegExp
}

/** The rules of the conversion itself, which knows two notations of notes beside CommonMark. */
export const plainRules: CodeRules = {
  blocks: [{ test: isKnownNote }],
  tags: [],
  codeTags: [],
  isIndentedCode: true,
  hasHtmlBlocks: true,
  hasBracedInfo: false,
  markdownTags: [],
}

const note = /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][a-z-]*)/i

function isKnownNote(text: string): boolean {
  const [, name] = (/^[!?]/.test(text) && note.exec(text)) || []
  return name !== undefined && findAlertType(name) !== undefined
}
