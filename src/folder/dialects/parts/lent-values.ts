/** Limits how much text one document takes from included files and from repeated values. @module */
import type { DialectContext } from '../dialect-context.ts'
import type { Context } from './part-construct.ts'

/** Limit for one document in total; exceeding it is reported once. */
const maxCharacters = 4 * 1024 * 1024

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
  /** A value must stay on one line, even if it has several in the configuration. */
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
