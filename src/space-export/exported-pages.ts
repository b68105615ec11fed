/** Reads what is exported of a space: its pages with their places, all of one moment. @module */
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { findConnection } from '../delivery/connections/space-connections.ts'
import { noPosition } from '../embedded-wiki/store/page-place.ts'
import { readLabels } from '../importing/labels.ts'
import type { Space } from '../importing/target-wiki.ts'
import { fileNamer } from './file-names.ts'

/** A page as it is exported; its version is never another one, however long that takes. */
export interface ExportedPage {
  readonly id: number
  /** From the folder of the export, with `/` between its parts. */
  readonly path: string
  readonly title: string
  readonly navigationTitle: string
  readonly labels: readonly string[]
  readonly position: number | undefined
  readonly version: number
  readonly savedAt: Date
  readonly isHomepage: boolean
}

interface PageRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
  readonly navigation_title: string
  readonly labels: string
  readonly position: number | null
  readonly title_order: string
  readonly version: number
  readonly imported_version: number
  readonly updated_at: number
}

/**
 * List the pages of a space in the order of its tree.
 * @returns None for the homepage that nobody has written, and none of the trash.
 */
export async function listExportedPages(
  database: Database,
  { id: spaceId, homepageId }: Pick<Space, 'id' | 'homepageId'>,
): Promise<ExportedPage[]> {
  const rows = await database.read<PageRow>(sql`
    select id, parent_id, title, navigation_title, labels, nullif(position, ${noPosition}) as position,
      title_order, version, imported_version, updated_at
    from pages where space_id = ${Number(spaceId)} and status = 'current'`)
  const below = Map.groupBy(rows, ({ parent_id: parentId }) => parentId)
  for (const pages of below.values()) pages.sort(inOrder)
  const homepage = rows.find(({ id }) => id === Number(homepageId))
  const pages: ExportedPage[] = []
  const isWritten = homepage && (homepage.version > 1 || homepage.imported_version > 0)
  if (isWritten) pages.push(toPage(homepage, 'index.md', true))
  interface Step {
    readonly row: PageRow
    readonly name: string
    readonly folder: string
    readonly depth: number
  }
  const stepsIn = (parentId: number, folder: string, depth: number): Step[] => {
    const nameOf = fileNamer(depth)
    const rowsBelow = below.get(parentId) ?? []
    return rowsBelow.map((row) => ({ row, name: nameOf(row.title), folder, depth })).reverse()
  }
  // Trees may be deeper than calls can be.
  const steps = stepsIn(Number(homepageId), '', 0)
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { row, name, folder, depth } = step
    const isFolder = below.has(row.id)
    pages.push(toPage(row, `${folder}${name}${isFolder ? '/index' : ''}.md`, false))
    if (isFolder) for (const one of stepsIn(row.id, `${folder}${name}/`, depth + 1)) steps.push(one)
  }
  return pages
}

/** Ids tell nothing: they are others where the same pages are imported. */
function inOrder(a: PageRow, b: PageRow): number {
  const [before, after] = [
    a.position ?? Number.MAX_SAFE_INTEGER,
    b.position ?? Number.MAX_SAFE_INTEGER,
  ]
  return before - after || compare(a.title_order, b.title_order) || compare(a.title, b.title)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function toPage(row: PageRow, path: string, isHomepage: boolean): ExportedPage {
  return {
    id: row.id,
    path,
    title: row.title,
    navigationTitle: row.navigation_title,
    labels: readLabels(row.labels),
    position: isHomepage ? undefined : (row.position ?? undefined),
    version: row.version,
    savedAt: new Date(row.updated_at),
    isHomepage,
  }
}

/**
 * Tell why a space cannot be exported.
 * @returns Undefined for one whose pages are here.
 */
export async function whyNotExported(
  database: Database,
  { id, key }: Space,
): Promise<string | undefined> {
  const connection = await findConnection(database, id)
  if (connection === undefined) return undefined
  const { remoteSpace, baseUrl } = connection
  return `The pages of ${key} are in Confluence, in the space ${remoteSpace.key} of ${baseUrl}: export them there. Only spaces whose pages are here can be exported.`
}
