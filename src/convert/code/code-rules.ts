/** What decides, beside CommonMark, which lines of a document are code. @module */

import { findAlertType } from '../alert-types.ts'

/** How a dialect differs. */
export interface CodeRules {
  /** Lines, without their indentation, below which lines that are indented by four belong to them. */
  readonly blocks: readonly { test(text: string): boolean }[]
  /**
   * Lines, without their indentation, below which indentation makes no code, down to the first line
   * that is not indented: tags, whose content is indented as its author likes.
   */
  readonly tags: readonly RegExp[]
  /** Indentation alone makes code. */
  readonly isIndentedCode: boolean
  /** Lines of HTML hold no Markdown, down to their end. */
  readonly hasHtmlBlocks: boolean
}

/** As the conversion reads Markdown, which knows two notations of notes. */
export const plainRules: CodeRules = {
  blocks: [{ test: isKnownNote }],
  tags: [],
  isIndentedCode: true,
  hasHtmlBlocks: true,
}

const note = /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][a-z-]*)/i

function isKnownNote(text: string): boolean {
  const [, name] = (/^[!?]/.test(text) && note.exec(text)) || []
  return name !== undefined && findAlertType(name) !== undefined
}
