/** Maps each kind of Markdown node to its writer of plain blocks. @module */

import type { Definition } from 'mdast'
import { nodeRules } from '../../adf/content-rules.ts'
import { markHeading } from '../../adf/sections.ts'
import type { AdfNodeType } from '../../adf/types.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { BlockType, InlineType } from '../parse-markdown.ts'
import { byNumber, type ParsedNodes } from '../parsed-nodes.ts'
import {
  linkMark,
  maxPlainLength,
  type PlainBlock,
  type PlainPage,
  type WriteBlock,
  type WriteInline,
} from '../plain-page.ts'
import { writeBlockquote } from './blockquote.ts'
import { writeHardBreak, writeThematicBreak } from './breaks.ts'
import { writeCode } from './code.ts'
import { writeEmphasis, writeInlineCode, writeStrike, writeStrong } from './formatting.ts'
import { writeFrontMatter } from './front-matter.ts'
import { writeHeading } from './heading.ts'
import { writeLink, writeLinkReference } from './link.ts'
import { writeList } from './list.ts'
import { writeParagraph } from './paragraph.ts'
import { writeTable } from './table.ts'
import { writeText } from './text.ts'

interface BlockWriter {
  readonly type?: AdfNodeType
  readonly write: WriteBlock
}

const blocks: { readonly [Type in BlockType]?: BlockWriter } = {
  blockquote: { type: 'blockquote', write: writeBlockquote },
  code: { type: 'codeBlock', write: writeCode },
  definition: { write: writeNothing },
  footnoteDefinition: { write: writeNothing },
  heading: { type: 'heading', write: writeHeading },
  list: { type: 'bulletList', write: writeList },
  paragraph: { type: 'paragraph', write: writeParagraph },
  table: { type: 'table', write: writeTable },
  thematicBreak: { type: 'rule', write: writeThematicBreak },
  toml: { write: writeFrontMatter },
  yaml: { write: writeFrontMatter },
}

const inlines: { readonly [Type in InlineType]?: WriteInline } = {
  break: writeHardBreak,
  delete: writeStrike,
  emphasis: writeEmphasis,
  inlineCode: writeInlineCode,
  link: writeLink,
  linkReference: writeLinkReference,
  strong: writeStrong,
  text: writeText,
}

/** Indexed by the parser's numbers; blocks without a writer are not plain. */
const blockWriters: readonly (BlockWriter | undefined)[] = byNumber(blocks)

const inlineWriters: readonly (WriteInline | undefined)[] = byNumber(inlines)

/** Link definitions show where they are referred to, and footnotes at the end. */
function writeNothing(): string {
  return ''
}

/**
 * Start writing plain blocks.
 * @returns Writes a top-level block by its number; undefined when it is not plain.
 */
export function plainWriter(
  nodes: ParsedNodes,
  definitions: ReadonlyMap<string, Definition>,
): (id: number) => PlainBlock | undefined {
  let text = ''
  let length = 0
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
        length += inline.length
        if (length > maxPlainLength) return undefined
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
    length = 0
    headings = []
    warnings = []
    links = []
    targets = []
    const json = writeBlock(id, nodeRules.doc.children)
    return json === undefined ? undefined : { json, text, headings, warnings, links, targets }
  }
}
