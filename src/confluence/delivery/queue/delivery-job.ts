/** One running delivery in this process, with or without a waiting caller. @module */

import type { Log } from '../../../contract/base/log.ts'
import { errorBody, RequestError } from '../../../contract/errors.ts'
import type { LedgerResult } from '../../../wiki/import/ledger/entry.ts'
import { ConfluenceError, isAway, isOfKind, mayBeDone } from '../../confluence-error.ts'
import type { OpenConnectedSite } from '../connections/connected-site.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { deliverPage, finishDelivery } from '../deliver-page.ts'
import {
  type Delivered,
  type Delivery,
  type DeliveryResult,
  heldOf,
  LostDeliveryError,
  leaseMs,
} from '../delivery.ts'
import { notAnswering } from '../delivery-refusals.ts'
import type { RemoteOrders } from '../order/remote-orders.ts'
import type { IntendedDelivery, PlanTools, RemainingWork } from '../page/delivery-plan.ts'
import { isWithAll } from '../page/delivery-warnings.ts'
import { mayBeWritten } from '../progress.ts'
import { closeDelivery, dropDelivery, holdDelivery, postponeDelivery } from './delivery-changes.ts'

export interface JobTools extends PlanTools {
  readonly openSite: OpenConnectedSite
  readonly orders: RemoteOrders
  readonly installation: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Receives the end of each try: an outcome, the key of a refusal, `postponed` or `dropped`. */
  onEnded(what: string): void
}

export interface DeliveryJob {
  readonly ended: Promise<void>
  /**
   * @param stopping Ends all waiting.
   * @throws {RequestError} What refuses the import.
   */
  within(limitMs: number, stopping: Promise<void>): Promise<Delivered>
}

type Ending =
  | { readonly kind: 'saved'; readonly result: DeliveryResult }
  | { readonly kind: 'refused'; readonly error: RequestError }
  | { readonly kind: 'failed'; readonly error: unknown }
  | ({ readonly kind: 'postponed' } & Postponed)

interface Postponed {
  readonly retryAfterMs: number
  readonly problem: string | undefined
}

const dropAfterMs = 24 * 60 * 60 * 1000
const firstPauseMs = 5_000
const maxPauseMs = 5 * 60_000
/** Retention of outcomes; longer where nobody was told. */
const answeredMs = 60_000
const unansweredMs = dropAfterMs

/**
 * @param hasLeft Tells whether nobody waits.
 */
export function startJob(
  tools: JobTools,
  connection: SpaceConnection,
  delivery: Delivery & { readonly run: string | undefined },
  hasLeft: () => boolean,
): DeliveryJob {
  const waiting: Waiting = { hasLeft, result: undefined }
  const ending = carryThrough(tools, connection, delivery, waiting)
  const ended = ending.then(() => {})
  return {
    ended,
    async within(limitMs, stopping) {
      const { promise: late, resolve } = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => resolve('late'), Math.max(0, limitMs))
      const result = await Promise.race([ending, late, stopping.then(() => 'late' as const)])
      clearTimeout(timer)
      if (result === 'late') {
        // The page is written, so the caller need not wait for the rest.
        if (waiting.result !== undefined) return { kind: 'saved', result: waiting.result }
        waiting.hasLeft = () => true
        return { kind: 'under-way', isOwn: true, retryAfterSeconds: 5 }
      }
      switch (result.kind) {
        case 'saved':
        case 'refused':
          return result
        case 'failed':
          throw result.error
        case 'postponed':
          return {
            kind: 'under-way',
            isOwn: true,
            retryAfterSeconds: Math.min(600, Math.max(2, Math.ceil(result.retryAfterMs / 1000))),
            problem: result.problem,
          }
      }
    },
  }
}

interface Waiting {
  /** Tells whether nobody waits. */
  hasLeft: () => boolean
  result: DeliveryResult | undefined
}

async function carryThrough(
  tools: JobTools,
  connection: SpaceConnection,
  delivery: Delivery & { readonly run: string | undefined },
  waiting: Waiting,
): Promise<Ending> {
  const renewal = setInterval(() => void renew(tools, delivery), leaseMs / 4)
  renewal.unref()
  try {
    const target = tools.openSite(connection)
    const { document } = delivery
    if (document === undefined) {
      waiting.result = delivery.result as DeliveryResult
      await finish(tools, target, delivery, allRemaining(waiting.result), waiting)
    } else {
      const intended: IntendedDelivery = { ...delivery, document }
      const { result, remaining, progress } = await deliverPage(tools, target, intended)
      waiting.result = result
      await finish(
        tools,
        target,
        { ...delivery, result, document: intended.document, tries: 0, progress },
        remaining,
        waiting,
      )
    }
    tools.onEnded(waiting.result.outcome)
    return { kind: 'saved', result: waiting.result }
  } catch (error) {
    return await giveUp(tools, delivery, waiting, error)
  } finally {
    clearInterval(renewal)
  }
}

async function renew({ database, clock }: JobTools, delivery: Delivery): Promise<void> {
  const leaseUntil = clock().getTime() + leaseMs
  // A takeover is noticed before the next write.
  await database.write(holdDelivery, { ...heldOf(delivery), leaseUntil }).catch(() => {})
}

function allRemaining({ outcome }: DeliveryResult): RemainingWork {
  const isNew = outcome === 'created'
  return { page: undefined, isMarked: false, isNew, isFirstImport: !isNew }
}

/** Failures are retried, unless the site's refusal is final. */
async function finish(
  tools: JobTools,
  target: ReturnType<OpenConnectedSite>,
  delivery: Delivery & { readonly run: string | undefined },
  remaining: RemainingWork,
  waiting: Waiting,
): Promise<void> {
  const { database, clock, log } = tools
  const result = waiting.result as DeliveryResult
  const { page } = result
  let isWhole = true
  try {
    waiting.result = await finishDelivery(tools, target, { ...delivery, result }, remaining)
    isWhole = isWithAll(waiting.result.warnings)
  } catch (error) {
    if (mayPass(error, delivery.tries)) {
      await postpone(tools, delivery, waiting, error)
      return
    }
    isWhole = false
    log.warn({ error, page: page.path }, 'page delivered, its labels not all set')
  }
  const isAnswered = !waiting.hasLeft()
  const now = clock().getTime()
  const keepUntil = now + (isAnswered ? answeredMs : unansweredMs)
  const isClosed = await database.write(closeDelivery, {
    ...heldOf(delivery),
    isAnswered,
    keepUntil,
    pageId: page.id,
    isWhole,
    unsettledAt: mayBeWritten(delivery.progress) ? now : undefined,
  })
  // The other process answers repeated requests.
  if (!isClosed) throw new LostDeliveryError('somebody else has taken the delivery over')
}

/** A token may be replaced soon, but missing rights stay missing. */
const maxRefusedTries = 5
/** About half an hour, during which no other import of the page can start. */
const maxFailedTries = 12

function mayPass(error: unknown, tries: number): boolean {
  if (!(error instanceof ConfluenceError) || isAway(error)) return true
  if (error.kind === 'credential') return tries < maxRefusedTries
  return (mayBeDone(error) || error.kind === 'conflict') && tries < maxFailedTries
}

async function giveUp(
  tools: JobTools,
  delivery: Delivery,
  waiting: Waiting,
  error: unknown,
): Promise<Ending> {
  const { database, clock, log } = tools
  const { entry } = delivery
  if (error instanceof LostDeliveryError) {
    return { kind: 'postponed', retryAfterMs: 2_000, problem: undefined }
  }
  const isOld = clock().getTime() - delivery.createdAtMs > dropAfterMs
  try {
    if (error instanceof RequestError || isOld) {
      const refusal = error instanceof RequestError ? error : notAnswering(error)
      const { key } = refusal
      const refused: LedgerResult = { outcome: key, page: undefined, body: errorBody(refusal) }
      const input = { ...heldOf(delivery), entry: { ...entry, now: clock().getTime() } }
      await database.write(dropDelivery, { ...input, refused, asked: delivery.fields })
      if (waiting.hasLeft()) log.warn({ error, title: entry.title, key }, 'import dropped')
      tools.onEnded(isOld ? 'dropped' : key)
      return { kind: 'refused', error: refusal }
    }
    return { kind: 'postponed', ...(await postpone(tools, delivery, waiting, error)) }
  } catch (failure) {
    // The store cannot take writes, so the lease expires and another process takes over.
    log.error({ error: failure, cause: error }, 'delivery left to itself')
    return { kind: 'failed', error: failure }
  }
}

const internalProblem = 'Markport itself failed over it, which its log tells.'

async function postpone(
  { database, clock, log, onEnded }: JobTools,
  delivery: Delivery,
  { hasLeft, result }: Waiting,
  error: unknown,
): Promise<Postponed> {
  const { tries, entry } = delivery
  const retryAfterMs = error instanceof ConfluenceError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.min(
    maxPauseMs,
    Math.max(firstPauseMs * 2 ** Math.min(tries, 10), retryAfterMs),
  )
  const problem = error instanceof ConfluenceError ? error.message.slice(0, 300) : internalProblem
  const isAnswered = !hasLeft() && result !== undefined
  const nextTryAt = clock().getTime() + pauseMs
  await database.write(postponeDelivery, {
    ...heldOf(delivery),
    nextTryAt,
    isAnswered,
    problem,
  })
  log.warn({ error, title: entry.title }, 'delivery postponed')
  onEnded('postponed')
  const isTheirs = isAway(error) || mayBeDone(error) || isOfKind(error, 'conflict')
  return { retryAfterMs: pauseMs, problem: isTheirs ? problem.replace(/\.$/, '') : undefined }
}
