/** Bounds what one document takes from elsewhere: files that it includes, and values that it may name many times. @module */
import type { DialectContext, ReadingContext } from './construct.ts'

/** For all that one document takes. */
const maxCharacters = 4 * 1024 * 1024

/** Make what lends to one document; what goes beyond the bound is told once. */
export function lentValues({
  variable,
  inherited,
  findUid,
  notice,
}: DialectContext): Pick<ReadingContext, 'take' | 'lend' | 'variable' | 'inherited' | 'findUid'> {
  let charactersLeft = maxCharacters
  const take: ReadingContext['take'] = (characters, line) => {
    if (charactersLeft < 0) return false
    charactersLeft -= characters
    if (charactersLeft < 0) notice('include-too-much', `${maxCharacters / 1024 / 1024} MiB`, line)
    return charactersLeft >= 0
  }
  const lend: ReadingContext['lend'] = (words, line = 0) =>
    take(words.length, line) ? words : undefined
  /** A value stands within a line, however many lines the configuration writes it on. */
  const lent = (words: string | undefined): string | undefined =>
    words === undefined ? undefined : lend(words.trim().replace(/\s*\n\s*/g, ' '))
  return {
    take,
    lend,
    variable: (name) => lent(variable(name)),
    inherited: (name) => lent(inherited(name)),
    findUid(uid) {
      const found = findUid(uid)
      // The page is there all the same.
      return found && { ...found, title: lend(found.title) ?? uid }
    },
  }
}
