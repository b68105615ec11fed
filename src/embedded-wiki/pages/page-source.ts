/** The source of a page, for those who may write it. @module */
import { readerAs } from '../../auth/reader.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { findSpace } from '../../importing/spaces.ts'
import type { FindPageSource, PageSource } from '../../web/writer/edited-page.ts'
import { findCurrentPage } from './current-page.ts'
import { findPageHere } from './find-page.ts'
import type { Page } from './page.ts'

/** Undefined for a page without Markdown, and when the space is closed to the user. */
export function pageSources(database: Database): FindPageSource {
  return async ({ pageId, version, userId }) => {
    const reader = readerAs(database, { userId })
    const current = await findCurrentPage(reader, pageId)
    // Imports into a connected space are stored elsewhere.
    if (current === undefined || current.connection !== undefined) return undefined
    const space = await findSpace(database, current.spaceId, { writableBy: { userId } })
    const page = await findPageHere(reader, pageId, { version })
    if (space === undefined || page?.markdown === undefined) return undefined
    return {
      id: current.id,
      title: page.title,
      navigationTitle: current.navigationTitle,
      space,
      parentId: current.parentId ?? current.id,
      labels: page.version.labels,
      markdown: page.markdown,
      version: page.version.number,
      current: version === undefined ? page.version : current.version,
      importedBy: await findProgram(database, page),
      file: current.file,
    }
  }
}

/** How many versions are searched for the importing program. */
const maxVersions = 20
const maxImportMs = 15_000

/** The program that last imported the page, even if people wrote it since. */
async function findProgram(
  database: Database,
  { spaceId, id, version }: Page,
): Promise<PageSource['importedBy']> {
  const [row] = await database.read<{ created_at: number; name: string | null }>(sql`
    select v.created_at, t.name from page_versions v
    join imports i on i.user_id = v.author_id and i.space_id = v.space_id
      and i.started_at between v.created_at - ${maxImportMs} and v.created_at
      and i.page_id = v.page_id and i.version = v.number and v.via = 'import'
    left join tokens t on t.id = i.api_token_id
    where v.space_id = ${Number(spaceId)} and v.page_id = ${Number(id)}
      and v.number > ${version.number - maxVersions}
    order by v.number desc limit 1`)
  return row && { at: new Date(row.created_at), tokenName: row.name ?? undefined }
}
