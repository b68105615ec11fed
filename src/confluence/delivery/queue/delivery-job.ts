/** One running delivery in this process, with or without a waiting caller. @module */

import { firstOf } from '../../../contract/base/in-time.ts'
import type { Log } from '../../../contract/base/log.ts'
import { errorBody, RequestError } from '../../../contract/errors.ts'
import type { LedgerResult } from '../../../wiki/import/ledger/ledger.ts'
import type { Saved, SavedImport } from '../../../wiki/import/target-wiki.ts'
import { ConfluenceError, isAway, isOfKind, mayBeDone } from '../../confluence-error.ts'
import type { ConnectedSite, OpenConnectedSite, SiteTools } from '../connections/connected-site.ts'
import type { SpaceConnection } from '../connections/space-connections.ts'
import { deliverPage, finishDelivery, type WrittenDelivery } from '../deliver-page.ts'
import { type Delivery, heldOf, LostDeliveryError, leaseMs } from '../delivery.ts'
import { isWithAll, notAnswering } from '../delivery-messages.ts'
import { closeDelivery, dropDelivery, postponeDelivery, renewDelivery } from './deliveries.ts'

export interface JobTools extends SiteTools {
  readonly openSite: OpenConnectedSite
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Receives the end of each try: an outcome, the key of a refusal, `postponed` or `dropped`. */
  onEnded(result: string): void
}

export interface DeliveryJob {
  readonly ended: Promise<void>
  /** @param stopping Resolves when the process stops, which ends the wait. */
  within(limitMs: number, stopping: Promise<undefined>): Promise<Saved>
}

const dropAfterMs = 24 * 60 * 60 * 1000
const firstPauseMs = 5_000
const maxPauseMs = 5 * 60_000

export function startJob(
  tools: JobTools,
  connection: SpaceConnection,
  delivery: Delivery,
): DeliveryJob {
  let writtenResult: SavedImport | undefined
  const ending = carryThrough(tools, connection, delivery, (result) => {
    writtenResult = result
  })
  const done = (): void => {}
  return {
    ended: ending.then(done, done),
    async within(limitMs, stopping) {
      const inTime = await firstOf<Saved | undefined>([ending, stopping], limitMs)
      if (inTime) return inTime
      // The page is written, so the caller need not wait for the rest.
      return writtenResult ?? underWay(5_000)
    },
  }
}

function underWay(retryAfterMs: number, problem?: string): Saved {
  return { outcome: 'under-way', retryAfterSeconds: secondsOf(retryAfterMs), problem }
}

export function secondsOf(ms: number): number {
  return Math.min(600, Math.max(2, Math.ceil(ms / 1000)))
}

async function carryThrough(
  tools: JobTools,
  connection: SpaceConnection,
  delivery: Delivery,
  onWritten: (result: SavedImport) => void,
): Promise<Saved> {
  const renewal = setInterval(() => void renew(tools, delivery), leaseMs / 4)
  renewal.unref()
  try {
    const target = tools.openSite(connection)
    const { document } = delivery
    const written: WrittenDelivery =
      document === undefined
        ? { ...delivery, result: delivery.result as SavedImport, pageToMark: 'unread' }
        : {
            ...delivery,
            ...(await deliverPage({ ...target, ...delivery, document })),
            tries: 0,
          }
    onWritten(written.result)
    const result = await finish(tools, target, written)
    tools.onEnded(result.outcome)
    return result
  } catch (error) {
    return await giveUp(tools, delivery, error)
  } finally {
    clearInterval(renewal)
  }
}

async function renew({ database, clock }: JobTools, delivery: Delivery): Promise<void> {
  const leaseUntil = clock().getTime() + leaseMs
  // Ignore failures: the next write notices a takeover.
  await database.write(renewDelivery, { ...heldOf(delivery), leaseUntil }).catch(() => {})
}

/**
 * Set the mark, labels and order of a written page, and end its delivery. Failures are tried again
 * later, unless the site's refusal is final.
 */
async function finish(
  tools: JobTools,
  target: ConnectedSite,
  delivery: WrittenDelivery,
): Promise<SavedImport> {
  const { database, clock, log } = tools
  const { page } = delivery.result
  let { result } = delivery
  let isWhole = true
  try {
    result = await finishDelivery(target, delivery)
    isWhole = isWithAll(result.warnings)
  } catch (error) {
    if (mayPass(error, delivery.tries)) {
      await postpone(tools, delivery, error)
      return result
    }
    isWhole = false
    log.warn({ error, page: page.path }, 'page delivered, its labels not all set')
  }
  const isClosed = await database.write(closeDelivery, {
    ...heldOf(delivery),
    pageId: page.id,
    isWhole,
    unsettledAt: delivery.isLost ? clock().getTime() : undefined,
  })
  if (!isClosed) throw new LostDeliveryError('somebody else has taken the delivery over')
  return result
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

/** @throws {Error} When the store cannot take writes: another process takes over when the lease expires. */
async function giveUp(tools: JobTools, delivery: Delivery, error: unknown): Promise<Saved> {
  const { database, clock, log } = tools
  const { entry } = delivery
  if (error instanceof LostDeliveryError) return underWay(2_000)
  const now = clock().getTime()
  const isOld = now - delivery.createdAtMs > dropAfterMs
  try {
    if (!(error instanceof RequestError || isOld)) return await postpone(tools, delivery, error)
    const refusal = error instanceof RequestError ? error : notAnswering(error)
    const { key } = refusal
    const refused: LedgerResult = { outcome: key, page: undefined, body: errorBody(refusal) }
    const input = { ...heldOf(delivery), entry: { ...entry, now } }
    await database.write(dropDelivery, { ...input, refused, asked: delivery.fields })
    if (delivery.tries > 0) log.warn({ error, title: entry.title, key }, 'import dropped')
    tools.onEnded(isOld ? 'dropped' : key)
    return { outcome: 'refused', error: refusal }
  } catch (failure) {
    log.error({ error: failure, cause: error }, 'delivery left to itself')
    throw failure
  }
}

const internalProblem = 'Markport itself failed over it, which its log tells.'

async function postpone(
  { database, clock, log, onEnded }: JobTools,
  delivery: Delivery,
  error: unknown,
): Promise<Saved> {
  const { tries, entry } = delivery
  const retryAfterMs = error instanceof ConfluenceError ? (error.retryAfterMs ?? 0) : 0
  const usualMs = firstPauseMs * 2 ** Math.min(tries, 10)
  const pauseMs = Math.min(maxPauseMs, Math.max(usualMs, retryAfterMs))
  const problem = error instanceof ConfluenceError ? error.message.slice(0, 300) : internalProblem
  const nextTryAt = clock().getTime() + pauseMs
  await database.write(postponeDelivery, { ...heldOf(delivery), nextTryAt, problem })
  log.warn({ error, title: entry.title }, 'delivery postponed')
  onEnded('postponed')
  const isTheirs = isAway(error) || mayBeDone(error) || isOfKind(error, 'conflict')
  return underWay(pauseMs, isTheirs ? problem.replace(/\.$/, '') : undefined)
}
