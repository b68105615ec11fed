/** Lists, connects, changes and disconnects spaces. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../../../accounts/audit.ts'
import { RequestError } from '../../../contract/errors.ts'
import { contractLimits } from '../../../contract/limits.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
  UniqueViolationError,
} from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { changeStamp, tellOfSpace } from '../../../wiki/import/changes/tell-changes.ts'
import { keepEdits, lockSpace } from '../../../wiki/import/spaces.ts'
import type { SiteKind } from '../../../wiki/pages/recorded-pages.ts'
import type { DocumentSettings } from '../../body/page-body.ts'
import type { SiteAddress } from '../../credential.ts'
import type { RemoteSpace, SiteAccount } from '../../site.ts'

export function spaceConnections(store: AuditedStore) {
  const change = auditedChanges(store)
  return {
    /**
     * Connect a space or change its connection.
     * @throws {RequestError} `not-found` for the space; `already-exists` when another space is
     * connected to that one, or pages are recorded at another place.
     */
    connect: (connection: NewConnection, connectedBy: Actor) =>
      change(saveConnection, connectedBy, connection).catch((error: unknown) => {
        throw error instanceof UniqueViolationError ? connectedMeanwhile(error) : error
      }),
    /**
     * Disconnect a space. The records of its pages are kept, so it can be connected again.
     * @throws {RequestError} `not-found` when it is not connected, `bad-request` when imports are
     * open.
     */
    disconnect: (
      spaceId: string,
      { mayLeaveOpen, disconnectedBy }: { mayLeaveOpen: boolean; disconnectedBy: Actor },
    ) => change(deleteConnection, disconnectedBy, { spaceId, mayLeaveOpen }),
  }
}

export function listConnections(database: Pick<Database, 'read'>): Promise<SpaceConnection[]> {
  return readConnections(database, sql`order by s.key_fold`)
}

export async function findConnection(
  database: Pick<Database, 'read'>,
  spaceId: string,
): Promise<SpaceConnection | undefined> {
  const [connection] = await readConnections(database, sql`where c.space_id = ${Number(spaceId)}`)
  return connection
}

async function readConnections(
  database: Pick<Database, 'read'>,
  selection: Statement,
): Promise<SpaceConnection[]> {
  const rows = await readAs<Omit<SpaceConnection, 'settings'> & { readonly settings: string }>(
    database,
    sql`select cast(c.space_id as text) as "spaceId", s.key as "spaceKey", c.kind,
        c.base_url as "baseUrl", c.cloud_id as "cloudId", c.remote_space_id as "remoteSpace.id",
        c.remote_space_key as "remoteSpace.key", c.remote_space_name as "remoteSpace.name",
        c.remote_homepage_id as "remoteSpace.homepageId", c.account_id as "account.id",
        c.account_name as "account.name", c.email, c.token_file as "tokenFile",
        s.edits as "policies.edits", c.comments as "policies.comments",
        c.title_clash as "policies.titleClash", c.document_settings as settings,
        c.connected_at as "connectedAt"
      from space_connections c join spaces s on s.id = c.space_id ${selection}`,
  )
  return rows.map(({ settings, ...connection }) => ({
    ...connection,
    settings: { formulaMacros: undefined, ...JSON.parse(settings) },
  }))
}

function connectedMeanwhile(error: UniqueViolationError): RequestError {
  return new RequestError(
    'already-exists',
    'Another space was connected to the one at Confluence meanwhile. Look at "markport space list".',
    { cause: error },
  )
}

export interface SpaceConnection extends SiteAddress {
  readonly spaceId: string
  readonly spaceKey: string
  readonly kind: SiteKind
  readonly remoteSpace: RemoteSpace
  readonly account: SiteAccount
  readonly email: string | undefined
  /** Absolute path; undefined where the environment has the token. */
  readonly tokenFile: string | undefined
  readonly policies: DeliveryPolicies
  readonly settings: DocumentSettings
  readonly connectedAt: Date
}

export type NewConnection = Omit<SpaceConnection, 'spaceKey' | 'connectedAt'>

export interface DeliveryPolicies {
  readonly edits: EditPolicy
  readonly comments: 'detach' | 'refuse'
  readonly titleClash: 'refuse' | 'suffix'
}

export function suffixedTitles(
  { policies }: SpaceConnection,
  title: string,
  parentTitle: string,
): string[] {
  if (policies.titleClash !== 'suffix') return []
  const longer = `${title} (${parentTitle})`
  return longer.length <= contractLimits.maxTitleLength ? [longer] : []
}

export const saveConnection: Transaction<AuditStamp & NewConnection, void> = function* (
  input,
  dialect,
) {
  const { remoteSpace, account, policies } = input
  const spaceId = Number(input.spaceId)
  const spaceKey = yield* lockSpaceKey(spaceId, dialect)
  yield* refuseTakenSpace(input)
  yield* refuseOtherPlace(spaceKey, input)
  yield* query(sql`
    insert into space_connections (space_id, kind, base_url, cloud_id, remote_space_id,
      remote_space_key, remote_space_name, remote_homepage_id, account_id, account_name, email,
      token_file, comments, title_clash, document_settings, connected_at)
    values (${spaceId}, ${input.kind}, ${input.baseUrl}, ${input.cloudId ?? null},
      ${remoteSpace.id}, ${remoteSpace.key}, ${remoteSpace.name}, ${remoteSpace.homepageId ?? null},
      ${account.id}, ${account.name}, ${input.email ?? null}, ${input.tokenFile ?? null},
      ${policies.comments}, ${policies.titleClash},
      ${JSON.stringify(input.settings)}, ${input.atMs})
    on conflict (space_id) do update set kind = excluded.kind, base_url = excluded.base_url,
      cloud_id = excluded.cloud_id, remote_space_id = excluded.remote_space_id,
      remote_space_key = excluded.remote_space_key,
      remote_space_name = excluded.remote_space_name,
      remote_homepage_id = excluded.remote_homepage_id, account_id = excluded.account_id,
      account_name = excluded.account_name, email = excluded.email,
      token_file = excluded.token_file, comments = excluded.comments,
      title_clash = excluded.title_clash,
      document_settings = excluded.document_settings`)
  yield* query(keepEdits(spaceId, policies.edits))
  yield* query(sql`
    delete from remote_reservations where space_id = ${spaceId} and not exists (
      select 1 from remote_homes h where h.space_id = ${spaceId}
        and h.base_url = ${input.baseUrl} and h.remote_space_id = ${remoteSpace.id})`)
  yield* query(sql`
    insert into remote_homes (space_id, base_url, remote_space_id, remote_space_key,
      remote_homepage_id)
    values (${spaceId}, ${input.baseUrl}, ${remoteSpace.id}, ${remoteSpace.key},
      ${remoteSpace.homepageId ?? null})
    on conflict (space_id) do update set base_url = excluded.base_url,
      remote_space_id = excluded.remote_space_id, remote_space_key = excluded.remote_space_key,
      remote_homepage_id = excluded.remote_homepage_id`)
  yield* queryAll([
    ...tellOfSpace('space.connected', spaceId, changeStamp(input)),
    auditRecord(input, 'space-connect', spaceKey, {
      site: input.baseUrl,
      remoteSpace: remoteSpace.key,
      account: account.name,
      ...policies,
    }),
  ])
}

function* lockSpaceKey(spaceId: number, { forUpdate }: Dialect): TransactionBody<string> {
  const [, spaces] = yield* queryAll([
    lockSpace(spaceId, forUpdate),
    sql`select key from spaces where id = ${spaceId}`,
  ])
  const space = spaces?.[0] as { key: string } | undefined
  if (space === undefined) throw new RequestError('not-found', 'There is no such space.')
  return space.key
}

function* refuseTakenSpace({
  spaceId,
  baseUrl,
  remoteSpace,
}: NewConnection): TransactionBody<void> {
  const [otherSpace] = yield* query<{ key: string }>(sql`
    select s.key from space_connections c join spaces s on s.id = c.space_id
    where c.base_url = ${baseUrl} and c.remote_space_id = ${remoteSpace.id}
      and c.space_id <> ${Number(spaceId)}`)
  if (otherSpace === undefined) return
  throw new RequestError(
    'already-exists',
    `The space ${otherSpace.key} is connected to ${remoteSpace.key} there already. Import into ${otherSpace.key}, or disconnect it first.`,
  )
}

/**
 * Refuse to connect to another place while pages are recorded. The same space and homepage at
 * another address count as a site that has moved.
 */
function* refuseOtherPlace(
  spaceKey: string,
  { spaceId, baseUrl, remoteSpace }: NewConnection,
): TransactionBody<void> {
  const [home] = yield* query<{ base_url: string; remote_space_key: string }>(sql`
    select base_url, remote_space_key from remote_homes h
    where h.space_id = ${Number(spaceId)}
      and not (h.remote_space_id = ${remoteSpace.id} and (h.base_url = ${baseUrl}
        or (h.remote_space_key = ${remoteSpace.key}
          and h.remote_homepage_id = ${remoteSpace.homepageId ?? ''})))
      and (exists (select 1 from remote_pages p where p.space_id = ${Number(spaceId)})
        or exists (select 1 from deliveries d
          where d.space_id = ${Number(spaceId)}))`)
  if (home === undefined) return
  throw new RequestError(
    'already-exists',
    `The pages of ${spaceKey} are in ${home.remote_space_key} at ${home.base_url}. Connect another space of yours to ${remoteSpace.key}: a key that is not there yet makes one.`,
  )
}

interface DisconnectInput extends AuditStamp {
  readonly spaceId: string
  readonly mayLeaveOpen: boolean
}

/** Keeps the records of the space's pages, so that it can be connected again. */
export const deleteConnection: Transaction<DisconnectInput, { openDeliveries: number }> =
  function* (input, dialect) {
    const spaceId = Number(input.spaceId)
    const spaceKey = yield* lockSpaceKey(spaceId, dialect)
    const [connection] = yield* query<{ base_url: string; remote_space_key: string }>(sql`
      delete from space_connections where space_id = ${spaceId}
      returning base_url, remote_space_key`)
    if (connection === undefined) throw notConnected(spaceKey)
    const [count] = yield* query<{ open: number }>(sql`
      select count(*) as open from deliveries where space_id = ${spaceId}`)
    const openDeliveries = Number(count?.open)
    if (openDeliveries > 0 && !input.mayLeaveOpen) throw stillOpen(spaceKey, openDeliveries)
    yield* queryAll([
      ...tellOfSpace('space.disconnected', spaceId, changeStamp(input)),
      auditRecord(input, 'space-disconnect', spaceKey, {
        site: connection.base_url,
        remoteSpace: connection.remote_space_key,
      }),
    ])
    return { openDeliveries }
  }

function notConnected(spaceKey: string): RequestError {
  return new RequestError('not-found', `The space ${spaceKey} is not connected.`)
}

function stillOpen(spaceKey: string, count: number): RequestError {
  const imports = count === 1 ? '1 import is' : `${count} imports are`
  return new RequestError(
    'bad-request',
    `${imports} on the way from ${spaceKey} to Confluence. Wait until that is done, or use --force: they then wait until the space is connected again.`,
  )
}
