/** Moves a page with everything below it within its space. @module */
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../../accounts/audit.ts'
import { RequestError } from '../../contract/errors.ts'
import { queryAll, queryLast, type Transaction } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { changeStamp, tellOfPages } from '../import/changes/tell-changes.ts'
import { decide, errorOf, isObstacle, type Obstacle } from '../import/decide.ts'
import { lockSpace } from '../import/spaces.ts'
import { noPosition } from './page-place.ts'
import type { PageChangeDependencies } from './trash-page.ts'

export interface PageMove {
  readonly spaceId: string
  readonly pageId: string
  readonly parentId: string
  /** Undefined for a page sorted by title. */
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
  await database.write(move, { ...stamp, ...place })
}

interface MoveInput extends AuditStamp {
  readonly spaceId: number
  readonly pageId: number
  readonly parentId: number
  readonly position: number | null
}

export const move: Transaction<MoveInput, void> = function* (input, { forUpdate }) {
  const { spaceId, pageId, parentId, position } = input
  const isHere = sql`space_id = ${spaceId} and status = 'current'`
  const [, pages, parents, above, rivals] = yield* queryAll([
    // Locks the space exclusively: two simultaneous moves could each put its page below the other.
    lockSpace(spaceId, forUpdate),
    sql`select parent_id, version from pages where ${isHere} and id = ${pageId}`,
    sql`select id from pages where ${isHere} and id = ${parentId}`,
    sql`with recursive above (id, parent_id) as (
        select id, parent_id from pages where space_id = ${spaceId} and id = ${parentId}
        union
        select p.id, p.parent_id from above
        join pages p on p.space_id = ${spaceId} and p.id = above.parent_id
      )
      select id from above where id = ${pageId}`,
    sql`select id from pages where ${isHere} and parent_id = ${parentId} and id <> ${pageId}
      and title_key = (select title_key from pages where space_id = ${spaceId} and id = ${pageId})`,
  ])
  const page = pages?.[0]
  if (page === undefined) throw new RequestError('not-found', `There is no page ${pageId}.`)
  const existing = {
    hasParent: parents?.[0] !== undefined,
    page: { version: Number(page.version) },
    isBelowItself: above?.[0] !== undefined,
    isTitleTaken: rivals?.[0] !== undefined,
  }
  const decision = decide(existing, { isNamed: true, overwrite: true })
  if (isObstacle(decision)) throw refusedMove(decision, page.parent_id === 0)
  const movedPage = sql`select space_id, id, version from pages
    where space_id = ${spaceId} and id = ${pageId}`
  yield* queryLast([
    sql`update pages set parent_id = ${parentId},
        position = ${position === null ? noPosition : sql`${position}`}
      where space_id = ${spaceId} and id = ${pageId}`,
    ...tellOfPages('page.moved', movedPage, changeStamp(input)),
    auditRecord(input, 'page-move', String(pageId), { parentId: String(parentId) }),
  ])
}

function refusedMove(obstacle: Obstacle, isHomepage: boolean): RequestError {
  const field = { field: 'parentId' }
  const key = errorOf(obstacle)
  if (obstacle === 'not-found') {
    return new RequestError(key, 'The parent page is not there any more. Choose another.', field)
  }
  if (isHomepage) {
    return new RequestError(key, 'A homepage cannot be moved: its space would have no top.')
  }
  return obstacle === 'title-taken'
    ? new RequestError(
        key,
        'Another page there has the same title. Choose another parent page, or rename or move the other page first.',
        field,
      )
    : new RequestError(
        key,
        'A page cannot stand below itself. Choose a page that is not below this one.',
        field,
      )
}
