/** Ids that callers name, before they stand in the address of a request. @module */
import { ConfluenceError } from './site.ts'

/**
 * Check an id of a page, a folder or a property.
 * @param id What a caller says.
 * @throws {ConfluenceError} When no site has such an id.
 */
export function plainId(id: string): string {
  if (!isPlainId(id)) throw new ConfluenceError('not-found', 'No such id is there.')
  return id
}

/**
 * Tell whether a site may have an id.
 * @param id What a caller says.
 */
export function isPlainId(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id)
}
