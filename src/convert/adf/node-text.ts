/** The text of nodes, for search and for differences between versions. @module */
import { type AnyNode, contentOf } from './any-node.ts'
import { inDollars, texOf } from './formula.ts'
import type { AdfDoc, AdfNodeType } from './types.ts'

/** Nodes whose text is one sentence. Others get a line for each block, and rows of tables a tab between cells. */
const sentences: ReadonlySet<string> = new Set<AdfNodeType>([
  'paragraph',
  'heading',
  'codeBlock',
  'taskItem',
  'decisionItem',
  'caption',
])

/**
 * Write the text of a node.
 * @param asHeading Changes the text of each heading.
 */
export function nodeText(node: AnyNode, asHeading?: (words: string) => string): string {
  if (sentences.has(node.type)) {
    const words = sentenceText(node)
    return asHeading !== undefined && node.type === 'heading' ? asHeading(words) : words
  }
  const parts = contentOf(node).map((child) => nodeText(child, asHeading))
  if (node.type === 'tableRow') return parts.join('\t')
  let text = ownText(node)
  for (const line of parts) if (line !== '') text += text === '' ? line : `\n${line}`
  return text
}

function sentenceText(node: AnyNode): string {
  let text = ''
  for (const child of contentOf(node)) text += inlineText(child)
  return text
}

function inlineText(node: AnyNode): string {
  if (node.type === 'hardBreak') return '\n'
  return ownText(node) + sentenceText(node)
}

/** Give the text that a node shows apart from its content. */
function ownText(node: AnyNode): string {
  const { attrs, text } = node
  if (typeof text === 'string') return text
  if (attrs === undefined) return ''
  const tex = texOf(node)
  if (tex !== undefined) return inDollars(tex)
  if (node.type === 'date') return dateText(attrs.timestamp)
  const shown = attrs.text ?? attrs.alt ?? attrs.title ?? attrs.shortName ?? attrs.url
  return typeof shown === 'string' ? shown : ''
}

/**
 * Format a date node.
 * @param timestamp Milliseconds since 1970 as decimal text.
 */
export function dateText(timestamp: unknown): string {
  const date = new Date(Number(timestamp))
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString().slice(0, 10)
}

/** Decode a part of an address; what cannot be decoded stays. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Render a document as text: a line for each block, a tab between cells.
 * @param doc Any document; unknown nodes give the text inside them.
 * @returns The text, without a line break at its end.
 *
 * @example
 * ```ts
 * adfToText(markdownToAdf('# Title\n\n- one\n- *two*').adf) // 'Title\none\ntwo'
 * ```
 */
export function adfToText(doc: AdfDoc): string {
  return contentOf(doc)
    .map((node) => nodeText(node))
    .filter(Boolean)
    .join('\n')
}
