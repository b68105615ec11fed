/** Markdown to the JSON text of ADF and its words, block by block. @module */
import { nodeText } from '../adf/node-text.ts'
import type { AdfNode } from '../adf/types.ts'
import { convertBlocks, type MarkdownOptions } from './convert-blocks.ts'
import { fit } from './fit.ts'
import type { Warning } from './warnings.ts'

/** A document as text. */
export interface MarkdownPage {
  /** What `markdownToAdf` gives, as JSON. */
  readonly adf: string
  /** What `adfToText` gives for it. */
  readonly text: string
  readonly warnings: readonly Warning[]
}

/**
 * Convert a Markdown document, as `markdownToAdf` does.
 * @param markdown CommonMark with GFM.
 * @param options Limits, and what becomes of images.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function markdownToPage(markdown: string, options: MarkdownOptions = {}): MarkdownPage {
  const parts: (string | AdfNode)[] = []
  let text = ''
  const converted = convertBlocks(markdown, options, (block, context) => {
    const nodes = fit(block, context)
    for (const node of nodes) {
      const line = nodeText(node)
      if (line !== '') text += text === '' ? line : `\n${line}`
      parts.push(context.hasLinks ? node : JSON.stringify(node))
    }
    return nodes
  })
  converted.pointLinks()
  // An empty page is one empty paragraph, as in `markdownToAdf`.
  const blocks = parts.length === 0 ? [emptyParagraph] : parts.map(textOf)
  return {
    adf: `{"version":1,"type":"doc","content":[${blocks.join(',')}]}`,
    text,
    warnings: converted.warnings.list(),
  }
}

const emptyParagraph = JSON.stringify({ type: 'paragraph' })

function textOf(part: string | AdfNode): string {
  return typeof part === 'string' ? part : JSON.stringify(part)
}
