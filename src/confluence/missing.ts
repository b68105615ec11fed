/** What callers name and may be missing at a site: ids before they stand in an address, and answers. @module */
import { ConfluenceError, isOfKind } from './confluence-error.ts'
import type { RemoteStatus } from './site.ts'
import { findText } from './wire/site-json.ts'

/**
 * Check an id of a page, a folder or a property.
 * @throws {ConfluenceError} When no site has such an id.
 */
export function plainId(id: string): string {
  if (!isPlainId(id)) throw new ConfluenceError('not-found', 'No such id is there.')
  return id
}

/** Tell whether a site may have an id. */
export function isPlainId(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id)
}

/**
 * Find what may be missing.
 * @param find Throws `not-found` where it is.
 * @returns Undefined in its place.
 */
export async function unlessMissing<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (isOfKind(error, 'not-found')) return undefined
    throw error
  }
}

/**
 * Read the status of a page or folder.
 * @returns `trashed` for all that nobody finds any more.
 */
export function readStatus(json: unknown): RemoteStatus {
  const status = findText(json, 'status')
  return statuses.find((one) => one === status) ?? 'trashed'
}

const statuses: readonly RemoteStatus[] = ['current', 'archived', 'draft']
