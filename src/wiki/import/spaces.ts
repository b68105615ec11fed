/** Lists and finds spaces with the access of a user. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../../accounts/audit.ts'
import { isWritable, type Principal, type Reader, readerOfAll } from '../../accounts/reader.ts'
import { RequestError } from '../../contract/errors.ts'
import type { EditPolicy } from '../../contract/outcomes.ts'
import { type Database, query, type Transaction } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, isAnyOf, likePattern, type Statement, sql } from '../../store/sql.ts'
import type { Space } from './target-wiki.ts'

export interface ListedSpace extends Space {
  /** The default parent of imports: the homepage here or in Confluence, if there is one. */
  readonly importParentId: string | undefined
  /** How imports treat people's edits since the last import. */
  readonly edits: EditPolicy
}

interface SpacePart {
  readonly matching?: string | undefined
  readonly after?: string | undefined
  readonly limit?: number
}

export function listSpaces(database: Database, range: SpacePart = {}): Promise<ListedSpace[]> {
  return listReadableSpaces(readerOfAll(database), range)
}

export async function listReadableSpaces(reader: Reader, range: SpacePart): Promise<ListedSpace[]> {
  const { matching, after, limit } = range
  const conditions = allOf([
    await reader.isReadable(sql`spaces.id`),
    after === undefined ? undefined : sql`key_fold > ${foldSpaceKey(after)}`,
    matching === undefined ? undefined : isMatching(matching),
  ])
  const part = limit === undefined ? sql`` : sql`limit ${limit}`
  return readSpaces(reader.database, sql`where ${conditions} order by key_fold ${part}`)
}

/** SQLite folds ASCII only, so names are also compared as typed. */
function isMatching(text: string): Statement {
  const typed = likePattern(text)
  const folded = likePattern(text.toLowerCase())
  return sql`(key_fold like ${`${folded}%`} escape '!' or name like ${`%${typed}%`} escape '!'
    or lower(name) like ${`%${folded}%`} escape '!')`
}

export function listWritableSpaces(
  database: Database,
  userId: number,
  limit: number,
): Promise<ListedSpace[]> {
  const condition = isWritable(sql`spaces.id`, { userId })
  return readSpaces(database, sql`where ${condition} order by key_fold limit ${limit}`)
}

interface SpaceFilter {
  readonly ids?: readonly string[] | undefined
  readonly keys?: readonly string[] | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export async function listSpacesById(reader: Reader, filter: SpaceFilter): Promise<ListedSpace[]> {
  const { ids, keys, after } = filter
  const conditions = allOf([
    await reader.isReadable(sql`spaces.id`),
    after === undefined ? undefined : sql`id > ${parseId(after) ?? 0}`,
    ids &&
      isAnyOf(
        sql`id`,
        ids.map((id) => parseId(id) ?? 0),
      ),
    keys && isAnyOf(sql`key_fold`, keys.filter(isSpaceKey).map(foldSpaceKey)),
  ])
  const part = sql`where ${conditions} order by spaces.id limit ${filter.limit}`
  return readSpaces(reader.database, part)
}

/** @param idOrKey The id, or the key in any case; keys start with a letter. */
export async function findReadableSpace(
  reader: Reader,
  idOrKey: string,
): Promise<ListedSpace | undefined> {
  return findByIdOrKey(reader.database, idOrKey, await reader.isReadable(sql`spaces.id`))
}

export async function findSpace(
  database: Database,
  idOrKey: string,
  { writableBy }: { readonly writableBy?: Principal } = {},
): Promise<ListedSpace | undefined> {
  const condition = writableBy === undefined ? sql`1 = 1` : isWritable(sql`spaces.id`, writableBy)
  return findByIdOrKey(database, idOrKey, condition)
}

async function findByIdOrKey(
  database: Database,
  idOrKey: string,
  condition: Statement,
): Promise<ListedSpace | undefined> {
  if (parseId(idOrKey) === undefined && !isSpaceKey(idOrKey)) return undefined
  return (await readSpaces(database, sql`where ${isNamed(idOrKey)} and ${condition}`))[0]
}

/** @returns Undefined for a connected space too, whose pages are in Confluence. */
export function findOwnSpace(
  database: Database,
  idOrKey: string,
  writer: Principal,
): Promise<Space | undefined> {
  const condition = sql`${isWritable(sql`spaces.id`, writer)} and space_connections.space_id is null`
  return findByIdOrKey(database, idOrKey, condition)
}

export function isNamed(idOrKey: string): Statement {
  const id = parseId(idOrKey)
  return id === undefined ? sql`spaces.key_fold = ${foldSpaceKey(idOrKey)}` : sql`spaces.id = ${id}`
}

/** @throws {RequestError} `not-found`. */
export async function getSpace(database: Database, idOrKey: string): Promise<ListedSpace> {
  const space = await findSpace(database, idOrKey)
  if (space === undefined) throw noSuchSpace(idOrKey)
  return space
}

export function noSuchSpace(idOrKey: string): RequestError {
  return new RequestError('not-found', `There is no space ${idOrKey}.`)
}

export const maxSpaceKeyLength = 255

/** Keys start with a letter, so no key is an id. */
export function isSpaceKey(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(text) && text.length <= maxSpaceKeyLength
}

export function foldSpaceKey(key: string): string {
  return key.toLowerCase()
}

function readSpaces(database: Database, rest: Statement): Promise<ListedSpace[]> {
  return readAs(
    database,
    sql`select cast(id as text) as id, key, name, cast(homepage_id as text) as "homepageId", edits,
        case when space_connections.space_id is null then cast(homepage_id as text)
          else remote_homepage_id end as "importParentId"
      from (select * from spaces where deleted_at is null) spaces
      left join space_connections on space_connections.space_id = spaces.id ${rest}`,
  )
}

/** @param lock Shared for writers of pages, exclusive for moving or deleting pages. */
export function lockSpace(spaceId: number | Statement, lock: Statement): Statement {
  return sql`select id from pages where space_id = ${spaceId}
    and id = (select homepage_id from spaces where spaces.id = ${spaceId}) ${lock}`
}

/** @throws {RequestError} `not-found`. */
export async function setEdits(
  store: AuditedStore,
  idOrKey: string,
  edits: EditPolicy,
  setBy: Actor,
): Promise<ListedSpace> {
  const space = await getSpace(store.database, idOrKey)
  const { id, key } = space
  await auditedChanges(store)(updateEdits, setBy, {
    spaceId: Number(id),
    key,
    edits,
  })
  return { ...space, edits }
}

interface NewEdits extends AuditStamp {
  readonly spaceId: number
  readonly key: string
  readonly edits: EditPolicy
}

export const updateEdits: Transaction<NewEdits, void> = function* (input) {
  const { spaceId, key, edits } = input
  yield* query(keepEdits(spaceId, edits))
  yield* query(auditRecord(input, 'space-policies-set', key, { edits }))
}

export function keepEdits(spaceId: number, edits: EditPolicy): Statement {
  return sql`update spaces set edits = ${edits} where id = ${spaceId}`
}
