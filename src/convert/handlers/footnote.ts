/** Footnotes: a raised number where the note is referred to, the notes in order at the end. @module */
import type { FootnoteDefinition, FootnoteReference } from 'mdast'
import type { Conversion, InlineHandler } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const footnoteReference: InlineHandler<FootnoteReference> = (node, _, { footnotes }) => {
  const raised = [{ type: 'subsup', attrs: { type: 'sup' } }]
  const text = textNode(String(footnotes.numberOf(node.identifier)), raised)
  return text === undefined ? [] : [text]
}

/**
 * Convert the notes themselves: a line, then a numbered list.
 * @param conversion The conversion, after everything else was converted.
 */
export function footnoteList(conversion: Conversion): LooseNode[] {
  const { footnotes } = conversion
  const items: LooseNode[] = []
  for (const identifier of footnotes.inOrder()) {
    const definition = footnotes.definitions.get(identifier) as FootnoteDefinition
    const line = lineOf(definition)
    const content = conversion.blocks(definition.children)
    items.push({
      type: 'listItem',
      content: content.length > 0 ? content : [{ type: 'paragraph', line }],
      line,
    })
  }
  const line = items[0]?.line ?? 1
  return items.length === 0
    ? []
    : [
        { type: 'rule', line },
        { type: 'orderedList', content: items, line },
      ]
}
