/** The places that a writer may import to, in the embedded wiki. @module */
import type { Database } from '../../database/database.ts'
import {
  listParentPages,
  type ParentPage,
  type ParentSearch,
} from '../../embedded-wiki/store/parent-pages.ts'
import { findSpace, listWritableSpaces } from '../../embedded-wiki/store/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'

/** What the form needs to know of the wiki. */
export interface ImportPlaces {
  /**
   * List spaces that a user may write to: as many as a menu can hold.
   * @param userId The user.
   * @param wanted The id or key of one that is among them in any case, if the user may write to it.
   */
  listSpaces(userId: number, wanted?: string): Promise<readonly Space[]>
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

/** More spaces than these are not offered; links lead to the form with any of them chosen. */
export const maxSpaces = 200

/**
 * Look for places in a store.
 * @param database The store.
 */
export function importPlaces(database: Database): ImportPlaces {
  return {
    async listSpaces(userId, wanted = '') {
      const spaces = await listWritableSpaces(database, userId, maxSpaces)
      if (wanted === '' || spaces.length < maxSpaces) return spaces
      const space = await findSpace(database, wanted, { writableBy: userId })
      if (space === undefined || spaces.some(({ id }) => id === space.id)) return spaces
      return [space, ...spaces]
    },
    listParents: (search) => listParentPages(database, search),
  }
}
