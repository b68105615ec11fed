/** The transactions of webhooks, which processes lease while they deliver. @module */
import { type AuditStamp, auditRecord } from '../../../../accounts/audit.ts'
import { RequestError } from '../../../../contract/errors.ts'
import { query, queryAll, type Transaction } from '../../../../store/database.ts'
import { sql } from '../../../../store/sql.ts'
import { type ChangeKey, givenChanges } from '../list-changes.ts'

interface WebhookToInsert extends AuditStamp {
  readonly id: number
  readonly spaceId: number
  readonly space: string
  readonly url: string
  readonly secret: string
  /** Whether private addresses are allowed; null keeps the present value. */
  readonly allowsPrivate: number | null
}

/** Audit records contain only the host: the rest of the address may be a secret. */
function hostOf(url: string): string {
  return new URL(url).host
}

export const insertWebhook: Transaction<WebhookToInsert, void> = function* (input) {
  const { id, spaceId, space, url, secret, atMs } = input
  const allowsPrivate = sql`cast(${input.allowsPrivate} as bigint)`
  yield* queryAll([
    sql`insert into webhooks (id, space_id, url, created_at, allows_private)
      values (${id}, ${spaceId}, ${url}, ${atMs}, coalesce(${allowsPrivate}, 0))
      on conflict (id) do update
      set allows_private = coalesce(${allowsPrivate}, webhooks.allows_private)`,
    sql`insert into webhook_secrets (webhook_id, secret) values (${id}, ${secret})
      on conflict (webhook_id) do update set secret = excluded.secret`,
    auditRecord(input, 'webhook-create', hostOf(url), { space }),
  ])
}

type NamedWebhook = AuditStamp & { readonly id: number }

export const deleteWebhook: Transaction<NamedWebhook, void> = function* (input) {
  const { id } = input
  const [webhook] = yield* query<{ url: string }>(
    sql`delete from webhooks where id = ${id} returning url`,
  )
  if (webhook === undefined) throw notFound()
  yield* queryAll([
    sql`delete from webhook_deliveries where webhook_id = ${id}`,
    auditRecord(input, 'webhook-delete', hostOf(webhook.url)),
  ])
}

export const retryWebhook: Transaction<NamedWebhook, void> = function* (input) {
  const { id } = input
  const [revived] = yield* query<{ url: string }>(sql`
    update webhooks set stopped_at = null, failures = 0, wait_until = 0, problem = ''
    where id = ${id} returning url`)
  if (revived === undefined) throw notFound()
  yield* queryAll([
    sql`update webhook_deliveries set tries = 0, next_try_at = changed_at
      where webhook_id = ${id} and tries > 0`,
    auditRecord(input, 'webhook-retry', hostOf(revived.url)),
  ])
}

function notFound(): RequestError {
  return new RequestError('not-found', 'There is no such webhook. List them: markport webhook list')
}

export interface DueMessage extends ChangeKey {
  readonly tries: number
}

export interface LeasedWebhook {
  readonly id: number
  readonly url: string
  readonly secret: string
  readonly failures: number
  readonly allows_private: number
  readonly deliveries: readonly DueMessage[]
}

interface LeaseInput {
  readonly now: number
  readonly holder: string
  readonly leaseUntil: number
  readonly limit: number
}

const maxLookedAt = 50

export const leaseWebhook: Transaction<LeaseInput, LeasedWebhook | undefined> = function* (
  { now, holder, leaseUntil, limit },
  dialect,
) {
  const candidates = yield* query<Omit<LeasedWebhook, 'deliveries' | 'secret'>>(sql`
    select id, url, failures, allows_private from webhooks w
    where stopped_at is null and wait_until <= ${now} and lease_until <= ${now}
      and exists (select 1 from webhook_secrets k where k.webhook_id = w.id)
      and exists (select 1 from webhook_deliveries d
        where d.webhook_id = w.id and d.next_try_at <= ${now})
    order by lease_until limit ${maxLookedAt} ${dialect.forUpdateSkipLocked}`)
  for (const webhook of candidates) {
    const { id, failures } = webhook
    // Read only the first change of each page: the next is sent once this one is delivered.
    const deliveries = yield* query<DueMessage>(sql`
      select d.space_id as "spaceId", d.page_id as "pageId", d.changed_at as "changedAt", d.tries
      from webhook_deliveries d
      where d.webhook_id = ${id} and d.next_try_at <= ${now} and not exists (
        select 1 from webhook_deliveries earlier
        where earlier.space_id = d.space_id and earlier.webhook_id = d.webhook_id
          and earlier.page_id = d.page_id and earlier.changed_at < d.changed_at)
      order by d.next_try_at limit ${failures > 0 ? 1 : limit}`)
    if (deliveries.length === 0) continue
    const [row] = yield* query<{ secret: string }>(
      sql`select secret from webhook_secrets where webhook_id = ${id}`,
    )
    if (row === undefined) continue
    yield* query(sql`
      update webhooks set holder = ${holder}, lease_until = ${leaseUntil} where id = ${id}`)
    return { ...webhook, secret: row.secret, deliveries }
  }
  return undefined
}

export interface SettleInput {
  readonly id: number
  readonly holder: string
  readonly now: number
  readonly done: readonly ChangeKey[]
  readonly failed: readonly (DueMessage & { readonly nextTryAt: number })[]
  readonly failures: number
  readonly waitUntil: number
  readonly problem: string
  readonly stop: AuditStamp | undefined
}

/** Writes nothing if another process has the lease by now. */
export const settleWebhook: Transaction<SettleInput, void> = function* (input, dialect) {
  const { id, now, done, failed, stop } = input
  const [mine] = yield* query<{ url: string }>(sql`
    update webhooks set holder = '', lease_until = 0, failures = ${input.failures},
      wait_until = ${input.waitUntil}, problem = ${input.problem},
      stopped_at = ${stop === undefined ? null : now},
      delivered_at = case when ${done.length} > 0 then cast(${now} as bigint) else delivered_at end
    where id = ${id} and holder = ${input.holder} returning url`)
  if (mine === undefined) return
  yield* queryAll([
    sql`delete from webhook_deliveries where webhook_id = ${id}
      and (space_id, page_id, changed_at) in (
        select space_id, page_id, changed_at from ${givenChanges(dialect, done)})`,
    ...failed.map(
      ({ spaceId, pageId, changedAt, tries, nextTryAt }) => sql`
        update webhook_deliveries set tries = ${tries}, next_try_at = ${nextTryAt}
        where webhook_id = ${id} and space_id = ${spaceId} and page_id = ${pageId}
          and changed_at = ${changedAt}`,
    ),
    ...(stop === undefined ? [] : [auditRecord(stop, 'webhook-stop', hostOf(mine.url))]),
  ])
}
