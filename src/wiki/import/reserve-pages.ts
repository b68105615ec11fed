/** Reserves ids and addresses for future pages, finds pages, and puts them in order. @module */
import type { Principal } from '../../accounts/reader.ts'
import type { AnswerArranged } from '../../contract/answers.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import { refusalOf } from './decide.ts'
import { inTime } from './in-time.ts'
import type {
  PageToReserve,
  ReservedPage,
  SavedPage,
  TargetWiki,
  WantedReservations,
} from './target-wiki.ts'

/** Callers give up after ten seconds, so we answer before. */
const maxReserveMs = 9_000

/**
 * A wiki without reservations answers `not-found`; then callers send pages that link to each other
 * twice.
 * @returns A page for each requested one, in the same order.
 * @throws {RequestError} `not-found` when the space or a parent is missing or closed to the writer.
 */
export async function reservePages(
  wikis: readonly TargetWiki[],
  request: WantedReservations,
): Promise<readonly ReservedPage[]> {
  for (const wiki of wikis) {
    const reserving = wiki.reservePages?.(request)
    const reserved = reserving && (await inTime(reserving, wiki.maxAnswerMs ?? maxReserveMs))
    if (reserved !== undefined) return reserved
  }
  throw refusalOf('not-found')
}

export function pagesToReserve({ pages }: ReservationFields): PageToReserve[] {
  const indexes = new Map(pages.map(({ ref }, index) => [ref, index]))
  return pages.map(({ pageTitle: title, parentId = '', parentRef }) => {
    const index = parentRef === undefined ? undefined : indexes.get(parentRef)
    return { title, parent: index === undefined ? { id: parentId } : { index } }
  })
}

/** @returns Existing pages in any order, without those in the trash or in other spaces. */
export async function findPages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, findPages: ids }: Pick<ReservationFields, 'spaceId' | 'findPages'>,
  writer: Principal,
): Promise<readonly SavedPage[]> {
  for (const wiki of wikis) {
    const finding = wiki.findPages({ spaceIdOrKey, ids, writer })
    const pages = await inTime(finding, wiki.maxAnswerMs ?? maxReserveMs)
    if (pages !== undefined) return pages
  }
  return []
}

/** Puts pages in order; does nothing in wikis that always keep the order. */
export async function arrangePages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, arrangeBelow: parentIds }: ReservationFields,
  writer: Principal,
): Promise<AnswerArranged> {
  for (const wiki of wikis) {
    const arranging = wiki.arrangePages?.({ spaceIdOrKey, parentIds, writer })
    const arranged = arranging && (await inTime(arranging, wiki.maxAnswerMs ?? maxReserveMs))
    if (arranged !== undefined) return arranged
  }
  return { moved: 0, problems: [] }
}
