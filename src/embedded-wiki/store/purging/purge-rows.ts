/** The steps of a purge: each lets a few rows go in a transaction of its own, and can be done again. @module */
import { dropBelongings, type Owned } from '../../../database/belongings.ts'
import { query, queryAll, type Transaction } from '../../../database/database.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import { lockSpace } from '../../../importing/lock-space.ts'

/** Take the words out of records of imports, with the keys that answer with them. */
export const forgetImports: Transaction<{ spaceId: number; ids: readonly number[] }, void> =
  function* ({ spaceId, ids }) {
    yield* queryAll([
      sql`delete from idempotency_keys
        where space_id = ${spaceId} and ${isAnyOf(sql`import_id`, ids)}`,
      sql`update imports set page_title = '', parent_id = '', warnings = '[]'
        where space_id = ${spaceId} and ${isAnyOf(sql`id`, ids)}`,
    ])
  }

interface PagesOfSpace {
  readonly spaceId: number
  readonly pageIds: readonly number[]
  /** How many go at most. */
  readonly limit: number
}

/** Take images from pages, and let those go that no other page shows; answers how many were taken. */
export const purgeAttachments: Transaction<PagesOfSpace, number> = function* (input, dialect) {
  const { spaceId, pageIds, limit } = input
  // An import that names one of them, without its bytes, is over or comes after this.
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const taken = yield* query<{ sha256: string }>(sql`
    delete from page_attachments where (space_id, page_id, sha256) in (
      select space_id, page_id, sha256 from page_attachments
      where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, pageIds)} limit ${limit})
    returning sha256`)
  const digests = taken.map(({ sha256 }) => sha256)
  yield* queryAll(dropUnshown(spaceId, digests))
  return taken.length
}

/**
 * Make the statements that let images go which no page of the space shows; a preview that shows one has it
 * from then on, and it ends with that.
 * @param digests Which to look at.
 */
export function dropUnshown(spaceId: number, digests: readonly string[]): readonly Statement[] {
  const unshown = sql`attachments.space_id = ${spaceId}
    and ${isAnyOf(sql`attachments.sha256`, digests)}
    and not exists (select 1 from page_attachments shown
      where shown.space_id = attachments.space_id and shown.sha256 = attachments.sha256)`
  return [
    sql`insert into preview_attachments (space_id, name, run, sha256, type, bytes)
      select o.space_id, o.name, o.run, attachments.sha256, attachments.type, attachments.bytes
      from attachments join preview_pages o on o.space_id = attachments.space_id
        and o.shown like '%' || attachments.sha256 || '%'
      where ${unshown} on conflict do nothing`,
    sql`delete from attachments where ${unshown}`,
  ]
}

/** Let rows of pages that were condemned go, or of a space that was deleted; answers whether all are gone. */
export const purgeRows: Transaction<Owned & { limit: number }, boolean> = function* (
  input,
  dialect,
) {
  const { owner, spaceId = 0, ids, limit } = input
  if (owner === 'page') {
    // Keeping HTML of a version that somebody still looks at waits for this, or is over.
    yield* query(sql`select number from page_versions
      where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)} ${dialect.forUpdate}`)
    yield* queryAll(dialect.search.remove(ids.map(Number)))
  }
  for (const statement of dropBelongings(input, limit)) {
    const gone = yield* query(statement)
    if (gone.length === limit) return false
  }
  return true
}
