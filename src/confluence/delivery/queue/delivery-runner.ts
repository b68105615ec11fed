/**
 * Runs deliveries: new ones, and abandoned ones of other processes. They continue without a caller.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { firstOf } from '../../../contract/base/in-time.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { PlacedEntry } from '../../../wiki/import/ledger/ledger.ts'
import { documentBytes, type Utf8Document } from '../../../wiki/import/prepared-document.ts'
import { findConnection, type SpaceConnection } from '../connections/space-connections.ts'
import { type Delivered, type DeliveryFields, leaseMs, start } from '../delivery.ts'
import { otherOnItsWay, stoppingHere, tooManyOpen } from '../delivery-messages.ts'
import { remoteTitleKey } from '../records/recorded-pages.ts'
import {
  abandonDeliveries,
  claimDelivery,
  type DeliveryStanding,
  type DueDelivery,
  findDeliveryStanding,
  listDueDeliveries,
  openDelivery,
  readDelivery,
} from './deliveries.ts'
import { type DeliveryJob, type JobTools, secondsOf, startJob } from './delivery-job.ts'

interface DeliveryRequest {
  readonly connection: SpaceConnection
  readonly entry: PlacedEntry
  readonly fields: DeliveryFields
  readonly document: Utf8Document
  readonly withinMs: number
  readonly hasLeft: () => boolean
}

export type DeliveryRunner = ReturnType<typeof deliveryRunner>

export const maxOfSite = 5
const maxOpenOfSpace = 500
const stopMs = 5_000

export function deliveryRunner(tools: JobTools, places: Places) {
  const stopping = Promise.withResolvers<undefined>()
  const runner: Runner = {
    tools,
    places,
    jobs: new Map(),
    beginning: new Map(),
    isStopping: false,
    stopping: stopping.promise,
  }
  return {
    /**
     * Deliver a page, after other deliveries to its title.
     * @throws {RequestError} When the delivery is refused.
     */
    deliver: (request: DeliveryRequest): Promise<Delivered> =>
      deliver(runner, request, performance.now() + request.withinMs),
    /**
     * Wait until no delivery to a title is unwritten.
     * @throws {RequestError} When that takes too long.
     */
    settled(
      { spaceId, title }: { spaceId: string; title: string },
      withinMs: number,
    ): Promise<unknown> {
      const due = { spaceId: Number(spaceId), titleKey: remoteTitleKey(title) }
      const isOver = (standing: DeliveryStanding): boolean => standing.isWritten
      return waitForTitle(runner, due, performance.now() + withinMs, isOver)
    },
    async sweep(): Promise<void> {
      const now = tools.clock().getTime()
      const full = new Set<number>()
      for (const due of await listDueDeliveries(tools.database, { now, ofSpace: maxOfSite })) {
        if (full.has(due.spaceId)) continue
        await takeOver(runner, due, 0).catch((error: unknown) => {
          // This site has no free place, but others may.
          if (!(error instanceof RequestError)) throw error
          full.add(due.spaceId)
        })
      }
    },
    inherit: (): Promise<void> => tools.database.write(abandonDeliveries, {}),
    async stop(): Promise<void> {
      runner.isStopping = true
      await firstOf(
        [Promise.allSettled([...runner.jobs.values()].map(({ ended }) => ended))],
        stopMs,
      )
      stopping.resolve(undefined)
    },
  }
}

interface Runner {
  readonly tools: JobTools
  readonly places: Places
  readonly jobs: Map<string, DeliveryJob>
  /** By title, the delivery that waits for a place at its site or is being recorded. */
  readonly beginning: Map<string, Promise<unknown>>
  readonly stopping: Promise<undefined>
  isStopping: boolean
}

async function deliver(
  runner: Runner,
  request: DeliveryRequest,
  deadline: number,
): Promise<Delivered> {
  const due = {
    spaceId: request.entry.spaceId,
    titleKey: remoteTitleKey(request.fields.pageTitle),
  }
  const key = keyOf(due)
  for (;;) {
    const other = runner.beginning.get(key)
    if (other !== undefined) {
      const waits = [Promise.allSettled([other]), runner.stopping]
      await firstOf<unknown>(waits, deadline - performance.now())
    }
    const hasWaited = await waitForTitle(runner, due, deadline)
    // A client that has left may have sent a newer import since.
    if ((hasWaited || other !== undefined) && request.hasLeft()) throw otherOnItsWay(2)
    if (runner.isStopping) throw stoppingHere()
    if (runner.beginning.has(key)) {
      if (performance.now() < deadline) continue
      throw otherOnItsWay(2)
    }
    const beginning = begin(runner, request, due, deadline)
    runner.beginning.set(key, beginning)
    const started = await beginning.finally(() => runner.beginning.delete(key))
    if (started === 'busy') continue
    if (!('within' in started)) return started
    return started.within(deadline - performance.now(), runner.stopping)
  }
}

const firstLookMs = 100
const maxLookMs = 1_000

/**
 * Wait until no delivery to the title is open, in this process or another.
 * @returns Whether there was one.
 * @throws {RequestError} When that takes too long.
 */
async function waitForTitle(
  runner: Runner,
  due: DueDelivery,
  deadline: number,
  isOver: (standing: DeliveryStanding) => boolean = () => false,
): Promise<boolean> {
  const { database, clock } = runner.tools
  let hasWaited = false
  for (let lookMs = firstLookMs; ; lookMs = Math.min(maxLookMs, lookMs * 1.5)) {
    const standing = await findDeliveryStanding(database, due)
    if (standing === undefined || isOver(standing)) return hasWaited
    const now = clock().getTime()
    if (standing.nextTryMs > now) throw otherOnItsWay(secondsOf(standing.nextTryMs - now))
    const leftMs = deadline - performance.now()
    if (leftMs <= 0 || runner.isStopping) throw otherOnItsWay(2)
    if (standing.leaseUntil <= now) await takeOver(runner, due, leftMs)
    const ended = runner.jobs.get(keyOf(due))?.ended
    const waits: readonly Promise<unknown>[] =
      ended === undefined ? [runner.stopping] : [ended, runner.stopping]
    await firstOf(waits, ended === undefined ? Math.min(lookMs, leftMs) : leftMs)
    hasWaited = true
  }
}

function keyOf({ spaceId, titleKey }: DueDelivery): string {
  return `${spaceId} ${titleKey}`
}

/** Wait for a free place at the site, then begin. A job keeps its place until it ends. */
function onPlace<Result>(
  runner: Runner,
  { baseUrl }: SpaceConnection,
  { due, withinMs }: { readonly due: DueDelivery; readonly withinMs: number },
  begin: () => Promise<Result | DeliveryJob>,
): Promise<Result | DeliveryJob> {
  const { jobs, places } = runner
  const { promise, resolve, reject } = Promise.withResolvers<Result | DeliveryJob>()
  const key = keyOf(due)
  const hold = places.hold({ key: baseUrl, withinMs }, async () => {
    // The process may have begun to stop during the wait.
    if (runner.isStopping) throw stoppingHere()
    const result = await begin()
    const job = isJob(result) ? result : undefined
    if (job !== undefined) jobs.set(key, job)
    resolve(result)
    await job?.ended
    if (jobs.get(key) === job) jobs.delete(key)
  })
  hold.catch(reject)
  return promise
}

function isJob(result: unknown): result is DeliveryJob {
  return typeof result === 'object' && result !== null && 'within' in result
}

/** Record and start the delivery, unless another one with the title is open. */
async function begin(
  runner: Runner,
  request: DeliveryRequest,
  due: DueDelivery,
  deadline: number,
): Promise<DeliveryJob | Delivered | 'busy'> {
  const { tools } = runner
  const { entry, fields, document, connection } = request
  const withinMs = deadline - performance.now()
  return onPlace<Delivered | 'busy'>(runner, connection, { due, withinMs }, async () => {
    const now = tools.clock().getTime()
    const lease = { ...due, attempt: randomUUID(), holder: randomUUID() }
    const { digest } = document
    const opened = await tools.database.write(openDelivery, {
      ...lease,
      entry,
      now,
      leaseUntil: now + leaseMs,
      asked: JSON.stringify(fields),
      digest,
      document: documentBytes(document),
      maxOpen: maxOpenOfSpace,
    })
    if (opened === 'full') throw tooManyOpen(maxOpenOfSpace)
    if (opened === 'busy') return opened
    if (opened !== 'opened') return { outcome: opened }
    const delivery = { ...lease, entry, fields, document, digest, createdAtMs: now }
    return startJob(tools, connection, { ...delivery, ...freshDelivery })
  })
}

/** Continue an abandoned delivery. */
async function takeOver(runner: Runner, due: DueDelivery, withinMs: number): Promise<void> {
  const { tools, jobs } = runner
  if (jobs.has(keyOf(due)) || runner.isStopping) return
  const connection = await findConnection(tools.database, String(due.spaceId))
  if (connection === undefined) return
  await onPlace<undefined>(runner, connection, { due, withinMs }, async () => {
    const { database, clock } = tools
    const lease = { ...due, holder: randomUUID() }
    const now = clock().getTime()
    const claim = { ...lease, now, leaseUntil: now + leaseMs }
    if (!(await database.write(claimDelivery, claim))) return undefined
    const delivery = await readDelivery(database, lease)
    return delivery && startJob(tools, connection, delivery)
  })
}

const freshDelivery = {
  ...start,
  state: 'recorded',
  result: undefined,
  tries: 0,
} as const
