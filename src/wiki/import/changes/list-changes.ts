/** Reads changes: the newest ones, or given ones. @module */
import type { Via } from '../../../accounts/audit.ts'
import type { Reader } from '../../../accounts/reader.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { Database } from '../../../store/database.ts'
import { type Dialect, dialects } from '../../../store/dialects.ts'
import { parseId } from '../../../store/ids.ts'
import { readAs } from '../../../store/read-as.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { joinVersionSource, type VersionCommit, versionSourceColumns } from '../../pages/page.ts'
import { pagePath } from '../target-wiki.ts'

export interface ChangeKey {
  readonly spaceId: number
  readonly pageId: number
  readonly changedAt: number
}

interface ChangeChoice {
  readonly spaceIds?: readonly string[] | undefined
  readonly types?: readonly ChangeType[]
  readonly limit: number
}

const maxLookedAt = 1_000

export async function listNewestChanges(
  reader: Reader,
  choice: ChangeChoice,
): Promise<readonly WikiChange[]> {
  const keys = await look(reader, choice)
  const readableKeys = keys.filter(({ isOpen }) => isOpen === 1).slice(0, choice.limit)
  const changes = await readChanges(reader.database, readableKeys)
  // Do not reveal the titles of pages in the trash.
  return changes.map((change) =>
    change.path === undefined
      ? { ...change, title: undefined, commit: undefined, file: undefined }
      : change,
  )
}

/** Changes of one space have an index; for several spaces the newest rows are filtered. */
async function look(
  reader: Reader,
  { spaceIds, types }: ChangeChoice,
): Promise<readonly (ChangeKey & { readonly isOpen: number })[]> {
  const order = sql`order by changed_at desc, space_id desc, page_id desc`
  const ids = spaceIds?.map((id) => parseId(id) ?? 0)
  const isOfSpace = ids?.length === 1 ? sql`space_id = ${ids[0] ?? 0}` : sql`1 = 1`
  const isOpen = allOf([
    await reader.isReadable(sql`looked.space_id`),
    sql`exists (select 1 from spaces s where s.id = looked.space_id and s.deleted_at is null)`,
    ids && isAnyOf(sql`looked.space_id`, ids),
    types && isAnyOf(sql`looked.type`, types),
  ])
  return reader.database.read(sql`
    select space_id as "spaceId", page_id as "pageId", changed_at as "changedAt",
      case when ${isOpen} then 1 else 0 end as "isOpen"
    from (select space_id, page_id, changed_at, type from changes
      where ${isOfSpace} ${order} limit ${maxLookedAt}) looked ${order}`)
}

interface ChangeRow extends Omit<WikiChange, 'path'> {
  readonly commit: VersionCommit
  readonly status: string | undefined
  readonly remoteUrl: string | undefined
}

/** Leaves out changes that have been deleted by now. */
export async function readChanges(
  database: Database,
  keys: readonly ChangeKey[],
): Promise<WikiChange[]> {
  const rows = await readAs<ChangeRow>(
    database,
    sql`select cast(c.space_id as text) || '-' || cast(c.page_id as text) || '-'
        || cast(c.changed_at as text) as id, c.type, c.changed_at as at,
      cast(c.space_id as text) as "spaceId", s.key as "spaceKey",
      cast(nullif(c.page_id, 0) as text) as "pageId",
      case when s.key is not null then coalesce(p.title, r.title) end as title, c.version,
      cast(u.id as text) as "author.id", u.name as "author.name", c.via,
      c.token_name as "tokenName", p.status, r.url as "remoteUrl", ${versionSourceColumns}
    from ${givenChanges(dialects[database.engine], keys)}
    join changes c on c.space_id = given.space_id and c.page_id = given.page_id
      and c.changed_at = given.changed_at
    left join spaces s on s.id = c.space_id and s.deleted_at is null
    left join users u on u.id = c.actor_id
    left join pages p on p.space_id = c.space_id and p.id = c.page_id
      and p.trashed_with is distinct from 0
    left join remote_pages r on r.space_id = c.space_id and r.page_id = cast(c.page_id as text)
    ${joinVersionSource(sql`c`)}`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap((key) => {
    const row = byId.get(changeId(key))
    return row === undefined ? [] : toChange(row)
  })
}

/** Make a table `given` of the keys of changes, for a query to join with. */
export function givenChanges(dialect: Dialect, keys: readonly ChangeKey[]): Statement {
  const rows = keys.map(({ spaceId, pageId, changedAt }) => {
    return { space_id: spaceId, page_id: pageId, changed_at: changedAt }
  })
  return dialect.givenRows(rows, { space_id: 'bigint', page_id: 'bigint', changed_at: 'bigint' })
}

export function changeId({ spaceId, pageId, changedAt }: ChangeKey): string {
  return `${spaceId}-${pageId}-${changedAt}`
}

function toChange({ status, remoteUrl, ...row }: ChangeRow): WikiChange {
  const { spaceKey, pageId, commit, type } = row
  const isNone = Object.values(commit).every((text) => text === '')
  // Moving or trashing makes no version, so the commit of the newest version does not apply.
  const isOfVersion = !isNone && versionTypes.has(type)
  const path =
    pageId === undefined
      ? `/wiki/spaces/${spaceKey}`
      : status === 'current'
        ? pagePath(spaceKey ?? '', pageId)
        : remoteUrl
  return {
    ...row,
    commit: isOfVersion ? commit : undefined,
    path: spaceKey === undefined ? undefined : path,
  }
}

const versionTypes: ReadonlySet<ChangeType> = new Set<ChangeType>([
  'page.created',
  'page.updated',
  'page.renamed',
  'page.labelled',
])

/** The types of changes, in the order in which one write reports them. */
export type ChangeType =
  | 'page.created'
  | 'page.updated'
  | 'page.renamed'
  | 'page.labelled'
  | 'page.moved'
  | 'page.trashed'
  | 'page.restored'
  | 'page.archived'
  | 'page.purged'
  | 'version.purged'
  | 'space.created'
  | 'space.renamed'
  | 'space.connected'
  | 'space.disconnected'
  | 'space.deleted'

export const changesKeptMs: number = 90 * 24 * 60 * 60 * 1000

export interface WikiChange {
  readonly id: string
  readonly type: ChangeType
  readonly at: Date
  readonly spaceId: string
  readonly spaceKey: string | undefined
  readonly pageId: string | undefined
  readonly title: string | undefined
  readonly version: number | undefined
  readonly author: { readonly id: string; readonly name: string } | undefined
  readonly via: Via
  readonly tokenName: string
  readonly commit: VersionCommit | undefined
  readonly file: KeptFile | undefined
  /** A path below the public address, or an address in Confluence; undefined for an unreadable page. */
  readonly path: string | undefined
}

/** The JSON form of a change; of a page's words it contains only the title. */
export function changeJson(change: WikiChange, publicUrl: string): Record<string, unknown> {
  const { id, type, at, spaceId, spaceKey, pageId, title, version, author, via, path } = change
  const { commit, file } = change
  return {
    id,
    type,
    at: at.toISOString(),
    spaceId,
    ...(spaceKey !== undefined && { spaceKey }),
    ...(pageId !== undefined && { pageId }),
    ...(title !== undefined && { title }),
    ...(version !== undefined && { version: { number: version } }),
    ...(author && { authorId: author.id, authorName: author.name }),
    via,
    ...(change.tokenName !== '' && { token: change.tokenName }),
    ...(commit && { commit }),
    ...(file && { source: fileJson(file) }),
    ...(path !== undefined && { url: new URL(path, publicUrl).href }),
  }
}

function fileJson({ name, path, url }: KeptFile): Record<string, unknown> {
  return { name, ...(path !== '' && { path }), ...(url && { url }) }
}
