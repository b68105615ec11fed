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
import { type Statement, sql } from '../../../store/sql.ts'
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
  /** If a page is not in this store, purge the records of a page in Confluence. */
  const orPurgeRecorded = async <Result>(
    record: RecordToPurge,
    purgedBy: Actor,
    purging: Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await purging
    } catch (error) {
      const isMissing = error instanceof RequestError && error.key === 'not-found'
      const isRecorded =
        isMissing && (await purgeRemotePage(database, record, await auditStamp(store, purgedBy)))
      if (!isRecorded) throw error
      return undefined
    }
  }
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
    const input = { pageId: parseId(id) ?? 0, withPagesBelow }
    const condemning = change(condemnPage, purgedBy, input)
    return (await orPurgeRecorded({ pageId: id }, purgedBy, condemning)) ?? 1
  }
  return {
    page,
    /** @throws {RequestError} `not-found`, or `bad-request` for the current version. */
    async version(version: VersionToPurge, purgedBy: Actor): Promise<void> {
      const purging = purgeOneVersion(database, version, await auditStamp(store, purgedBy))
      await orPurgeRecorded({ ...version, pageId: String(version.pageId) }, purgedBy, purging)
    },
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

interface RecordToPurge {
  readonly pageId: string
  readonly number?: number
}

/**
 * @returns False when the page has no records.
 * @throws {RequestError} `bad-request` for the newest version, or while an import is under way.
 */
async function purgeRemotePage(
  database: Database,
  record: RecordToPurge,
  stamp: AuditStamp,
): Promise<boolean> {
  const { pageId, number } = record
  // Different sites of Confluence may use the same id.
  const rows = await database.read<{ space_id: number }>(sql`
    select space_id from remote_pages p where page_id = ${pageId} and exists (
      select 1 from remote_versions v where v.space_id = p.space_id and ${isPurged(record)})`)
  for (const { space_id: spaceId } of rows) {
    const place = { ...record, spaceId }
    await database.write(expectPurge, { ...stamp, ...place })
    await forgetWords(database, place)
    if (number === undefined) {
      await database.write(dropRecordedTexts, { spaceId, pageId })
      await purgeAll(database, { owner: 'remote-page', spaceId, ids: [pageId] })
    } else await database.write(dropRemoteVersion, place)
  }
  return rows.length > 0
}

interface PlacedRecord extends RecordToPurge {
  readonly spaceId: number
}

function isPurged({ pageId, number }: RecordToPurge): Statement {
  const isOfPage = sql`v.page_id = ${pageId}`
  return number === undefined ? isOfPage : sql`${isOfPage} and v.number = ${number}`
}

export const expectPurge: Transaction<AuditStamp & PlacedRecord, void> = function* (
  input,
  dialect,
) {
  const { spaceId, pageId, number } = input
  const isOfPage = sql`space_id = ${spaceId} and page_id = ${pageId}`
  const [, openRows, newest] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select import_id from deliveries where ${isOfPage}`,
    sql`select max(number) as number from remote_versions where ${isOfPage}`,
  ])
  if (openRows?.[0] !== undefined) {
    throw new RequestError(
      'bad-request',
      `An import of the page ${pageId} is on its way to Confluence. Nothing was purged; try again once it has ended.`,
    )
  }
  if (Number(newest?.[0]?.number) === number) {
    throw new RequestError(
      'bad-request',
      `Version ${number} is the last that an import made. Import another text first, or purge the page.`,
    )
  }
  const [object, type, detail] =
    number === undefined
      ? (['page-purge', 'page.purged', { pages: 1 }] as const)
      : (['version-purge', 'version.purged', { version: number }] as const)
  const page = recordedPage(spaceId, Number(pageId), number ?? null)
  yield* queryAll([
    ...(number === undefined
      ? [
          endPreviewsOf(spaceId, (id) => sql`${id} = ${Number(pageId)}`),
          sql`delete from source_pages where space_id = ${spaceId} and page_id = ${Number(pageId)}`,
        ]
      : []),
    ...tellOfPages(type, page, changeStamp(input)),
    auditRecord(input, object, pageId, detail),
  ])
}

/** Keep the title in refused imports when another version still has it. */
async function forgetWords(database: Database, place: PlacedRecord): Promise<void> {
  const { spaceId, pageId, number } = place
  const isOfPage = sql`page_id = ${Number(pageId)}`
  await forgetAll(
    database,
    spaceId,
    number === undefined ? isOfPage : sql`${isOfPage} and version = ${number}`,
  )
  const titles = sql`select v.title from remote_versions v
    where v.space_id = ${spaceId} and ${isPurged(place)}`
  const isTitled =
    number === undefined
      ? sql`page_title in (${titles} union select asked_title from remote_pages
          where space_id = ${spaceId} and page_id = ${pageId})`
      : sql`page_title in (${titles} except select title from remote_versions
          where space_id = ${spaceId} and page_id = ${pageId} and number <> ${number})`
  await forgetRefusals(database, spaceId, isTitled)
}

/**
 * We do not know the images of an old version; those of the newest can be fetched from Confluence again.
 */
export const dropRemoteVersion: Transaction<PlacedRecord, void> = function* ({
  spaceId,
  pageId,
  number = 0,
}) {
  const isOfPage = sql`space_id = ${spaceId} and page_id = ${pageId}`
  yield* queryAll([
    sql`delete from remote_versions where ${isOfPage} and number = ${number}`,
    sql`delete from remote_files where ${isOfPage}`,
  ])
}
