/** What decides, beside CommonMark, which lines of a document are code. @module */

/** How a dialect differs. */
export interface CodeRules {
  /** Lines, without their indentation, below which lines that are indented by four belong to them. */
  readonly blocks: readonly RegExp[]
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
  blocks: [/^(?:!!!|\?\?\?\+?)[ \t]+[a-z]/i],
  tags: [],
  isIndentedCode: true,
  hasHtmlBlocks: true,
}
