/** The pages of an embedded space, as an export takes them from the store. @module */
import type { Database } from '../database/database.ts'
import { isAnyOf, sql } from '../database/sql.ts'
import { attachmentEnding, readAttachment } from '../embedded-wiki/store/attachments/attachments.ts'
import type { UnpackVersion } from '../embedded-wiki/store/packing/unpack-version.ts'
import { findPage } from '../embedded-wiki/store/pages.ts'
import type { Space } from '../importing/target-wiki.ts'
import type { ExportSource, ReadPage } from './export-entries.ts'
import { type ExportedPage, linkedIn, listExportedPages } from './exported-pages.ts'
import type { PageOfExport, PageText } from './page-text.ts'

export interface EmbeddedExport {
  readonly database: Database
  readonly unpack: UnpackVersion
  /** The origin of the wiki's addresses; undefined takes any. */
  readonly origin: string | undefined
  writePage(page: PageOfExport, adf: string, markdown: string | undefined): Promise<PageText>
}

/** List the pages of an embedded space, and make what reads them. */
export async function embeddedSource(space: Space, work: EmbeddedExport): Promise<ExportSource> {
  const pages = await listExportedPages(work.database, space)
  const paths = new Map(pages.map(({ id, path }) => [id, path]))
  return {
    pages,
    service: work.origin,
    spaceKey: space.key,
    readsAtOnce: 1,
    readPage: (page) => readPage(page, space, paths, work),
  }
}

async function readPage(
  page: ExportedPage,
  space: Space,
  paths: ReadonlyMap<string, string>,
  { database, unpack, origin, writePage }: EmbeddedExport,
): Promise<ReadPage | undefined> {
  const { id, version, savedAt, ...fields } = page
  const found = await findPage(database, id, { version, unpack })
  if (found === undefined) return undefined
  const { adf, markdown } = found
  const endings = await endingsOf(database, space, markdown ?? adf)
  const linked = linkedIn(markdown ?? adf, paths)
  const place = { wiki: { origin, spaceKey: space.key }, endings, paths: linked }
  const written = await writePage({ ...fields, ...place }, adf, markdown)
  return {
    ...written,
    savedAt,
    document: { ending: 'json', text: adf },
    readFile: ({ sha256 }) => readAttachment(database, { spaceId: Number(space.id), sha256 }),
  }
}

/** What images end with as files; all else stands below its name. */
async function endingsOf(
  database: Database,
  { id }: Space,
  text: string,
): Promise<Record<string, string>> {
  const named = text.matchAll(/(?:attachment:|\/attachments\/)([0-9a-f]{64})/g)
  const digests = [...new Set(Array.from(named, ([, sha256 = '']) => sha256))]
  if (digests.length === 0) return {}
  const rows = await database.read<{ sha256: string; type: string }>(sql`
    select sha256, type from attachments
    where space_id = ${Number(id)} and ${isAnyOf(sql`sha256`, digests)}`)
  return Object.fromEntries(rows.map(({ sha256, type }) => [sha256, attachmentEnding(type)]))
}
