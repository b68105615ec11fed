/**
 * Decides which delivery may change a page: one at a time, and none older than the page. Imports
 * may name one page by id, title or place, so the title alone does not separate them.
 * @module
 */

import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { lockSpace } from '../../../wiki/import/spaces.ts'
import { ConfluenceError } from '../../confluence-error.ts'
import type { NotedWrite } from '../delivery.ts'
import { type HeldDelivery, LostDeliveryError } from '../delivery.ts'
import { unsettle } from './recorded-pages.ts'

/**
 * - `ours`: this delivery has the page until it is done
 * - `busy`: another running delivery may have changed it, or it is on its way to the trash
 * - `outdated`: a newer import was recorded under another title
 * - `lost`: another process has taken this delivery over
 */
export type PageClaim = 'ours' | 'busy' | 'outdated' | 'lost'

export class OutdatedError extends Error {}

export function mustBeOurs(claim: PageClaim): void {
  switch (claim) {
    case 'ours':
      return
    case 'busy':
      throw new ConfluenceError('conflict', 'Another import is changing this page.')
    case 'outdated':
      throw new OutdatedError('A newer import has changed this page.')
    case 'lost':
      throw new LostDeliveryError('somebody else has taken the delivery over')
  }
}

/** Claim a page within a transaction, before the delivery has written. */
export function* claimPage(
  delivery: HeldDelivery,
  pageId: string,
  dialect: Dialect,
): TransactionBody<PageClaim> {
  const [, rows] = yield* queryAll([
    lockSpace(delivery.spaceId, dialect.forUpdate),
    sql`select (select count(*) from deliveries other
        where other.space_id = mine.space_id and other.title_key <> mine.title_key
          and other.page_id = ${pageId})
        + (select count(*) from remote_reservations going
          where going.space_id = mine.space_id and going.page_id = ${pageId}
            and going.lapses_at = 0) as others,
      (select count(*) from remote_pages page
        where page.space_id = mine.space_id and page.page_id = ${pageId}
          and page.asked_title_key <> mine.title_key and page.updated_at > mine.created_at) as newer
      from deliveries mine where ${isHeld(delivery)} and ${isUnwritten}`,
  ])
  const row = rows?.[0]
  if (row === undefined) return 'lost'
  if (Number(row.newer) > 0) return 'outdated'
  return Number(row.others) > 0 ? 'busy' : 'ours'
}

interface NoteInput extends HeldDelivery {
  readonly leaseUntil: number
  readonly write: NotedWrite
}

export const noteWrite: Transaction<NoteInput, PageClaim> = function* (input, dialect) {
  const { write } = input
  const claim = yield* claimPage(input, write.pageId, dialect)
  if (claim !== 'ours') return claim
  yield* query(sql`
    update deliveries set lease_until = ${input.leaseUntil}, page_id = ${write.pageId},
      expected_version = ${write.version}, state = ${write.at === 'made' ? 'made' : 'recorded'},
      remarks = ${JSON.stringify(write.remarks)}
    where ${isHeld(input)} and ${isUnwritten}`)
  return claim
}

interface LatePage {
  readonly spaceId: number
  readonly pageId: string
  readonly now: number
}

/** Mark a page before or after a request to its site that may arrive late. */
export const unsettlePage: Transaction<LatePage, void> = function* ({ now, ...page }) {
  yield* query(unsettle(page, now))
}

export const isUnwritten: Statement = sql`state in ('recorded', 'made')`

export function isRow({ spaceId, titleKey }: Omit<HeldDelivery, 'holder'>): Statement {
  return sql`space_id = ${spaceId} and title_key = ${titleKey}`
}

export function isHeld(delivery: HeldDelivery): Statement {
  return sql`${isRow(delivery)} and holder = ${delivery.holder}`
}
