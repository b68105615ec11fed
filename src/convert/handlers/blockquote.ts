/** A block quote. @module */
import type { Blockquote } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { lineOf } from '../parse-markdown.ts'

export const blockquote: BlockHandler<Blockquote> = (node, conversion) => {
  const content = conversion.blocks(node.children)
  // A quote of nothing has no words, and ADF wants a block.
  const line = lineOf(node)
  return [{ type: 'blockquote', content: content.length > 0 ? content : [emptyLine(line)], line }]
}

function emptyLine(line: number) {
  return { type: 'paragraph', line }
}
