/**
 * Bounds what one document takes from elsewhere: included files, and values that it may repeat
 * often.
 * @module
 */
import type { DialectContext } from '../dialect-context.ts'
import type { Context } from './part-construct.ts'

/** Limit for one document in total. */
const maxCharacters = 4 * 1024 * 1024

/** Wrap a context with the limits of one document; exceeding them is reported once. */
export function lentValues({
  variable,
  inherited,
  findUid,
  notice,
}: DialectContext): Pick<Context, 'take' | 'lend' | 'variable' | 'inherited' | 'findUid'> {
  let charactersLeft = maxCharacters
  const take: Context['take'] = (characters, line) => {
    if (charactersLeft < 0) return false
    charactersLeft -= characters
    if (charactersLeft < 0) notice('include-too-much', `${maxCharacters / 1024 / 1024} MiB`, line)
    return charactersLeft >= 0
  }
  const lend: Context['lend'] = (words, line = 0) => (take(words.length, line) ? words : undefined)
  /** A value must stay on one line, even if the configuration has several. */
  const lendLine = (words: string | undefined): string | undefined =>
    words === undefined ? undefined : lend(words.trim().replace(/\s*\n\s*/g, ' '))
  return {
    take,
    lend,
    variable: (name) => lendLine(variable(name)),
    inherited: (name) => lendLine(inherited(name)),
    findUid(uid) {
      const page = findUid(uid)
      // The page exists even where its title exceeds the limit.
      return page && { ...page, title: lend(page.title) ?? uid }
    },
  }
}
