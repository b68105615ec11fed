/** Gives pages their ids and addresses before they are made, finds them, and puts them in order. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { AnswerArranged } from './contract-answers.ts'
import { inTime } from './in-time.ts'
import type { ReservationFields } from './read-reservation.ts'
import { refusalOf } from './refusals.ts'
import type { ReservedPage, SavedPage, TargetWiki } from './target-wiki.ts'

/** Below the ten seconds after which callers take a service for dead; a wiki may need more. */
const maxReserveMs = 9_000

/**
 * Reserve pages in the wiki of their space. Where that wiki reserves none, the space is not found: the
 * caller sends pages that link to each other twice.
 * @param wikis Each has spaces of its own.
 * @param run Names the run of imports that they are reserved for, if any.
 * @returns A page for each that is asked for, in the same order.
 * @throws {RequestError} `not-found` when the space or a parent is missing or closed to the writer.
 */
export async function reservePages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, pages }: Pick<ReservationFields, 'spaceId' | 'pages'>,
  writer: Principal,
  run?: string,
): Promise<readonly ReservedPage[]> {
  for (const wiki of wikis) {
    const reserving = wiki.reservePages?.({ spaceIdOrKey, pages, writer, run })
    const reserved = reserving && (await inTime(reserving, wiki.maxAnswerMs ?? maxReserveMs))
    if (reserved !== undefined) return reserved
  }
  throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
}

/**
 * Find pages by their ids, in the wiki of their space.
 * @param wikis Each has spaces of its own.
 * @returns Those that are there, in no order; nothing in the trash, and nothing of other spaces.
 */
export async function findPages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, findPages: ids }: ReservationFields,
  writer: Principal,
): Promise<readonly SavedPage[]> {
  for (const wiki of wikis) {
    const finding = wiki.findPages({ spaceIdOrKey, ids, writer })
    const found = await inTime(finding, wiki.maxAnswerMs ?? maxReserveMs)
    if (found !== undefined) return found
  }
  return []
}

/**
 * Put pages that were imported into order, in the wiki of their space. A wiki that has them in order
 * at any time has nothing to do.
 * @param wikis Each has spaces of its own.
 */
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
