/** Sources of connected spaces. @module */
import {
  type AuditedStore,
  type AuditStamp,
  auditRecord,
  auditStamp,
} from '../../../accounts/audit.ts'
import type { Principal } from '../../../accounts/reader.ts'
import type { AnswerSourcePage } from '../../../contract/answers.ts'
import { type Workers, withTextParts } from '../../../contract/base/message.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import { runBounded } from '../../../contract/base/run-bounded.ts'
import { type RequestError, wrongField } from '../../../contract/errors.ts'
import type { ReasonToStay } from '../../../contract/outcomes.ts'
import { type Database, queryAll, type Transaction } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { sql } from '../../../store/sql.ts'
import {
  changeStamp,
  recordedPage,
  tellOfPages,
} from '../../../wiki/import/changes/tell-changes.ts'
import { refusalOf } from '../../../wiki/import/decide.ts'
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
} from '../../../wiki/import/sources/source-pages.ts'
import type {
  ClosedSource,
  SourceEdits,
  SourceWiki,
  WantedClosing,
} from '../../../wiki/import/target-wiki.ts'
import { siteKinds } from '../../body/site-kinds.ts'
import type { ConfluenceSite, RemotePageHead } from '../../site.ts'
import { isInSpace, type OpenConnectedSite } from '../connections/connected-site.ts'
import type { ConnectionsSnapshot } from '../connections/connections-snapshot.ts'
import type { SpaceConnection } from '../connections/space-connections.ts'
import { isOfImport } from '../delivery.ts'
import { withSiteErrors } from '../delivery-messages.ts'
import type { PulledPage } from '../pull/find-page-edits.ts'
import { unsettlePage } from '../queue/deliveries.ts'
import { findRecordedPage, listRecordedFiles, markKey } from '../records/recorded-pages.ts'

export function connectedSources(parts: ConnectedSourcesParts): SourceWiki {
  const { database, connections } = parts
  const open = async (
    spaceIdOrKey: string,
    writer: Principal,
  ): Promise<SourceSpace | undefined> => {
    const connection = await connections.open(spaceIdOrKey, writer, true)
    return connection && sourceSpace(parts, connection)
  }
  return {
    async listSource({ spaceIdOrKey, writer, name, after, limit }) {
      const space = await open(spaceIdOrKey, writer)
      if (space === undefined) return undefined
      const rows = await readSourceRows(database, space.spaceId, name, after)
      const keptRows = rows.filter(({ isKeeper }) => isKeeper).slice(0, limit)
      const pages = await space.findPages(keptRows.map(({ pageId }) => pageId))
      return keptRows.flatMap((row) => answerPage(row, pages.get(row.pageId)) ?? [])
    },
    async closeSource(request) {
      const space = await open(request.spaceIdOrKey, request.writer)
      if (space === undefined) return undefined
      const { name, run, prune } = request
      if (prune === 'archive' && !siteKinds[space.connection.kind].canArchive) throw cannotArchive()
      const paths = new Set(request.paths)
      const pruned =
        prune === false ? nothingPruned : await pruneSource(parts, space, request, paths)
      const lastRows = await database.read<ToldRow>(toldOfSource(space.spaceId, name))
      return { ...pruned, ...countOfRun(lastRows, { paths, run }) }
    },
    async findSourceEdits({ spaceIdOrKey, writer, name, path }) {
      const space = await open(spaceIdOrKey, writer)
      if (space === undefined) return undefined
      const [row] = await database.read<{ page_id: number }>(sql`
        select page_id from source_pages where space_id = ${space.spaceId} and source = ${name}
          and path_key = ${pathKey(path)} and is_keeper = 1`)
      const edits = row && (await findEdits(parts, space, String(row.page_id)))
      if (edits === undefined) throw refusalOf('not-found')
      return edits
    },
  }
}

const nothingPruned = { trashed: [], kept: [] } as const

function cannotArchive(): RequestError {
  return wrongField(
    'prune',
    'prune must be true or false here: Confluence Data Center has no archive that a program may use.',
  )
}

function answerPage(
  row: SourceRow,
  page: RemotePageHead | undefined,
): AnswerSourcePage | undefined {
  if (page === undefined) return undefined
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

async function findEdits(
  { database, workers }: ConnectedSourcesParts,
  { spaceId, connection, ask }: SourceSpace,
  id: string,
): Promise<SourceEdits | undefined> {
  const page = await findRecordedPage(database, spaceId, id)
  const [source] = await database.read<{ markdown: string; stored: string }>(sql`
    select markdown, stored from remote_versions
    where space_id = ${spaceId} and page_id = ${id} order by number desc limit 1`)
  if (page === undefined || source === undefined) return undefined
  const remotePage = await ask((site) => site.readPage(id, markKey))
  if (!isInSpace(connection, remotePage)) return undefined
  const { number, authorName, createdAt } = remotePage.version
  const { markdown, stored: base } = source
  const answer = { version: number, by: authorName, at: createdAt, markdown }
  const { kind, baseUrl, settings, policies } = connection
  const isUntouched = number === page.version && policies.edits !== 'keep-theirs'
  if (isUntouched) return { ...answer, edits: [] }
  const pulledPage: PulledPage = {
    kind,
    baseUrl,
    settings,
    markdown,
    base,
    pageId: id,
    title: page.askedTitle,
    files: await listRecordedFiles(database, spaceId, id),
    theirs: remotePage.body ?? '',
  }
  const call = withTextParts(pulledPage, ['markdown', 'base', 'theirs'])
  const { value } = await workers.show('find-page-edits', call)
  return { ...answer, edits: value as SourceEdits['edits'] }
}

/** How many pages we check at a time: comments and children need a request for each page. */
const pagesAtOnce = 4

async function pruneSource(
  parts: ConnectedSourcesParts,
  space: SourceSpace,
  request: WantedClosing,
  paths: ReadonlySet<string>,
): Promise<Pick<ClosedSource, 'trashed' | 'kept'>> {
  const { database } = parts
  const { name, run, writer } = request
  const rows = await readSourceRows(database, space.spaceId, name, 0)
  const rowsWithoutFile = rows.filter(({ path }) => path === '' || !paths.has(path))
  const remotePages = await space.findPages(rowsWithoutFile.map(({ pageId }) => pageId))
  const [began] = await readAs<{ at: Date | undefined }>(
    database,
    beginOfRun(space.spaceId, { userId: writer.userId, run }),
  )
  const pages = pagesWithoutFile(
    rowsWithoutFile.flatMap((row) => toSourcePage(row, remotePages.get(row.pageId), space) ?? []),
    { paths },
  )
  const reasons = new Map<string, ReasonToStay | undefined>()
  const children = new Map<string, readonly string[]>()
  await runBounded(pages, pagesAtOnce, async (page) => {
    const { pageId } = page
    const reason = reasonToStay(page, { paths, run, beganAt: began?.at })
    const isDiscussed =
      reason === undefined && (await space.ask((site) => site.hasComments(pageId)))
    reasons.set(pageId, isDiscussed ? 'commented' : reason)
    if (reason !== undefined || isDiscussed) return
    children.set(pageId, await space.ask((site) => site.listChildIds(pageId)))
  })
  const judged = judgePages(pages, reasons, children)
  if (request.dryRun) return judged
  const trashed = []
  const keptPages = [...judged.kept]
  for (const page of childrenFirst(judged.trashed, children)) {
    const { pageId } = page
    // Somebody may have edited the page while the others were judged.
    const current = (await space.findPages([pageId])).get(pageId)
    if (current === undefined) continue
    if (current.version.number !== remotePages.get(pageId)?.version.number) {
      keptPages.push({ ...page, why: 'edited' })
    } else {
      await takeAway(parts, space, pageId, request)
      trashed.push(page)
    }
  }
  return { trashed, kept: keptPages }
}

function toSourcePage(
  row: SourceRow,
  page: RemotePageHead | undefined,
  { connection }: SourceSpace,
): SourcePage | undefined {
  if (page === undefined) return undefined
  const keepsTheirs = connection.policies.edits === 'keep-theirs'
  const hasTheirs = keepsTheirs && (row.remarks ?? '').includes('"edited-there"')
  return {
    pageId: page.id,
    title: page.title,
    path: row.path === '' ? undefined : row.path,
    isKept: row.isKeeper,
    isMadeHere: row.isMaker,
    isEdited: hasTheirs || isEdited(row, page),
    run: row.run,
    importedAt: row.importedAt,
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

export interface ConnectedSourcesParts extends AuditedStore {
  readonly connections: Pick<ConnectionsSnapshot, 'open'>
  readonly openSite: OpenConnectedSite
  readonly workers: Pick<Workers, 'show'>
  readonly places: Places
}

type SourceSpace = ReturnType<typeof sourceSpace>

/** A connected space. Methods throw a `RequestError` when its site cannot answer. */
export function sourceSpace(
  { openSite, places }: Pick<ConnectedSourcesParts, 'openSite' | 'places'>,
  connection: SpaceConnection,
) {
  const ask = <Answer>(question: (site: ConfluenceSite) => Promise<Answer>): Promise<Answer> =>
    withSiteErrors(() =>
      places.hold({ key: connection.baseUrl }, () => question(openSite(connection).site)),
    )
  return {
    spaceId: Number(connection.spaceId),
    connection,
    ask,
    async findPages(ids: readonly string[]): Promise<ReadonlyMap<string, RemotePageHead>> {
      const heads = ids.length === 0 ? [] : await ask((site) => site.findVersions(ids))
      return new Map([...heads].filter(([, head]) => isInSpace(connection, head)))
    },
  }
}

interface SourceRow {
  readonly pageId: string
  readonly path: string
  readonly isKeeper: boolean
  readonly isMaker: boolean
  readonly digest: string
  readonly version: number
  readonly run: string
  readonly importedAt: Date
  readonly recorded: number | undefined
  readonly remarks: string | undefined
}

function readSourceRows(
  database: Database,
  spaceId: number,
  name: string,
  after: number,
): Promise<SourceRow[]> {
  return readAs(
    database,
    sql`select cast(s.page_id as text) as "pageId", s.path, s.is_keeper as "isKeeper",
        s.is_maker as "isMaker", s.digest, s.version, s.run, s.imported_at as "importedAt",
        p.version as recorded, p.remarks
      from source_pages s
      left join remote_pages p on p.space_id = s.space_id and p.page_id = cast(s.page_id as text)
      where s.space_id = ${spaceId} and s.source = ${name} and s.page_id > ${after}
      order by s.page_id`,
  )
}

/** A late write of an abandoned import is not an edit. */
function isEdited({ version, recorded }: SourceRow, page: RemotePageHead): boolean {
  if (page.version.number <= version) return false
  return !isOfImport(page.version) || (recorded ?? 0) > version
}

/** Put a page into the archive if the caller wants that and the site can, else into the trash. */
export async function takeAway(
  store: AuditedStore,
  { spaceId, connection, ask }: SourceSpace,
  pageId: string,
  { prune, actor }: Pick<WantedClosing, 'prune' | 'actor'>,
): Promise<void> {
  const page = { spaceId, pageId }
  const isArchived = prune === 'archive' && (await ask((site) => site.archivePage(pageId)))
  if (!isArchived) {
    // The request may arrive late, after an import has brought the page back.
    await store.database.write(unsettlePage, { ...page, now: store.clock().getTime() })
    await ask((site) => site.trashPage(pageId))
  }
  const stamp = await auditStamp(store, actor)
  const action = isArchived ? 'page-archive' : 'page-trash'
  await store.database.write(recordRemoteTrash, {
    ...stamp,
    ...page,
    space: connection.spaceKey,
    action,
  })
}

interface RemoteTrash extends AuditStamp {
  readonly spaceId: number
  readonly pageId: string
  readonly action: 'page-archive' | 'page-trash'
  readonly space: string
}

export const recordRemoteTrash: Transaction<RemoteTrash, void> = function* (input) {
  const { spaceId, pageId, space, action } = input
  yield* queryAll([
    sql`update remote_pages set digest = '', is_gone = 1
      where space_id = ${spaceId} and page_id = ${pageId}`,
    ...tellOfPages(
      action === 'page-trash' ? 'page.trashed' : 'page.archived',
      recordedPage(spaceId, Number(pageId), null),
      changeStamp(input),
    ),
    auditRecord(input, action, pageId, { space }),
  ])
}
