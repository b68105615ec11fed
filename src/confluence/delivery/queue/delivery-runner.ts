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
import type { Saved } from '../../../wiki/import/target-wiki.ts'
import { findConnection, type SpaceConnection } from '../connections/space-connections.ts'
import { type DeliveryFields, leaseMs, start } from '../delivery.ts'
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

export const maxOfSite = 5
const maxOpenOfSpace = 500
const stopMs = 5_000
const firstLookMs = 100
const maxLookMs = 1_000

type Started = DeliveryJob | Saved | 'busy' | undefined

export class DeliveryRunner {
  readonly #tools: JobTools
  readonly #places: Places
  readonly #jobs = new Map<string, DeliveryJob>()
  /** By title, the delivery that waits for a place at its site or is being recorded. */
  readonly #beginning = new Map<string, Promise<unknown>>()
  readonly #stopping = Promise.withResolvers<undefined>()
  #isStopping = false

  constructor(tools: JobTools, places: Places) {
    this.#tools = tools
    this.#places = places
  }

  /**
   * Deliver a page, after other deliveries to its title.
   * @throws {RequestError} When the delivery is refused.
   */
  async deliver(request: DeliveryRequest): Promise<Saved> {
    const deadline = performance.now() + request.withinMs
    const { entry, fields, hasLeft } = request
    const due = { spaceId: entry.spaceId, titleKey: remoteTitleKey(fields.pageTitle) }
    const key = keyOf(due)
    for (;;) {
      const other = this.#beginning.get(key)
      if (other !== undefined) {
        const waits = [Promise.allSettled([other]), this.#stopping.promise]
        await firstOf<unknown>(waits, deadline - performance.now())
      }
      const hasWaited = await this.#waitForTitle(due, deadline)
      // A client that has left may have sent a newer import since.
      if ((hasWaited || other !== undefined) && hasLeft()) throw otherOnItsWay(2)
      if (this.#isStopping) throw stoppingHere()
      if (this.#beginning.has(key)) {
        if (performance.now() < deadline) continue
        throw otherOnItsWay(2)
      }
      const beginning = this.#begin(request, due, deadline)
      this.#beginning.set(key, beginning)
      const started = await beginning.finally(() => this.#beginning.delete(key))
      if (isJob(started)) {
        return started.within(deadline - performance.now(), this.#stopping.promise)
      }
      if (started !== 'busy' && started !== undefined) return started
    }
  }

  /**
   * Wait until every delivery to a title has written its page.
   * @throws {RequestError} When that takes too long.
   */
  settled(
    { spaceId, title }: { spaceId: string; title: string },
    withinMs: number,
  ): Promise<unknown> {
    const due = { spaceId: Number(spaceId), titleKey: remoteTitleKey(title) }
    return this.#waitForTitle(due, performance.now() + withinMs, ({ isWritten }) => isWritten)
  }

  /** Continue the deliveries that are due and that no process works on. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#tools
    const now = clock().getTime()
    const full = new Set<number>()
    for (const due of await listDueDeliveries(database, { now, ofSpace: maxOfSite })) {
      if (full.has(due.spaceId)) continue
      await this.#takeOver(due, 0).catch((error: unknown) => {
        // This site has no free place, but others may.
        if (!(error instanceof RequestError)) throw error
        full.add(due.spaceId)
      })
    }
  }

  inherit(): Promise<void> {
    return this.#tools.database.write(abandonDeliveries, {})
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const ended = [...this.#jobs.values()].map((job) => job.ended)
    await firstOf([Promise.allSettled(ended)], stopMs)
    this.#stopping.resolve(undefined)
  }

  /**
   * Wait until no delivery to the title is open, in this process or another.
   * @returns Whether there was one.
   * @throws {RequestError} When that takes too long.
   */
  async #waitForTitle(
    due: DueDelivery,
    deadline: number,
    isOver: (standing: DeliveryStanding) => boolean = () => false,
  ): Promise<boolean> {
    const { database, clock } = this.#tools
    let hasWaited = false
    for (let lookMs = firstLookMs; ; lookMs = Math.min(maxLookMs, lookMs * 1.5)) {
      const standing = await findDeliveryStanding(database, due)
      if (standing === undefined || isOver(standing)) return hasWaited
      const now = clock().getTime()
      if (standing.nextTryMs > now) throw otherOnItsWay(secondsOf(standing.nextTryMs - now))
      const leftMs = deadline - performance.now()
      if (leftMs <= 0 || this.#isStopping) throw otherOnItsWay(2)
      if (standing.leaseUntil <= now) await this.#takeOver(due, leftMs)
      const ended = this.#jobs.get(keyOf(due))?.ended
      const waits: Promise<unknown>[] = [this.#stopping.promise]
      if (ended !== undefined) waits.push(ended)
      await firstOf(waits, ended === undefined ? Math.min(lookMs, leftMs) : leftMs)
      hasWaited = true
    }
  }

  /** Record and start the delivery, unless another one with the title is open. */
  #begin(
    { entry, fields, document, connection }: DeliveryRequest,
    due: DueDelivery,
    deadline: number,
  ): Promise<Started> {
    const tools = this.#tools
    return this.#onPlace(connection, due, deadline - performance.now(), async () => {
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
  async #takeOver(due: DueDelivery, withinMs: number): Promise<void> {
    const { database, clock } = this.#tools
    if (this.#jobs.has(keyOf(due)) || this.#isStopping) return
    const connection = await findConnection(database, String(due.spaceId))
    if (connection === undefined) return
    await this.#onPlace(connection, due, withinMs, async () => {
      const lease = { ...due, holder: randomUUID() }
      const now = clock().getTime()
      const claim = { ...lease, now, leaseUntil: now + leaseMs }
      if (!(await database.write(claimDelivery, claim))) return undefined
      const delivery = await readDelivery(database, lease)
      return delivery && startJob(this.#tools, connection, delivery)
    })
  }

  /** Wait for a free place at the site, then begin. A job keeps its place until it ends. */
  #onPlace(
    { baseUrl }: SpaceConnection,
    due: DueDelivery,
    withinMs: number,
    begin: () => Promise<Started>,
  ): Promise<Started> {
    const { promise, resolve, reject } = Promise.withResolvers<Started>()
    const key = keyOf(due)
    const hold = this.#places.hold({ key: baseUrl, withinMs }, async () => {
      // While we waited for our turn, the service may have been told to stop.
      if (this.#isStopping) throw stoppingHere()
      const started = await begin()
      if (!isJob(started)) return resolve(started)
      this.#jobs.set(key, started)
      resolve(started)
      await started.ended
      if (this.#jobs.get(key) === started) this.#jobs.delete(key)
    })
    hold.catch(reject)
    return promise
  }
}

function keyOf({ spaceId, titleKey }: DueDelivery): string {
  return `${spaceId} ${titleKey}`
}

function isJob(started: Started): started is DeliveryJob {
  return typeof started === 'object' && 'within' in started
}

const freshDelivery = {
  ...start,
  state: 'recorded',
  result: undefined,
  tries: 0,
} as const
