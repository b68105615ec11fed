/** The names of those who write at a site, asked for once each. @module */
import { isOfKind } from './confluence-error.ts'
import type { SiteAccount } from './site.ts'

const maxNames = 1_000

export interface AuthorNames {
  /** The name if it is known, else the id: asks nobody. */
  known(id: string): string
  /** Find a name; the id where the site tells none. Never throws. */
  find(id: string): Promise<string>
}

/**
 * Make what knows names.
 * @param ask Asks the site for a name; undefined where it tells none.
 */
export function authorNames(
  ask: (id: string) => Promise<string | undefined>,
  accounts: readonly SiteAccount[],
): AuthorNames {
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const known = (id: string): string => names.get(id) ?? id
  return {
    known,
    async find(id) {
      if (names.has(id)) return known(id)
      try {
        const name = await ask(id)
        if (names.size >= maxNames) names.clear()
        names.set(id, name ?? id)
      } catch (error) {
        // A name is for people; nothing waits for it.
        if (isOfKind(error, 'removed')) names.set(id, id)
      }
      return known(id)
    },
  }
}
