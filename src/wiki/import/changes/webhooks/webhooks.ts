/** Manages the webhooks of a store. @module */
import { createHmac } from 'node:crypto'
import { type Actor, type AuditedStore, auditedChanges } from '../../../../accounts/audit.ts'
import { addressProblem, isPrivateAddress } from '../../../../contract/base/hosts.ts'
import { RequestError, wrongField } from '../../../../contract/errors.ts'
import type { Database } from '../../../../store/database.ts'
import { parseId } from '../../../../store/ids.ts'
import { readAs } from '../../../../store/read-as.ts'
import { sealSecret } from '../../../../store/secrets.ts'
import { sql } from '../../../../store/sql.ts'
import { findSpace } from '../../spaces.ts'
import { deleteWebhook, insertWebhook, retryWebhook } from './webhook-changes.ts'

const allSpaces = '*'

/**
 * - `active`: changes are sent at once · `failing`: the last request failed and is retried
 * - `stopped`: it failed for too long, and waits for `retry`
 * - `without-secret`: the store was restored from a backup, and the webhook must be added again
 */
export type WebhookState = 'active' | 'failing' | 'stopped' | 'without-secret'

export interface Webhook {
  readonly id: string
  readonly space: string
  readonly url: string
  readonly allowsPrivate: boolean
  readonly state: WebhookState
  readonly problem: string | null
  readonly waiting: number
  readonly nextTryAt: Date | null
  readonly deliveredAt: Date | null
  readonly createdAt: Date
}

interface NewWebhook {
  readonly space: string
  readonly url: string
  readonly secret: string
  readonly allowsPrivate?: boolean | undefined
}

const maxAddressLength = 2_000

export interface Webhooks extends ReturnType<typeof webhooks> {}

export function webhooks(store: AuditedStore) {
  const { database, ids } = store
  const change = auditedChanges(store)
  const get = async (id: number): Promise<Webhook> => {
    const webhook = (await listWebhooks(database)).find((row) => row.id === String(id))
    if (webhook === undefined) throw new RequestError('not-found', 'There is no such webhook.')
    return webhook
  }
  return {
    /**
     * Add a webhook, or update one with the same address; omitted settings are kept.
     * @throws {RequestError} `not-found` for the space, `bad-request` for the address or the secret.
     */
    async add({ space, url, secret, allowsPrivate }: NewWebhook, addedBy: Actor): Promise<Webhook> {
      const secrets = parseWebhookSecrets(secret)
      const address = parseWebhookAddress(url)
      const spaceId = await findSpaceId(database, space)
      const existingWebhook = await findWebhook(database, spaceId, address)
      if (existingWebhook === undefined && allowsPrivate !== true) refusePrivate(address)
      const id = existingWebhook ?? (await ids.nextId())
      const place = { table: 'webhook_secrets', rowId: id } as const
      const sealedSecret = sealSecret(database.secretKeys, place, secrets)
      await change(insertWebhook, addedBy, {
        id,
        spaceId,
        space,
        url: address,
        secret: sealedSecret,
        allowsPrivate: allowsPrivate === undefined ? null : Number(allowsPrivate),
      })
      return get(id)
    },
    /** @throws {RequestError} `not-found`. */
    async retry(id: string, retriedBy: Actor): Promise<Webhook> {
      const webhook = parseId(id) ?? 0
      await change(retryWebhook, retriedBy, { id: webhook })
      return get(webhook)
    },
    /** @throws {RequestError} `not-found`. */
    delete: (id: string, deletedBy: Actor) =>
      change(deleteWebhook, deletedBy, { id: parseId(id) ?? 0 }),
  }
}

function parseWebhookAddress(text: string): string {
  const url = text.length > maxAddressLength || text.includes('#') ? null : URL.parse(text)
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (isHttp && url.username + url.password === '' && addressProblem(url.href) === undefined) {
    return url.href
  }
  throw wrongField(
    'url',
    `The address must begin with https, or with http on this machine, and hold no user, no password and no #, in at most ${maxAddressLength} characters.`,
  )
}

function refusePrivate(url: string): void {
  if (!isPrivateAddress(url)) return
  throw wrongField(
    'url',
    'The address is one of a private network: --allow-private lets messages go there.',
  )
}

async function findSpaceId(database: Database, key: string): Promise<number> {
  if (key === allSpaces) return 0
  const space = await findSpace(database, key)
  if (space !== undefined) return Number(space.id)
  throw new RequestError(
    'not-found',
    `There is no space ${key}. Give the key of one, or ${allSpaces} for all.`,
  )
}

async function findWebhook(
  database: Database,
  spaceId: number,
  url: string,
): Promise<number | undefined> {
  const [row] = await database.read<{ id: number }>(
    sql`select id from webhooks where space_id = ${spaceId} and url = ${url}`,
  )
  return row?.id
}

export async function listWebhooks(database: Pick<Database, 'read'>): Promise<Webhook[]> {
  const rows = await readAs<Webhook>(
    database,
    sql`select cast(w.id as text) as id,
        case when w.space_id = 0 then ${allSpaces} else coalesce(s.key, '') end as space, w.url,
        w.allows_private as "allowsPrivate",
        case when not exists (select 1 from webhook_secrets k where k.webhook_id = w.id)
            then 'without-secret'
          when w.stopped_at is not null then 'stopped'
          when w.problem = '' then 'active' else 'failing' end as state,
        nullif(w.problem, '') as "problem?", coalesce(d.waiting, 0) as waiting,
        case when w.wait_until > coalesce(d.next_due, 0) then w.wait_until else d.next_due end
          as "nextTryAt?", w.delivered_at as "deliveredAt?", w.created_at as "createdAt"
      from webhooks w left join spaces s on s.id = w.space_id left join (
        select webhook_id, min(next_try_at) as next_due, count(*) as waiting
        from webhook_deliveries group by webhook_id
      ) d on d.webhook_id = w.id
      order by s.key, w.url, w.id`,
  )
  return rows.map((webhook) =>
    webhook.state === 'failing' ? webhook : { ...webhook, nextTryAt: null },
  )
}

const minSecretBytes = 24
const maxSecretBytes = 64
const maxSecrets = 2

/**
 * Parse the secrets of a webhook.
 * @param text Base64 of 24 to 64 bytes, with or without `whsec_`; two secrets, separated by white
 * space, both sign.
 * @returns The secrets with one space between.
 * @throws {RequestError} `bad-request`, without quoting the text.
 */
function parseWebhookSecrets(text: string): string {
  const secrets = text
    .trim()
    .split(/\s+/)
    .map((secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`))
  if (secrets.length > maxSecrets || !secrets.every(isSecret)) {
    throw wrongField(
      'secret',
      `The file of --secret-file must hold whsec_ followed by ${minSecretBytes} to ${maxSecretBytes} bytes in base64, or two of them while one replaces the other. Make one with: echo "whsec_$(openssl rand -base64 32)"`,
    )
  }
  return secrets.join(' ')
}

function isSecret(text: string): boolean {
  const [, key] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? []
  if (key === undefined) return false
  const bytes = Buffer.from(key, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === key.replace(/=+$/, '')
  return isBase64 && bytes.length >= minSecretBytes && bytes.length <= maxSecretBytes
}

interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** https://github.com/standard-webhooks/standard-webhooks (1.0.0). */
export function signatureHeaders(
  secrets: string,
  { id, sentAt, body }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.split(' ').map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
