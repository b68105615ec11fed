/** The places that a writer may import to, in the embedded wiki. @module */
import type { Database } from '../../database/database.ts'
import { listParentPages, type ParentPage, type ParentSearch } from '../../wiki/parent-pages.ts'
import { listWritableSpaces } from '../../wiki/spaces.ts'
import type { Space } from '../../wiki/wiki.ts'

/** What the form needs to know of the wiki. */
export interface ImportPlaces {
  /** List the spaces that a user may write to. */
  listSpaces(userId: number): Promise<readonly Space[]>
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

/**
 * Look for places in a store.
 * @param database The store.
 */
export function importPlaces(database: Database): ImportPlaces {
  return {
    listSpaces: (userId) => listWritableSpaces(database, userId),
    listParents: (search) => listParentPages(database, search),
  }
}
