/** Writing pages by the wiki's own API: create one, or replace one at a known version. @module */
import { type Actor, auditRecord, originOf } from '../../../auth/audit.ts'
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
  UniqueViolationError,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import type { IdAllocator } from '../../../database/ids.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  type ChangeStamp,
  tellOfPages,
  tellOfVersion,
} from '../../../importing/changes/tell-changes.ts'
import { lockSpace } from '../../../importing/lock-space.ts'
import type { StorableDocument } from '../../../importing/prepared-document.ts'
import { titleOrder } from '../../../importing/title-order.ts'
import { saveAttachments, shownAttachments } from '../attachments/attachments.ts'
import { titleKey } from '../page-place.ts'

export type EditResult =
  | { readonly outcome: 'saved'; readonly pageId: string; readonly version: number }
  /** Another page under the same parent has the title. */
  | { readonly outcome: 'already-exists' }
  /** The parent is not a current page of the space, or the page is not there. */
  | { readonly outcome: 'not-found' }
  /** The version that was sent does not follow the current one. */
  | { readonly outcome: 'conflict'; readonly currentVersion: number }

interface Edit {
  readonly title: string
  readonly document: StorableDocument
  readonly userId: number
  readonly now: Date
  /** Whom the audit record names. */
  readonly actor: Actor
}

/** Create a page. */
export async function createPage(
  database: Database,
  ids: IdAllocator,
  input: Edit & { spaceId: string; parentId: string },
): Promise<EditResult> {
  const pageId = await ids.nextId()
  return database.write(insertPage, {
    ...toRows(input),
    pageId,
    auditId: await ids.nextId(),
    spaceId: Number(input.spaceId),
    parentId: Number(input.parentId),
    message: '',
  })
}

/**
 * Save the next version of a page.
 * @param input What, and the number of the version, which must be the current one plus one.
 */
export async function updatePage(
  database: Database,
  ids: IdAllocator,
  input: Edit & {
    spaceId: string
    pageId: string
    parentId: string
    version: number
    message: string
  },
): Promise<EditResult> {
  try {
    return await database.write(replacePage, {
      ...toRows(input),
      auditId: await ids.nextId(),
      pageId: Number(input.pageId),
      spaceId: Number(input.spaceId),
      parentId: Number(input.parentId),
      version: input.version,
      message: input.message,
    })
  } catch (error) {
    if (error instanceof UniqueViolationError) return { outcome: 'already-exists' }
    throw error
  }
}

interface EditRows {
  readonly spaceId: number
  readonly pageId: number
  readonly parentId: number
  readonly title: string
  readonly titleKey: string
  readonly document: StorableDocument
  readonly message: string
  readonly userId: number
  readonly now: number
  readonly actor: Actor
  readonly auditId: number
}

function toRows({ title, document, userId, now, actor }: Edit) {
  return { title, titleKey: titleKey(title), document, userId, now: now.getTime(), actor }
}

export const insertPage: Transaction<EditRows, EditResult> = function* (input, dialect) {
  if (!(yield* lockParent(input, dialect.forKeyShare))) return { outcome: 'not-found' }
  const inserted = yield* query(sql`
    insert into pages (space_id, id, parent_id, title, title_key, title_order, status, version, content_hash,
      author_id, created_at, updated_at, save_id)
    values (${input.spaceId}, ${input.pageId}, ${input.parentId}, ${input.title},
      ${input.titleKey}, ${titleOrder(input.title)}, 'current', 1, '', ${input.userId}, ${input.now},
      ${input.now}, '')
    on conflict (space_id, parent_id, title_key) where status = 'current'
    do nothing returning id`)
  if (inserted.length === 0) return { outcome: 'already-exists' }
  yield* queryAll(saveEdit(dialect, { ...input, version: 1 }))
  return { outcome: 'saved', pageId: String(input.pageId), version: 1 }
}

export const replacePage: Transaction<EditRows & { version: number }, EditResult> = function* (
  input,
  dialect,
) {
  const isHomepage = input.parentId === 0
  const isMoved = yield* isMove(input)
  // Two moves at once could each put its page below the other, so a move has the space alone.
  const lock = isMoved ? dialect.forUpdate : dialect.forKeyShare
  if (!(yield* lockParent(input, lock)) && !isHomepage) return { outcome: 'not-found' }
  if (yield* isBelow(input)) return { outcome: 'not-found' }
  const saved = yield* query(sql`
    update pages set parent_id = ${input.parentId}, title = ${input.title},
      title_key = ${input.titleKey}, title_order = ${titleOrder(input.title)}, version = ${input.version},
      author_id = ${input.userId}, updated_at = ${input.now}, save_id = ''
    where space_id = ${input.spaceId} and id = ${input.pageId} and status = 'current'
      and version = ${input.version - 1}
    returning id`)
  if (saved.length === 0) {
    const [standing] = yield* query<{ version: number }>(sql`
      select version from pages
      where space_id = ${input.spaceId} and id = ${input.pageId} and status = 'current'`)
    return standing === undefined
      ? { outcome: 'not-found' }
      : { outcome: 'conflict', currentVersion: standing.version }
  }
  if (isMoved) yield* queryAll(tellOfPages('page.moved', editedPage(input), editStamp(input)))
  yield* queryAll(saveEdit(dialect, input))
  return { outcome: 'saved', pageId: String(input.pageId), version: input.version }
}

/** Locking the space comes first: trashing locks it too, so from here on the parent stays. */
function* lockParent(input: EditRows, lock: Statement): TransactionBody<boolean> {
  const [homepages, parents] = yield* queryAll([
    lockSpace(input.spaceId, lock),
    sql`select id from pages
      where space_id = ${input.spaceId} and id = ${input.parentId} and status = 'current'`,
  ])
  return homepages?.[0] !== undefined && parents?.[0] !== undefined
}

/** Should another move come between this and the lock, the version no longer fits. */
function* isMove(input: EditRows): TransactionBody<boolean> {
  const found = yield* query(sql`
    select id from pages
    where space_id = ${input.spaceId} and id = ${input.pageId} and parent_id = ${input.parentId}`)
  return found.length === 0
}

/**
 * Find out whether a page would stand below itself, inside the transaction that has the space alone.
 */
export function* isBelow(
  input: Pick<EditRows, 'spaceId' | 'parentId' | 'pageId'>,
): TransactionBody<boolean> {
  const found = yield* query(sql`
    with recursive above (id, parent_id) as (
      select id, parent_id from pages
      where space_id = ${input.spaceId} and id = ${input.parentId}
      union
      select p.id, p.parent_id from above
      join pages p on p.space_id = ${input.spaceId} and p.id = above.parent_id
    )
    select id from above where id = ${input.pageId}`)
  return found.length > 0
}

function editedPage({ spaceId, pageId }: EditRows): Statement {
  return sql`select space_id, id, version, labels from pages
    where space_id = ${spaceId} and id = ${pageId}`
}

function editStamp({ now, userId, actor }: EditRows): ChangeStamp {
  return { atMs: now, actorId: userId, ...originOf(actor) }
}

/** An edit leaves the labels as they are. */
function saveEdit(dialect: Dialect, input: EditRows & { version: number }): Statement[] {
  const { title, document, userId, now, actor, auditId, version } = input
  const { via, tokenName } = originOf(actor)
  const page = editedPage(input)
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at, via, token_name)
      select space_id, id, cast(${version} as bigint), ${title}, ${document.adf}, null,
        ${input.message}, labels, cast(${userId} as bigint), cast(${now} as bigint),
        ${via}, ${tokenName}
      from (${page}) page`,
    ...saveAttachments(page, shownAttachments(document.shown), now),
    ...dialect.search.put(page, { title, ...document.indexed }),
    ...tellOfVersion(page, editStamp(input)),
    auditRecord({ auditId, atMs: now, actor }, 'page-write', String(input.pageId), { version }),
  ]
}
