/** Deletes expired records and packs old versions in the background. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../accounts/audit.ts'
import { sessionIdleMs, sessionLifetimeMs } from '../../accounts/sessions/sessions.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Database } from '../../store/database.ts'
import { dropOldRecords, type OldRecords } from '../../store/within-bound.ts'
import { changesKeptMs } from '../../wiki/import/changes/list-changes.ts'
import { draftsKeptMs } from '../../wiki/import/drafts.ts'
import { idempotencyWindowMs } from '../../wiki/import/ledger/ledger.ts'
import { reportsKeptMs } from '../../wiki/store/page-reports.ts'

export interface KeepTimes {
  readonly importsMs: number
  readonly auditMs: number
}

export interface HousekeepingDependencies {
  readonly database: Database
  packVersions(pause: (ms: number) => Promise<unknown>): Promise<number>
  finishPurges(pause: () => Promise<unknown>): Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
  readonly wait?: Wait | undefined
}

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

const firstDelayMs = 60_000
const removalIntervalMs = 60 * 60 * 1000
/** With this interval, frequently imported pages are packed several versions at a time. */
const packingIntervalMs = 60_000
/** A pause after each step, in which waiting imports can write. */
const pauseMs = 200
const rowsPerStep = 300

/** Several processes may run these loops on one store: each row is processed once. */
export function startHousekeeping(
  keep: KeepTimes,
  {
    database,
    packVersions,
    finishPurges,
    clock,
    log,
    wait = waitQuietly,
  }: HousekeepingDependencies,
) {
  const abort = new AbortController()
  const { signal } = abort
  const pause = (ms: number): Promise<unknown> => wait(ms, signal)
  const remove = async (): Promise<void> => {
    await finishPurges(() => pause(pauseMs))
    const removed = await removeOld(database, clock(), keep, () => pause(pauseMs))
    if (Object.keys(removed).length > 0) log.info({ removed }, 'old records removed')
  }
  const pack = async (): Promise<void> => {
    const versions = await packVersions(pause)
    if (versions > 0) log.info({ versions }, 'old versions packed')
  }
  const keepDoing = (chore: () => Promise<void>, everyMs: number, failure: string): Promise<void> =>
    // After an error, the next round finds the same rows.
    repeat(chore, { everyMs, firstMs: firstDelayMs, signal, wait }, (error) =>
      log.error({ error }, failure),
    )
  const loops = Promise.all([
    keepDoing(remove, removalIntervalMs, 'old records not removed'),
    keepDoing(pack, packingIntervalMs, 'old versions not packed'),
  ])
  return {
    async stop(): Promise<void> {
      abort.abort()
      await loops
    },
  }
}

/** @returns The number of deleted rows by table. */
export async function removeOld(
  database: Database,
  startedAt: Date,
  keep: KeepTimes,
  pause: () => Promise<unknown>,
): Promise<Partial<Record<OldRecords, number>>> {
  const nowMs = startedAt.getTime()
  // Idempotency keys go first, because records with a key are not deleted.
  const ends: readonly [kind: OldRecords, beforeMs: number][] = [
    ['idempotency_keys', nowMs - idempotencyWindowMs],
    ['sessions_by_creation', nowMs - sessionLifetimeMs],
    ['sessions_by_use', nowMs - sessionIdleMs],
    ['one_time_links', nowMs],
    ['page_reservations', nowMs],
    ['previews', nowMs],
    ['page_reports', nowMs - reportsKeptMs],
    ['drafts', nowMs - draftsKeptMs],
    ['imports', nowMs - keep.importsMs],
    ['audit_records', nowMs - keep.auditMs],
    ['webhook_deliveries', nowMs - changesKeptMs],
    ['changes', nowMs - changesKeptMs],
  ]
  const deletedRows: Partial<Record<OldRecords, number>> = {}
  for (const [kind, beforeMs] of ends) {
    if (!Number.isFinite(beforeMs)) continue
    let rows = rowsPerStep
    while (rows === rowsPerStep) {
      rows = await database.write(dropOldRecords, { kind, beforeMs, limit: rowsPerStep })
      if (rows > 0) deletedRows[kind] = (deletedRows[kind] ?? 0) + rows
      await pause()
    }
  }
  return deletedRows
}

function waitQuietly(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal, ref: false })
}

interface Rhythm {
  readonly everyMs: number
  readonly firstMs?: number
  readonly signal: AbortSignal
  readonly wait?: Wait
}

/** Repeats a chore until the signal aborts, also after errors. */
export async function repeat(
  chore: () => Promise<void>,
  { everyMs, firstMs = everyMs, signal, wait = waitQuietly }: Rhythm,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let ms = firstMs; !signal.aborted; ms = everyMs) {
    await wait(ms, signal).catch(() => {})
    if (!signal.aborted) await chore().catch((error) => signal.aborted || onFailure(error))
  }
}
