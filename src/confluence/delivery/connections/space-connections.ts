/** Lists, connects, changes and disconnects spaces. @module */
import { type Actor, auditedChanges } from '../../../accounts/audit.ts'
import type { Clock } from '../../../accounts/clock.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import { type Database, UniqueViolationError } from '../../../store/database.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import type { SiteKind } from '../../../wiki/pages/connected-place.ts'
import type {
  CommentPolicy,
  DeliveryPolicies,
  NewConnection,
  SpaceConnection,
  TitleClashPolicy,
} from './space-connection.ts'
import { deleteConnection, saveConnection, savePolicies } from './space-connection-changes.ts'

export function spaceConnections(database: Database, ids: IdAllocator, clock: Clock) {
  const change = auditedChanges(database, ids, clock)
  return {
    list: () => listConnections(database),
    /**
     * Connect a space or change its connection.
     * @throws {RequestError} `not-found` for the space; `already-exists` when another space is
     * connected to that one, or pages are recorded at another place.
     */
    connect: (connection: NewConnection, connectedBy: Actor) =>
      change(saveConnection, connectedBy, { connection }).catch((error: unknown) => {
        throw error instanceof UniqueViolationError ? connectedMeanwhile(error) : error
      }),
    /** @throws {RequestError} `not-found` when the space is not connected. */
    setPolicies: (spaceId: string, policies: DeliveryPolicies, setBy: Actor) =>
      change(savePolicies, setBy, { spaceId, policies }),
    /**
     * The records of its pages stay.
     * @throws {RequestError} `not-found` when it is not connected, `bad-request` when imports are
     * open.
     */
    disconnect: (
      spaceId: string,
      { mayLeaveOpen, disconnectedBy }: { mayLeaveOpen: boolean; disconnectedBy: Actor },
    ) => change(deleteConnection, disconnectedBy, { spaceId, mayLeaveOpen }),
  }
}

export async function listConnections(
  database: Pick<Database, 'read'>,
): Promise<SpaceConnection[]> {
  const rows = await database.read<ConnectionRow>(sql`${selectConnections} order by s.key_fold`)
  return rows.map(toConnection)
}

export async function findConnection(
  database: Pick<Database, 'read'>,
  spaceId: string,
): Promise<SpaceConnection | undefined> {
  const [row] = await database.read<ConnectionRow>(
    sql`${selectConnections} where c.space_id = ${Number(spaceId)}`,
  )
  return row && toConnection(row)
}

const selectConnections = sql`
  select c.space_id, s.key, c.kind, c.base_url, c.cloud_id, c.remote_space_id, c.remote_space_key,
    c.remote_space_name, c.remote_homepage_id, c.account_id, c.account_name, c.email, c.token_file,
    s.edits, c.comments, c.title_clash, c.document_settings, c.connected_at
  from space_connections c join spaces s on s.id = c.space_id`

interface ConnectionRow {
  readonly space_id: number
  readonly key: string
  readonly kind: SiteKind
  readonly base_url: string
  readonly cloud_id: string | null
  readonly remote_space_id: string
  readonly remote_space_key: string
  readonly remote_space_name: string
  readonly remote_homepage_id: string | null
  readonly account_id: string
  readonly account_name: string
  readonly email: string | null
  readonly token_file: string | null
  readonly edits: EditPolicy
  readonly comments: CommentPolicy
  readonly title_clash: TitleClashPolicy
  readonly document_settings: string
  readonly connected_at: number
}

function toConnection(row: ConnectionRow): SpaceConnection {
  return {
    spaceId: String(row.space_id),
    spaceKey: row.key,
    kind: row.kind,
    baseUrl: row.base_url,
    cloudId: row.cloud_id ?? undefined,
    remoteSpace: {
      id: row.remote_space_id,
      key: row.remote_space_key,
      name: row.remote_space_name,
      homepageId: row.remote_homepage_id ?? undefined,
    },
    account: { id: row.account_id, name: row.account_name },
    email: row.email ?? undefined,
    tokenFile: row.token_file ?? undefined,
    policies: {
      edits: row.edits,
      comments: row.comments,
      titleClash: row.title_clash,
    },
    settings: { formulaMacros: undefined, ...JSON.parse(row.document_settings) },
    connectedAt: new Date(row.connected_at),
  }
}

function connectedMeanwhile(error: UniqueViolationError): RequestError {
  return new RequestError(
    'already-exists',
    'Another space was connected to the one at Confluence meanwhile. Look at "markport space list".',
    { cause: error },
  )
}
