/** How far a fresh store has come on the way to its first page. @module */
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { ListedSpace } from '../../importing/spaces.ts'
import { listSpaces } from '../../importing/spaces.ts'

export interface FirstSteps {
  /** The first space by key, once there is one. */
  readonly space: ListedSpace | undefined
  readonly hasApiToken: boolean
  /** Whether anything was imported; then there is nobody left to lead. */
  readonly hasImport: boolean
}

/**
 * Read what has been done.
 * @param database The store.
 */
export async function readFirstSteps(database: Database): Promise<FirstSteps> {
  const [[space], apiTokens, imports] = await Promise.all([
    listSpaces(database, { limit: 1 }),
    database.read(sql`select 1 from api_tokens limit 1`),
    database.read(sql`select 1 from imports limit 1`),
  ])
  return { space, hasApiToken: apiTokens.length > 0, hasImport: imports.length > 0 }
}
