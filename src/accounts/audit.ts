/** The append-only record of who changed tokens, license, users and access. @module */
import type { Database, Transaction } from '../store/database.ts'
import type { IdAllocator } from '../store/ids.ts'
import { readAs } from '../store/read-as.ts'
import { type Statement, sql } from '../store/sql.ts'

/** Replaced by tests. */
export type Clock = () => Date

export interface AuditRecord {
  readonly id: number
  readonly recordedAt: Date
  readonly actor: string
  readonly action: AuditAction
  readonly subject: string
  readonly address: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

export const auditActions = [
  'access-grant',
  'access-revoke',
  'api-token-create',
  'api-token-delete',
  'group-access',
  'group-create',
  'group-delete',
  'group-member-add',
  'group-member-remove',
  'host-token-create',
  'host-token-delete',
  'identity-link',
  'license-set',
  'one-time-link-create',
  'one-time-link-use',
  'page-purge',
  'page-restore',
  'page-archive',
  'page-trash',
  'password-set',
  'recovery-code-use',
  'recovery-codes-create',
  'repository-follow',
  'repository-unfollow',
  'second-factor-add',
  'second-factor-remove',
  'sessions-end',
  'sign-in',
  'signing-key-rotate',
  'space-connect',
  'space-create',
  'space-delete',
  'space-disconnect',
  'space-export',
  'space-policies-set',
  'space-rename',
  'source-prune',
  'user-change',
  'user-create',
  'user-delete',
  'user-disable',
  'user-enable',
  'version-purge',
  'webhook-create',
  'webhook-delete',
  'webhook-retry',
  'webhook-stop',
] as const

export type AuditAction = (typeof auditActions)[number]

export type Actor = string | NetworkActor

interface NetworkActor {
  readonly name: string
  readonly address: string
  readonly origin?: Origin
}

const programAddress = 'command line'

/** Made before the transaction, because transactions have no side effects. */
export interface AuditStamp {
  readonly auditId: number
  readonly atMs: number
  readonly actor: Actor
}

/** What changes are written with, and audited. */
export interface AuditedStore {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
}

export async function auditStamp(
  { ids, clock }: Pick<AuditedStore, 'ids' | 'clock'>,
  actor: Actor,
): Promise<AuditStamp> {
  return { auditId: await ids.nextId(), atMs: clock().getTime(), actor }
}

/** Runs transactions that record who causes them. */
export function auditedChanges(store: AuditedStore) {
  return async <Input extends AuditStamp, Result>(
    transaction: Transaction<Input, Result>,
    actor: Actor,
    input: Omit<Input, keyof AuditStamp>,
  ): Promise<Result> =>
    store.database.write(transaction, { ...(await auditStamp(store, actor)), ...input } as Input)
}

/** Proxies may pass on any text as an address, even control characters for a terminal. */
const maxAddressLength = 100

/**
 * Append a record in the transaction of the change itself.
 * @param detail Never a token, key or password.
 */
export function auditRecord(
  stamp: AuditStamp,
  action: AuditAction,
  subject: string,
  detail: AuditRecord['detail'] = {},
): Statement {
  const { auditId, atMs, actor } = stamp
  const { name, address, origin } =
    typeof actor === 'string' ? { name: actor, address: programAddress, origin: undefined } : actor
  const program = origin && { via: origin.via, token: origin.tokenName }
  return sql`
    insert into audit_records (id, recorded_at, actor, action, subject, address, detail)
    values (${auditId}, ${atMs}, ${name}, ${action}, ${subject}, ${recordedAddress(address)},
      ${JSON.stringify({ ...detail, ...program })})`
}

export function originOf(actor: Actor): Origin {
  if (typeof actor === 'string') return { via: 'command', tokenName: '' }
  return actor.origin ?? { via: 'form', tokenName: '' }
}

function recordedAddress(address: string): string {
  return address.slice(0, maxAddressLength).replace(/[^ -~]/g, '?')
}

interface AuditChoice {
  readonly limit: number
  readonly beforeId?: number | undefined
  readonly action?: AuditAction | undefined
  readonly actor?: string | undefined
  readonly from?: Date | undefined
  readonly before?: Date | undefined
}

export async function listAuditRecords(
  database: Database,
  choice: AuditChoice,
): Promise<AuditRecord[]> {
  const records = await readAs<Omit<AuditRecord, 'detail'> & { detail: string }>(
    database,
    sql`select id, recorded_at as "recordedAt", actor, action, subject, address, detail
      from audit_records where ${condition(choice)}
      order by recorded_at desc, id desc limit ${choice.limit}`,
  )
  return records.map((record) => ({ ...record, detail: JSON.parse(record.detail) }))
}

function condition({ beforeId, action, actor, from, before }: AuditChoice): Statement {
  return sql`
    recorded_at >= ${from?.getTime() ?? 0}
    ${beforeId === undefined ? sql`` : sql`and ${isBefore(beforeId)}`}
    ${action === undefined ? sql`` : sql`and action = ${action}`}
    ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
    ${before === undefined ? sql`` : sql`and recorded_at < ${before.getTime()}`}`
}

/** Such as `owner=mia expiresAt=2027-01-31T12:00:00.000Z`. */
export function auditDetailText(detail: AuditRecord['detail']): string {
  const texts = Object.entries(detail).map(([name, value]) =>
    name.endsWith('At') && value !== null
      ? `${name}=${new Date(Number(value)).toISOString()}`
      : `${name}=${value}`,
  )
  return texts.join(' ')
}

/** Ids come from blocks of several processes, so they only order records of one instant. */
function isBefore(id: number): Statement {
  return sql`(recorded_at, id) < (select recorded_at, id from audit_records where id = ${id})`
}

/**
 * - `import`: the operation · `form`: web pages · `mcp`: an agent
 * - `command`: the command line, or the program itself
 */
export type Via = 'import' | 'form' | 'mcp' | 'command'

export interface Origin {
  readonly via: Via
  readonly tokenName: string
}
