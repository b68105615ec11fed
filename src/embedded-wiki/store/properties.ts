/**
 * What programs keep beside spaces, pages and attachments, each under a key. A property counts its own
 * versions, of which the last is kept; it makes no version of its page.
 * @module
 */
import { type AuditStamp, auditRecord } from '../../auth/audit.ts'
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../base/errors.ts'
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import { inOrder } from '../../database/list-order.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond } from '../../database/within-bound.ts'
import { lockSpace } from '../../importing/lock-space.ts'

/** What has properties. */
export interface PropertyOwner {
  readonly spaceId: number
  /** 0 for the space itself. */
  readonly pageId: number
  /** The digest of an attachment of the page; empty for the page itself. */
  readonly sha256: string
}

export interface Property {
  readonly id: string
  readonly key: string
  readonly value: unknown
  readonly version: number
  readonly message: string
  readonly authorId: string
  readonly updatedAt: Date
  readonly creatorId: string
  readonly createdAt: Date
}

interface PropertyFilter {
  readonly id?: string
  readonly key?: string | undefined
  readonly isDescending?: boolean
  /** The key to go on behind. */
  readonly after?: string | undefined
  readonly limit: number
}

/** List properties, in the order of their keys. */
export async function listProperties(
  database: Pick<Database, 'read'>,
  owner: PropertyOwner,
  { id, key, isDescending = false, after, limit }: PropertyFilter,
): Promise<Property[]> {
  const byKey = { sort: undefined, id: sql`key` }
  const place = after === undefined ? undefined : { id: after }
  const { isBehind, orderBy } = inOrder({ isDescending }, byKey, place)
  const rows = await database.read<PropertyRow>(sql`
    select ${columns} from properties where ${isOf(owner)} and ${isBehind}
      ${id === undefined ? sql`` : sql`and id = ${Number(id)}`}
      ${key === undefined ? sql`` : sql`and key = ${key}`}
    order by ${orderBy} limit ${limit}`)
  return rows.map(toProperty)
}

const columns = sql`id, key, value, version, message, author_id, updated_at, creator_id, created_at`

interface PropertyRow {
  readonly id: number
  readonly key: string
  readonly value: string
  readonly version: number
  readonly message: string
  readonly author_id: number
  readonly updated_at: number
  readonly creator_id: number
  readonly created_at: number
}

/** Read a row. */
export function toProperty(row: PropertyRow): Property {
  return {
    id: String(row.id),
    key: row.key,
    value: JSON.parse(row.value),
    version: row.version,
    message: row.message,
    authorId: String(row.author_id),
    updatedAt: new Date(row.updated_at),
    creatorId: String(row.creator_id),
    createdAt: new Date(row.created_at),
  }
}

export type PropertyOutcome =
  /** As it is now, or was. */
  | { readonly row: PropertyRow }
  /** The key is taken, or the version that was sent does not follow this one. */
  | { readonly conflictsWith: number }
  /** The owner or the property is not there, or the owner is in the trash. */
  | 'not-found'

/** What happens to which property; the audit record calls its owner by the subject. */
interface PropertyChange extends AuditStamp {
  readonly owner: PropertyOwner
  readonly subject: string
  readonly id: number
}

interface WrittenProperty extends PropertyChange {
  /** JSON text. */
  readonly value: string
  readonly userId: number
}

/** Add a property. */
export const insertProperty: Transaction<
  WrittenProperty & { readonly key: string },
  PropertyOutcome
> = function* (input, dialect) {
  const { owner, id, key, value, userId, atMs } = input
  if (!(yield* lockOwner(owner, dialect))) return 'not-found'
  const [same] = yield* query<{ version: number }>(
    sql`select version from properties where ${isOf(owner)} and key = ${key}`,
  )
  if (same !== undefined) return { conflictsWith: same.version }
  const shares = [{ bound: bounds.properties, rows: sql`properties where ${isOf(owner)}` }]
  const [row] = yield* query<PropertyRow>(sql`
    insert into properties (space_id, page_id, sha256, key, id, value, version, message, author_id,
      updated_at, creator_id, created_at)
    select cast(${owner.spaceId} as bigint), cast(${owner.pageId} as bigint), ${owner.sha256}, ${key},
      cast(${id} as bigint), ${value}, 1, '', cast(${userId} as bigint),
      cast(${atMs} as bigint), cast(${userId} as bigint), cast(${atMs} as bigint)
    where ${keepsBounds(shares)} returning ${columns}`)
  if (row === undefined) {
    yield* refuseBeyond(shares)
    return 'not-found'
  }
  yield* query(record(input, 'property-write', 1))
  return { row }
}

interface NextProperty extends WrittenProperty {
  /** The one that it has, if it is named at all. */
  readonly key: string | null
  readonly version: number
  readonly message: string
}

/** Write the next version of a property. */
export const replaceProperty: Transaction<NextProperty, PropertyOutcome> = function* (
  input,
  dialect,
) {
  const { owner, id, key, value, message, userId, atMs, version } = input
  if (!(yield* lockOwner(owner, dialect))) return 'not-found'
  const [standing] = yield* query<{ key: string; version: number }>(
    sql`select key, version from properties where ${isOf(owner)} and id = ${id}`,
  )
  if (standing === undefined) return 'not-found'
  if (key !== null && key !== standing.key) {
    throw new RequestError('bad-request', 'key must be the one of the property: it stays.')
  }
  if (standing.version !== version - 1) return { conflictsWith: standing.version }
  const [rows] = yield* queryAll([
    sql`update properties set value = ${value}, version = ${version}, message = ${message},
        author_id = ${userId}, updated_at = ${atMs}
      where ${isOf(owner)} and id = ${id} returning ${columns}`,
    record(input, 'property-write', version),
  ])
  return { row: rows?.[0] as unknown as PropertyRow }
}

/** Take a property away. */
export const deleteProperty: Transaction<PropertyChange, PropertyOutcome> = function* (
  input,
  dialect,
) {
  const { owner, id } = input
  if (!(yield* lockOwner(owner, dialect))) return 'not-found'
  const [row] = yield* query<PropertyRow>(
    sql`delete from properties where ${isOf(owner)} and id = ${id} returning ${columns}`,
  )
  if (row === undefined) return 'not-found'
  yield* query(record(input, 'property-delete', row.version))
  return { row }
}

/** Keys are words of whoever wrote them, and records stay when these are purged: the id says which. */
function record(
  change: PropertyChange,
  action: 'property-write' | 'property-delete',
  version: number,
): Statement {
  return auditRecord(change, action, change.subject, { property: change.id, version })
}

function isOf({ spaceId, pageId, sha256 }: PropertyOwner): Statement {
  return sql`space_id = ${spaceId} and page_id = ${pageId} and sha256 = ${sha256}`
}

/** Let nobody else count or change what it has, nor trash it, until this is over. */
function* lockOwner(
  { spaceId, pageId, sha256 }: PropertyOwner,
  { forUpdate }: Dialect,
): TransactionBody<boolean> {
  const [locked, there = locked] = yield* queryAll(
    pageId === 0
      ? [
          lockSpace(spaceId, forUpdate),
          sql`select id from spaces where id = ${spaceId} and deleted_at is null`,
        ]
      : [
          sql`select id from pages
            where space_id = ${spaceId} and id = ${pageId} and status = 'current' ${forUpdate}`,
          ...(sha256 === ''
            ? []
            : [
                sql`select page_id from page_attachments
            where space_id = ${spaceId} and page_id = ${pageId} and sha256 = ${sha256}`,
              ]),
        ],
  )
  return locked?.[0] !== undefined && there?.[0] !== undefined
}
