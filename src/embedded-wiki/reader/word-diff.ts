/** What changed between two texts, in words. @module */
import { pointerPattern } from './pointers.ts'
import { type Budget, type Change, diffSequences, joinRuns } from './sequence-diff.ts'

/** A run of text that both have, or that one of them has. */
export interface TextChange {
  readonly kind: Change<string>['kind']
  readonly text: string
}

/**
 * A word, a run of space, or any other single character: together they are the whole text. Scripts
 * that put no spaces between words are compared by character.
 */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]+|\s+|./gsv

const token = new RegExp(`${pointerPattern}|${word.source}`, word.flags)

/**
 * Compare two texts.
 * @param before The one.
 * @param after The other.
 * @param budget What the search may cost, beyond which the differing middle is one change.
 */
export function diffWords(before: string, after: string, budget?: Budget): TextChange[] {
  const changes = diffSequences(wordsOf(before), wordsOf(after), budget)
  return joinRuns(changes.flatMap(changeSpaces)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }))
}

/** A space that stayed between words that changed would only break up what is read as one change. */
function changeSpaces(
  change: Change<string>,
  index: number,
  all: readonly Change<string>[],
): Change<string>[] {
  const isBetween = index > 0 && index < all.length - 1
  if (change.kind !== 'same' || !isBetween || change.items.some((item) => item.trim() !== '')) {
    return [change]
  }
  return [
    { kind: 'removed', items: change.items },
    { kind: 'added', items: change.items },
  ]
}

/**
 * Cut a text into words and what stands between them.
 * @param text Any text.
 */
export function wordsOf(text: string): string[] {
  return text.match(token) ?? []
}
