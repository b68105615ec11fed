/**
 * A connected space for `import --prune` and `pull`: its pages, and edits made in Confluence. Pages
 * of other spaces are hidden, whatever the site's account may read.
 * @module
 */
import { type Actor, auditStamps } from '../../auth/audit.ts'
import type { Clock } from '../../auth/clock.ts'
import type { Places } from '../../base/places/places.ts'
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { RemotePageHead } from '../../confluence/site.ts'
import { RequestError } from '../../contract/errors.ts'
import type { EditPolicy } from '../../contract/outcomes.ts'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import type { ConnectionsSnapshot } from '../connections/connections-snapshot.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { findConnection } from '../connections/space-connections.ts'
import { notAnswering, refusedCredential } from '../delivery-refusals.ts'
import type { PulledEdit } from '../pull/find-page-edits.ts'
import type { PullWork } from '../pull/pull-work.ts'
import { markKey } from '../records/page-mark.ts'
import { findRecordedPage, listRecordedFiles } from '../records/recorded-pages.ts'
import { expectRemoteTrash, recordRemoteTrash } from './record-remote-trash.ts'

export interface BrowsedPage {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly parentId: string | undefined
  /** Undefined for a folder. */
  readonly version: RemotePageHead['version'] | undefined
}

/** The edits of a page since its last import. */
export interface EditsOfPage {
  readonly page: string
  readonly version: number
  readonly by: string
  readonly at: string
  readonly markdown: string
  readonly edits: readonly PulledEdit[]
}

/**
 * A connected space; each method throws a `RequestError` where the site refuses or cannot answer.
 */
export interface BrowsedSpace {
  readonly homepageId: string | undefined
  readonly edits: EditPolicy
  findPages(ids: readonly string[]): Promise<readonly BrowsedPage[]>
  /** List the children of a page in order; undefined when it is missing. */
  listChildren(id: string): Promise<readonly BrowsedPage[] | undefined>
  /** Tell whether people commented on a page; undefined when it is missing. */
  hasComments(id: string): Promise<boolean | undefined>
  /**
   * Archive a page.
   * @returns False where the site cannot; undefined unless the page exists and an import made or
   * wrote it.
   */
  archivePage(id: string, actor: Actor): Promise<boolean | undefined>
  trashPage(id: string, actor: Actor): Promise<boolean>
  /** Find the edits of a page; undefined unless it exists and was imported. */
  findEdits(id: string): Promise<EditsOfPage | undefined>
}

/** Gives a connected space; the caller must have the right to read it. */
export type BrowseSpace = (spaceId: string) => Promise<BrowsedSpace | undefined>

export interface BrowseDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly connections: Pick<ConnectionsSnapshot, 'findById'>
  readonly openSite: OpenConnectedSite
  readonly work: PullWork
  /** Slots for questions to sites, separate for each site. */
  readonly places: Places
}

export function browseConnected(dependencies: BrowseDependencies): BrowseSpace {
  return async (spaceId) => {
    const known = await dependencies.connections.findById(spaceId)
    // Another process may have changed the policies.
    const connection = known && (await findConnection(dependencies.database, spaceId))
    return connection && browsedSpace(connection, dependencies)
  }
}

/**
 * Each candidate for a folder costs a request, and pages outside of the result are rarely asked
 * for.
 */
const maxFolders = 20

function browsedSpace(
  connection: SpaceConnection,
  { database, ids: allocator, clock, openSite, work, places }: BrowseDependencies,
): BrowsedSpace {
  const { remoteSpace } = connection
  const isOwn = ({ spaceId }: { readonly spaceId: string }): boolean => spaceId === remoteSpace.id
  const ask = async <Answer>(
    question: (site: ConnectedSite) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await places.hold({ key: connection.baseUrl }, () => question(openSite(connection)))
    } catch (error) {
      if (!(error instanceof ConfluenceError)) throw error
      if (error.kind === 'credential') throw refusedCredential(error)
      if (error.kind === 'not-found') {
        throw new RequestError('not-found', 'Confluence has no such page.', { cause: error })
      }
      throw notAnswering(error)
    }
  }
  const findOne = async (id: string): Promise<RemotePageHead | undefined> => {
    const head = (await ask(({ site }) => site.findVersions([id]))).get(id)
    return head !== undefined && isOwn(head) ? head : undefined
  }
  const recorded = (id: string) => findRecordedPage(database, Number(connection.spaceId), id)
  const isOurs = async (id: string): Promise<boolean> => {
    const head = (await recorded(id)) && (await findOne(id))
    return head?.status === 'current'
  }
  const record = async (
    action: 'page-archive' | 'page-trash',
    pageId: string,
    actor: Actor,
  ): Promise<void> => {
    const stamp = await auditStamps(allocator, clock)(actor)
    const page = { spaceId: Number(connection.spaceId), pageId, space: connection.spaceKey }
    await database.write(recordRemoteTrash, { ...stamp, ...page, action })
  }
  return {
    homepageId: remoteSpace.homepageId,
    edits: connection.policies.edits,
    async findPages(ids) {
      const heads = await ask(({ site }) => site.findVersions(ids))
      const missing = ids.filter((id) => !heads.has(id)).slice(0, maxFolders)
      const parents = await Promise.all(missing.map((id) => ask((site) => site.findParent(id))))
      const folders = parents.flatMap((one) => (one?.kind === 'folder' ? one : []))
      return [
        ...[...heads.values()].filter(isOwn).map(toPage),
        ...folders.filter(isOwn).map(({ id, title, status }) => {
          return { id, title, status, parentId: undefined, version: undefined }
        }),
      ]
    },
    async listChildren(id) {
      const [head, children] = await Promise.all([
        findOne(id),
        ask(({ site }) => site.listChildren(id)),
      ])
      return head && children.filter(isOwn).map(toPage)
    },
    async hasComments(id) {
      if ((await findOne(id)) === undefined) return undefined
      return ask(({ site }) => site.hasComments(id))
    },
    async archivePage(id, actor) {
      if (!(await isOurs(id))) return undefined
      if (!(await ask(({ site }) => site.archivePage(id)))) return false
      await record('page-archive', id, actor)
      return true
    },
    async trashPage(id, actor) {
      if (!(await isOurs(id))) return false
      const page = { spaceId: Number(connection.spaceId), pageId: id }
      // The request may arrive late, when the page is wanted again.
      await database.write(expectRemoteTrash, { ...page, now: clock().getTime() })
      await ask(({ site }) => site.trashPage(id))
      await record('page-trash', id, actor)
      return true
    },
    async findEdits(id) {
      const page = await recorded(id)
      const source = page && (await readImported(database, connection.spaceId, id))
      if (page === undefined || source === undefined) return undefined
      const now = await ask(({ site }) => site.readPage(id, markKey))
      if (now === undefined || now.status !== 'current' || !isOwn(now)) return undefined
      const { number, authorName, createdAt } = now.version
      const { markdown, stored: base } = source
      const told = { page: id, version: number, by: authorName, at: createdAt, markdown }
      const { kind, baseUrl, settings, policies } = connection
      const isUntouched = number === page.version && policies.edits !== 'keep-theirs'
      if (isUntouched) return { ...told, edits: [] }
      const files = await listRecordedFiles(database, Number(connection.spaceId), id)
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
        theirs: now.body ?? '',
      })
      return { ...told, edits }
    },
  }
}

function toPage({ id, title, status, parentId, version }: RemotePageHead): BrowsedPage {
  return { id, title, status, parentId, version }
}

async function readImported(
  database: Database,
  spaceId: string,
  pageId: string,
): Promise<{ markdown: string; stored: string } | undefined> {
  const [row] = await database.read<{ markdown: string; stored: string }>(sql`
    select markdown, stored from remote_versions
    where space_id = ${Number(spaceId)} and page_id = ${pageId} order by number desc limit 1`)
  return row
}
