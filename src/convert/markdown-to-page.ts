/** Markdown to the JSON text of ADF and its words, block by block. @module */
import { nodeText } from '../adf/node-text.ts'
import { markHeading } from '../adf/sections.ts'
import type { AdfNode } from '../adf/types.ts'
import { convertBlocks, type TakeBlock } from './convert-blocks.ts'
import { fit } from './fit.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { jsonOfPlain, type PlainBlock } from './plain-page.ts'
import type { Warning } from './warnings.ts'

/** A document as text. */
export interface MarkdownPage {
  /** What `markdownToAdf` gives, as JSON. */
  readonly adf: string
  /** What `adfToText` gives for it, with its headings marked. */
  readonly text: string
  readonly warnings: readonly Warning[]
}

/**
 * Convert a Markdown document, as `markdownToAdf` does.
 * @param markdown CommonMark with GFM.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function markdownToPage(markdown: string, options: MarkdownOptions = {}): MarkdownPage {
  const written: (string | PlainBlock | readonly AdfNode[])[] = []
  let batch: AdfNode[] = []
  let hasLinks = false
  let text = ''
  const writeBatch = (): void => {
    if (batch.length === 0) return
    written.push(hasLinks ? batch : jsonOf(batch))
    batch = []
    hasLinks = false
  }
  const addLine = (line: string): void => {
    if (line !== '') text += text === '' ? line : `\n${line}`
  }
  const take: TakeBlock = (block, context) => {
    const nodes = fit(block, context)
    for (const node of nodes) {
      batch.push(node)
      addLine(nodeText(node, markHeading))
    }
    hasLinks ||= context.hasLinks
    if (batch.length >= batchSize) writeBatch()
    return nodes
  }
  const converted = convertBlocks(markdown, options, take, (block) => {
    writeBatch()
    written.push(block.links.length === 0 ? block.json : block)
    addLine(block.text)
  })
  // An empty page is one empty paragraph, as in `markdownToAdf`.
  if (batch.length === 0 && written.length === 0) batch.push({ type: 'paragraph' })
  writeBatch()
  converted.pointLinks()
  let content = ''
  for (const part of written) {
    const json = typeof part === 'string' ? part : jsonOf(part)
    content += content === '' ? json : `,${json}`
  }
  return {
    adf: `{"version":1,"type":"doc","content":[${content}]}`,
    text,
    warnings: converted.warnings.list(),
  }
}

/** So many blocks are written at once: one by one takes longer, and all together too much memory. */
const batchSize = 256

/** Without the brackets around several. */
function jsonOf(blocks: PlainBlock | readonly AdfNode[]): string {
  return 'json' in blocks ? jsonOfPlain(blocks) : JSON.stringify(blocks).slice(1, -1)
}
