/** Sources of connected spaces: the site is asked what has become of their pages. @module */
import type { Principal } from '../../auth/reader.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import type { AnswerSourcePage, ReasonToStay } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { refusalOf } from '../../importing/refusals.ts'
import {
  beginOfRun,
  countOfRun,
  judgePages,
  pagesWithoutFile,
  pathKey,
  reasonToStay,
  type SourcePage,
  type ToldRow,
  toldOfSource,
} from '../../importing/sources/source-pages.ts'
import { findSpace } from '../../importing/spaces.ts'
import type { SourceWiki, WantedClosing } from '../../importing/target-wiki.ts'
import type { BrowsedPage, BrowsedSpace, BrowseSpace } from '../browse/browse-space.ts'
import type { ConnectionsSnapshot } from '../connections/connections-snapshot.ts'
import { isOfAnother } from '../delivery.ts'

interface ConnectedSourcesParts {
  readonly database: Database
  readonly connections: Pick<ConnectionsSnapshot, 'find' | 'refresh'>
  readonly browse: BrowseSpace
}

interface OpenSpace {
  readonly spaceId: number
  readonly canArchive: boolean
  readonly site: BrowsedSpace
}

export function connectedSources(parts: ConnectedSourcesParts): SourceWiki {
  const { database, connections, browse } = parts
  const open = async (spaceIdOrKey: string, writer: Principal): Promise<OpenSpace | undefined> => {
    if ((await connections.find(spaceIdOrKey)) === undefined) await connections.refresh()
    const known = await connections.find(spaceIdOrKey)
    const space = known && (await findSpace(database, known.spaceId, { writableBy: writer }))
    const site = space && (await browse(space.id))
    if (known === undefined || space === undefined || site === undefined) return undefined
    return { spaceId: Number(space.id), canArchive: siteKinds[known.kind].canArchive, site }
  }
  return {
    async listSource({ spaceIdOrKey, writer, name, after, limit }) {
      const space = await open(spaceIdOrKey, writer)
      if (space === undefined) return undefined
      const rows = await readRows(database, space.spaceId, name, after)
      const kept = rows.filter(({ is_keeper: isKeeper }) => isKeeper === 1).slice(0, limit)
      const there = await findThere(space.site, kept)
      return kept.flatMap((row) => shownPage(row, there.get(String(row.page_id))) ?? [])
    },
    async closeSource(wanted) {
      const space = await open(wanted.spaceIdOrKey, wanted.writer)
      if (space === undefined) return undefined
      const { name, run, prune } = wanted
      if (prune === 'archive' && !space.canArchive) throw cannotArchive()
      const paths = new Set(wanted.paths)
      const judged = prune === false ? nothing : await pruneSource(database, space, wanted, paths)
      const told = await database.read<ToldRow>(toldOfSource(space.spaceId, name))
      return { ...judged, ...countOfRun(told, { paths, run }) }
    },
    async findSourceEdits({ spaceIdOrKey, writer, name, path }) {
      const space = await open(spaceIdOrKey, writer)
      if (space === undefined) return undefined
      const [row] = await database.read<{ page_id: number }>(sql`
        select page_id from source_pages where space_id = ${space.spaceId} and source = ${name}
          and path_key = ${pathKey(path)} and is_keeper = 1`)
      const found = row && (await space.site.findEdits(String(row.page_id)))
      if (found === undefined) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
      const { page: _, ...edits } = found
      return edits
    },
  }
}

const nothing = { trashed: [], kept: [] } as const

function cannotArchive(): RequestError {
  return new RequestError(
    'bad-request',
    'prune must be true or false here: Confluence Data Center has no archive that a program may use.',
    { field: 'prune' },
  )
}

interface Row {
  readonly page_id: number
  readonly path: string
  readonly is_keeper: number
  readonly is_maker: number
  readonly digest: string
  readonly version: number
  readonly run: string
  readonly imported_at: number
  readonly recorded: number | null
  readonly remarks: string | null
}

function readRows(
  database: Database,
  spaceId: number,
  name: string,
  after: number,
): Promise<Row[]> {
  return database.read<Row>(sql`
    select s.page_id, s.path, s.is_keeper, s.is_maker, s.digest, s.version, s.run, s.imported_at,
      p.version as recorded, p.remarks
    from source_pages s
    left join remote_pages p on p.space_id = s.space_id and p.page_id = cast(s.page_id as text)
    where s.space_id = ${spaceId} and s.source = ${name} and s.page_id > ${after}
    order by s.page_id`)
}

async function findThere(
  site: BrowsedSpace,
  rows: readonly Pick<Row, 'page_id'>[],
): Promise<ReadonlyMap<string, BrowsedPage>> {
  if (rows.length === 0) return new Map()
  const pages = await site.findPages(rows.map(({ page_id: id }) => String(id)))
  const current = pages.filter(({ status, version }) => status === 'current' && version)
  return new Map(current.map((page) => [page.id, page]))
}

/** An import that was given up may have arrived late: that is nobody's edit. */
function isEdited({ version, recorded }: Row, { version: now }: BrowsedPage): boolean {
  if (now === undefined || now.number <= version) return false
  return !isOfAnother(now.message, undefined) || (recorded ?? 0) > version
}

function shownPage(row: Row, page: BrowsedPage | undefined): AnswerSourcePage | undefined {
  if (page?.version === undefined) return undefined
  const { number: version, authorName: by, createdAt: at } = page.version
  return {
    path: row.path === '' ? null : row.path,
    pageId: page.id,
    title: page.title,
    parentId: page.parentId ?? page.id,
    version,
    digest: row.digest,
    edited: isEdited(row, page) ? { by, at: new Date(at).toISOString(), version } : null,
  }
}

/** As many questions as one site is asked at once: comments and children are asked for page by page. */
const pagesAtOnce = 4

async function pruneSource(
  database: Database,
  { spaceId, site }: OpenSpace,
  { name, run, writer, actor, prune, dryRun }: WantedClosing,
  paths: ReadonlySet<string>,
) {
  const all = await readRows(database, spaceId, name, 0)
  const gone = all.filter(({ path }) => path === '' || !paths.has(path))
  const there = await findThere(site, gone)
  const [begun] = await database.read<{ began_at: number | null }>(
    beginOfRun(spaceId, { userId: writer.userId, run }),
  )
  const beganAt = begun?.began_at === null ? undefined : Number(begun?.began_at)
  const pages = pagesWithoutFile(
    gone.flatMap((row) => toSourcePage(row, there.get(String(row.page_id)), site) ?? []),
    { paths },
  )
  const reasons = new Map<string, ReasonToStay | undefined>()
  const children = new Map<string, readonly string[]>()
  await runBounded(pages, pagesAtOnce, async (page) => {
    const { pageId } = page
    const reason = reasonToStay(page, { paths, run, beganAt })
    const isDiscussed = reason === undefined && (await site.hasComments(pageId))
    reasons.set(pageId, isDiscussed ? 'commented' : reason)
    if (reason !== undefined || isDiscussed) return
    const below = (await site.listChildren(pageId)) ?? []
    children.set(
      pageId,
      below.map(({ id }) => id),
    )
  })
  const judged = judgePages(pages, reasons, children)
  if (dryRun) return judged
  const trashed = []
  const kept = [...judged.kept]
  for (const page of childrenFirst(judged.trashed, children)) {
    // Somebody may have written it while the others were judged.
    const now = (await findThere(site, [{ page_id: Number(page.pageId) }])).get(page.pageId)
    if (now === undefined) continue
    if (now.version?.number !== there.get(page.pageId)?.version?.number) {
      kept.push({ ...page, why: 'edited' })
    } else if (await takeAway(site, page.pageId, prune, actor)) trashed.push(page)
  }
  return { trashed, kept }
}

async function takeAway(
  site: BrowsedSpace,
  pageId: string,
  prune: WantedClosing['prune'],
  actor: WantedClosing['actor'],
): Promise<boolean> {
  // A site that has an archive may still refuse to use it.
  if (prune === 'archive' && (await site.archivePage(pageId, actor))) return true
  return site.trashPage(pageId, actor)
}

function toSourcePage(
  row: Row,
  page: BrowsedPage | undefined,
  { edits }: BrowsedSpace,
): SourcePage | undefined {
  if (page === undefined) return undefined
  const hasTheirs = edits === 'keep-theirs' && (row.remarks ?? '').includes('"edited-there"')
  return {
    pageId: page.id,
    title: page.title,
    path: row.path === '' ? undefined : row.path,
    isKept: row.is_keeper === 1,
    isMadeHere: row.is_maker === 1,
    isEdited: hasTheirs || isEdited(row, page),
    run: row.run,
    importedAt: row.imported_at,
  }
}

function childrenFirst<Page extends { readonly pageId: string }>(
  pages: readonly Page[],
  children: ReadonlyMap<string, readonly string[]>,
): Page[] {
  const byId = new Map(pages.map((page) => [page.pageId, page]))
  const sorted = new Set<Page>()
  const visit = (page: Page): void => {
    for (const id of children.get(page.pageId) ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child)
    }
    sorted.add(page)
  }
  for (const page of pages) visit(page)
  return [...sorted]
}
