/** The spaces of the embedded wiki: each with a key, a name and a homepage at its top. @module */

import { isReadable, isWritable } from '../../auth/access-conditions.ts'
import { type Actor, type AuditStamp, auditRecord } from '../../auth/audit.ts'
import {
  type Database,
  defineTransaction,
  query,
  queryAll,
  type Transaction,
} from '../../database/database.ts'
import { type IdAllocator, parseId } from '../../database/ids.ts'
import { allOf, isAnyOf, likePattern, type Statement, sql } from '../../database/sql.ts'
import { RequestError } from '../../errors.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { contentHash } from './content-hash.ts'
import { indexedText, indexPage } from './search-index.ts'
import { titleKey } from './title-key.ts'

export interface CreateSpace {
  readonly key: string
  readonly name: string
  /** The author of the homepage. */
  readonly userId: number
  readonly createdBy?: Actor
}

export interface SpaceFilter {
  readonly ids?: readonly string[] | undefined
  /** Keys in any case. */
  readonly keys?: readonly string[] | undefined
  /** Only spaces that this user may read; all without one. */
  readonly readableBy?: number
  /** Only spaces after this id. */
  readonly after?: string | undefined
  readonly limit: number
}

const maxKeyLength = 255
const maxNameLength = 200

/**
 * Create a space with its homepage.
 * @param database The store.
 * @param ids Gives the space, the homepage and the audit record their ids.
 * @param clock The time.
 * @param input Key, name and author.
 * @throws {RequestError} `bad-request` for the key or the name, `already-exists` for the key.
 */
export async function createSpace(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
  input: CreateSpace,
): Promise<Space> {
  const key = checkKey(input.key)
  const name = checkName(input.name)
  const spaceId = await ids.nextId()
  const homepageId = await ids.nextId()
  await database.write(insertSpace, {
    auditId: await ids.nextId(),
    atMs: clock().getTime(),
    actor: input.createdBy ?? 'system',
    spaceId,
    homepageId,
    key,
    keyFold: foldKey(key),
    name,
    titleKey: titleKey(name),
    adf: emptyPage,
    contentHash: contentHash({ title: name, markdown: null, adf: emptyPage }),
    userId: input.userId,
  })
  return { id: String(spaceId), key, name, homepageId: String(homepageId) }
}

export interface SpacePart {
  /** Only spaces that this user may read; all without one. */
  readonly readableBy?: number | undefined
  /** Only spaces with this in their name, or at the start of their key. */
  readonly matching?: string | undefined
  /** Only spaces after the one with this key. */
  readonly after?: string | undefined
  /** How many at most; all without one. */
  readonly limit?: number
}

/**
 * List spaces by key.
 * @param database The store.
 * @param part Which.
 */
export async function listSpaces(database: Database, part: SpacePart = {}): Promise<Space[]> {
  const { readableBy, matching, after, limit } = part
  const conditions = allOf([
    isReadable(sql`spaces.id`, readableBy),
    after === undefined ? undefined : sql`key_fold > ${foldKey(after)}`,
    matching === undefined ? undefined : isMatching(matching),
  ])
  const rows = await database.read<SpaceRow>(sql`
    select ${columns} from spaces where ${conditions} order by key_fold
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map(toSpace)
}

/** SQLite folds ASCII only, so names are compared as they were typed as well. */
function isMatching(text: string): Statement {
  const typed = likePattern(text)
  const folded = likePattern(text.toLowerCase())
  return sql`(key_fold like ${`${folded}%`} escape '!' or name like ${`%${typed}%`} escape '!'
    or lower(name) like ${`%${folded}%`} escape '!')`
}

/**
 * List the spaces that a user may write to, by key.
 * @param database The store.
 * @param userId The user.
 * @param limit How many at most.
 */
export async function listWritableSpaces(
  database: Database,
  userId: number,
  limit: number,
): Promise<Space[]> {
  const rows = await database.read<SpaceRow>(sql`
    select ${columns} from spaces where ${isWritable(sql`spaces.id`, userId)}
    order by key_fold limit ${limit}`)
  return rows.map(toSpace)
}

/**
 * List spaces by id, a part at a time.
 * @param database The store.
 * @param filter Which, and how many at most.
 */
export async function listSpacesById(database: Database, filter: SpaceFilter): Promise<Space[]> {
  const { ids, keys } = filter
  const conditions = allOf([
    isReadable(sql`spaces.id`, filter.readableBy),
    sql`id > ${parseId(filter.after ?? '') ?? 0}`,
    ids &&
      isAnyOf(
        sql`id`,
        ids.map((id) => parseId(id) ?? 0),
      ),
    keys && isAnyOf(sql`key_fold`, keys.filter(isKey).map(foldKey)),
  ])
  const rows = await database.read<SpaceRow>(sql`
    select ${columns} from spaces where ${conditions} order by id limit ${filter.limit}`)
  return rows.map(toSpace)
}

/**
 * Find a space.
 * @param database The store.
 * @param idOrKey Its id, or its key in any case; a key starts with a letter.
 * @param options Only when this user may read it, or write to it.
 */
export async function findSpace(
  database: Database,
  idOrKey: string,
  options: { readableBy?: number; writableBy?: number } = {},
): Promise<Space | undefined> {
  const id = parseId(idOrKey)
  if (id === undefined && !isKey(idOrKey)) return undefined
  const { readableBy, writableBy } = options
  const conditions = allOf([
    id === undefined ? sql`key_fold = ${foldKey(idOrKey)}` : sql`id = ${id}`,
    isReadable(sql`spaces.id`, readableBy),
    writableBy === undefined ? undefined : isWritable(sql`spaces.id`, writableBy),
  ])
  const rows = await database.read<SpaceRow>(sql`select ${columns} from spaces where ${conditions}`)
  return rows.map(toSpace)[0]
}

/** A homepage starts with nothing on it; ADF wants at least one block. */
const emptyPage = JSON.stringify({ version: 1, type: 'doc', content: [{ type: 'paragraph' }] })

function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new RequestError(
      'bad-request',
      `key must be a letter followed by letters and digits, at most ${maxKeyLength} characters.`,
      { field: 'key' },
    )
  }
  return key
}

function isKey(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(text) && text.length <= maxKeyLength
}

function foldKey(key: string): string {
  return key.toLowerCase()
}

function checkName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > maxNameLength) {
    throw new RequestError(
      'bad-request',
      `name must be 1 to ${maxNameLength} characters, got ${name.length}.`,
      { field: 'name' },
    )
  }
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) {
    throw new RequestError('bad-request', 'name must not contain control characters.', {
      field: 'name',
    })
  }
  return name
}

const columns = sql`id, key, name, homepage_id`

interface SpaceRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly homepage_id: number
}

function toSpace(row: SpaceRow): Space {
  return { id: String(row.id), key: row.key, name: row.name, homepageId: String(row.homepage_id) }
}

interface SpaceRows extends AuditStamp {
  readonly spaceId: number
  readonly homepageId: number
  readonly key: string
  readonly keyFold: string
  readonly name: string
  readonly titleKey: string
  readonly adf: string
  readonly contentHash: string
  readonly userId: number
}

export const insertSpace: Transaction<SpaceRows, void> = defineTransaction(
  import.meta.url,
  'insertSpace',
  function* (input, dialect) {
    const { spaceId, homepageId, name, userId, atMs } = input
    const inserted = yield* query(sql`
      insert into spaces (id, key, key_fold, name, homepage_id, author_id, created_at)
      values (${spaceId}, ${input.key}, ${input.keyFold}, ${name}, ${homepageId}, ${userId}, ${atMs})
      on conflict (key_fold) do nothing returning id`)
    if (inserted.length === 0) {
      throw new RequestError(
        'already-exists',
        `A space with the key ${input.key} already exists. Choose another key.`,
        { field: 'key' },
      )
    }
    yield* queryAll([
      sql`insert into pages (space_id, id, parent_id, title, title_key, status, version,
          content_hash, author_id, created_at, updated_at, save_id)
        values (${spaceId}, ${homepageId}, 0, ${name}, ${input.titleKey}, 'current', 1,
          ${input.contentHash}, ${userId}, ${atMs}, ${atMs}, '')`,
      sql`insert into page_versions (space_id, page_id, number, title, adf, markdown, message,
          author_id, created_at)
        values (${spaceId}, ${homepageId}, 1, ${name}, ${input.adf}, null, '', ${userId}, ${atMs})`,
      ...indexPage(dialect, {
        ...indexedText(dialect.engine, name, ''),
        spaceId,
        pageId: homepageId,
        title: name,
        labels: [],
      }),
      auditRecord(input, 'space-create', input.key, { spaceId }),
    ])
  },
)
