/** Who may read and write which spaces on the web. @module */
import { accessOf } from '../../auth/access.ts'
import type { Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { listSpaces, type SpacePart } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import type { Viewer } from '../web-scope.ts'

/** Who may read without signing in; `local` allows only requests from this machine. */
export type Readers = 'anyone' | 'local' | 'users'

export type ReadersOfRequest = Exclude<Readers, 'local'>

export async function mayRead(
  database: Database,
  viewer: Viewer | undefined,
  readers: ReadersOfRequest,
  spaceId: string,
): Promise<boolean> {
  if (readers === 'anyone') return true
  if (viewer === undefined) return false
  return (await accessOf(database, viewer, parseId(spaceId) ?? 0)) !== undefined
}

export async function mayWrite(
  database: Database,
  viewer: Viewer | undefined,
  spaceId: string,
): Promise<boolean> {
  if (viewer === undefined) return false
  return (await accessOf(database, viewer, parseId(spaceId) ?? 0)) === 'write'
}

export async function listReadableSpaces(
  database: Database,
  viewer: Viewer | undefined,
  readers: ReadersOfRequest,
  part: Omit<SpacePart, 'readableBy'>,
): Promise<Space[]> {
  return listSpaces(database, { ...part, readableBy: readerOf(viewer, readers) })
}

/** Get the user whose spaces are listed; undefined where everybody may read everything. */
export function readerOf(
  viewer: Viewer | undefined,
  readers: ReadersOfRequest,
): Principal | undefined {
  // No user has the id 0.
  return readers === 'anyone' ? undefined : (viewer ?? { userId: 0 })
}
