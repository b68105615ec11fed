/**
 * Runs deliveries: those that are asked for here, and those that nobody is at work on any more. A
 * delivery goes on when nobody waits for it, and in another process when this one has gone.
 * @module
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '../errors.ts'
import type { PlacedEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import {
  type DueDelivery,
  findDeliveryState,
  listDueDeliveries,
  readDelivery,
  writeDocument,
} from './deliveries.ts'
import type { AskedDelivery, Delivered, DeliveryResult, HeldDelivery } from './delivery.ts'
import { claimDelivery, forgetDeliveries, openDelivery } from './delivery-changes.ts'
import { type DeliveryJob, type JobTools, startJob } from './delivery-job.ts'
import { remoteTitleKey } from './remote-title-key.ts'
import { leaseMs } from './run-delivery.ts'
import { siteSlots } from './site-slots.ts'
import type { SpaceConnection } from './space-connection.ts'

/** What is asked for. */
export interface DeliveryRequest {
  readonly connection: SpaceConnection
  readonly entry: PlacedEntry
  readonly asked: AskedDelivery
  readonly document: Utf8Document
  readonly run: string | undefined
  /** How long whoever asks waits. */
  readonly withinMs: number
}

export interface DeliveryRunner {
  /**
   * Deliver a page, or join the delivery that the same request began.
   * @throws {RequestError} What refuses it.
   */
  deliver(request: DeliveryRequest): Promise<Delivered>
  /** Go on with deliveries that nobody is at work on. */
  sweep(): Promise<void>
  /** Let what is under way end if it does soon; whoever waits is told that it goes on. */
  stop(): Promise<void>
}

export interface RunnerLimits {
  /** Deliveries that are at work or wait for their site. */
  readonly maxInAll: number
}

const maxOfSite = 5
const maxOpenOfSpace = 500
/** Others who wait for it look at the record within that time. */
const answeredMs = 60_000
const sweptAtOnce = 10
const stopMs = 5_000
const firstLookMs = 100
const maxLookMs = 1_000

/**
 * Make the runner of a process.
 * @param tools The store, the time, the sites, and who is told.
 * @param limits The bounds.
 */
export function deliveryRunner(tools: JobTools, limits: RunnerLimits): DeliveryRunner {
  const { database, clock } = tools
  const slots = siteSlots({ maxOfSite, maxInAll: limits.maxInAll })
  const jobs = new Map<string, DeliveryJob>()
  const stopping = Promise.withResolvers<void>()
  const keep = (job: DeliveryJob, held: HeldDelivery, leave: () => void): DeliveryJob => {
    const key = keyOf(held)
    jobs.set(key, job)
    void job.ended.finally(() => {
      if (jobs.get(key) === job) jobs.delete(key)
      leave()
    })
    return job
  }
  const open = (request: DeliveryRequest, held: HeldDelivery, attempt: string) => {
    const now = clock().getTime()
    return database.write(openDelivery, {
      ...{ ...held, attempt, entry: request.entry, now, leaseUntil: now + leaseMs },
      ...{ requestDigest: digestOf(request), asked: JSON.stringify(request.asked) },
      ...{ document: writeDocument(request.document), digest: request.document.digest },
      keepUntil: now + answeredMs,
      maxOpen: maxOpenOfSpace,
    })
  }
  /** Take over what nobody is at work on. */
  const takeOver = async (due: DueDelivery, limitMs: number): Promise<void> => {
    if (jobs.has(keyOf(due))) return
    const connection = await tools.findConnection(String(due.spaceId))
    if (connection === undefined) return
    const leave = await slots.enter(connection.baseUrl, limitMs)
    try {
      const held = { ...due, holder: randomUUID() }
      const now = clock().getTime()
      const isOurs = await database.write(claimDelivery, {
        ...{ ...held, now, leaseUntil: now + leaseMs },
      })
      const delivery = isOurs ? await readDelivery(database, held) : undefined
      if (delivery === undefined) return leave()
      keep(startJob(tools, connection, { ...delivery, run: undefined }, false), held, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
  /** Look at somebody else's delivery until there is something new to tell. */
  const waitFor = async (
    due: DueDelivery,
    digest: string,
    deadline: number,
  ): Promise<DeliveryResult | 'free' | { readonly nextTryMs: number }> => {
    for (let lookMs = firstLookMs; ; lookMs = Math.min(maxLookMs, lookMs * 1.5)) {
      const job = jobs.get(keyOf(due))
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) return { nextTryMs: 2_000 }
      await Promise.race([
        job?.ended ?? sleep(Math.min(lookMs, leftMs)),
        sleep(leftMs),
        stopping.promise,
      ])
      const state = await findDeliveryState(database, due)
      if (state === undefined) return 'free'
      if (state.requestDigest === digest && state.result !== undefined) return state.result
      if (state.state === 'done') return 'free'
      const now = clock().getTime()
      if (state.nextTryAt > now) return { nextTryMs: state.nextTryAt - now }
      if (state.leaseUntil <= now) await takeOver(due, Math.max(0, deadline - performance.now()))
    }
  }
  return {
    async deliver(request) {
      const deadline = performance.now() + request.withinMs
      const digest = digestOf(request)
      const due = {
        spaceId: request.entry.spaceId,
        titleKey: remoteTitleKey(request.asked.pageTitle),
      }
      for (;;) {
        const leave = await slots.enter(request.connection.baseUrl, deadline - performance.now())
        const held = { ...due, holder: randomUUID() }
        const attempt = randomUUID()
        const opened = await open(request, held, attempt).catch((error: unknown) => {
          leave()
          throw error
        })
        if (opened.state === 'opened') {
          const { entry, asked, document, run, connection } = request
          const delivery = {
            ...{ ...held, attempt, entry, asked, document, run, ...intended },
            ...{ digest: document.digest, createdAtMs: clock().getTime() },
          }
          const job = startJob(tools, connection, delivery, true)
          return keep(job, held, leave).within(deadline - performance.now(), stopping.promise)
        }
        leave()
        switch (opened.state) {
          case 'finished':
            return { kind: 'saved', result: JSON.parse(opened.result) as DeliveryResult }
          case 'repeated':
          case 'disconnected':
            return { kind: opened.state }
          case 'full':
            throw tooMuchOpen()
        }
        const waited = await waitFor(due, digest, deadline)
        if (waited === 'free') continue
        if ('outcome' in waited) return { kind: 'saved', result: waited }
        const retryAfterSeconds = secondsOf(waited.nextTryMs)
        if (opened.state === 'busy') throw busy(retryAfterSeconds)
        return { kind: 'under-way', isOwn: false, retryAfterSeconds }
      }
    },
    async sweep() {
      const now = clock().getTime()
      await database.write(forgetDeliveries, { now })
      for (const due of await listDueDeliveries(database, { now, limit: sweptAtOnce })) {
        await takeOver(due, maxLookMs)
      }
    },
    async stop() {
      const all = Promise.allSettled([...jobs.values()].map(({ ended }) => ended))
      await Promise.race([all, sleep(stopMs, undefined, { ref: false })])
      stopping.resolve()
    },
  }
}

const intended = {
  state: 'intended',
  intent: undefined,
  result: undefined,
  tries: 0,
  mayHaveWritten: false,
} as const

/** Who asked for what. */
function digestOf({ entry, asked, document }: DeliveryRequest): string {
  const { userId, apiTokenId, spaceId, idempotency } = entry
  const who = [userId, apiTokenId, spaceId, idempotency?.key ?? null]
  return createHash('sha256')
    .update(JSON.stringify([...who, asked, document.digest]))
    .digest('hex')
}

function keyOf({ spaceId, titleKey }: DueDelivery): string {
  return `${spaceId} ${titleKey}`
}

function secondsOf(ms: number): number {
  return Math.min(600, Math.max(2, Math.ceil(ms / 1000)))
}

function busy(retryAfterSeconds: number): RequestError {
  return new RequestError(
    'unavailable',
    'Another import of a page with this title is on its way to Confluence. Try again in a few seconds.',
    { retryAfterSeconds },
  )
}

function tooMuchOpen(): RequestError {
  return new RequestError(
    'unavailable',
    `${maxOpenOfSpace} imports of this space wait for Confluence, as many as may. Try again later.`,
    { retryAfterSeconds: 60 },
  )
}
