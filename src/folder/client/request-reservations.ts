/** Reservations over HTTP: pages get their ids and addresses before they are made. @module */

import type {
  Answer,
  AnswerArranged,
  AnswerPage,
  AnswerReservedPage,
} from '../../contract/answers.ts'
import { append } from '../../contract/base/append.ts'
import { runHeader } from '../../contract/paths.ts'
import { ImportError } from './exchange.ts'
import { readServiceAnswer } from './import-page.ts'
import { type AuthorizedRequest, type Connection, sendRequest } from './send-request.ts'

/** A page to reserve, below an existing page or another page of the request. */
export type ReservationItem = { readonly ref: string; readonly pageTitle: string } & (
  | { readonly parentId: string }
  | { readonly parentRef: string }
)

/**
 * Reserve pages; repeated requests give the same ids.
 * @param spaceId Id or key.
 * @param pages At most 1,000, parents before children.
 * @throws {ImportError} With status 404, 405 or 200 where the service has no reservations.
 */
export async function requestReservations(
  connection: Connection,
  spaceId: string,
  pages: readonly ReservationItem[],
): Promise<readonly AnswerReservedPage[]> {
  const url = reservationsAddress(connection.endpoint)
  if (url === undefined) {
    const message = 'There are no reservations beside this endpoint.'
    throw new ImportError('not-found', message, { status: 404 })
  }
  const request = toRequest(url, connection, { spaceId, pages })
  const { answer } = await sendRequest(connection, request, ({ status, text }) =>
    readServiceAnswer<MaybeReserved>(status, text, url),
  )
  if (Array.isArray(answer.pages) && answer.pages.every(isReservation)) return answer.pages
  const message = 'The service did not say which pages it reserved.'
  throw new ImportError('bad-answer', message, { status: 200 })
}

/** Parents below which the order may be wrong, with the reason. */
type ArrangeProblem = AnswerArranged['problems'][number]

/**
 * Order imported pages below some parents; services and wikis that need no such request ignore it.
 * @param spaceId Id or key.
 * @param arrangeBelow At most 1,000 page ids.
 * @throws {ImportError} As `requestReservations`.
 */
export async function requestArrangement(
  connection: Connection,
  spaceId: string,
  arrangeBelow: readonly string[],
): Promise<readonly ArrangeProblem[]> {
  const url = reservationsAddress(connection.endpoint)
  if (url === undefined) return []
  const request = toRequest(url, connection, { spaceId, pages: [], arrangeBelow })
  const { answer } = await sendRequest(connection, request, ({ status, text }) =>
    readServiceAnswer<Answer & { readonly arranged?: Partial<AnswerArranged> }>(status, text, url),
  )
  return Array.isArray(answer.arranged?.problems) ? answer.arranged.problems : []
}

const idsPerRequest = 200

/**
 * Find pages by their ids.
 * @param spaceId Id or key.
 * @returns The pages in the space, without trashed ones.
 * @throws {ImportError} As `requestReservations`, also where the service cannot look up pages.
 */
export async function requestPages(
  connection: Connection,
  spaceId: string,
  ids: readonly string[],
): Promise<readonly AnswerPage[]> {
  const url = reservationsAddress(connection.endpoint) ?? connection.endpoint
  const pages: AnswerPage[] = []
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const findPages = ids.slice(at, at + idsPerRequest)
    const request = toRequest(url, connection, { spaceId, pages: [], findPages })
    const { answer } = await sendRequest(connection, request, ({ status, text }) =>
      readServiceAnswer<Answer & { readonly found?: AnswerPage[] }>(status, text, url),
    )
    if (!Array.isArray(answer.found)) {
      throw new ImportError('bad-answer', 'The service looks no pages up by their ids.', {
        status: 200,
      })
    }
    append(pages, answer.found)
  }
  return pages
}

type MaybeReserved = Answer & { readonly pages?: unknown }

function toRequest(url: string, { token, runId }: Connection, fields: object): AuthorizedRequest {
  const run = runId === undefined ? {} : { [runHeader]: runId }
  const headers = { 'content-type': 'application/json', ...run }
  return { url, method: 'POST', token, headers, body: JSON.stringify(fields) }
}

function reservationsAddress(endpoint: string): string | undefined {
  const { origin, pathname } = new URL(endpoint)
  const name = /\/webtrigger\/?$/
  return name.test(pathname) ? origin + pathname.replace(name, '/reservations') : undefined
}

function isReservation(value: unknown): value is AnswerReservedPage {
  const { ref, id, url, exists } = Object(value) as Partial<
    Record<keyof AnswerReservedPage, unknown>
  >
  const texts = [ref, id, url]
  return texts.every((text) => typeof text === 'string') && typeof exists === 'boolean'
}
