/** The webhooks of a store: which there are, how they go, and what the operator does with them. @module */
import { type Actor, auditStamps } from '../../../auth/audit.ts'
import type { Clock } from '../../../auth/clock.ts'
import { RequestError } from '../../../base/errors.ts'
import { addressProblem } from '../../../base/host-name.ts'
import { isPrivateAddress } from '../../../base/public-address.ts'
import type { Database } from '../../../database/database.ts'
import { type IdAllocator, parseId } from '../../../database/ids.ts'
import { sealSecret } from '../../../database/secrets/sealed-text.ts'
import { sql } from '../../../database/sql.ts'
import { findSpace } from '../../spaces.ts'
import { changeTypes } from '../change.ts'
import { parseWebhookSecrets } from './signature.ts'
import { deleteWebhook, insertWebhook, retryWebhook } from './webhook-changes.ts'

/** Stands for all spaces where the key of one is asked for. */
export const allSpaces = '*'

/**
 * - `active`: it is told of each change at once · `failing`: the last request failed, and is sent again
 * - `stopped`: it failed for too long, and waits for `retry`
 * - `without-secret`: the store came from a backup, and it has to be added again
 */
export type WebhookState = 'active' | 'failing' | 'stopped' | 'without-secret'

export interface Webhook {
  readonly id: string
  /** The key of its space, or `allSpaces`. */
  readonly space: string
  readonly url: string
  /** What it is told of; all types where nothing was chosen. */
  readonly types: readonly string[]
  /** Whether it may be in a private network. */
  readonly allowsPrivate: boolean
  readonly state: WebhookState
  /** Why the last request failed; null where it did not. */
  readonly problem: string | null
  /** Changes that it is still to be told of. */
  readonly waiting: number
  /** When the next request is sent, after one that failed. */
  readonly nextTryAt: Date | null
  readonly deliveredAt: Date | null
  readonly createdAt: Date
}

export interface NewWebhook {
  readonly space: string
  readonly url: string
  /** As its file holds it. */
  readonly secret: string
  /** The only types of changes to tell of; of all where there is none. */
  readonly types?: readonly string[] | undefined
  /** Whether it may be in a private network. */
  readonly allowsPrivate?: boolean | undefined
}

export interface Webhooks {
  /**
   * Add a webhook, or give one that is there another secret; what is not said of it stays.
   * @throws {RequestError} `not-found` for the space, `bad-request` for the address, a type or the secret.
   */
  add(webhook: NewWebhook, addedBy: Actor): Promise<Webhook>
  /** List all, by space and address. */
  list(): Promise<Webhook[]>
  /**
   * Have what waits sent now, whatever failed before.
   * @throws {RequestError} `not-found`.
   */
  retry(id: string, retriedBy: Actor): Promise<Webhook>
  /** @throws {RequestError} `not-found`. */
  delete(id: string, deletedBy: Actor): Promise<void>
}

const maxAddressLength = 2_000

/** Make the keeper of webhooks. */
export function webhooks(database: Database, ids: IdAllocator, clock: Clock): Webhooks {
  const stamp = auditStamps(ids, clock)
  const get = async (id: number): Promise<Webhook> => {
    const found = (await listWebhooks(database)).find((one) => one.id === String(id))
    if (found === undefined) throw new RequestError('not-found', 'There is no such webhook.')
    return found
  }
  return {
    async add({ space, url, secret, types, allowsPrivate }, addedBy) {
      const secrets = parseWebhookSecrets(secret)
      const address = parseWebhookAddress(url)
      checkTypes(types ?? [])
      const spaceId = await findSpaceId(database, space)
      const known = await findWebhook(database, spaceId, address)
      if (known === undefined && allowsPrivate !== true) refusePrivate(address)
      const id = known ?? (await ids.nextId())
      const place = { table: 'webhook_secrets', rowId: id } as const
      const sealed = sealSecret(database.secretKeys, place, secrets)
      await database.write(insertWebhook, {
        ...(await stamp(addedBy)),
        ...{ id, spaceId, space, url: address, secret: sealed },
        types: types === undefined ? null : keptTypes(types),
        allowsPrivate: allowsPrivate === undefined ? null : Number(allowsPrivate),
      })
      return get(id)
    },
    list: () => listWebhooks(database),
    async retry(id, retriedBy) {
      const webhook = parseId(id) ?? 0
      await database.write(retryWebhook, { ...(await stamp(retriedBy)), id: webhook })
      return get(webhook)
    },
    async delete(id, deletedBy) {
      await database.write(deleteWebhook, { ...(await stamp(deletedBy)), id: parseId(id) ?? 0 })
    },
  }
}

function parseWebhookAddress(text: string): string {
  const url = text.length > maxAddressLength || text.includes('#') ? null : URL.parse(text)
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (isHttp && url.username + url.password === '' && addressProblem(url.href) === undefined) {
    return url.href
  }
  throw new RequestError(
    'bad-request',
    `The address must begin with https, or with http on this machine, and hold no user, no password and no #, in at most ${maxAddressLength} characters.`,
    { field: 'url' },
  )
}

function refusePrivate(url: string): void {
  if (!isPrivateAddress(url)) return
  throw new RequestError(
    'bad-request',
    'The address is one of a private network: --allow-private lets messages go there.',
    { field: 'url' },
  )
}

function checkTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !(changeTypes as readonly string[]).includes(type))
  if (unknown !== undefined) {
    throw new RequestError(
      'bad-request',
      `There are no changes of the type ${unknown.slice(0, 60)}. Types: ${changeTypes.join(', ')}.`,
      { field: 'types' },
    )
  }
}

/** Between commas, each with one on both sides, so that it is found by itself. */
function keptTypes(types: readonly string[]): string {
  return types.length === 0 ? '' : `,${types.join(',')},`
}

/** Tell whether nothing was chosen: then it is told of types to come as well. */
export function isToldOfAll({ types }: Pick<Webhook, 'types'>): boolean {
  return types === changeTypes
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

interface WebhookRow {
  readonly id: number
  readonly space_id: number
  readonly space_key: string | null
  readonly url: string
  readonly types: string
  readonly allows_private: number
  readonly created_at: number
  readonly stopped_at: number | null
  readonly problem: string
  readonly wait_until: number
  readonly next_due: number | null
  readonly delivered_at: number | null
  readonly waiting: number
  readonly has_secret: number
}

/** List all webhooks, by space and address. */
export async function listWebhooks(database: Pick<Database, 'read'>): Promise<Webhook[]> {
  const rows = await database.read<WebhookRow>(sql`
    select w.id, w.space_id, s.key as space_key, w.url, w.types, w.allows_private, w.created_at, w.stopped_at,
      w.problem, w.wait_until, w.delivered_at, d.next_due, coalesce(d.waiting, 0) as waiting,
      (select count(*) from webhook_secrets k where k.webhook_id = w.id) as has_secret
    from webhooks w left join spaces s on s.id = w.space_id left join (
      select webhook_id, min(next_try_at) as next_due, count(*) as waiting
      from webhook_deliveries group by webhook_id
    ) d on d.webhook_id = w.id
    order by s.key, w.url, w.id`)
  return rows.map((row) => ({
    id: String(row.id),
    space: row.space_id === 0 ? allSpaces : (row.space_key ?? ''),
    url: row.url,
    types: row.types === '' ? changeTypes : row.types.split(',').filter(Boolean),
    allowsPrivate: Number(row.allows_private) === 1,
    state: stateOf(row),
    problem: row.problem === '' ? null : row.problem,
    waiting: Number(row.waiting),
    nextTryAt:
      stateOf(row) === 'failing' ? new Date(Math.max(row.wait_until, row.next_due ?? 0)) : null,
    deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
    createdAt: new Date(row.created_at),
  }))
}

function stateOf({ has_secret, stopped_at, problem }: WebhookRow): WebhookState {
  if (Number(has_secret) === 0) return 'without-secret'
  if (stopped_at !== null) return 'stopped'
  return problem === '' ? 'active' : 'failing'
}
