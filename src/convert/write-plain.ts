/** The walk over plain blocks, from the parser's node to the writer of its construct. @module */
import { nodeRules } from '../adf/content-rules.ts'
import { blockWriters, inlineWriters } from './handlers/writers.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import type { PlainBlock, PlainPage } from './plain-page.ts'

/**
 * Start writing the plain blocks of a document.
 * @param nodes What the parser made, no deeper than allowed.
 * @returns Takes the number of a block of the document itself; gives `undefined` when it is not plain.
 */
export function plainWriter(nodes: ParsedNodes): (id: number) => PlainBlock | undefined {
  let text = ''
  const page: PlainPage = {
    nodes,
    words: '',
    addLine(line) {
      if (line !== '') text += text === '' ? line : `\n${line}`
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
    const json = writeBlock(id, nodeRules.doc.children)
    return json === undefined ? undefined : { json, text }
  }
}
