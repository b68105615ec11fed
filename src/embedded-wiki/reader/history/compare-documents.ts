/** What changed between two documents: block by block, and in words within a block. @module */
import type { AdfDoc } from '../../../adf/types.ts'
import { diffBlocks } from '../../../compare/diff-blocks.ts'
import { parseWithoutEdges } from './pointers.ts'
import { type TextBlock, textBlocks } from './text-blocks.ts'
import { diffWords, distinctWords, type TextChange } from './word-diff.ts'

export interface ComparedBlock {
  readonly kind: TextBlock['kind']
  /** One change of the kind `same` when the block did not change. */
  readonly changes: readonly TextChange[]
}

export interface DocumentPair {
  /** Both as JSON text. */
  readonly before: string
  readonly after: string
}

/** What all searches for words may cost together; see `align`. */
const wordCells = 8_000_000

/**
 * Compare two documents.
 * @param pair Both of them.
 * @returns The blocks of both, in reading order.
 */
export function compareDocuments({ before, after }: DocumentPair): ComparedBlock[] {
  const old = blocksOf(before)
  const young = blocksOf(after)
  const { next, added } = diffBlocks(old, young, (text) => ({
    words: distinctWords(text),
    ends: '',
  }))
  const budget = { cells: wordCells }
  const addedBehind = (index: number): ComparedBlock[] =>
    (added.get(index) ?? []).map((at) => wholeBlock(young[at] as TextBlock, 'added'))
  // What took the place of removed blocks is read after them.
  let coming = addedBehind(-1)
  const compared = old.flatMap((block, index): ComparedBlock[] => {
    const now = young[next[index] as number]
    if (now === undefined) {
      for (const one of addedBehind(index)) coming.push(one)
      return [wholeBlock(block, 'removed')]
    }
    const before = coming
    coming = addedBehind(index)
    return [
      ...before,
      now.text === block.text
        ? wholeBlock(now, 'same')
        : { kind: now.kind, changes: diffWords(block.text, now.text, budget) },
    ]
  })
  return [...compared, ...coming]
}

function blocksOf(json: string): (TextBlock & { readonly canonical: string })[] {
  const blocks = textBlocks(parseWithoutEdges(json) as AdfDoc)
  return blocks.map((block) => ({ ...block, canonical: `${block.kind} ${block.text}` }))
}

function wholeBlock({ kind, text }: TextBlock, change: TextChange['kind']): ComparedBlock {
  return { kind, changes: [{ kind: change, text }] }
}
