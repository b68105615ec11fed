/** Finds out whether the service knows pages by their ids. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { requestReservations } from '../../http-client/request-reservations.ts'
import type { FolderSettings } from '../folder-options.ts'

/** Whether the service knows pages by their ids; it is asked at most once, and only where it matters. */
export interface PageIds {
  areTaken(): Promise<boolean>
  noteTaken(): void
}

/**
 * Start with nothing asked.
 * @param settings Where to.
 */
export function pageIds({ connection, spaceId }: FolderSettings): PageIds {
  let known: Promise<boolean> | undefined
  return {
    areTaken() {
      known ??= requestReservations(connection, spaceId, []).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          // A service that has none of it does not look at what was sent.
          if (error instanceof ImportError && error.key === 'bad-request') return true
          throw error
        },
      )
      return known
    },
    noteTaken() {
      known = Promise.resolve(true)
    },
  }
}

/**
 * Tell whether a service has no reservations, or something else answers, such as 200 and a page for
 * people.
 * @param error What asking for some threw.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof ImportError && [200, 404, 405].includes(error.status ?? 0)
}
