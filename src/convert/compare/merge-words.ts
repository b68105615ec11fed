/** Merges two changes of one text, word by word. @module */
import { align } from './align.ts'

/**
 * Apply the changes from `base` to `theirs` to `ours`. All white space inside a paragraph counts as
 * equal, because lines may be wrapped differently.
 * @param signs Where to put signs of ours that stand where theirs adds words; undefined refuses
 * such a merge.
 * @returns Undefined where both changed the same words differently.
 */
export function mergeWords(
  base: string,
  theirs: string,
  ours: string,
  signs?: 'before' | 'behind',
): string | undefined {
  const from = wordsOf(base)
  const their = wordsOf(theirs)
  const own = wordsOf(ours)
  const toTheirs = align(from.map(keyOf), their.map(keyOf))
  const toOurs = align(from.map(keyOf), own.map(keyOf))
  let merged = ''
  let [at, theirAt, ownAt] = [0, 0, 0]
  for (let index = 0; index <= from.length; index += 1) {
    const isEnd = index === from.length
    const theirNext = isEnd ? their.length : (toTheirs[index] as number)
    const ownNext = isEnd ? own.length : (toOurs[index] as number)
    if (theirNext < 0 || ownNext < 0) continue
    const part = mergePart(
      from.slice(at, index),
      their.slice(theirAt, theirNext),
      own.slice(ownAt, ownNext),
      signs,
    )
    if (part === undefined) return undefined
    merged += part + (own[ownNext] ?? '')
    at = index + 1
    theirAt = theirNext + 1
    ownAt = ownNext + 1
  }
  return merged
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
}

function keyOf(word: string): string {
  if (word.trim() !== '') return word
  return /\n\s*\n/.test(word) ? '\n\n' : ' '
}

function mergePart(
  base: readonly string[],
  theirs: readonly string[],
  ours: readonly string[],
  signs: 'before' | 'behind' | undefined,
): string | undefined {
  if (isSame(base, theirs) || isSame(ours, theirs)) return ours.join('')
  if (isSame(base, ours)) return theirs.join('')
  const at = base.length === 0 ? -1 : onlyPlace(base, ours)
  // Ours has the same words with signs around them.
  if (at >= 0) return [...ours.slice(0, at), ...theirs, ...ours.slice(at + base.length)].join('')
  if (base.length > 0) return mergeBeside(base, theirs, ours)
  if (signs === undefined || ours.some((word) => /[\p{L}\p{N}]/u.test(word))) return undefined
  return (signs === 'before' ? [...ours, ...theirs] : [...theirs, ...ours]).join('')
}

function mergeBeside(
  base: readonly string[],
  theirs: readonly string[],
  ours: readonly string[],
): string | undefined {
  const their = changeOf(base, theirs)
  const own = changeOf(base, ours)
  const isAtOnePlace = their.start === own.end && their.end === own.start
  if (isAtOnePlace) return undefined
  if (their.end <= own.start) {
    return [...ours.slice(0, their.start), ...their.words, ...ours.slice(their.end)].join('')
  }
  if (own.end > their.start) return undefined
  const [start, end] = [their.start, their.end].map((at) => at + ours.length - base.length)
  return [...ours.slice(0, start), ...their.words, ...ours.slice(end)].join('')
}

function changeOf(from: readonly string[], to: readonly string[]) {
  const isSameAt = (a: number, b: number): boolean =>
    isSame(from.slice(a, a + 1), to.slice(b, b + 1))
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && isSameAt(start, start)) start += 1
  let back = 0
  while (back < shorter - start && isSameAt(from.length - 1 - back, to.length - 1 - back)) back += 1
  return { start, end: from.length - back, words: to.slice(start, to.length - back) }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length && one.every((word, at) => keyOf(word) === keyOf(other[at] ?? ''))
  )
}

function onlyPlace(words: readonly string[], others: readonly string[]): number {
  let place = -1
  // A longer search would take too long, and such a change is more than a few words.
  if (words.length * others.length > 1_000_000) return -1
  for (let at = 0; at + words.length <= others.length; at += 1) {
    if (!isSame(words, others.slice(at, at + words.length))) continue
    if (place >= 0) return -1
    place = at
  }
  return place
}
