/** The places that a writer may import to, for a form to choose from. @module */
import type { Database } from '../database/database.ts'
import { findSpace, type ListedSpace, listWritableSpaces } from './spaces.ts'
import type { ParentPage, ParentSearch, TargetWiki } from './target-wiki.ts'

export interface ImportPlaces {
  /**
   * List spaces that a user may write to: as many as a menu can hold.
   * @param wanted The id or key of one that is among them in any case, if the user may write to it.
   */
  listSpaces(userId: number, wanted?: string): Promise<readonly ListedSpace[]>
  /** List the pages of a space that may become a parent, whichever wiki it is in. */
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

/** More spaces than these are not offered; links lead to the form with any of them chosen. */
export const maxSpaces = 200

/**
 * Look for places in a store and its wikis.
 * @param wikis Each has spaces of its own.
 */
export function importPlaces(database: Database, wikis: readonly TargetWiki[]): ImportPlaces {
  return {
    async listSpaces(userId, wanted = '') {
      const spaces = await listWritableSpaces(database, userId, maxSpaces)
      if (wanted === '' || spaces.length < maxSpaces) return spaces
      const space = await findSpace(database, wanted, { writableBy: { userId } })
      if (space === undefined || spaces.some(({ id }) => id === space.id)) return spaces
      return [space, ...spaces]
    },
    async listParents(search) {
      for (const wiki of wikis) {
        const parents = await wiki.listParents(search)
        if (parents.length > 0) return parents
      }
      return []
    },
  }
}
