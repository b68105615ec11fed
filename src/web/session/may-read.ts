/** Who may read and write what on the web. @module */
import { accessOf } from '../../auth/access.ts'
import type { Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { listSpaces, type SpacePart } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import type { Viewer } from '../web-scope.ts'

/** Who may read without signing in; `local` is who is at this machine. */
export type Readers = 'anyone' | 'local' | 'users'

/** Who may read without signing in, for one request. */
export type ReadersOfRequest = Exclude<Readers, 'local'>

/**
 * Tell whether somebody may read a space.
 * @param viewer Who asks; undefined for someone who did not sign in.
 * @param readers Who may read without signing in.
 */
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

/**
 * Tell whether somebody may write in a space.
 * @param viewer Who asks; undefined for someone who did not sign in.
 */
export async function mayWrite(
  database: Database,
  viewer: Viewer | undefined,
  spaceId: string,
): Promise<boolean> {
  if (viewer === undefined) return false
  return (await accessOf(database, viewer, parseId(spaceId) ?? 0)) === 'write'
}

/**
 * List the spaces that somebody may read.
 * @param readers Who may read without signing in.
 */
export async function listReadableSpaces(
  database: Database,
  viewer: Viewer | undefined,
  readers: ReadersOfRequest,
  part: Omit<SpacePart, 'readableBy'>,
): Promise<Space[]> {
  return listSpaces(database, { ...part, readableBy: readerOf(viewer, readers) })
}

/**
 * Tell for whom spaces are chosen; undefined where everybody may read everything.
 * @param readers Who may read without signing in.
 */
export function readerOf(
  viewer: Viewer | undefined,
  readers: ReadersOfRequest,
): Principal | undefined {
  // Nobody has this id.
  return readers === 'anyone' ? undefined : (viewer ?? { userId: 0 })
}
