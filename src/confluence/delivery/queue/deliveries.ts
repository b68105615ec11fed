/** The record of deliveries: its transactions, committed between requests to a site, and queries. @module */
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import {
  finishEntry,
  type LedgerResult,
  type PlacedEntry,
  takeKey,
} from '../../../wiki/import/ledger/ledger.ts'
import { readDocumentBytes } from '../../../wiki/import/prepared-document.ts'
import { lockSpace } from '../../../wiki/import/spaces.ts'
import type { SavedImport } from '../../../wiki/import/target-wiki.ts'
import { ConfluenceError } from '../../confluence-error.ts'
import {
  type Delivery,
  type DeliveryFields,
  type HeldDelivery,
  LostDeliveryError,
  type NotedWrite,
} from '../delivery.ts'
import { type RecordedId, unsettle, unsettledLike } from '../records/recorded-pages.ts'
import { lapseReservations } from '../reservations/reservation-changes.ts'

export type DueDelivery = Omit<HeldDelivery, 'holder'>

interface OpenDeliveryInput extends HeldDelivery {
  readonly attempt: string
  readonly entry: PlacedEntry
  readonly asked: string
  readonly document: Uint8Array
  readonly digest: string
  readonly now: number
  readonly leaseUntil: number
  readonly maxOpen: number
}

/**
 * - `opened`: this process has it
 * - `busy`: an import of the title is on its way
 * - `full`: the limit of the space is reached
 * - `repeated`: the idempotency key belongs to another import
 * - `not-found`: the space was disconnected
 */
type OpenedDelivery = 'opened' | 'busy' | 'full' | 'repeated' | 'not-found'

/** Open a delivery; one row for each title decides who may write it. */
export const openDelivery: Transaction<OpenDeliveryInput, OpenedDelivery> = function* (
  input,
  dialect,
) {
  const { spaceId, titleKey, entry } = input
  const [counts] = yield* query<{ is_connected: number; open: number }>(sql`
    select (select count(*) from space_connections where space_id = ${spaceId}) as is_connected,
      (select count(*) from deliveries where space_id = ${spaceId}) as open`)
  if (Number(counts?.is_connected) === 0) return 'not-found'
  const rows = yield* query(sql`
    insert into deliveries (space_id, title_key, import_id, attempt, holder, state, entry, asked,
      digest, document, page_id, expected_version, remarks, result, lease_until, next_try_at,
      tries, problem, created_at)
    values (${spaceId}, ${titleKey}, ${entry.importId}, ${input.attempt}, ${input.holder},
      'recorded', ${JSON.stringify(entry)}, ${input.asked}, ${input.digest}, ${input.document},
      null, null, '[]', null, ${input.leaseUntil}, ${input.now}, 0, '', ${input.now})
    on conflict (space_id, title_key) do nothing returning import_id`)
  if (rows.length === 0) return 'busy'
  const isFull = Number(counts?.open) >= input.maxOpen
  if (!isFull && (yield* takeKey(entry, dialect))) return 'opened'
  yield* query(sql`delete from deliveries where ${isHeld(input)}`)
  return isFull ? 'full' : 'repeated'
}

type LeaseInput = HeldDelivery & { readonly leaseUntil: number }

/** Renew the lease, unless another process has taken over. */
export const renewDelivery: Transaction<LeaseInput, void> = function* (input) {
  yield* query(sql`update deliveries set lease_until = ${input.leaseUntil} where ${isHeld(input)}`)
}

/** Take over an abandoned delivery; false when a process works on it. */
export const claimDelivery: Transaction<LeaseInput & { now: number }, boolean> = function* (input) {
  const rows = yield* query(sql`
    update deliveries set holder = ${input.holder}, lease_until = ${input.leaseUntil}
    where ${isRow(input)} and lease_until <= ${input.now} returning import_id`)
  return rows.length > 0
}

type Postponed = HeldDelivery & { readonly nextTryAt: number; readonly problem: string }

export const postponeDelivery: Transaction<Postponed, void> = function* (input) {
  yield* query(sql`
    update deliveries set holder = '', lease_until = 0, next_try_at = ${input.nextTryAt},
      tries = tries + 1, problem = ${input.problem}
    where ${isHeld(input)}`)
}

interface CloseInput extends HeldDelivery {
  readonly pageId: string
  /**
   * False where something is missing, so that the next import looks at the page even if nothing
   * changed.
   */
  readonly isWhole: boolean
  /** When we abandoned a request that may still take effect. */
  readonly unsettledAt: number | undefined
}

/** Finish a delivery; false when another process has taken over. */
export const closeDelivery: Transaction<CloseInput, boolean> = function* (input) {
  const { spaceId, pageId, isWhole, unsettledAt } = input
  if (!isWhole) {
    yield* query(sql`update remote_pages set digest = ''
      where space_id = ${spaceId} and page_id = ${pageId} and digest not like ${unsettledLike}`)
  }
  if (unsettledAt !== undefined) yield* query(unsettle(input, unsettledAt))
  const rows = yield* query(sql`
    delete from deliveries where ${isHeld(input)} and state = 'written' returning import_id`)
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
  yield* query(sql`update deliveries set lease_until = 0 where holder <> ''`)
}

/**
 * @param ofSpace The most deliveries of one space, because its site may be slow.
 */
export function listDueDeliveries(
  database: Database,
  { now, ofSpace }: { now: number; ofSpace: number },
): Promise<DueDelivery[]> {
  return readAs(
    database,
    sql`select space_id as "spaceId", title_key as "titleKey" from (
        select space_id, title_key, next_try_at, created_at,
          row_number() over (partition by space_id order by next_try_at, created_at) as place
        from deliveries
        where lease_until <= ${now} and next_try_at <= ${now}
          and space_id in (select space_id from space_connections)) due
      where place <= ${ofSpace} order by next_try_at, created_at`,
  )
}

/** Count the deliveries that meet a condition, by default all. */
export async function countDeliveries(
  database: Database,
  condition: Statement = sql`1 = 1`,
): Promise<number> {
  const [row] = await database.read<{ open: number }>(
    sql`select count(*) as open from deliveries where ${condition}`,
  )
  return Number(row?.open)
}

export interface DeliveryStanding {
  readonly isWritten: boolean
  readonly leaseUntil: number
  readonly nextTryMs: number
}

export async function findDeliveryStanding(
  database: Database,
  due: DueDelivery,
): Promise<DeliveryStanding | undefined> {
  const [standing] = await readAs<DeliveryStanding>(
    database,
    sql`select state = 'written' as "isWritten", lease_until as "leaseUntil",
        next_try_at as "nextTryMs"
      from deliveries where ${isRow(due)}`,
  )
  return standing
}

/**
 * Read a delivery that was taken over; every write that was noted may have been carried out.
 * @returns Undefined when another process has it.
 */
export async function readDelivery(
  database: Database,
  held: HeldDelivery,
): Promise<Delivery | undefined> {
  const [row] = await readAs<DeliveryRow>(
    database,
    sql`select attempt, state, digest, entry, asked, document, page_id as "pageId",
        expected_version as version, remarks, result, tries, created_at as "createdAtMs"
      from deliveries where ${isHeld(held)}`,
  )
  if (row === undefined) return undefined
  const { entry, asked, document, result, pageId, version, remarks, ...delivery } = row
  return {
    ...held,
    ...delivery,
    entry: JSON.parse(entry) as PlacedEntry,
    fields: JSON.parse(asked) as DeliveryFields,
    document: row.state === 'written' ? undefined : readDocumentBytes(document),
    lastWrite:
      pageId === undefined || version === undefined
        ? undefined
        : {
            at: row.state === 'made' ? 'made' : 'changing',
            pageId,
            version,
            remarks: JSON.parse(remarks),
          },
    isLost: true,
    result: result === undefined ? undefined : (JSON.parse(result) as SavedImport),
  }
}

interface DeliveryRow
  extends Pick<Delivery, 'attempt' | 'state' | 'digest' | 'tries' | 'createdAtMs'> {
  readonly pageId: string | undefined
  readonly version: number | undefined
  readonly remarks: string
  readonly entry: string
  readonly asked: string
  readonly document: Uint8Array
  readonly result: string | undefined
}

interface OpenDelivery {
  readonly title: string
  readonly isWritten: boolean
  readonly startedAt: Date
  readonly tries: number
  /** Problem of the last try; empty for none. */
  readonly problem: string
}

/** List the running imports of a space for people, the oldest first. */
export async function listOpenDeliveries(
  database: Database,
  spaceId: string,
  limit: number,
): Promise<OpenDelivery[]> {
  const rows = await readAs<Omit<OpenDelivery, 'title'> & { readonly entry: string }>(
    database,
    sql`select entry, state = 'written' as "isWritten", created_at as "startedAt", tries, problem
      from deliveries
      where space_id = ${Number(spaceId)} order by created_at, title_key limit ${limit}`,
  )
  return rows.map(({ entry, ...row }) => ({
    ...row,
    title: (JSON.parse(entry) as PlacedEntry).title,
  }))
}

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

/** Mark a page before or after a request to its site that may arrive late. */
export const unsettlePage: Transaction<RecordedId & { now: number }, void> = function* ({
  now,
  ...page
}) {
  yield* query(unsettle(page, now))
}

export const isUnwritten: Statement = sql`state in ('recorded', 'made')`

function isRow({ spaceId, titleKey }: Omit<HeldDelivery, 'holder'>): Statement {
  return sql`space_id = ${spaceId} and title_key = ${titleKey}`
}

export function isHeld(delivery: HeldDelivery): Statement {
  return sql`${isRow(delivery)} and holder = ${delivery.holder}`
}
