/** Puts a page of a connected space into a preview, after its import was foreseen. @module */
import { type Database, queryAll, type Transaction } from '../../../database/database.ts'
import { isAnyOf, sql } from '../../../database/sql.ts'
import { type KeepPageInput, type RemoteColumns, replaceRow } from './keep-page.ts'
import { isOfRun, type PreviewRun } from './overlay.ts'
import { checkSending, sendingPreview } from './preview-runs.ts'
import { firstOwnId } from './remote-pages.ts'

export interface KeepRemotePageInput
  extends Omit<KeepPageInput, 'newPageId' | 'ifMatch' | 'isDryRun' | 'overwrite' | 'labels'> {
  readonly pageId: number
  readonly labels: string
  readonly base:
    | {
        readonly id: number
        readonly version: number
        readonly title: string
        readonly parent_id: number
        readonly position: number
      }
    | undefined
  readonly isSame: boolean
  readonly remote: RemoteColumns
}

/** Returns the page of the run that has the same title, if any; then nothing is stored. */
export const keepRemotePage: Transaction<KeepRemotePageInput, { rivalId: number } | undefined> =
  function* (input, dialect) {
    const { run, pageId, parentId, titleKey, base, isSame, labels, attachments } = input
    const own = sql`o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}`
    const sent = attachments.map(({ sha256 }) => sha256)
    const [locked, rivals, images] = yield* queryAll([
      sendingPreview(run, dialect),
      sql`select o.page_id from preview_pages o where ${own} and o.title_key = ${titleKey}
        and o.page_id <> ${pageId} and o.kind in ('page', 'placed')`,
      sql`select o.sha256 from preview_attachments o where ${own} and ${isAnyOf(sql`o.sha256`, sent)}`,
    ])
    checkSending(run, locked)
    if (rivals?.[0] !== undefined) return { rivalId: Number(rivals[0].page_id) }
    const parent = parentId === pageId ? 0 : parentId
    const isStanding =
      isSame && base?.parent_id === parent && (input.position ?? base.position) === base.position
    yield* replaceRow(
      { ...input, labels: null },
      {
        ...{ pageId, labels, isSame, isStanding },
        base: base && { ...base, navigation_title: '' },
        known: new Set(images?.map(({ sha256 }) => String(sha256))),
      },
    )
    return undefined
  }

export async function listFreedTitles(database: Database, run: PreviewRun): Promise<string[]> {
  const rows = await database.read<{ base_title: string }>(sql`
    select o.base_title from preview_pages o where o.space_id = ${run.spaceId}
      and ${isOfRun(sql`o`, run)} and o.base_version > 0 and o.base_title <> o.title`)
  return rows.map((row) => row.base_title)
}

/**
 * Find the nearest ancestor that exists in Confluence.
 * @param id A page that exists only in the preview.
 */
export async function findStandIn(
  database: Database,
  run: PreviewRun,
  id: string,
): Promise<string | undefined> {
  const [row] = await database.read<{ id: number }>(sql`
    with recursive above (id) as (
      select cast(${Number(id)} as bigint)
      union
      select o.parent_id from above join preview_pages o on o.space_id = ${run.spaceId}
        and ${isOfRun(sql`o`, run)} and o.page_id = above.id
      where above.id >= ${firstOwnId}
    )
    select id from above where id < ${firstOwnId}`)
  return row && String(row.id)
}
