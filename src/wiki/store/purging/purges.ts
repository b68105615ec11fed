/** The purges of administrators: a version, a page, the trash of a space, or a space. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
  auditStamp,
} from '../../../accounts/audit.ts'
import { readerOfAll } from '../../../accounts/reader.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type Database, queryAll, type Transaction } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import { changeStamp, recordedPage, tellOfPages } from '../../import/changes/tell-changes.ts'
import { lockSpace } from '../../import/spaces.ts'
import { listTrashedPages } from '../trash-page.ts'
import { condemnPage, condemnSpace, endPreviewsOf } from './condemn-pages.ts'
import { dropRecordedTexts, forgetAll, forgetRefusals, purgeAll } from './let-go.ts'
import { purgeOneVersion, type VersionToPurge } from './purge-version.ts'

export interface Purges extends ReturnType<typeof purgesOf> {}

const pagesPerPart = 100

export function purgesOf(store: AuditedStore) {
  const { database } = store
  const change = auditedChanges(store)
  /**
   * Hide a page for good; `finishPurges` deletes its rows. For a page in Confluence, only its
   * records are purged.
   * @returns The number of pages.
   * @throws {RequestError} `not-found`, `bad-request` for a homepage, or for pages below it.
   */
  const page = async (
    id: string,
    { withPagesBelow, purgedBy }: { readonly withPagesBelow: boolean; readonly purgedBy: Actor },
  ): Promise<number> => {
    try {
      return await change(condemnPage, purgedBy, { pageId: parseId(id) ?? 0, withPagesBelow })
    } catch (error) {
      const isMissing = error instanceof RequestError && error.key === 'not-found'
      const isRecorded =
        isMissing && (await purgeRecords(database, id, await auditStamp(store, purgedBy)))
      if (!isRecorded) throw error
      return 1
    }
  }
  return {
    page,
    /** @throws {RequestError} `not-found`, or `bad-request` for the current version. */
    version: async (version: VersionToPurge, purgedBy: Actor): Promise<void> =>
      purgeOneVersion(database, version, await auditStamp(store, purgedBy)),
    /** Hide all trashed pages of a space for good; `finishPurges` deletes their rows. */
    async trash(spaceId: string, purgedBy: Actor): Promise<number> {
      let pages = 0
      for (;;) {
        const trashedPages = await listTrashedPages(readerOfAll(database), {
          spaceId,
          limit: pagesPerPart,
        })
        if (trashedPages.length === 0) return pages
        for (const { id } of trashedPages)
          pages += await page(id, { withPagesBelow: true, purgedBy })
      }
    },
    /**
     * Hide a space for good; `finishPurges` deletes its rows.
     * @throws {RequestError} `not-found`, or `bad-request` while it is connected.
     */
    space: (spaceId: string, purgedBy: Actor) =>
      change(condemnSpace, purgedBy, { spaceId: parseId(spaceId) ?? 0 }),
  }
}

/**
 * @returns False when the page has no records.
 * @throws {RequestError} `bad-request` while an import is under way.
 */
async function purgeRecords(
  database: Database,
  pageId: string,
  stamp: AuditStamp,
): Promise<boolean> {
  // Different sites of Confluence may use the same id.
  const rows = await database.read<{ space_id: number }>(
    sql`select space_id from remote_pages where page_id = ${pageId}`,
  )
  for (const { space_id: spaceId } of rows) {
    await database.write(expectPurge, { ...stamp, spaceId, pageId })
    await forgetAll(database, spaceId, sql`page_id = ${Number(pageId)}`)
    const isOfPage = sql`space_id = ${spaceId} and page_id = ${pageId}`
    const isTitled = sql`page_title in (select title from remote_versions where ${isOfPage}
      union select asked_title from remote_pages where ${isOfPage})`
    await forgetRefusals(database, spaceId, isTitled)
    await database.write(dropRecordedTexts, { spaceId, pageId })
    await purgeAll(database, { owner: 'remote-page', spaceId, ids: [pageId] })
  }
  return rows.length > 0
}

interface RecordsToPurge extends AuditStamp {
  readonly spaceId: number
  readonly pageId: string
}

export const expectPurge: Transaction<RecordsToPurge, void> = function* (input, dialect) {
  const { spaceId, pageId } = input
  const [, openRows] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select import_id from deliveries where space_id = ${spaceId} and page_id = ${pageId}`,
  ])
  if (openRows?.[0] !== undefined) {
    throw new RequestError(
      'bad-request',
      `An import of the page ${pageId} is on its way to Confluence. Nothing was purged; try again once it has ended.`,
    )
  }
  const id = Number(pageId)
  yield* queryAll([
    endPreviewsOf(spaceId, (previewed) => sql`${previewed} = ${id}`),
    sql`delete from source_pages where space_id = ${spaceId} and page_id = ${id}`,
    ...tellOfPages('page.purged', recordedPage(spaceId, id, null), changeStamp(input)),
    auditRecord(input, 'page-purge', pageId, { pages: 1 }),
  ])
}
