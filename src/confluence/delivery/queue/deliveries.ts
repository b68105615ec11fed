/** Queries on the record of deliveries. @module */

import { createHash } from 'node:crypto'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import type { PlacedEntry } from '../../../wiki/import/ledger/entry.ts'
import { readDocumentBytes, type Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { Delivery, DeliveryFields, DeliveryResult, HeldDelivery } from '../delivery.ts'
import { type ProgressRow, readProgress } from '../progress.ts'

export type DueDelivery = Omit<HeldDelivery, 'holder'>

/**
 * @param part `ofSpace` limits each space, because its site may be slow.
 */
export async function listDueDeliveries(
  database: Database,
  { now, ofSpace }: { now: number; ofSpace: number },
): Promise<DueDelivery[]> {
  const rows = await database.read<{ space_id: number; title_key: string }>(sql`
    select space_id, title_key from (
      select space_id, title_key, next_try_at, created_at,
        row_number() over (partition by space_id order by next_try_at, created_at) as place
      from deliveries
      where state <> 'finished' and lease_until <= ${now} and next_try_at <= ${now}
        and space_id in (select space_id from space_connections)) due
    where place <= ${ofSpace} order by next_try_at, created_at`)
  return rows.map((row) => ({ spaceId: row.space_id, titleKey: row.title_key }))
}

export async function countOpenDeliveries(database: Database): Promise<number> {
  const [row] = await database.read<{ open: number }>(
    sql`select count(*) as open from deliveries where state <> 'finished'`,
  )
  return Number(row?.open)
}

interface DeliveryStanding {
  readonly state: 'recorded' | 'made' | 'written' | 'finished'
  readonly requestDigest: string
  readonly leaseUntil: number
  readonly nextTryAt: number
  readonly isWritten: boolean
  readonly isHeld: boolean
  /** Whether some caller was told the outcome. */
  readonly isAnswered: boolean
}

export async function findDeliveryStanding(
  database: Database,
  { spaceId, titleKey }: DueDelivery,
): Promise<DeliveryStanding | undefined> {
  const [row] = await database.read<StateRow>(sql`
    select state, request_digest, holder, lease_until, next_try_at, is_answered from deliveries
    where space_id = ${spaceId} and title_key = ${titleKey}`)
  if (row === undefined) return undefined
  return {
    state: row.state,
    requestDigest: row.request_digest,
    leaseUntil: row.lease_until,
    nextTryAt: row.next_try_at,
    isWritten: row.state === 'written' || row.state === 'finished',
    isHeld: row.holder !== '',
    isAnswered: row.is_answered === 1,
  }
}

interface StateRow {
  readonly state: DeliveryStanding['state']
  readonly request_digest: string
  readonly lease_until: number
  readonly next_try_at: number
  readonly holder: string
  readonly is_answered: number
}

/** Read a delivery that was taken over; undefined when another process has it. */
export async function readDelivery(
  database: Database,
  held: HeldDelivery,
): Promise<Delivery | undefined> {
  const [row] = await database.read<DeliveryRow>(sql`
    select attempt, state, digest, entry, asked, document, page_id, expected_version, remarks,
      result, tries, created_at from deliveries
    where space_id = ${held.spaceId} and title_key = ${held.titleKey} and holder = ${held.holder}
      and state <> 'finished'`)
  if (row === undefined) return undefined
  return {
    ...held,
    attempt: row.attempt,
    state: row.state,
    entry: JSON.parse(row.entry) as PlacedEntry,
    digest: row.digest,
    fields: JSON.parse(row.asked) as DeliveryFields,
    document: row.state === 'written' ? undefined : readDocumentBytes(row.document),
    progress: readProgress(row),
    result: row.result === null ? undefined : (JSON.parse(row.result) as DeliveryResult),
    createdAtMs: row.created_at,
    tries: row.tries,
  }
}

interface DeliveryRow extends ProgressRow {
  readonly attempt: string
  readonly digest: string
  readonly state: Delivery['state']
  readonly entry: string
  readonly asked: string
  readonly document: Uint8Array
  readonly result: string | null
  readonly tries: number
  readonly created_at: number
}

export interface DeliveryRequest {
  readonly connection: SpaceConnection
  readonly entry: PlacedEntry
  readonly fields: DeliveryFields
  readonly document: Utf8Document
  readonly run: string | undefined
  readonly withinMs: number
  readonly hasLeft: () => boolean
}

/** Digest of caller and request, which identifies repeated requests. */
export function requestDigest({ entry, fields, document }: DeliveryRequest): string {
  const { userId, apiTokenId, spaceId, idempotency } = entry
  const caller = [userId, apiTokenId, spaceId, idempotency?.key ?? null]
  return createHash('sha256')
    .update(JSON.stringify([...caller, fields, document.digest]))
    .digest('hex')
}

export interface Wait {
  readonly digest: string
  readonly deadline: number
  readonly isKeyed: boolean
  readonly isUpdate: boolean
}

/**
 * @returns `free` when the title is free or the outcome is unclaimed; `there` when the same request
 * was answered.
 */
export function outcomeFor(
  standing: DeliveryStanding,
  { digest, isKeyed, isUpdate }: Wait,
): 'free' | 'there' | undefined {
  const { state, requestDigest, isWritten: isThere, isHeld, isAnswered } = standing
  if (requestDigest !== digest || !isThere) return state === 'finished' ? 'free' : undefined
  // The outcome is for everybody with the idempotency key.
  if (isKeyed) return 'there'
  // The working process knows whether the first caller still waits.
  if (isHeld) return undefined
  if (!isAnswered) return 'free'
  return state === 'finished' || !isUpdate ? 'there' : undefined
}
