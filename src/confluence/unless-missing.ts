/** Finds what may be missing. @module */
import { ConfluenceError } from './site.ts'

/**
 * Find what may be missing.
 * @param find Throws `not-found` where it is.
 * @returns Undefined in its place.
 */
export async function unlessMissing<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ConfluenceError && error.kind === 'not-found') return undefined
    throw error
  }
}
