/** A block quote, or an alert in the form of one. @module */
import type { Blockquote } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock } from '../plain-page.ts'
import { alert, findPlainMarker, writeAlert } from './alert.ts'

export const blockquote: BlockHandler<Blockquote> = (node, conversion) => {
  const panel = alert(node, conversion)
  if (panel !== undefined) return [panel]
  const content = conversion.blocks(node.children)
  // A quote of nothing has no words, and ADF wants a block.
  const line = lineOf(node)
  return [{ type: 'blockquote', content: content.length > 0 ? content : [emptyLine(line)], line }]
}

function emptyLine(line: number): LooseNode {
  return { type: 'paragraph', line }
}

export const writeBlockquote: WriteBlock = (id, page, allowed) => {
  const marker = findPlainMarker(page.nodes, id)
  if (marker !== undefined) return writeAlert(id, marker, page, allowed)
  const content = page.blocks(id, 'blockquote')
  if (content === undefined) return undefined
  return `{"type":"blockquote","content":[${content || '{"type":"paragraph"}'}]}`
}
