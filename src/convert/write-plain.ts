/** The walk over plain blocks, from the parser's node to the writer of its construct. @module */
import type { Definition } from 'mdast'
import { nodeRules } from '../adf/content-rules.ts'
import { markHeading } from '../adf/sections.ts'
import { blockWriters, inlineWriters } from './handlers/writers.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import type { PlainBlock, PlainPage, PlainWarning } from './plain-page.ts'

/**
 * Start writing the plain blocks of a document.
 * @param nodes What the parser made, no deeper than allowed.
 * @param definitions What its links may refer to.
 * @returns Takes the number of a block of the document itself; gives `undefined` when it is not plain.
 */
export function plainWriter(
  nodes: ParsedNodes,
  definitions: ReadonlyMap<string, Definition>,
): (id: number) => PlainBlock | undefined {
  let text = ''
  let headings: LooseNode<'heading'>[] = []
  let warnings: PlainWarning[] = []
  const page: PlainPage = {
    nodes,
    definitions,
    words: '',
    addLine(line) {
      if (line !== '') text += text === '' ? line : `\n${line}`
    },
    addHeading(level, line) {
      const content = [{ type: 'text', text: page.words }] as const
      headings.push({ type: 'heading', attrs: { level }, content, line })
      page.addLine(markHeading(page.words))
    },
    warn(code, line) {
      warnings.push({ code, line })
    },
    blocks(id, parentType) {
      const allowed = nodeRules[parentType].children
      const count = nodes.childCount(id)
      let written = ''
      for (let index = 0; index < count; index += 1) {
        const block = writeBlock(nodes.childOf(id, index), allowed)
        if (block === undefined) return undefined
        written += index === 0 ? block : `,${block}`
      }
      return written === '' ? undefined : written
    },
    sentence(id) {
      page.words = ''
      return page.inlines(id, '')
    },
    inlines(id, marks) {
      const count = nodes.childCount(id)
      let written = ''
      for (let index = 0; index < count; index += 1) {
        const child = nodes.childOf(id, index)
        const inline = inlineWriters[nodes.numberOf(child)]?.(child, marks, page)
        if (inline === undefined) return undefined
        written += index === 0 ? inline : `,${inline}`
      }
      return written
    },
  }
  const writeBlock = (id: number, allowed: ReadonlySet<string>): string | undefined => {
    const writer = blockWriters[nodes.numberOf(id)]
    return writer !== undefined && allowed.has(writer.type) ? writer.write(id, page) : undefined
  }
  return (id) => {
    text = ''
    headings = []
    warnings = []
    const json = writeBlock(id, nodeRules.doc.children)
    return json === undefined ? undefined : { json, text, headings, warnings }
  }
}
