/** The pages of a connected space, as an export takes them from their site. @module */
import { RequestError } from '../../base/errors.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import { sql } from '../../database/sql.ts'
import { markKey } from '../../delivery/records/page-mark.ts'
import { findRecordedPage } from '../../delivery/records/recorded-pages.ts'
import { type ExportSource, type ReadPage, UnreadablePartError } from '../export-entries.ts'
import { linkedIn } from '../exported-pages.ts'
import {
  askForPart,
  noFiles,
  type PatienceWithSite,
  patiently,
  readSiteFile,
  readSiteFiles,
  type SiteOfExport,
} from './site-files.ts'
import type { PageOfSite, SiteBody, SitePageText } from './site-page-text.ts'
import { listSitePages, type RecordedPlace, type SitePage } from './site-pages.ts'

export interface ConnectedExport extends SiteOfExport {
  /** @throws {RangeError | RequestError} When the page cannot be written. */
  writePage(page: PageOfSite, body: SiteBody): Promise<SitePageText>
}

/** Waits for the answers of a site among what else goes on. */
const readsAtOnce = 4
/**
 * List the pages of a connected space, and make what reads them.
 * @throws {ConfluenceError} When the site does not tell its pages.
 */
export async function connectedSource(work: ConnectedExport): Promise<ExportSource> {
  const { connection, site } = work
  const stopping = new AbortController()
  const patience = { signal: stopping.signal, lostInARow: 0 }
  const recorded = await readRecorded(work)
  const pages = await patiently(patience, () =>
    listSitePages(site, connection.remoteSpace, recorded),
  )
  const tree: Tree = {
    paths: new Map(pages.map(({ id, path }) => [id, path])),
    titles: new Map(pages.map(({ id, siteTitle }) => [id, siteTitle])),
    ids: new Map(pages.map(({ id, siteTitle }) => [siteTitle.toLowerCase(), id])),
  }
  const byId = new Map(pages.map((page) => [page.id, page]))
  return {
    pages,
    service: connection.baseUrl,
    spaceKey: connection.remoteSpace.key,
    readsAtOnce,
    stop: () => stopping.abort(),
    readPage: ({ id }) => readPage(byId.get(id) as SitePage, tree, work, patience),
  }
}

interface Tree {
  readonly paths: ReadonlyMap<string, string>
  readonly titles: ReadonlyMap<string, string>
  /** By titles in small letters, which stand once in a space. */
  readonly ids: ReadonlyMap<string, string>
}

async function readRecorded({
  database,
  connection,
}: ConnectedExport): Promise<Map<string, RecordedPlace>> {
  const rows = await database.read<{
    page_id: string
    title: string
    asked_title: string
    position: number | null
  }>(sql`
    select page_id, title, asked_title, position from remote_pages
    where space_id = ${Number(connection.spaceId)}`)
  return new Map(
    rows.map((row) => [
      row.page_id,
      { title: row.title, askedTitle: row.asked_title, position: row.position ?? undefined },
    ]),
  )
}

async function readPage(
  page: SitePage,
  tree: Tree,
  work: ConnectedExport,
  patience: PatienceWithSite,
): Promise<ReadPage | undefined> {
  if (page.isFolder) return folderPage(page, tree, work)
  const { site, connection } = work
  const now = await askForPart(patience, () => site.readPage(page.id, markKey))
  const isThere = now?.status === 'current' && now.spaceId === connection.remoteSpace.id
  if (!isThere) return undefined
  const imported = await readImported(work, page.id)
  const files = await readSiteFiles(now, imported, work, patience)
  const body = { body: now.body ?? '', imported: imported && files.replaced(imported) }
  // Nobody has written it yet.
  if (page.isHomepage && imported === undefined && !hasWords(body.body)) return undefined
  const recorded = await findRecordedPage(work.database, Number(connection.spaceId), page.id)
  const isAsLeft = recorded?.version === now.version.number && !recorded.hadEdits
  const described = await describe({ ...page, labels: now.labels }, body, tree, work)
  const written = await write(work, { ...described, ...files.named, isAsLeft }, body)
  return {
    ...written,
    savedAt: page.savedAt,
    document: { ending: siteKinds[connection.kind].hasAdf ? 'json' : 'xml', text: body.body },
    readFile: ({ sha256 }) => readSiteFile(files.byDigest.get(sha256), site, patience),
  }
}

/** What it is called is all that it says. */
async function folderPage(page: SitePage, tree: Tree, work: ConnectedExport): Promise<ReadPage> {
  const body = { body: '', imported: undefined }
  const described = await describe(page, body, tree, work)
  const written = await write(work, { ...described, ...noFiles.named, isAsLeft: false }, body)
  const notes = ['a folder of Confluence, here a page that says nothing']
  const document = { ending: 'json', text: '' } as const
  return { ...written, notes, savedAt: page.savedAt, document, readFile: async () => undefined }
}

async function write(
  { writePage }: ConnectedExport,
  page: PageOfSite,
  body: SiteBody,
): Promise<SitePageText> {
  try {
    return await writePage(page, body)
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof RequestError)) throw error
    throw new UnreadablePartError(error.message, { cause: error })
  }
}

function hasWords(body: string): boolean {
  return /[\p{L}\p{N}]/u.test(
    body.replace(/<[^>]*>|"(?:type|version|content)":/g, '').replace(/"(?:doc|paragraph)"|1/g, ''),
  )
}

type Described = Omit<PageOfSite, 'files' | 'fileNames' | 'endings' | 'isAsLeft'>

/** What the body of a page may name. */
async function describe(
  page: SitePage,
  { body, imported }: SiteBody,
  { paths, titles, ids }: Tree,
  { connection, site }: ConnectedExport,
): Promise<Described> {
  const { kind, baseUrl, settings, remoteSpace } = connection
  const text = imported === undefined ? body : `${body}\n${imported.markdown}`
  const named = Array.from(body.matchAll(/ri:content-title="([^"]*)"/g), ([, title = '']) =>
    ids.get(decoded(title).toLowerCase()),
  )
  const linked = {
    ...linkedIn(text, paths),
    ...Object.fromEntries(named.flatMap((id) => (id ? [[id, paths.get(id) as string]] : []))),
  }
  const keys = new Set(
    Array.from(body.matchAll(/ri:(?:userkey|username)="([^"]+)"/g), ([, key = '']) => decoded(key)),
  )
  const people = await Promise.all(
    [...keys].map(async (key) => [key, await site.findPersonName(key)] as const),
  )
  const { id, siteTitle: _, isFolder: __, version: ___, savedAt: ____, ...fields } = page
  return {
    ...fields,
    ...{ kind, baseUrl, settings, pageId: id, spaceKey: remoteSpace.key, paths: linked },
    wiki: { siteUrl: baseUrl },
    titles: Object.fromEntries(Object.keys(linked).map((one) => [one, titles.get(one) ?? ''])),
    people: Object.fromEntries(people),
  }
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

type Imported = NonNullable<SiteBody['imported']>

async function readImported(
  { database, connection }: ConnectedExport,
  pageId: string,
): Promise<Imported | undefined> {
  const [row] = await database.read<Imported & Record<string, unknown>>(sql`
    select markdown, adf, stored from remote_versions
    where space_id = ${Number(connection.spaceId)} and page_id = ${pageId}
    order by number desc limit 1`)
  return row
}
