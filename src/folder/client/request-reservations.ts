/** Reservations over HTTP: pages get their ids and addresses before they are made. @module */
import type { AnswerArranged, AnswerPage, ReservationAnswer } from '../../contract/answers.ts'
import { append } from '../../contract/base/lists.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import { badAnswer, callService } from './call-service.ts'
import type { Connection } from './connection.ts'

async function callReservations(
  connection: Connection,
  fields: Partial<ReservationFields>,
): Promise<Partial<ReservationAnswer>> {
  const call = { fields: { pages: [], ...fields } }
  return (await callService<Partial<ReservationAnswer>>(connection, 'reservations', call)).answer
}

/**
 * Reserve pages; repeated requests give the same ids.
 * @param spaceId Id or key.
 * @param pages At most 1,000, parents before children.
 * @throws {ImportError} With status 404, 405 or 200 where the service has no reservations.
 */
export async function requestReservations(
  connection: Connection,
  spaceId: string,
  pages: ReservationFields['pages'],
): Promise<ReservationAnswer['pages']> {
  const answer = await callReservations(connection, { spaceId, pages })
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
  const { arranged } = await callReservations(connection, { spaceId, arrangeBelow })
  return arranged?.problems ?? []
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
    const { found } = await callReservations(connection, { spaceId, findPages })
    if (!Array.isArray(found)) throw badAnswer('which pages have these ids')
    append(pages, found)
  }
  return pages
}
