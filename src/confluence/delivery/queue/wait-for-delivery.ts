/** Waits for deliveries in this or another process. @module */
import { otherOnItsWay } from '../delivery-refusals.ts'
import { remoteTitleKey } from '../records/page-mark.ts'
import { type DueDelivery, findDeliveryStanding, outcomeFor, type Wait } from './deliveries.ts'
import type { DeliveryJob, JobTools } from './delivery-job.ts'

export interface UnderWay {
  readonly tools: JobTools
  readonly jobs: Map<string, RunningJob>
  readonly isStopping: boolean
  readonly stopping: Promise<void>
  takeOver(due: DueDelivery, withinMs: number): Promise<void>
}

export interface RunningJob {
  readonly job: DeliveryJob
  readonly digest: string | undefined
}

export interface TitleInSpace {
  readonly spaceId: string
  readonly title: string
}

const firstLookMs = 100
const maxLookMs = 1_000

/** Watch another delivery; see `outcomeFor`. */
export async function waitFor(
  runner: UnderWay,
  due: DueDelivery,
  wait: Wait,
): Promise<'free' | 'there' | { readonly nextTryMs: number }> {
  const { deadline } = wait
  const { database, clock } = runner.tools
  for (let lookMs = firstLookMs; ; lookMs = Math.min(maxLookMs, lookMs * 1.5)) {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0 || runner.isStopping) return { nextTryMs: 2_000 }
    const ended = runner.jobs.get(keyOf(due))?.job.ended
    const waits = ended === undefined ? [runner.stopping] : [ended, runner.stopping]
    await firstOf(waits, ended === undefined ? Math.min(lookMs, leftMs) : leftMs)
    const standing = await findDeliveryStanding(database, due)
    if (standing === undefined) return 'free'
    const outcome = outcomeFor(standing, wait)
    if (outcome !== undefined) return outcome
    const now = clock().getTime()
    if (standing.nextTryAt > now) return { nextTryMs: standing.nextTryAt - now }
    if (standing.leaseUntil <= now) {
      await runner.takeOver(due, Math.max(0, deadline - performance.now()))
    }
  }
}

/**
 * @throws {RequestError} When a delivery to the title is still running.
 */
export async function settled(
  runner: UnderWay,
  { spaceId, title }: TitleInSpace,
  deadline: number,
): Promise<void> {
  const due = { spaceId: Number(spaceId), titleKey: remoteTitleKey(title) }
  const standing = await findDeliveryStanding(runner.tools.database, due)
  if (standing === undefined || standing.isWritten) return
  const wait = { digest: noDigest, deadline, isKeyed: false, isUpdate: true }
  const news = await waitFor(runner, due, wait)
  if (typeof news === 'object') throw otherOnItsWay(secondsOf(news.nextTryMs))
}

const noDigest = ''

/** Wait for the first of some promises, at most for a time in milliseconds. */
export async function firstOf(waits: readonly Promise<unknown>[], limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([...waits, promise])
  clearTimeout(timer)
}

export function keyOf({ spaceId, titleKey }: DueDelivery): string {
  return `${spaceId} ${titleKey}`
}

export function secondsOf(ms: number): number {
  return Math.min(600, Math.max(2, Math.ceil(ms / 1000)))
}
