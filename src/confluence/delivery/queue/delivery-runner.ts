/**
 * Runs deliveries: new ones, and abandoned ones of other processes. They continue without a caller.
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Places } from '../../../contract/base/places/places.ts'
import { RequestError } from '../../../contract/errors.ts'
import { documentBytes } from '../../../wiki/import/prepared-document.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { findConnection } from '../connections/space-connections.ts'
import { type Delivered, type DeliveryResult, leaseMs } from '../delivery.ts'
import { otherOnItsWay, stoppingHere, tooManyOpen } from '../delivery-refusals.ts'
import { start } from '../progress.ts'
import { remoteTitleKey } from '../records/page-mark.ts'
import {
  type DeliveryRequest,
  type DueDelivery,
  listDueDeliveries,
  readDelivery,
  requestDigest,
  type Wait,
} from './deliveries.ts'
import {
  abandonDeliveries,
  claimDelivery,
  forgetDeliveries,
  openDelivery,
} from './delivery-changes.ts'
import { type DeliveryJob, type JobTools, startJob } from './delivery-job.ts'
import {
  firstOf,
  keyOf,
  type RunningJob,
  secondsOf,
  settled,
  type TitleInSpace,
  type UnderWay,
  waitFor,
} from './wait-for-delivery.ts'

export interface DeliveryRunner {
  /**
   * Deliver a page, or join the delivery of the same request. The outcome is told once: to the
   * first caller, or to the first repeated request.
   * @throws {RequestError} What refuses it.
   */
  deliver(request: DeliveryRequest): Promise<Delivered>
  /**
   * @throws {RequestError} When a delivery to the title is still running.
   */
  settled(title: TitleInSpace, withinMs: number): Promise<void>
  sweep(): Promise<void>
  inherit(): Promise<void>
  stop(): Promise<void>
}

export const maxOfSite = 5
const maxOpenOfSpace = 500
const answeredMs = 60_000
const stopMs = 5_000

export function deliveryRunner(tools: JobTools, places: Places): DeliveryRunner {
  const stopping = Promise.withResolvers<void>()
  const runner: Runner = {
    tools,
    places,
    jobs: new Map(),
    opening: new Map(),
    isStopping: false,
    stopping: stopping.promise,
    takeOver: (due, withinMs) => takeOver(runner, due, withinMs),
  }
  return {
    deliver: (request) => deliver(runner, request, performance.now() + request.withinMs),
    settled: (title, withinMs) => settled(runner, title, performance.now() + withinMs),
    async sweep() {
      const { database, clock } = tools
      const now = clock().getTime()
      await database.write(forgetDeliveries, { now })
      const full = new Set<number>()
      for (const due of await listDueDeliveries(database, { now, ofSpace: maxOfSite })) {
        if (full.has(due.spaceId)) continue
        await takeOver(runner, due, 0).catch((error: unknown) => {
          // This site has no free slot, but others may.
          if (!(error instanceof RequestError)) throw error
          full.add(due.spaceId)
        })
      }
    },
    inherit: () => tools.database.write(abandonDeliveries, {}),
    async stop() {
      runner.isStopping = true
      const running = Promise.allSettled([...runner.jobs.values()].map(({ job }) => job.ended))
      await firstOf([running], stopMs)
      stopping.resolve()
    },
  }
}

interface Runner extends UnderWay {
  readonly places: Places
  /** One at a time for each title, so that the second finds the first one's job. */
  readonly opening: Map<string, Promise<unknown>>
  isStopping: boolean
}

async function deliver(
  runner: Runner,
  request: DeliveryRequest,
  deadline: number,
): Promise<Delivered> {
  const digest = requestDigest(request)
  const due = {
    spaceId: request.entry.spaceId,
    titleKey: remoteTitleKey(request.fields.pageTitle),
  }
  const key = keyOf(due)
  const isKeyed = request.entry.idempotency !== null
  const isUpdate = request.fields.overwrite
  for (;;) {
    while (runner.opening.has(key)) await runner.opening.get(key)
    let isSame = runner.jobs.get(key)?.digest === digest
    if (!runner.jobs.has(key)) {
      const beginning = begin(runner, request, { due, digest, deadline })
      const ended = beginning.catch(() => {}).finally(() => runner.opening.delete(key))
      runner.opening.set(key, ended)
      const started = await beginning
      if ('job' in started) return started.job.within(deadline - performance.now(), runner.stopping)
      if ('kind' in started) return started
      isSame = started.isSame
    }
    const news = await waitFor(runner, due, { digest, deadline, isKeyed, isUpdate })
    if (news === 'there') {
      // The ledger has the answer for the key.
      if (isKeyed) return { kind: 'repeated' }
      if (!isUpdate) throw refusalOf('already-exists', request.fields)
    }
    const hasEnded = news === 'there' || news === 'free'
    if (hasEnded && !request.hasLeft()) continue
    const retryAfterSeconds = secondsOf(hasEnded ? 0 : news.nextTryMs)
    if (!isSame) throw otherOnItsWay(retryAfterSeconds)
    return { kind: 'under-way', isOwn: false, retryAfterSeconds }
  }
}

type BeginResult =
  | Delivered
  | { readonly job: DeliveryJob }
  | { readonly isSame: boolean }
  | undefined

function onPlace<Result extends BeginResult>(
  { places }: Runner,
  { baseUrl }: SpaceConnection,
  withinMs: number,
  begin: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const hold = places.hold({ key: baseUrl, withinMs }, async () => {
    const result = await begin()
    resolve(result)
    if (result !== undefined && 'job' in result) await result.job.ended
  })
  hold.catch(reject)
  return promise
}

/** Record and start the delivery, unless another one with the title is open. */
async function begin(
  runner: Runner,
  request: DeliveryRequest,
  { due, digest, deadline }: Pick<Wait, 'digest' | 'deadline'> & { readonly due: DueDelivery },
): Promise<NonNullable<BeginResult>> {
  if (runner.isStopping) throw stoppingHere()
  const { tools } = runner
  const { entry, fields, document, run, connection } = request
  return onPlace(runner, connection, deadline - performance.now(), async () => {
    const now = tools.clock().getTime()
    const lease = { ...due, attempt: randomUUID(), holder: randomUUID() }
    const opened = await tools.database.write(openDelivery, {
      ...lease,
      entry,
      now,
      leaseUntil: now + leaseMs,
      keepUntil: now + answeredMs,
      requestDigest: digest,
      asked: JSON.stringify(fields),
      digest: document.digest,
      document: documentBytes(document),
      maxOpen: maxOpenOfSpace,
    })
    switch (opened.state) {
      case 'opened': {
        const recorded = { digest: document.digest, createdAtMs: now }
        const delivery = { ...lease, entry, fields, document, run, ...freshDelivery, ...recorded }
        const job = startJob(tools, connection, delivery, request.hasLeft)
        keep(runner, due, { job, digest })
        return { job }
      }
      case 'finished':
        if (entry.idempotency !== null) return { kind: 'repeated' }
        return { kind: 'saved', result: JSON.parse(opened.result) as DeliveryResult }
      case 'repeated':
      case 'disconnected':
        return { kind: opened.state }
      case 'full':
        throw tooManyOpen(maxOpenOfSpace)
      default:
        return { isSame: opened.state === 'joined' }
    }
  })
}

function keep({ jobs }: Runner, due: DueDelivery, entry: RunningJob): void {
  const key = keyOf(due)
  jobs.set(key, entry)
  void entry.job.ended.finally(() => {
    if (jobs.get(key) === entry) jobs.delete(key)
  })
}

/** Continue an abandoned delivery. */
async function takeOver(runner: Runner, due: DueDelivery, withinMs: number): Promise<void> {
  const { tools, jobs } = runner
  if (jobs.has(keyOf(due)) || runner.isStopping) return
  const connection = await findConnection(tools.database, String(due.spaceId))
  if (connection === undefined) return
  await onPlace(runner, connection, withinMs, async () => {
    const { database, clock } = tools
    const lease = { ...due, holder: randomUUID() }
    const now = clock().getTime()
    const claim = { ...lease, now, leaseUntil: now + leaseMs }
    if (!(await database.write(claimDelivery, claim))) return undefined
    const delivery = await readDelivery(database, lease)
    if (delivery === undefined) return undefined
    const job = startJob(tools, connection, { ...delivery, run: undefined }, nobody)
    keep(runner, due, { job, digest: undefined })
    return { job }
  })
}

const nobody = (): boolean => true

const freshDelivery = {
  state: 'recorded',
  progress: start,
  result: undefined,
  tries: 0,
} as const
