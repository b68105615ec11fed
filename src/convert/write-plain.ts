/** The walk over plain blocks, from the parser's node to the writer of its construct. @module */
import type { Definition } from 'mdast'
import { nodeRules } from '../adf/content-rules.ts'
import { markHeading } from '../adf/sections.ts'
import { blockWriters, inlineWriters } from './handlers/writers.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import { linkMark, type PlainBlock, type PlainPage } from './plain-page.ts'

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
  let warnings: PlainBlock['warnings'][number][] = []
  let links: PlainBlock['links'][number][] = []
  let targets: PlainBlock['targets'][number][] = []
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
    addLink(href, line) {
      links.push({ attrs: { href }, line })
      return `${linkMark}${links.length - 1}${linkMark}`
    },
    addTarget(name, line) {
      targets.push({ name, line })
    },
    blocks(id, parentType, from = 0) {
      const allowed = nodeRules[parentType].children
      const count = nodes.childCount(id)
      let written = ''
      for (let index = from; index < count; index += 1) {
        const block = writeBlock(nodes.childOf(id, index), allowed)
        if (block === undefined) return undefined
        written += written === '' || block === '' ? block : `,${block}`
      }
      return written
    },
    sentence(id) {
      page.words = ''
      return page.inlines(id, '')
    },
    inlines(id, marks, from = 0, to = nodes.childCount(id)) {
      let written = ''
      for (let index = from; index < to; index += 1) {
        const child = nodes.childOf(id, index)
        const inline = inlineWriters[nodes.numberOf(child)]?.(child, marks, page)
        if (inline === undefined) return undefined
        written += index === from ? inline : `,${inline}`
      }
      return written
    },
  }
  const writeBlock = (id: number, allowed: ReadonlySet<string>): string | undefined => {
    const writer = blockWriters[nodes.numberOf(id)]
    if (writer === undefined) return undefined
    const isAllowed = writer.type === undefined || allowed.has(writer.type)
    return isAllowed ? writer.write(id, page, allowed) : undefined
  }
  return (id) => {
    text = ''
    headings = []
    warnings = []
    links = []
    targets = []
    const json = writeBlock(id, nodeRules.doc.children)
    return json === undefined ? undefined : { json, text, headings, warnings, links, targets }
  }
}
