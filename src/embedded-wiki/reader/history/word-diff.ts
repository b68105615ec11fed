/** What changed between two texts, in words. @module */
import type { AlignBudget } from '../../../compare/align.ts'
import { type Change, joinRuns, sequenceChanges } from '../../../compare/sequence-changes.ts'
import { pointerPattern } from './pointers.ts'

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
 * @param budget What the search may cost, beyond which the differing middle is one change.
 */
export function diffWords(before: string, after: string, budget?: AlignBudget): TextChange[] {
  const changes = sequenceChanges(wordsOf(before), wordsOf(after), budget)
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

/** List the words of a text, each once, and its pointers. */
export function distinctWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((one) => /[\p{L}\p{N}]/u.test(one)))
}

function wordsOf(text: string): string[] {
  return text.match(token) ?? []
}
