/** Questions about the pages of a source, to its site and to the store. @module */
import { type AuditStamp, auditRecord, auditStamps } from '../../../accounts/audit.ts'
import type { Clock } from '../../../accounts/clock.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import type { Workers } from '../../../contract/base/work.ts'
import { type Database, queryAll, type Transaction } from '../../../store/database.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import { readAs } from '../../../store/read-as.ts'
import { sql } from '../../../store/sql.ts'
import {
  changeStamp,
  recordedPage,
  tellOfPages,
} from '../../../wiki/import/changes/tell-changes.ts'
import type { WantedClosing } from '../../../wiki/import/target-wiki.ts'
import type { RemotePageHead } from '../../site.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import type { ConnectionsSnapshot } from '../connections/connections-snapshot.ts'
import type { SpaceConnection } from '../connections/space-connections.ts'
import { isOfAnother } from '../delivery.ts'
import { withSiteErrors } from '../delivery-refusals.ts'
import { unsettlePage } from '../queue/deliveries.ts'

export interface ConnectedSourcesParts {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly connections: Pick<ConnectionsSnapshot, 'open'>
  readonly openSite: OpenConnectedSite
  readonly workers: Pick<Workers, 'show'>
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
  const ask: SourceSpace['ask'] = (question) =>
    withSiteErrors(() =>
      places.hold({ key: connection.baseUrl }, () => question(openSite(connection).site)),
    )
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

export function readSourceRows(
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
    await database.write(unsettlePage, { ...page, now: clock().getTime() })
    await ask((site) => site.trashPage(pageId))
  }
  const stamp = await auditStamps(ids, clock)(actor)
  const action = isArchived ? 'page-archive' : 'page-trash'
  await database.write(recordRemoteTrash, { ...stamp, ...page, space: connection.spaceKey, action })
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
