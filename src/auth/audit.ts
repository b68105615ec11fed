/** The record of who changed what in tokens, licence, users and access: appended to, never edited. @module */
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface AuditRecord {
  readonly id: number
  readonly recordedAt: Date
  /** Name of the user, or of the program, that did it. */
  readonly actor: string
  /** What was done: a constant word. */
  readonly action: AuditAction
  /** Name of what it was done to. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

export type AuditAction =
  | 'access-grant'
  | 'access-revoke'
  | 'api-token-create'
  | 'api-token-delete'
  | 'host-token-create'
  | 'host-token-delete'
  | 'license-set'
  | 'one-time-link-create'
  | 'one-time-link-use'
  | 'page-restore'
  | 'page-trash'
  | 'password-set'
  | 'sign-in'
  | 'signing-key-rotate'
  | 'space-create'
  | 'user-create'
  | 'user-disable'
  | 'user-enable'

/** The part of a record that is made before the transaction: transactions have no side effects. */
export interface AuditStamp {
  readonly auditId: number
  readonly atMs: number
  readonly actor: string
}

/**
 * Make the statement that appends a record, for the transaction that does what it records.
 * @param stamp Who and when.
 * @param action What was done.
 * @param subject Name of what it was done to.
 * @param detail More about it; never a token, key or password.
 */
export function auditRecord(
  stamp: AuditStamp,
  action: AuditAction,
  subject: string,
  detail: AuditRecord['detail'] = {},
): Statement {
  return sql`
    insert into audit_records (id, recorded_at, actor, action, subject, detail)
    values (${stamp.auditId}, ${stamp.atMs}, ${stamp.actor}, ${action}, ${subject},
      ${JSON.stringify(detail)})`
}

/**
 * List audit records, newest first.
 * @param database The store.
 * @param options The number of records, and the id to continue before.
 */
export async function listAuditRecords(
  database: Database,
  options: { limit: number; beforeId?: number },
): Promise<AuditRecord[]> {
  const rows = await database.read<{
    id: number
    recorded_at: number
    actor: string
    action: AuditAction
    subject: string
    detail: string
  }>(sql`
    select id, recorded_at, actor, action, subject, detail from audit_records
    ${options.beforeId === undefined ? sql`` : sql`where ${before(options.beforeId)}`}
    order by recorded_at desc, id desc limit ${options.limit}`)
  return rows.map(({ recorded_at, detail, ...row }) => ({
    ...row,
    recordedAt: new Date(recorded_at),
    detail: JSON.parse(detail) as AuditRecord['detail'],
  }))
}

/** Each process has its own block of ids, so they order records only within one instant. */
function before(id: number): Statement {
  return sql`(recorded_at, id) < (select recorded_at, id from audit_records where id = ${id})`
}
