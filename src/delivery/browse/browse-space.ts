/**
 * A connected space as `import --prune` and `pull` see it: its pages, and the edits that were made of them
 * there. Pages of other spaces of the site look as if they were not there, whatever the
 * site's account may read.
 * @module
 */
import { type Actor, auditStamps } from '../../auth/audit.ts'
import type { Clock } from '../../auth/clock.ts'
import { RequestError } from '../../base/errors.ts'
import type { Places } from '../../base/places/places.ts'
import type { EditPolicy } from '../../confluence/body/page-body.ts'
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { RemotePageHead } from '../../confluence/site.ts'
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

/** A page, or a folder that pages stand below. */
export interface BrowsedPage {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly parentId: string | undefined
  /** Undefined for a folder. */
  readonly version: RemotePageHead['version'] | undefined
}

/** What somebody edited of a page since it was imported. */
export interface EditsOfPage {
  readonly page: string
  readonly version: number
  readonly by: string
  readonly at: string
  readonly markdown: string
  readonly edits: readonly PulledEdit[]
}

/** Each method throws a `RequestError` where the site refuses or cannot answer. */
export interface BrowsedSpace {
  readonly homepageId: string | undefined
  /** What becomes of edits: those that are kept are still to be taken into files. */
  readonly edits: EditPolicy
  /** Find pages and folders of the space; those in the trash are left out. */
  findPages(ids: readonly string[]): Promise<readonly BrowsedPage[]>
  /** List what is directly below a page, in its order; undefined when the page is not there. */
  listChildren(id: string): Promise<readonly BrowsedPage[] | undefined>
  /** Tell whether people commented on a page; undefined when it is not there. */
  hasComments(id: string): Promise<boolean | undefined>
  /**
   * Put a page into the archive.
   * @returns False where the site does not do that; undefined unless the page is there, and an import
   * made it or wrote it.
   */
  archivePage(id: string, actor: Actor): Promise<boolean | undefined>
  /** Put a page into the trash; false unless it is there, and an import made it or wrote it. */
  trashPage(id: string, actor: Actor): Promise<boolean>
  /** Find what was edited of a page; undefined unless it is there, and was imported. */
  findEdits(id: string): Promise<EditsOfPage | undefined>
}

/** Gives a space if it is connected; whoever asks may read it. */
export type BrowseSpace = (spaceId: string) => Promise<BrowsedSpace | undefined>

export interface BrowseDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly connections: Pick<ConnectionsSnapshot, 'findById'>
  readonly openSite: OpenConnectedSite
  readonly work: PullWork
  /** Of what is asked of sites, each on behalf of its site. */
  readonly places: Places
}

/** Make what gives connected spaces. */
export function browseConnected(dependencies: BrowseDependencies): BrowseSpace {
  return async (spaceId) => {
    const known = await dependencies.connections.findById(spaceId)
    // Another process may have changed what becomes of edits.
    const connection = known && (await findConnection(dependencies.database, spaceId))
    return connection && browsedSpace(connection, dependencies)
  }
}

/** Other pages that are no folders either are hardly asked for, and each costs a request. */
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
      // A site that is slow keeps nobody but those who ask it.
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
      // Its answer may be lost, and it may arrive when the page is wanted again.
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
