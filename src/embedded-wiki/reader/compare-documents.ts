/** What changed between two documents: block by block, and in words within a block. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { type BlockPair, pairBlocks } from './pair-blocks.ts'
import { parseWithoutEdges } from './pointers.ts'
import { type Budget, diffSequences } from './sequence-diff.ts'
import { type TextBlock, textBlocks } from './text-blocks.ts'
import { diffWords, type TextChange } from './word-diff.ts'

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

/** What all searches for words may cost together; see `diffSequences`. */
const wordSteps = 6_000_000

/**
 * Compare two documents.
 * @param pair Both of them.
 * @returns The blocks of both, in reading order.
 */
export function compareDocuments({ before, after }: DocumentPair): ComparedBlock[] {
  const old = textBlocks(parseWithoutEdges(before) as AdfDoc)
  const young = textBlocks(parseWithoutEdges(after) as AdfDoc)
  const ids = new Map<string, number>()
  const idOf = ({ kind, text }: TextBlock): number => {
    const key = `${kind} ${text}`
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return id
  }
  const compared: ComparedBlock[] = []
  const budget = { steps: wordSteps }
  let oldAt = 0
  let youngAt = 0
  let removed: readonly TextBlock[] = []
  const flush = (added: readonly TextBlock[]): void => {
    for (const pair of pairBlocks(removed, added)) compared.push(compareBlocks(pair, budget))
    removed = []
  }
  for (const { kind, items } of diffSequences(old.map(idOf), young.map(idOf))) {
    const ofOld = kind === 'added' ? [] : old.slice(oldAt, oldAt + items.length)
    const ofYoung = kind === 'removed' ? [] : young.slice(youngAt, youngAt + items.length)
    oldAt += ofOld.length
    youngAt += ofYoung.length
    // Removed blocks wait for those that were added in their place.
    if (kind === 'removed') removed = ofOld
    else if (kind === 'added') flush(ofYoung)
    else {
      flush([])
      for (const block of ofYoung) compared.push(wholeBlock(block, 'same'))
    }
  }
  flush([])
  return compared
}

function compareBlocks({ old, young }: BlockPair, budget: Budget): ComparedBlock {
  if (old === undefined) return wholeBlock(young, 'added')
  if (young === undefined) return wholeBlock(old, 'removed')
  return { kind: young.kind, changes: diffWords(old.text, young.text, budget) }
}

function wholeBlock({ kind, text }: TextBlock, change: TextChange['kind']): ComparedBlock {
  return { kind, changes: [{ kind: change, text }] }
}
