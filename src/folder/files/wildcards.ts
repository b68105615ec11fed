/** Shell patterns, matched in time linear in pattern and path. @module */

interface Sign {
  /** Relative positions that can be reached without reading a letter. */
  readonly jumps: readonly number[]
  /** Relative position that a letter leads to; may be negative. */
  step(letter: string): number | undefined
}

/**
 * Compile a pattern: `*` matches within a name, `**` across folders, `?` one letter, `[a-z]` and
 * `[!a-z]` letters, `{a,b}` alternatives.
 * @returns Tests a path with `/` separators.
 */
export function wildcardMatcher(pattern: string): (path: string) => boolean {
  const signs = signsOf(pattern)
  const passJumps = (reached: boolean[]): boolean[] => {
    for (const [at, { jumps }] of signs.entries()) {
      if (reached[at]) for (const jump of jumps) reached[at + jump] = true
    }
    return reached
  }
  return (path) => {
    /** Positions in the pattern that the text so far can reach. */
    let reached = passJumps([true])
    for (const letter of path) {
      const next: boolean[] = []
      for (const [at, { step }] of signs.entries()) {
        const offset = reached[at] ? step(letter) : undefined
        if (offset !== undefined) next[at + offset] = true
      }
      reached = passJumps(next)
    }
    return reached[signs.length] === true
  }
}

const isInName = (letter: string): boolean => letter !== '/'

/** Any folders, each with its `/`: the first sign is at the start of a name, the second inside. */
const folders: readonly Sign[] = [
  { jumps: [2], step: (letter) => (isInName(letter) ? 1 : 0) },
  { jumps: [], step: (letter) => (isInName(letter) ? 0 : -1) },
]

const parts = /(?<![^/])\*{2,}\/|\*{2,}|\[!?[^\][/]+\]|[\s\S]/gu

function signsOf(pattern: string): readonly Sign[] {
  const signs: Sign[] = []
  /** Open braces and their commas. */
  const open: { readonly start: number; readonly commas: number[] }[] = []
  for (const [part] of pattern.matchAll(parts)) {
    if (part === '{') open.push({ start: signs.length, commas: [] })
    else if (part === ',') open.at(-1)?.commas.push(signs.length)
    const braces = part === '}' ? open.pop() : undefined
    if (/^\*{2,}\/$/.test(part)) signs.push(...folders)
    else if (braces === undefined || braces.commas.length === 0) signs.push(signOf(part))
    else {
      const { start, commas } = braces
      const end = signs.length
      signs[start] = jump(1, ...commas.map((comma) => comma + 1 - start))
      for (const comma of commas) signs[comma] = jump(end - comma)
      signs.push(jump(1))
    }
  }
  return signs
}

function signOf(part: string): Sign {
  if (part.startsWith('**')) return { jumps: [1], step: () => 0 }
  if (part === '*') return { jumps: [1], step: (letter) => (isInName(letter) ? 0 : undefined) }
  const fits = part === '?' ? isInName : lettersOf(part)
  return { jumps: [], step: (letter) => (fits(letter) ? 1 : undefined) }
}

function jump(...jumps: readonly number[]): Sign {
  return { jumps, step: () => undefined }
}

/** Reversed ranges match nothing. */
function lettersOf(part: string): (letter: string) => boolean {
  if (part.length < 3) return (letter) => letter === part
  const isNegated = part.startsWith('[!')
  const ranges = part.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|(.)/gsu)
  const letterRanges = Array.from(ranges, ([, from, to, single]) => [
    from ?? single ?? '',
    to ?? single ?? '',
  ])
  return (letter) =>
    isInName(letter) &&
    letterRanges.some(([from = '', to = '']) => letter >= from && letter <= to) !== isNegated
}
