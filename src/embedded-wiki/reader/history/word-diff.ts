/** Compares two texts by words. @module */
import type { AlignBudget } from '../../../compare/align.ts'
import { type Change, joinRuns, sequenceChanges } from '../../../compare/sequence-changes.ts'
import { pointerPattern } from './pointers.ts'

export interface TextChange {
  readonly kind: Change<string>['kind']
  readonly text: string
}

/**
 * Words, runs of space, or single other characters, which together are the whole text. Scripts
 * without spaces are compared by character.
 */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]+|\s+|./gsv

const token = new RegExp(`${pointerPattern}|${word.source}`, word.flags)

/** @param budget The cost limit; beyond it the differing middle becomes one change. */
export function diffWords(before: string, after: string, budget?: AlignBudget): TextChange[] {
  const changes = sequenceChanges(wordsOf(before), wordsOf(after), budget)
  return joinRuns(changes.flatMap(changeSpaces)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }))
}

/** An unchanged space between changed words becomes part of the change. */
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

export function distinctWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((one) => /[\p{L}\p{N}]/u.test(one)))
}

function wordsOf(text: string): string[] {
  return text.match(token) ?? []
}
