/** Delivers changes to webhooks: at least once, and in order for each page. @module */
import { randomUUID } from 'node:crypto'
import { type AuditedStore, auditStamp } from '../../../../accounts/audit.ts'
import type { Log } from '../../../../contract/base/log.ts'
import {
  retryAfterMsOf,
  sendOnce,
  type WireAnswer,
  WireError,
} from '../../../../contract/base/wire.ts'
import { openSecret } from '../../../../store/secrets.ts'
import { sql } from '../../../../store/sql.ts'
import { changeId, changeJson, readChanges, type WikiChange } from '../list-changes.ts'
import {
  type DueMessage,
  type LeasedWebhook,
  leaseWebhook,
  settleWebhook,
} from './webhook-changes.ts'
import { signatureHeaders } from './webhooks.ts'

export interface WebhookTools extends AuditedStore {
  readonly publicUrl: () => string
  readonly log: Pick<Log, 'info' | 'error'>
  readonly signal: AbortSignal
}

const timeoutMs = 15_000
const maxAnswerBytes = 64 * 1024
/** Longer than a round takes, so a lease lapses only if its process has died or was paused. */
const leaseMs = 60_000
const maxAtOnce = 4
const maxWebhooksAtOnce = 8

const minute = 60_000
const hour = 60 * minute
/** How long to wait after each failure in a row; after the last wait the webhook is stopped. */
export const retryWaits: readonly number[] = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
const jitter = 0.1

export function webhookTeller(tools: WebhookTools) {
  const { database, signal, log } = tools
  const working = new Set<Promise<void>>()
  const work = async (firstRound: LeasedRound): Promise<void> => {
    let round: LeasedRound | undefined = firstRound
    while (round !== undefined) {
      await tellWebhook(tools, round)
      round = signal.aborted ? undefined : await lease(tools)
    }
  }
  const begin = (round: LeasedRound): void => {
    const worker = work(round)
      // The store is unavailable: messages are sent again once the lease has lapsed.
      .catch((error: unknown) => log.error({ error }, 'webhooks not told'))
      .finally(() => working.delete(worker))
    working.add(worker)
  }
  return {
    async sweep(): Promise<void> {
      const [webhook] = await database.read(sql`select id from webhooks limit 1`)
      while (webhook !== undefined && working.size < maxWebhooksAtOnce && !signal.aborted) {
        const round = await lease(tools)
        if (round === undefined) return
        begin(round)
      }
    },
    ended: (): Promise<unknown> => Promise.all(working),
  }
}

interface LeasedRound {
  readonly webhook: LeasedWebhook
  readonly holder: string
  readonly untilMs: number
}

async function lease({ database, clock }: WebhookTools): Promise<LeasedRound | undefined> {
  const untilMs = performance.now() + leaseMs - timeoutMs
  const now = clock().getTime()
  const holder = randomUUID()
  const leaseUntil = now + leaseMs
  const webhook = await database.write(leaseWebhook, { now, holder, leaseUntil, limit: maxAtOnce })
  return webhook && { webhook, holder, untilMs }
}

interface Failure {
  readonly problem: string
  /** The receiver answered 410: it wants no more messages. */
  readonly isGone?: boolean
  readonly retryAfterMs?: number
}

type SendResult = readonly [DueMessage, Failure | undefined]

async function tellWebhook(tools: WebhookTools, round: LeasedRound): Promise<void> {
  const { database, clock, log } = tools
  const { webhook, holder } = round
  const { deliveries } = webhook
  const changes = await readChanges(database, deliveries)
  const place = { table: 'webhook_secrets', rowId: webhook.id } as const
  const secret = openSecret(database.secretKeys, place, webhook.secret)
  const results = await Promise.all(
    deliveries.map(async (delivery): Promise<SendResult> => {
      const change = changes.find(({ id }) => id === changeId(delivery))
      // A change that is missing was deleted because of its age.
      return [delivery, change && (await send(tools, round, secret, change))]
    }),
  )
  const outcome = judge(webhook, results, clock().getTime())
  const stop = outcome.isStopped ? await auditStamp(tools, 'webhooks') : undefined
  await database.write(settleWebhook, {
    id: webhook.id,
    holder,
    now: clock().getTime(),
    stop,
    ...outcome,
  })
  if (outcome.problem !== '') {
    const { failures, problem, isStopped } = outcome
    log.info({ webhookId: webhook.id, failures, problem, isStopped }, 'webhook failed')
  }
}

async function send(
  { clock, publicUrl, signal }: WebhookTools,
  { webhook, untilMs }: LeasedRound,
  secret: string,
  change: WikiChange,
): Promise<Failure | undefined> {
  const timestamp = change.at.toISOString()
  const body = JSON.stringify({
    type: change.type,
    timestamp,
    data: changeJson(change, publicUrl()),
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Markport-Webhooks',
    ...signatureHeaders(secret, { id: change.id, sentAt: clock(), body }),
  }
  if (performance.now() > untilMs) return { problem: 'STOPPED' }
  try {
    const wire = { url: webhook.url, method: 'POST', headers, body }
    const isPublicOnly = Number(webhook.allows_private) === 0
    const limits = { timeoutMs, maxAnswerBytes, signal, isPublicOnly }
    return readAnswer(await sendOnce(wire, limits), clock())
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { problem: error.code }
  }
}

function readAnswer({ status, headers }: WireAnswer, now: Date): Failure | undefined {
  if (status >= 200 && status < 300) return undefined
  return {
    problem: `HTTP ${status}`,
    isGone: status === 410,
    retryAfterMs: retryAfterMsOf(headers, now) ?? 0,
  }
}

/** If the receiver accepted anything, it is available; retry refused messages one by one. */
function judge(webhook: LeasedWebhook, results: readonly SendResult[], now: number) {
  const delivered = results.flatMap(([delivery, failure]) => (failure ? [] : delivery))
  // Requests that we aborted say nothing about the receiver.
  const failures = results.flatMap(([delivery, failure]) =>
    failure === undefined || failure.problem === 'STOPPED' ? [] : [{ ...failure, delivery }],
  )
  const failedDeliveries = failures.map(({ delivery }) => {
    const tries = delivery.tries + 1
    return { ...delivery, tries, nextTryAt: now + retryDelay(tries) }
  })
  const isDown = failures.length > 0 && delivered.length === 0
  const count = delivered.length > 0 ? 0 : webhook.failures + Number(isDown)
  const requestedWaitMs = Math.max(0, ...failures.map(({ retryAfterMs = 0 }) => retryAfterMs))
  const isStopped =
    failures.some(({ isGone }) => isGone === true) ||
    Math.max(count, ...failedDeliveries.map(({ tries }) => tries)) > retryWaits.length
  return {
    done: delivered,
    failed: failedDeliveries,
    failures: count,
    waitUntil: now + Math.max(isDown ? retryDelay(count) : 0, Math.min(requestedWaitMs, 24 * hour)),
    problem: failures[0]?.problem ?? '',
    isStopped,
  }
}

function retryDelay(failures: number): number {
  const waitMs = retryWaits[Math.min(failures, retryWaits.length) - 1] ?? 0
  return Math.round(waitMs * (1 + jitter * Math.random()))
}
