/**
 * Lets records go that have had their time or were purged, and has old versions packed: a few at a time,
 * as long as the service runs.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../auth/clock.ts'
import { sessionIdleMs, sessionLifetimeMs } from '../auth/sessions/sessions.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'
import { dropOldRecords, type OldRecords } from '../database/drop-old-records.ts'
import { changesKeptMs } from '../importing/changes/change.ts'
import { idempotencyWindowMs } from '../importing/ledger/entry.ts'

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
  /** Makes old versions small; told how to wait between two steps. */
  packVersions(pause: (ms: number) => Promise<unknown>): Promise<number>
  /** Lets rows go that a purge left when it was ended. */
  finishPurges(pause: () => Promise<unknown>): Promise<void>
  /** Ends what groups gave too long ago; undefined where it counts for ever. @returns For how many users. */
  readonly endLapsedGroups?: (() => Promise<number>) | undefined
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
  /** Waits; rejects when the signal comes. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

/** A start has other things to do first. */
const firstDelayMs = 60_000
const removalIntervalMs = 60 * 60 * 1000
/** What is imported once a minute or more often is packed several versions at a time. */
const packingIntervalMs = 60_000
/** Access counts for at most so much longer. */
const groupsIntervalMs = 60_000
/** Imports come in between two steps. */
const pauseMs = 200
/** Each step is a transaction of some milliseconds. */
const rowsPerStep = 300

/**
 * Begin to look for old records every hour and for old versions every minute. Several processes may do
 * so on one store: they find the same rows, and each goes, or is packed, once.
 */
export function startHousekeeping(
  keep: KeepTimes,
  {
    database,
    packVersions,
    finishPurges,
    endLapsedGroups,
    clock,
    log,
    wait = waitQuietly,
  }: HousekeepingDependencies,
): Housekeeping {
  const stopping = new AbortController()
  const { signal } = stopping
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
  const keepDoing = async (chore: () => Promise<void>, intervalMs: number, failure: string) => {
    await wait(firstDelayMs, signal)
    for (;;) {
      try {
        await chore()
      } catch (error) {
        signal.throwIfAborted()
        // The store is away, or full: the next round finds the same rows.
        log.error({ error }, failure)
      }
      await wait(intervalMs, signal)
    }
  }
  // They end by the signal alone.
  const ended = Promise.allSettled([
    keepDoing(remove, removalIntervalMs, 'old records not removed'),
    keepDoing(pack, packingIntervalMs, 'old versions not packed'),
    endLapsedGroups && keepDoing(endGroups(endLapsedGroups, log), groupsIntervalMs, notEnded),
  ])
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/**
 * Remove all that is too old.
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
    ['previews', at],
    ['imports', at - keep.importsMs],
    ['audit_records', at - keep.auditMs],
    ['webhook_deliveries', at - changesKeptMs],
    ['changes', at - changesKeptMs],
  ]
  const removed: Partial<Record<OldRecords, number>> = {}
  for (const [kind, beforeMs] of ends) {
    if (!Number.isFinite(beforeMs)) continue
    let rows = rowsPerStep
    while (rows === rowsPerStep) {
      rows = await database.write(dropOldRecords, { kind, beforeMs, limit: rowsPerStep })
      if (rows > 0) removed[kind] = (removed[kind] ?? 0) + rows
      await pause()
    }
  }
  return removed
}

const notEnded = 'access by groups not ended'

function endGroups(end: () => Promise<number>, log: HousekeepingDependencies['log']) {
  return async (): Promise<void> => {
    const users = await end()
    if (users > 0) log.info({ users }, 'access by groups ended')
  }
}

function waitQuietly(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal, ref: false })
}

/**
 * Do a chore, some time after it was done last, until the signal comes.
 * @param when How long to wait in between, and what ends it.
 * @param onFailure Told of what fails; the next round comes all the same.
 */
export async function repeat(
  chore: () => Promise<void>,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    // The store is away: the next round finds the same.
    if (!signal.aborted) await chore().catch(onFailure)
  }
}
