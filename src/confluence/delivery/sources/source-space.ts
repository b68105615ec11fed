/** Questions about the pages of a source, to its site and to the store. @module */
import { auditStamps } from '../../../accounts/audit.ts'
import type { Clock } from '../../../accounts/clock.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Database } from '../../../store/database.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import type { WantedClosing } from '../../../wiki/import/target-wiki.ts'
import { ConfluenceError } from '../../confluence-error.ts'
import type { RemotePageHead } from '../../site.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import type { ConnectionsSnapshot } from '../connections/connections-snapshot.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { isOfAnother } from '../delivery.ts'
import { notAnswering, refusedCredential } from '../delivery-refusals.ts'
import type { PullWork } from '../pull/pull-work.ts'
import { expectRemoteTrash, recordRemoteTrash } from './record-remote-trash.ts'

export interface ConnectedSourcesParts {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly connections: Pick<ConnectionsSnapshot, 'find' | 'refresh'>
  readonly openSite: OpenConnectedSite
  readonly work: PullWork
  readonly places: Places
}

/** A connected space; `ask` throws a `RequestError` where its site cannot answer. */
export interface SourceSpace {
  readonly spaceId: number
  readonly connection: SpaceConnection
  ask<Answer>(question: (site: ConnectedSite['site']) => Promise<Answer>): Promise<Answer>
  /** Find pages of the space that are neither in the trash nor in the archive. */
  findPages(ids: readonly string[]): Promise<ReadonlyMap<string, RemotePageHead>>
}

export function sourceSpace(
  { openSite, places }: Pick<ConnectedSourcesParts, 'openSite' | 'places'>,
  connection: SpaceConnection,
): SourceSpace {
  const ask: SourceSpace['ask'] = async (question) => {
    try {
      const { site } = openSite(connection)
      return await places.hold({ key: connection.baseUrl }, () => question(site))
    } catch (error) {
      if (!(error instanceof ConfluenceError)) throw error
      if (error.kind === 'credential') throw refusedCredential(error)
      if (error.kind === 'not-found') {
        throw new RequestError('not-found', 'Confluence has no such page.', { cause: error })
      }
      throw notAnswering(error)
    }
  }
  return {
    spaceId: Number(connection.spaceId),
    connection,
    ask,
    async findPages(ids) {
      const heads = ids.length === 0 ? new Map() : await ask((site) => site.findVersions(ids))
      const isInSpace = ({ status, spaceId }: RemotePageHead): boolean =>
        status === 'current' && spaceId === connection.remoteSpace.id
      return new Map([...heads].filter(([, head]) => isInSpace(head)))
    },
  }
}

export interface SourceRow {
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

export function readSourceRows(
  database: Database,
  spaceId: number,
  name: string,
  after: number,
): Promise<SourceRow[]> {
  return database.read<SourceRow>(sql`
    select s.page_id, s.path, s.is_keeper, s.is_maker, s.digest, s.version, s.run, s.imported_at,
      p.version as recorded, p.remarks
    from source_pages s
    left join remote_pages p on p.space_id = s.space_id and p.page_id = cast(s.page_id as text)
    where s.space_id = ${spaceId} and s.source = ${name} and s.page_id > ${after}
    order by s.page_id`)
}

/** An abandoned import may have written late, which is nobody's edit. */
export function isEdited({ version, recorded }: SourceRow, page: RemotePageHead): boolean {
  if (page.version.number <= version) return false
  return !isOfAnother(page.version.message, undefined) || (recorded ?? 0) > version
}

/** Put a page into the trash, or into the archive where the site can. */
export async function takeAway(
  { database, ids, clock }: Pick<ConnectedSourcesParts, 'database' | 'ids' | 'clock'>,
  { spaceId, connection, ask }: SourceSpace,
  pageId: string,
  { prune, actor }: Pick<WantedClosing, 'prune' | 'actor'>,
): Promise<void> {
  const page = { spaceId, pageId }
  const isArchived = prune === 'archive' && (await ask((site) => site.archivePage(pageId)))
  if (!isArchived) {
    // The request may arrive late, when the page is wanted again.
    await database.write(expectRemoteTrash, { ...page, now: clock().getTime() })
    await ask((site) => site.trashPage(pageId))
  }
  const stamp = await auditStamps(ids, clock)(actor)
  const action = isArchived ? 'page-archive' : 'page-trash'
  await database.write(recordRemoteTrash, { ...stamp, ...page, space: connection.spaceKey, action })
}
