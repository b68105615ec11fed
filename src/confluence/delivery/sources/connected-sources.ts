/** Sources of connected spaces. @module */
import type { Principal } from '../../../accounts/reader.ts'
import type { AnswerSourcePage } from '../../../contract/answers.ts'
import { RequestError } from '../../../contract/errors.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import {
  countOfRun,
  pathKey,
  type ToldRow,
  toldOfSource,
} from '../../../wiki/import/sources/source-pages.ts'
import { findSpace } from '../../../wiki/import/spaces.ts'
import type { SourceEdits, SourceWiki } from '../../../wiki/import/target-wiki.ts'
import type { RemotePageHead } from '../../site.ts'
import { siteKinds } from '../../site-kinds.ts'
import { findConnection } from '../connections/space-connections.ts'
import { markKey } from '../records/page-mark.ts'
import { findRecordedPage, listRecordedFiles } from '../records/recorded-pages.ts'
import { pruneSource } from './prune-source.ts'
import {
  type ConnectedSourcesParts,
  isEdited,
  readSourceRows,
  type SourceRow,
  type SourceSpace,
  sourceSpace,
} from './source-space.ts'

export function connectedSources(parts: ConnectedSourcesParts): SourceWiki {
  const { database, connections } = parts
  const open = async (
    spaceIdOrKey: string,
    writer: Principal,
  ): Promise<SourceSpace | undefined> => {
    if ((await connections.find(spaceIdOrKey)) === undefined) await connections.refresh()
    const cached = await connections.find(spaceIdOrKey)
    const space = cached && (await findSpace(database, cached.spaceId, { writableBy: writer }))
    const connection = space && (await findConnection(database, space.id))
    return connection && sourceSpace(parts, connection)
  }
  return {
    async listSource({ spaceIdOrKey, writer, name, after, limit }) {
      const space = await open(spaceIdOrKey, writer)
      if (space === undefined) return undefined
      const rows = await readSourceRows(database, space.spaceId, name, after)
      const keptRows = rows.filter(({ is_keeper: isKeeper }) => isKeeper === 1).slice(0, limit)
      const pages = await space.findPages(keptRows.map(({ page_id: id }) => String(id)))
      return keptRows.flatMap((row) => answerPage(row, pages.get(String(row.page_id))) ?? [])
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
      if (edits === undefined) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
      return edits
    },
  }
}

const nothingPruned = { trashed: [], kept: [] } as const

function cannotArchive(): RequestError {
  return new RequestError(
    'bad-request',
    'prune must be true or false here: Confluence Data Center has no archive that a program may use.',
    { field: 'prune' },
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
  { database, work }: ConnectedSourcesParts,
  { spaceId, connection, ask }: SourceSpace,
  id: string,
): Promise<SourceEdits | undefined> {
  const page = await findRecordedPage(database, spaceId, id)
  const [source] = await database.read<{ markdown: string; stored: string }>(sql`
    select markdown, stored from remote_versions
    where space_id = ${spaceId} and page_id = ${id} order by number desc limit 1`)
  if (page === undefined || source === undefined) return undefined
  const remotePage = await ask((site) => site.readPage(id, markKey))
  if (remotePage?.status !== 'current' || remotePage.spaceId !== connection.remoteSpace.id)
    return undefined
  const { number, authorName, createdAt } = remotePage.version
  const { markdown, stored: base } = source
  const answer = { version: number, by: authorName, at: createdAt, markdown }
  const { kind, baseUrl, settings, policies } = connection
  const isUntouched = number === page.version && policies.edits !== 'keep-theirs'
  if (isUntouched) return { ...answer, edits: [] }
  const files = await listRecordedFiles(database, spaceId, id)
  const edits = await work.findEdits({
    kind,
    baseUrl,
    settings,
    markdown,
    base,
    pageId: id,
    title: page.askedTitle,
    files: files.map(({ sha256, name, fileId }) => {
      return { sha256, name, fileId: fileId ?? undefined }
    }),
    theirs: remotePage.body ?? '',
  })
  return { ...answer, edits }
}
