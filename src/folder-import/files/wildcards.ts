/** Patterns of paths with `*`, `**` and `?`, matched in time that grows with pattern and path alone. @module */

/**
 * Read a pattern: `*` stands for a part of a name, `**` for any part of a path, `?` for a letter of a name.
 * @returns Tells whether a path, with `/` between its names, is as the pattern says.
 */
export function wildcardMatcher(pattern: string): (path: string) => boolean {
  const signs = Array.from(pattern.matchAll(/\*{2,}\/?|[\s\S]/gu), ([sign]) => sign)
  return (path) => {
    /** Where in the pattern what was read so far may have led to. */
    let reached = passStars(signs, [true])
    for (const letter of path) {
      const next: boolean[] = []
      for (const [at, sign] of signs.entries()) {
        if (!reached[at]) continue
        if (isStar(sign)) {
          if (sign !== '*' || letter !== '/') next[at] = true
        } else if (sign === '?' ? letter !== '/' : sign === letter) next[at + 1] = true
      }
      reached = passStars(signs, next)
    }
    return reached[signs.length] === true
  }
}

/** A star may stand for nothing. */
function passStars(signs: readonly string[], reached: boolean[]): boolean[] {
  for (const [at, sign] of signs.entries()) if (reached[at] && isStar(sign)) reached[at + 1] = true
  return reached
}

function isStar(sign: string): boolean {
  return sign.startsWith('*')
}
