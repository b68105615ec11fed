/** Reservations over HTTP: pages get their ids and addresses before they are made. @module */
import type { Answer } from '../importing/contract.ts'
import { ImportError } from './import-error.ts'
import { type Connection, sendRequest } from './send-request.ts'
import { readServiceAnswer } from './service-answer.ts'

/** A page that is to have an id, below one that is there or below another of the same request. */
export type WantedPage = { readonly ref: string; readonly pageTitle: string } & (
  | { readonly parentId: string }
  | { readonly parentRef: string }
)

export interface Reservation {
  readonly ref: string
  readonly id: string
  readonly url: string
  /** The page is there already. */
  readonly exists: boolean
}

/** A request holds no more. */
export const maxReservedPages = 1_000

/**
 * Reserve pages; asking again for the same ones gives the same ids.
 * @param connection Where to: reservations are beside the endpoint.
 * @param spaceId The space, by id or key.
 * @param pages At most 1,000, parents before children.
 * @throws {ImportError} With the service's key, or with that of the way to it; its status is 404, 405
 * or 200 where the service has no reservations.
 */
export async function requestReservations(
  connection: Connection,
  spaceId: string,
  pages: readonly WantedPage[],
): Promise<readonly Reservation[]> {
  const url = reservationsAddress(connection.endpoint)
  const request = {
    url,
    method: 'POST',
    token: connection.token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spaceId, pages }),
  } as const
  const { answer } = await sendRequest(connection, request, (status, text) =>
    readServiceAnswer<Answer & { readonly pages?: unknown }>(status, text, url),
  )
  if (Array.isArray(answer.pages) && answer.pages.every(isReservation)) return answer.pages
  const message = 'The service did not say which pages it reserved.'
  throw new ImportError('bad-answer', message, { status: 200 })
}

function reservationsAddress(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint)
  const name = /\/webtrigger\/?$/
  if (name.test(pathname)) return origin + pathname.replace(name, '/reservations')
  throw new ImportError('not-found', 'There are no reservations beside this endpoint.', {
    status: 404,
  })
}

function isReservation(value: unknown): value is Reservation {
  const { ref, id, url, exists } = Object(value) as Partial<Record<keyof Reservation, unknown>>
  const texts = [ref, id, url]
  return texts.every((text) => typeof text === 'string') && typeof exists === 'boolean'
}
