/** Bounds what one document takes of values that a site has once, and a page may name many times. @module */
import type { DialectContext, ReadingContext } from './construct.ts'

/** For all values of one document, as for the files that it includes. */
const maxCharacters = 4 * 1024 * 1024

/** Make what lends values to one document; beyond the bound nobody knows any. */
export function lentValues({
  variable,
  inherited,
  findUid,
}: DialectContext): Pick<ReadingContext, 'lend' | 'variable' | 'inherited' | 'findUid'> {
  let charactersLeft = maxCharacters
  const lend = (words: string): string | undefined => {
    charactersLeft -= words.length
    return charactersLeft < 0 ? undefined : words
  }
  /** A value stands within a line, however many lines the configuration writes it on. */
  const lent = (words: string | undefined): string | undefined =>
    words === undefined ? undefined : lend(words.trim().replace(/\s*\n\s*/g, ' '))
  return {
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
