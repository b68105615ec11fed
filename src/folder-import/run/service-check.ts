/** Checks the token of a run with one request, and learns from it what the service can do. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { checkToken, type TokenCheck } from '../../http-client/request-reservations.ts'
import type { FolderSettings } from '../folder-options.ts'

/** The service is asked at most once. */
export interface ServiceCheck {
  /**
   * Tell whether the service reserves pages, and so knows them by their ids.
   * @throws {ImportError} When it refuses the token, or the space.
   */
  reservesPages(): Promise<boolean>
  /** When the token ends, once the service has said so. */
  tokenExpiresAt(): Date | undefined
}

/** Start with nothing asked. */
export function serviceCheck({ connection, spaceId }: FolderSettings): ServiceCheck {
  let asked: Promise<TokenCheck> | undefined
  let tokenExpiresAt: Date | undefined
  return {
    async reservesPages() {
      asked ??= checkToken(connection, spaceId)
      const answer = await asked
      tokenExpiresAt = answer.tokenExpiresAt
      return answer.hasReservations
    },
    tokenExpiresAt: () => tokenExpiresAt,
  }
}

/**
 * Tell whether an answer to a request for reservations says nothing of them, such as 200 and a page
 * for people.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof ImportError && [200, 404, 405].includes(error.status ?? 0)
}
