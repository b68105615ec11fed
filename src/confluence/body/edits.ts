/** Lists the changes that people made in Confluence since the last import. @module */
import { type BlockDiff, diffBlocks } from '../../convert/compare/diff-blocks.ts'
import type { BodyBlock } from './body-dialect.ts'
import type { EditedBlock } from './page-body.ts'

const maxEdited = 200
const maxWordsLength = 80

/**
 * @param base The body after the last import.
 * @param theirs The current body.
 * @param planned Canonical forms of the blocks to be sent.
 * @returns At most 200, in order.
 */
export function listEdits(
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  planned: ReadonlySet<string>,
): EditedBlock[] {
  const diff = diffBlocks(base, theirs)
  const edits: EditedBlock[] = []
  for (let i = -1; i < base.length && edits.length < maxEdited; i += 1) {
    for (const edit of editsAt(i, diff, base, theirs, planned)) edits.push(edit)
  }
  return edits.slice(0, maxEdited)
}

function editsAt(
  i: number,
  { next, added }: BlockDiff,
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  planned: ReadonlySet<string>,
): EditedBlock[] {
  const edits: EditedBlock[] = []
  const before = base[i]
  const after = theirs[next[i] ?? -1]
  if (before !== undefined && after === undefined) {
    const isKept = !planned.has(before.canonical)
    edits.push({ change: 'removed', before: firstWords(before), after: '', isKept })
  } else if (before !== undefined && after !== undefined && before.canonical !== after.canonical) {
    const words = { before: firstWords(before), after: firstWords(after) }
    edits.push({ change: 'changed', ...words, isKept: planned.has(after.canonical) })
  }
  for (const index of added.get(i) ?? []) {
    const block = theirs[index] as BodyBlock
    const isKept = planned.has(block.canonical)
    edits.push({ change: 'added', before: '', after: firstWords(block), isKept })
  }
  return edits
}

function firstWords({ text }: BodyBlock): string {
  const words = text
    .slice(0, 4 * maxWordsLength)
    .split(/[\s\uFFFC]+/)
    .join(' ')
    .trim()
  if (words.length <= maxWordsLength) return words
  return `${words
    .slice(0, maxWordsLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()}…`
}
