/** Reservations over HTTP: pages get their ids and addresses before they are made. @module */
import type { AnswerArranged, AnswerPage, AnswerReservedPage } from '../../contract/answers.ts'
import { append } from '../../contract/base/append.ts'
import { badAnswer, callService } from './call-service.ts'
import type { Connection } from './connection.ts'

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
  const { answer } = await callService<{ pages?: AnswerReservedPage[] }>(
    connection,
    'reservations',
    { fields: { spaceId, pages } },
  )
  if (Array.isArray(answer.pages)) return answer.pages
  throw badAnswer('which pages it reserved')
}

/**
 * Order imported pages below some parents; services and wikis that need no such request ignore it.
 * @param arrangeBelow At most 1,000 page ids.
 * @returns Parents below which the order may be wrong, with the reason.
 * @throws {ImportError} As `requestReservations`.
 */
export async function requestArrangement(
  connection: Connection,
  spaceId: string,
  arrangeBelow: readonly string[],
): Promise<AnswerArranged['problems']> {
  const { answer } = await callService<{ arranged?: Partial<AnswerArranged> }>(
    connection,
    'reservations',
    { fields: { spaceId, pages: [], arrangeBelow } },
  )
  return answer.arranged?.problems ?? []
}

const idsPerRequest = 200

/**
 * Find pages by their ids.
 * @returns The pages in the space, without trashed ones.
 * @throws {ImportError} As `requestReservations`, also where the service cannot look up pages.
 */
export async function requestPages(
  connection: Connection,
  spaceId: string,
  ids: readonly string[],
): Promise<readonly AnswerPage[]> {
  const pages: AnswerPage[] = []
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const findPages = ids.slice(at, at + idsPerRequest)
    const { answer } = await callService<{ found?: AnswerPage[] }>(connection, 'reservations', {
      fields: { spaceId, pages: [], findPages },
    })
    if (!Array.isArray(answer.found)) throw badAnswer('which pages have these ids')
    append(pages, answer.found)
  }
  return pages
}
