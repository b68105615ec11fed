/** Transactions of deliveries, which are committed between requests to a site. @module */
import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import {
  finishEntry,
  type LedgerResult,
  type PlacedEntry,
  takeKey,
} from '../../../wiki/import/ledger/entry.ts'
import type { DeliveryFields, HeldDelivery } from '../delivery.ts'
import { isHeld, isRow, isUnwritten } from '../records/claim-page.ts'
import { unsettle, unsettledLike } from '../records/unsettled.ts'
import { lapseReservations } from '../reservations/reservation-changes.ts'

interface OpenDeliveryInput extends HeldDelivery {
  readonly attempt: string
  readonly requestDigest: string
  readonly entry: PlacedEntry
  readonly asked: string
  readonly document: Uint8Array
  readonly digest: string
  readonly now: number
  readonly leaseUntil: number
  /** Until when the outcome is kept for repeated requests. */
  readonly keepUntil: number
  readonly maxOpen: number
}

export type OpenedDelivery =
  /**
   * - `opened`: this process has it
   * - `joined`: the same request is running
   * - `busy`: another import of the title is running
   * - `full`: the limit of the space is reached
   * - `repeated`: the idempotency key belongs to another import
   * - `disconnected`: the space was disconnected
   */
  | { readonly state: 'opened' | 'joined' | 'busy' | 'full' | 'repeated' | 'disconnected' }
  /** The same request has ended, and nobody was told. */
  | { readonly state: 'finished'; readonly result: string }

/** Open a delivery; one row for each title decides who may write it. */
export const openDelivery: Transaction<OpenDeliveryInput, OpenedDelivery> = function* (
  input,
  dialect,
) {
  const { spaceId, entry } = input
  const [counts] = yield* query<{ is_connected: number; open: number }>(sql`
    select (select count(*) from space_connections where space_id = ${spaceId}) as is_connected,
      (select count(*) from deliveries where space_id = ${spaceId} and state <> 'finished') as open`)
  if (Number(counts?.is_connected) === 0) return { state: 'disconnected' }
  const standing = yield* placeDelivery(input)
  if (standing.import_id === entry.importId) {
    if (Number(counts?.open) >= input.maxOpen) {
      yield* query(deleteRow(input))
      return { state: 'full' }
    }
    if (yield* takeKey(entry, dialect)) return { state: 'opened' }
    yield* query(deleteRow(input))
    return { state: 'repeated' }
  }
  if (standing.request_digest !== input.requestDigest) return { state: 'busy' }
  if (standing.result === null || !isToTell(standing)) return { state: 'joined' }
  yield* query(sql`
    update deliveries set is_answered = 1,
      lease_until = case when state = 'finished' then ${input.keepUntil} else lease_until end
    where space_id = ${spaceId} and title_key = ${input.titleKey}`)
  return { state: 'finished', result: standing.result }
}

interface StandingRow {
  readonly import_id: number
  readonly request_digest: string
  readonly state: string
  readonly holder: string
  readonly result: string | null
  readonly is_answered: number
}

function isToTell({ state, holder, is_answered: isAnswered }: StandingRow): boolean {
  return isAnswered === 0 && (state === 'finished' || holder === '')
}

/** Insert the delivery; a finished one is replaced, unless its outcome is still to be told. */
function* placeDelivery(input: OpenDeliveryInput): TransactionBody<StandingRow> {
  const { spaceId, titleKey, entry } = input
  yield* query(sql`
    insert into deliveries (space_id, title_key, import_id, attempt, holder, state, request_digest,
      entry, asked, digest, document, page_id, expected_version, remarks, result, is_answered,
      lease_until, next_try_at, tries, problem, created_at)
    values (${spaceId}, ${titleKey}, ${entry.importId}, ${input.attempt}, ${input.holder},
      'recorded', ${input.requestDigest}, ${JSON.stringify(entry)}, ${input.asked}, ${input.digest},
      ${input.document}, null, null, '[]', null, 0, ${input.leaseUntil}, ${input.now}, 0, '',
      ${input.now})
    on conflict (space_id, title_key) do update set import_id = excluded.import_id,
      attempt = excluded.attempt, holder = excluded.holder, state = excluded.state,
      request_digest = excluded.request_digest, entry = excluded.entry, asked = excluded.asked,
      digest = excluded.digest, document = excluded.document, page_id = null, expected_version = null,
      remarks = '[]', result = null, is_answered = 0, lease_until = excluded.lease_until,
      next_try_at = excluded.next_try_at, tries = 0, problem = '', created_at = excluded.created_at
    where deliveries.state = 'finished' and (deliveries.is_answered = 1
      or deliveries.request_digest <> excluded.request_digest)`)
  const [row] = yield* query<StandingRow>(sql`
    select import_id, request_digest, state, holder, result, is_answered from deliveries
    where space_id = ${spaceId} and title_key = ${titleKey}`)
  return row as StandingRow
}

interface HoldInput extends HeldDelivery {
  readonly leaseUntil: number
}

/** Renew the lease; false when another process has taken over. */
export const holdDelivery: Transaction<HoldInput, boolean> = function* (input) {
  const rows = yield* query(sql`
    update deliveries set lease_until = ${input.leaseUntil}
    where ${isHeld(input)} and state <> 'finished' returning import_id`)
  return rows.length > 0
}

interface ClaimInput extends HeldDelivery {
  readonly now: number
  readonly leaseUntil: number
}

/** Take over an abandoned delivery; false when a process works on it. */
export const claimDelivery: Transaction<ClaimInput, boolean> = function* (input) {
  const rows = yield* query(sql`
    update deliveries set holder = ${input.holder}, lease_until = ${input.leaseUntil}
    where ${isRow(input)} and state <> 'finished' and lease_until <= ${input.now} returning import_id`)
  return rows.length > 0
}

interface PostponeInput extends HeldDelivery {
  readonly nextTryAt: number
  readonly isAnswered: boolean
  readonly problem: string
}

export const postponeDelivery: Transaction<PostponeInput, void> = function* (input) {
  yield* query(sql`
    update deliveries set holder = '', lease_until = 0, next_try_at = ${input.nextTryAt},
      tries = tries + 1, problem = ${input.problem}, ${setAnswered(input)}
    where ${isHeld(input)} and state <> 'finished'`)
}

interface CloseInput extends HeldDelivery {
  readonly isAnswered: boolean
  readonly keepUntil: number
  readonly pageId: string
  /**
   * False where something is missing, so that the next import looks at the page even if nothing
   * changed.
   */
  readonly isWhole: boolean
  /** When a request that may still take effect was abandoned. */
  readonly unsettledAt: number | undefined
}

/** Finish a delivery and keep only its answer; false when another process has taken over. */
export const closeDelivery: Transaction<CloseInput, boolean> = function* (input) {
  const { spaceId, pageId, isWhole, unsettledAt } = input
  if (!isWhole) {
    yield* query(sql`update remote_pages set digest = ''
      where space_id = ${spaceId} and page_id = ${pageId} and digest not like ${unsettledLike}`)
  }
  if (unsettledAt !== undefined) yield* query(unsettle(input, unsettledAt))
  const rows = yield* query(sql`
    update deliveries set state = 'finished', holder = '', lease_until = ${input.keepUntil},
      ${setAnswered(input)}
    where ${isHeld(input)} and state = 'written' returning import_id`)
  return rows.length > 0
}

interface DropInput extends HeldDelivery {
  readonly entry: PlacedEntry
  readonly refused: LedgerResult
  readonly asked: Pick<DeliveryFields, 'parentId' | 'pageTitle' | 'pageId'>
}

export const dropDelivery: Transaction<DropInput, void> = function* (input) {
  const { entry, refused, spaceId, asked } = input
  const rows = yield* query(sql`
    delete from deliveries where ${isHeld(input)} and ${isUnwritten} returning import_id`)
  if (rows.length === 0) return
  const place = { spaceId, parentId: asked.parentId, title: asked.pageTitle }
  const clashingId = refused.outcome === 'already-exists' ? asked.pageId : undefined
  yield* queryAll([
    lapseReservations({ place, clashingId, now: entry.now }),
    ...finishEntry(entry, refused),
  ])
}

export const abandonDeliveries: Transaction<object, void> = function* () {
  yield* query(
    sql`update deliveries set lease_until = 0 where state <> 'finished' and holder <> ''`,
  )
}

export const forgetDeliveries: Transaction<{ now: number }, void> = function* ({ now }) {
  yield* query(sql`delete from deliveries where state = 'finished' and lease_until <= ${now}`)
}

/** `is_answered` never goes back to 0. */
function setAnswered({ isAnswered }: { readonly isAnswered: boolean }): Statement {
  return isAnswered ? sql`is_answered = 1` : sql`is_answered = is_answered`
}

function deleteRow({ spaceId, titleKey, entry }: OpenDeliveryInput): Statement {
  return sql`delete from deliveries where space_id = ${spaceId} and title_key = ${titleKey}
    and import_id = ${entry.importId}`
}
