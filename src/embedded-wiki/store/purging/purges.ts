/** The purges of administrators: a version, a page, the trash of a space, or a space. @module */
import { type Actor, auditStamps } from '../../../auth/audit.ts'
import { readerOfAll } from '../../../auth/reader.ts'
import { RequestError } from '../../../contract/errors.ts'
import { parseId } from '../../../database/ids.ts'
import { listTrashedPages } from '../../pages/trashed-pages.ts'
import type { PageChangeDependencies } from '../trash-page.ts'
import { condemnPage, condemnSpace } from './condemn-pages.ts'
import { purgeRemotePage, type RecordToPurge } from './purge-remote-page.ts'
import { purgeOneVersion, type VersionToPurge } from './purge-version.ts'

export interface Purges {
  /**
   * Hide a page for good; `finishPurges` deletes its rows. For a page in Confluence, only its
   * records are purged.
   * @returns The number of pages.
   * @throws {RequestError} `not-found`, `bad-request` for a homepage, or for pages below it.
   */
  page(id: string, options: { withPagesBelow: boolean; purgedBy: Actor }): Promise<number>
  /** @throws {RequestError} `not-found`, or `bad-request` for the current version. */
  version(version: VersionToPurge, purgedBy: Actor): Promise<void>
  /**
   * Hide all trashed pages of a space for good; `finishPurges` deletes their rows.
   * @returns The number of pages.
   */
  trash(spaceId: string, purgedBy: Actor): Promise<number>
  /**
   * Hide a space for good; `finishPurges` deletes its rows.
   * @throws {RequestError} `not-found`, or `bad-request` while it is connected.
   */
  space(spaceId: string, purgedBy: Actor): Promise<void>
}

const pagesPerPart = 100

export function purgesOf({ database, ids, clock }: PageChangeDependencies): Purges {
  const stamp = auditStamps(ids, clock)
  /** Pages that are not here may be recorded pages in Confluence. */
  const orRecorded = async <Result>(
    wanted: RecordToPurge,
    purgedBy: Actor,
    purging: Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await purging
    } catch (error) {
      const isMissing = error instanceof RequestError && error.key === 'not-found'
      const isRecorded =
        isMissing && (await purgeRemotePage(database, wanted, await stamp(purgedBy)))
      if (!isRecorded) throw error
      return undefined
    }
  }
  const page: Purges['page'] = async (id, { withPagesBelow, purgedBy }) => {
    const input = { ...(await stamp(purgedBy)), pageId: parseId(id) ?? 0, withPagesBelow }
    const condemning = database.write(condemnPage, input)
    return (await orRecorded({ pageId: id }, purgedBy, condemning)) ?? 1
  }
  return {
    page,
    async version(version, purgedBy) {
      const purging = purgeOneVersion(database, version, await stamp(purgedBy))
      await orRecorded({ ...version, pageId: String(version.pageId) }, purgedBy, purging)
    },
    async trash(spaceId, purgedBy) {
      let pages = 0
      for (;;) {
        const part = await listTrashedPages(readerOfAll(database), { spaceId, limit: pagesPerPart })
        if (part.length === 0) return pages
        for (const { id } of part) pages += await page(id, { withPagesBelow: true, purgedBy })
      }
    },
    async space(spaceId, purgedBy) {
      const input = { spaceId: parseId(spaceId) ?? 0 }
      await database.write(condemnSpace, { ...(await stamp(purgedBy)), ...input })
    },
  }
}
