/** What an export holds, one file after another: always the same for the same state of the space. @module */
import type { Database } from '../database/database.ts'
import { isAnyOf, sql } from '../database/sql.ts'
import { attachmentEnding, readAttachment } from '../embedded-wiki/store/attachments/attachments.ts'
import type { UnpackVersion } from '../embedded-wiki/store/packing/unpack-version.ts'
import { findPage } from '../embedded-wiki/store/pages.ts'
import { exportMark } from '../folder-import/files/exported-tree.ts'
import type { Space } from '../importing/target-wiki.ts'
import type { ExportedPage } from './exported-pages.ts'
import type { PageOfExport, PageText } from './page-text.ts'

/** A file of an export. */
export interface ExportEntry {
  /** From the folder of the export, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of the page's version. */
  readonly savedAt: Date
}

/** What was exported. */
export interface ExportCounts {
  pages: number
  files: number
  /** Pages with blocks that no Markdown says, by their paths, and how many. */
  readonly blocks: Map<string, number>
  /** Pages whose addresses stay as they are, by their paths. */
  readonly verbatim: string[]
}

export interface ExportWork {
  readonly database: Database
  readonly unpack: UnpackVersion
  /** The origin of the wiki's addresses; undefined takes any. */
  readonly origin: string | undefined
  writePage(page: PageOfExport, adf: string, markdown: string | undefined): Promise<PageText>
}

/** Make the counts of an export that has not begun. */
export function noCounts(): ExportCounts {
  return { pages: 0, files: 0, blocks: new Map(), verbatim: [] }
}

/**
 * Export a space, page after page: what is not asked for yet is not made.
 * @param pages Its pages, as `listExportedPages` lists them.
 * @param work The store, and what writes pages.
 * @param counts Grow with what was given.
 */
export async function* exportEntries(
  space: Space,
  pages: readonly ExportedPage[],
  work: ExportWork,
  counts: ExportCounts,
): AsyncGenerator<ExportEntry> {
  const { database } = work
  const paths = new Map(pages.map(({ id, path }) => [String(id), path]))
  const written = new Set<string>()
  let lastAt = new Date(0)
  for (const page of pages) {
    const { savedAt, path } = page
    if (savedAt > lastAt) lastAt = savedAt
    const found = await writeEntry(page, space, { ...work, paths })
    // It was purged in the meantime.
    if (found === undefined) continue
    counts.pages += 1
    if (found.blocks > 0) counts.blocks.set(path, found.blocks)
    if (found.isVerbatim) counts.verbatim.push(path)
    yield { path, bytes: Buffer.from(found.text), savedAt }
    for (const file of found.files) {
      if (written.has(file.path)) continue
      const head = { spaceId: Number(space.id), sha256: file.sha256 }
      const bytes = await readAttachment(database, head)
      if (bytes === undefined) continue
      written.add(file.path)
      counts.files += 1
      yield { path: file.path, bytes, savedAt }
    }
  }
  const mark = { exportedFrom: { ...(work.origin && { service: work.origin }), space: space.key } }
  const bytes = Buffer.from(`${JSON.stringify(mark, null, 2)}\n`)
  yield { path: exportMark, bytes, savedAt: lastAt }
}

async function writeEntry(
  page: ExportedPage,
  space: Space,
  {
    database,
    unpack,
    origin,
    writePage,
    paths,
  }: ExportWork & { paths: ReadonlyMap<string, string> },
): Promise<PageText | undefined> {
  const { id, version, savedAt: _, ...fields } = page
  const found = await findPage(database, String(id), { version, unpack })
  if (found === undefined) return undefined
  const { adf, markdown } = found
  const endings = await endingsOf(database, space, markdown ?? adf)
  const linked = pathsIn(markdown ?? adf, paths)
  const place = { spaceKey: space.key, origin, endings, paths: linked }
  return writePage({ ...fields, ...place }, adf, markdown)
}

/** The pages that a text may link to; a worker is told of no others. */
function pathsIn(text: string, paths: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, id = ''] of text.matchAll(/\/pages\/(\d+)/g)) {
    const path = paths.get(id)
    if (path !== undefined) found[id] = path
  }
  return found
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
