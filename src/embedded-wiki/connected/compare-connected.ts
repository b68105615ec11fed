/** Finds what changed in a connected space since its preview, by asking its site. @module */
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { BrowsedPage, BrowseSpace } from '../../delivery/browse/browse-space.ts'
import {
  type ComparedPreview,
  type ComparedRow,
  compareWithSpace,
} from '../store/previews/compare-with-space.ts'
import { isOfRun, type PreviewRun } from '../store/previews/overlay.ts'
import { firstOwnId } from '../store/previews/remote-pages.ts'

export interface ComparedConnected extends ComparedPreview {
  readonly versions: Readonly<Record<string, number>>
}

/**
 * Pages that are already in Confluence are left out.
 * @returns If the site cannot be asked, only that problem, which prevents applying.
 */
export async function compareConnected(
  { database, browse }: { readonly database: Database; readonly browse: BrowseSpace },
  run: PreviewRun,
  shownAtMs: number,
): Promise<ComparedConnected> {
  const rows = await database.read<KeptRow>(sql`
    select o.page_id, o.kind, o.parent_id, o.title, o.title_key, o.base_version, o.base_title,
      o.base_parent_id, o.bytes
    from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind <> 'reserved'
      and o.delivered = '' order by o.page_id`)
  try {
    const heads = await findHeads(browse, run, rows)
    const compared = rows.map((row) => toCompared(row, rows, heads))
    const versions = [...heads.values()].flatMap(({ id, version }) =>
      version === undefined ? [] : [[id, version.number] as const],
    )
    return { ...compareWithSpace(shownAtMs, compared), versions: Object.fromEntries(versions) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const title = run.remote?.title ?? ''
    const change = { pageId: '', title, message: error.message, isObstacle: true }
    return { changes: [change], state: '', versions: {} }
  }
}

type KeptRow = Omit<
  ComparedRow,
  'version' | 'title_now' | 'parent_now' | 'rival_id' | 'has_parent' | 'is_circle' | 'has_staying'
>

async function findHeads(
  browse: BrowseSpace,
  { spaceId }: PreviewRun,
  rows: readonly KeptRow[],
): Promise<ReadonlyMap<string, BrowsedPage>> {
  const pages = rows.filter((row) => row.base_version > 0).map((row) => row.page_id)
  const parents = rows.map((row) => row.parent_id)
  const ids = new Set([...pages, ...parents].filter((id) => id > 0 && id < firstOwnId))
  const space = await browse(String(spaceId))
  const found = (await space?.findPages(Array.from(ids, String))) ?? []
  return new Map(found.filter(({ status }) => status === 'current').map((page) => [page.id, page]))
}

function toCompared(
  row: KeptRow,
  rows: readonly KeptRow[],
  heads: ReadonlyMap<string, BrowsedPage>,
): ComparedRow {
  const head = heads.get(String(row.page_id))
  const isMade = ({ page_id: id }: KeptRow): boolean => id === row.parent_id
  return {
    ...row,
    version: head?.version?.number ?? null,
    title_now: head?.title ?? null,
    parent_now: head === undefined ? null : Number(head.parentId ?? 0),
    rival_id: null,
    has_parent: row.parent_id === 0 || heads.has(String(row.parent_id)) || rows.some(isMade),
    is_circle: false,
    has_staying: false,
  }
}
