/** Moves a page with all pages below it to the trash, lists what is there, and restores it. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../../accounts/audit.ts'
import type { Reader } from '../../accounts/reader.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../store/database.ts'
import type { Dialect } from '../../store/dialects.ts'
import { parseId } from '../../store/ids.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { type ChangeStamp, changeStamp, tellOfPages } from '../import/changes/tell-changes.ts'
import { decide, errorOf, isObstacle } from '../import/decide.ts'
import { lockSpace } from '../import/spaces.ts'
import { selectBelow, titleKey } from './page-place.ts'

/** @throws {RequestError} `not-found`, or `bad-request` for a homepage. */
export async function trashPage(store: AuditedStore, id: string, actor: Actor): Promise<number> {
  return auditedChanges(store)(trash, actor, { pageId: knownId(id, 'current') })
}

/**
 * @returns The number of restored pages.
 * @throws {RequestError} `not-found` when no such page is in the trash, `already-exists` when its
 * title has been taken, `bad-request` when its parent is in the trash.
 */
export async function restorePage(store: AuditedStore, id: string, actor: Actor): Promise<number> {
  return auditedChanges(store)(restore, actor, { pageId: knownId(id, 'trashed') })
}

type PageChange = AuditStamp & { readonly pageId: number }

interface StandingPage {
  readonly space_id: number
  readonly status: string
  readonly trashed_with: number | null
  readonly parent_id: number
  readonly title_key: string
  readonly homepage_id: number
}

/** Find a page and lock its space, so that imports cannot add pages below it. */
export function* findAlone(
  pageId: number,
  state: Statement,
  { forUpdate }: Dialect,
): TransactionBody<StandingPage | undefined> {
  const [place] = yield* query<{ space_id: number }>(
    sql`select space_id from pages where id = ${pageId}`,
  )
  const spaceId = place?.space_id ?? 0
  const [, pages] = yield* queryAll([
    lockSpace(spaceId, forUpdate),
    sql`select s.homepage_id, p.space_id, p.status, p.trashed_with, p.parent_id, p.title_key
      from spaces s join pages p on p.space_id = s.id
      where p.space_id = ${spaceId} and p.id = ${pageId} and ${state}`,
  ])
  return pages?.[0] as StandingPage | undefined
}

export const trash: Transaction<PageChange, number> = function* (input, dialect) {
  const { pageId } = input
  const page = yield* findAlone(pageId, sql`p.status = 'current'`, dialect)
  if (page === undefined) throw notFound(pageId, 'current')
  if (page.homepage_id === pageId) {
    throw new RequestError(
      'bad-request',
      'A homepage cannot be trashed: its space would have no top. Trash the pages below it.',
    )
  }
  const pages = yield* putInTrash(page.space_id, pageId, changeStamp(input))
  yield* query(auditRecord(input, 'page-trash', String(pageId), { pages }))
  return pages
}

/** The caller holds the lock of the space. Returns the number of trashed pages. */
export function* putInTrash(
  spaceId: number,
  pageId: number,
  stamp: ChangeStamp,
): TransactionBody<number> {
  const trashed = yield* query(sql`
    ${selectBelow(spaceId, pageId, sql`p.status = 'current'`)}
    update pages set status = 'trashed', trashed_with = ${pageId}
    where space_id = ${spaceId} and id in (select id from below) and status = 'current'
    returning id`)
  yield* queryAll(tellOfPages('page.trashed', goneWith(spaceId, pageId), stamp))
  return trashed.length
}

export const restore: Transaction<PageChange, number> = function* (input, dialect) {
  const { pageId } = input
  const isTrashedWith = sql`p.status = 'trashed' and p.trashed_with = ${pageId}`
  const page = yield* findAlone(pageId, isTrashedWith, dialect)
  if (page === undefined) throw notFound(pageId, 'trashed')
  const [parents, rivals] = yield* queryAll([
    // A parent that was trashed with another page can only be restored with that page.
    sql`select went.id, went.title from pages parent
      join pages went on went.space_id = parent.space_id and went.id = parent.trashed_with
      where parent.space_id = ${page.space_id} and parent.id = ${page.parent_id}
        and parent.status = 'trashed'`,
    sql`select id from pages where space_id = ${page.space_id} and parent_id = ${page.parent_id}
      and title_key = ${page.title_key} and status = 'current'`,
  ])
  const above = parents?.[0]
  const existing = {
    hasParent: above === undefined,
    isReserved: true,
    page: undefined,
    isTitleTaken: rivals?.[0] !== undefined,
  }
  const decision = decide(existing, { isNamed: true, overwrite: true })
  if (decision === 'not-found') {
    throw new RequestError(
      'bad-request',
      `It stood below “${above?.title}” (${above?.id}), which is in the trash. Restore that one first.`,
    )
  }
  if (isObstacle(decision)) {
    throw new RequestError(
      errorOf(decision),
      'Another page has its title and its place by now. Move, rename or trash that one first.',
    )
  }
  yield* queryAll(tellOfPages('page.restored', goneWith(page.space_id, pageId), changeStamp(input)))
  const restored = yield* query(sql`
    update pages set status = 'current', trashed_with = null
    where space_id = ${page.space_id} and trashed_with = ${pageId} and status = 'trashed'
    returning id`)
  yield* query(auditRecord(input, 'page-restore', String(pageId), { pages: restored.length }))
  return restored.length
}

function goneWith(spaceId: number, pageId: number): Statement {
  return sql`select space_id, id, version from pages
    where space_id = ${spaceId} and trashed_with = ${pageId} and status = 'trashed'`
}

function knownId(text: string, status: string): number {
  const id = parseId(text)
  if (id === undefined) throw notFound(text, status)
  return id
}

function notFound(pageId: number | string, status: string): RequestError {
  return new RequestError('not-found', `There is no ${status} page ${pageId}.`)
}

export interface TrashedPage {
  readonly id: string
  readonly title: string
  readonly parentId: string
  readonly parentTitle: string
  readonly pages: number
}

/** Empty for readers who may not write there. Leaves out pages that were trashed with their parent. */
export async function listTrashedPages(
  reader: Reader,
  range: { spaceId: string; after?: string | undefined; limit: number },
): Promise<TrashedPage[]> {
  const after = parseId(range.after ?? '')
  const isBehindCursor = after === undefined ? sql`1 = 1` : sql`p.id < ${after}`
  return readTrashed(reader, parseId(range.spaceId) ?? 0, isBehindCursor, range.limit)
}

export async function findTrashedPage(
  reader: Reader,
  page: { spaceId: string; id: string },
): Promise<TrashedPage | undefined> {
  const condition = sql`p.id = ${parseId(page.id) ?? 0}`
  return (await readTrashed(reader, parseId(page.spaceId) ?? 0, condition, 1))[0]
}

async function readTrashed(
  reader: Reader,
  spaceId: number,
  condition: Statement,
  limit: number,
): Promise<TrashedPage[]> {
  if (!(await reader.mayWrite(String(spaceId)))) return []
  return reader.database.read<TrashedPage>(sql`
    select cast(p.id as text) as id, p.title, cast(p.parent_id as text) as "parentId",
      above.title as "parentTitle", went.pages
    from pages p
    join pages above on above.space_id = p.space_id and above.id = p.parent_id
    join (select trashed_with, count(*) as pages from pages
      where space_id = ${spaceId} and status = 'trashed' group by trashed_with) went
      on went.trashed_with = p.id
    where p.space_id = ${spaceId} and p.status = 'trashed' and ${condition}
    order by p.id desc limit ${limit}`)
}

export async function findPageInPlace(
  reader: Reader,
  { spaceId, parentId, title }: Pick<TrashedPage, 'parentId' | 'title'> & { spaceId: string },
): Promise<string | undefined> {
  if (!(await reader.mayWrite(spaceId))) return undefined
  const [row] = await reader.database.read<{ id: number }>(sql`
    select id from pages where space_id = ${parseId(spaceId) ?? 0}
      and parent_id = ${parseId(parentId) ?? 0} and title_key = ${titleKey(title)}
      and status = 'current'`)
  return row && String(row.id)
}

export async function countPagesBelow(
  reader: Reader,
  page: { spaceId: string; id: string },
): Promise<number> {
  if (!(await reader.mayWrite(page.spaceId))) return 0
  const [spaceId, pageId] = [parseId(page.spaceId) ?? 0, parseId(page.id) ?? 0]
  const [row] = await reader.database.read<{ pages: number }>(sql`
    ${selectBelow(spaceId, pageId, sql`p.status = 'current'`)}
    select count(*) - 1 as pages from below`)
  return row?.pages ?? 0
}
