/** The first step of a purge hides pages; `finishPurges` deletes their rows later. @module */
import { type AuditStamp, auditRecord } from '../../../accounts/audit.ts'
import { RequestError } from '../../../contract/errors.ts'
import { query, queryAll, type Transaction } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { changeStamp, tellOfPages, tellOfSpace } from '../../import/changes/tell-changes.ts'
import { lockSpace, noSuchSpace } from '../../import/spaces.ts'
import { selectBelow } from '../page-place.ts'
import { findAlone } from '../trash-page.ts'

/** The value of `trashed_with` for pages that are being purged: no page has this id. */
export const condemned: Statement = sql`0`

interface PageToCondemn extends AuditStamp {
  readonly pageId: number
  readonly withPagesBelow: boolean
}

export const condemnPage: Transaction<PageToCondemn, number> = function* (input, dialect) {
  const { pageId, withPagesBelow } = input
  const isThere = sql`p.trashed_with is distinct from ${condemned}`
  const page = yield* findAlone(pageId, isThere, dialect)
  if (page === undefined) throw new RequestError('not-found', `There is no page ${pageId}.`)
  if (page.homepage_id === pageId) {
    throw new RequestError(
      'bad-request',
      'A homepage cannot be purged alone: its space would have no top. Delete the space.',
    )
  }
  const ids = yield* query<{ id: number }>(sql`
    ${selectBelow(page.space_id, pageId, sql`p.status = ${page.status} and p.trashed_with is not distinct from cast(${page.trashed_with} as bigint)`)}
    select id from below`)
  if (ids.length > 1 && !withPagesBelow) throw hasPagesBelow(pageId, ids.length - 1)
  const isGoing = (column: Statement): Statement =>
    sql`${column} in (select id from ${dialect.givenRows(ids, { id: 'bigint' })})`
  yield* queryAll([
    sql`update pages set status = 'trashed', trashed_with = ${condemned}
      where space_id = ${page.space_id} and ${isGoing(sql`id`)}`,
    endPreviewsOf(page.space_id, isGoing),
    // Pages that were trashed separately get a new parent.
    sql`update pages set parent_id = ${page.homepage_id}
      where space_id = ${page.space_id} and status = 'trashed' and trashed_with <> ${condemned}
        and ${isGoing(sql`parent_id`)}`,
    ...tellOfPages(
      'page.purged',
      sql`select space_id, id, version from pages
        where space_id = ${page.space_id} and ${isGoing(sql`id`)}`,
      changeStamp(input),
    ),
    auditRecord(input, 'page-purge', String(pageId), { pages: ids.length }),
  ])
  return ids.length
}

/** Ends the previews of purged pages, because they would be incomplete. */
export function endPreviewsOf(
  spaceId: number,
  isGoing: (pageId: Statement) => Statement,
): Statement {
  return sql`delete from previews where space_id = ${spaceId} and name in (
    select o.name from preview_pages o where o.space_id = ${spaceId}
      and (${isGoing(sql`o.page_id`)} or ${isGoing(sql`o.parent_id`)}))`
}

function hasPagesBelow(pageId: number, count: number): RequestError {
  const [pages, they] =
    count === 1 ? ['One page stands', 'it goes'] : [`${count} pages stand`, 'they go']
  return new RequestError(
    'bad-request',
    `${pages} below the page ${pageId}. Say that ${they} with it (--with-children), or move them first.`,
  )
}

export const condemnSpace: Transaction<AuditStamp & { spaceId: number }, void> = function* (
  input,
  dialect,
) {
  const { spaceId } = input
  const [, spaces] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select id from spaces where id = ${spaceId} and deleted_at is null`,
  ])
  if (spaces?.[0] === undefined) throw noSuchSpace(String(spaceId))
  const connections = yield* query(
    sql`select space_id from space_connections where space_id = ${spaceId}`,
  )
  if (connections.length > 0) {
    throw new RequestError(
      'bad-request',
      'The space is connected to Confluence. Disconnect it first; its pages there stay.',
    )
  }
  yield* queryAll([
    sql`update spaces set deleted_at = ${input.atMs}, name = '', key = ${`deleted ${spaceId}`},
        key_fold = ${`deleted ${spaceId}`} where id = ${spaceId}`,
    sql`delete from space_access where space_id = ${spaceId}`,
    sql`delete from group_access where space_id = ${spaceId}`,
    sql`delete from group_grants where space_id = ${spaceId}`,
    ...tellOfSpace('space.deleted', spaceId, changeStamp(input)),
    auditRecord(input, 'space-delete', String(spaceId)),
  ])
}

export const condemnSome: Transaction<{ spaceId: number; limit: number }, number> = function* (
  { spaceId, limit },
  dialect,
) {
  // The lock waits for imports that found the space before, so that their pages are found here.
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const rows = yield* query(sql`
    update pages set status = 'trashed', trashed_with = ${condemned}
    where space_id = ${spaceId} and id in (
      select id from pages
      where space_id = ${spaceId} and trashed_with is distinct from ${condemned} limit ${limit})
    returning id`)
  return rows.length
}
