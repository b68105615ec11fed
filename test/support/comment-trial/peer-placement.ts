/** How other tools find the place of a comment again, to compare with; -1 where they say that it is gone. @module */

export type Placement = (old: string, young: string, start: number, end: number) => number

const context = 100
const maxCandidates = 100

export const nthOccurrence: Placement = (old, young, start, end) => {
  const quoted = old.slice(start, end)
  const number = occurrencesOf(old.slice(0, start), quoted).length
  const found = occurrencesOf(young, quoted)
  return found[number] ?? (found.length === 1 ? (found[0] as number) : -1)
}

export const nearestContext: Placement = (old, young, start, end) => {
  const quoted = old.slice(start, end)
  const before = old.slice(Math.max(0, start - context), start)
  const after = old.slice(end, end + context)
  let best = { at: -1, distance: Number.POSITIVE_INFINITY }
  let at = young.indexOf(quoted)
  for (let tried = 0; at >= 0 && tried < maxCandidates; tried += 1) {
    const behind = at + quoted.length
    const distance =
      levenshtein(before, young.slice(Math.max(0, at - context), at)) +
      levenshtein(after, young.slice(behind, behind + context))
    if (distance < best.distance) best = { at, distance }
    at = young.indexOf(quoted, at + 1)
  }
  return best.at
}

function occurrencesOf(text: string, quoted: string): number[] {
  const found: number[] = []
  let at = text.indexOf(quoted)
  while (at >= 0) {
    found.push(at)
    at = text.indexOf(quoted, at + quoted.length)
  }
  return found
}

function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j += 1) {
      const kept = (row[j] as number) + (one[i] === other[j] ? 0 : 1)
      next.push(Math.min((row[j + 1] as number) + 1, (next[j] as number) + 1, kept))
    }
    row = next
  }
  return row.at(-1) as number
}
