/** Moves a page with everything below it within its space. @module */
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../../auth/audit.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
  UniqueViolationError,
} from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { changeStamp, tellOfPages } from '../../importing/changes/tell-changes.ts'
import { lockSpace } from '../../importing/spaces.ts'
import { noPosition } from './page-place.ts'
import type { PageChangeDependencies } from './trash-page.ts'

export interface PageMove {
  readonly spaceId: string
  readonly pageId: string
  readonly parentId: string
  /** Undefined for a page that is sorted by title. */
  readonly position: number | undefined
}

/**
 * Move a page; as in Confluence, this makes no version.
 * @throws {RequestError} `not-found` when the page or the parent is missing, `already-exists` when
 * its title is taken there, `bad-request` for a homepage or a parent below the page itself.
 */
export async function movePage(
  { database, ids, clock }: PageChangeDependencies,
  { spaceId, pageId, parentId, position }: PageMove,
  actor: Actor,
): Promise<void> {
  const stamp = await auditStamps(ids, clock)(actor)
  const place = {
    spaceId: parseId(spaceId) ?? 0,
    pageId: parseId(pageId) ?? 0,
    parentId: parseId(parentId) ?? 0,
    position: position ?? null,
  }
  try {
    await database.write(move, { ...stamp, ...place })
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    throw new RequestError(
      'already-exists',
      'Another page there has the same title. Choose another parent page, or rename or move the other page first.',
      { cause: error, field: 'parentId' },
    )
  }
}

interface MoveInput extends AuditStamp {
  readonly spaceId: number
  readonly pageId: number
  readonly parentId: number
  readonly position: number | null
}

export const move: Transaction<MoveInput, void> = function* (input, { forUpdate }) {
  const { spaceId, pageId, parentId, position } = input
  // Locks the space exclusively: two simultaneous moves could each put its page below the other.
  yield* query(lockSpace(spaceId, forUpdate))
  const found = yield* query<{ id: number; parent_id: number }>(sql`
    select id, parent_id from pages
    where space_id = ${spaceId} and id in (${pageId}, ${parentId}) and status = 'current'`)
  const page = found.find(({ id }) => id === pageId)
  if (page === undefined) throw new RequestError('not-found', `There is no page ${pageId}.`)
  if (page.parent_id === 0) {
    throw new RequestError(
      'bad-request',
      'A homepage cannot be moved: its space would have no top.',
    )
  }
  if (!found.some(({ id }) => id === parentId)) {
    throw new RequestError('not-found', 'The parent page is not there any more. Choose another.', {
      field: 'parentId',
    })
  }
  if (yield* isBelow(input)) {
    throw new RequestError(
      'bad-request',
      'A page cannot stand below itself. Choose a page that is not below this one.',
      { field: 'parentId' },
    )
  }
  yield* query(sql`
    update pages set parent_id = ${parentId},
      position = ${position === null ? noPosition : sql`${position}`}
    where space_id = ${spaceId} and id = ${pageId}`)
  const moved = sql`select space_id, id, version from pages
    where space_id = ${spaceId} and id = ${pageId}`
  yield* queryAll([
    ...tellOfPages('page.moved', moved, changeStamp(input)),
    auditRecord(input, 'page-move', String(pageId), { parentId: String(parentId) }),
  ])
}

/** Whether a move would put a page below itself; requires the exclusive lock of the space. */
function* isBelow(input: {
  readonly spaceId: number
  readonly parentId: number
  readonly pageId: number
}): TransactionBody<boolean> {
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
