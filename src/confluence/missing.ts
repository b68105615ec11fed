/** Handles ids and answers that a site may not have. @module */
import { ConfluenceError, isOfKind } from './confluence-error.ts'
import type { RemoteStatus } from './site.ts'
import { findText } from './wire/site-json.ts'

/**
 * Check an id before it is used in an address.
 * @throws {ConfluenceError} `not-found` when no site has such an id.
 */
export function plainId(id: string): string {
  if (!isPlainId(id)) throw new ConfluenceError('not-found', 'No such id is there.')
  return id
}

export function isPlainId(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id)
}

export async function unlessMissing<Result>(
  find: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await find()
  } catch (error) {
    if (isOfKind(error, 'not-found')) return undefined
    throw error
  }
}

/** Undefined where older versions and proxies have no such list. */
export async function unlessWithoutList<Result>(
  list: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await list
  } catch (error) {
    const isMissing = error instanceof ConfluenceError && error.status === 404
    if (!isMissing || error.kind === 'credential') throw error
    return undefined
  }
}

export function readStatus(json: unknown): RemoteStatus {
  const status = findText(json, 'status')
  return statuses.find((candidate) => candidate === status) ?? 'trashed'
}

const statuses: readonly RemoteStatus[] = ['current', 'archived']
