/** Lets records go that have had their time: a few at a time, by itself, as long as the service runs. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../auth/clock.ts'
import { sessionIdleMs, sessionLifetimeMs } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { type OldRecords, purge } from '../database/purge.ts'
import { idempotencyWindowMs } from '../importing/ledger/entry.ts'
import type { Log } from '../log.ts'

/** How long records are kept; Infinity for ever. */
export interface KeepTimes {
  readonly importsMs: number
  readonly auditMs: number
}

export interface Housekeeping {
  /** Finish the step that is under way, and end. */
  stop(): Promise<void>
}

export interface HousekeepingDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
  /** Waits; rejects when the signal comes. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** A start has other things to do first. */
const firstDelayMs = 60_000
const intervalMs = 60 * 60 * 1000
/** Imports come in between two steps. */
const pauseMs = 200
/** Each step is a transaction of some milliseconds. */
const rowsPerStep = 300

/**
 * Begin to look for old records, and go on every hour. Several processes may do so on one store:
 * they find the same rows, and each goes once.
 * @param keep How long records are kept.
 * @param dependencies The store, the time, and how to wait.
 */
export function startHousekeeping(
  keep: KeepTimes,
  { database, clock, log, wait = waitQuietly }: HousekeepingDependencies,
): Housekeeping {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (): Promise<unknown> => wait(pauseMs, signal)
  const keepHouse = async (): Promise<void> => {
    await wait(firstDelayMs, signal)
    for (;;) {
      try {
        const removed = await removeOld(database, clock(), keep, pause)
        if (Object.keys(removed).length > 0) log.info({ removed }, 'old records removed')
      } catch (error) {
        signal.throwIfAborted()
        // The store is away, or full: the next round finds the same rows.
        log.error({ error }, 'old records not removed')
      }
      await wait(intervalMs, signal)
    }
  }
  // It ends by the signal alone.
  const ended = keepHouse().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/**
 * Remove all that is too old.
 * @param database The store.
 * @param now The time.
 * @param keep How long records are kept.
 * @param pause Waited for between two steps.
 * @returns The rows that went, by table.
 */
export async function removeOld(
  database: Database,
  now: Date,
  keep: KeepTimes,
  pause: () => Promise<unknown>,
): Promise<Partial<Record<OldRecords, number>>> {
  const at = now.getTime()
  // Keys first: a record that one of them points to stays.
  const ends: readonly [kind: OldRecords, beforeMs: number][] = [
    ['idempotency_keys', at - idempotencyWindowMs],
    ['shown_api_tokens', at],
    ['sessions_by_creation', at - sessionLifetimeMs],
    ['sessions_by_use', at - sessionIdleMs],
    ['one_time_links', at],
    ['page_reservations', at],
    ['imports', at - keep.importsMs],
    ['audit_records', at - keep.auditMs],
  ]
  const removed: Partial<Record<OldRecords, number>> = {}
  for (const [kind, beforeMs] of ends) {
    if (!Number.isFinite(beforeMs)) continue
    let rows = rowsPerStep
    while (rows === rowsPerStep) {
      rows = await database.write(purge, { kind, beforeMs, limit: rowsPerStep })
      if (rows > 0) removed[kind] = (removed[kind] ?? 0) + rows
      await pause()
    }
  }
  return removed
}

function waitQuietly(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal, ref: false })
}
