/** Reads changes: the newest ones, or given ones. @module */
import type { Via } from '../../../accounts/audit.ts'
import type { Reader } from '../../../accounts/reader.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { Database } from '../../../store/database.ts'
import { dialects } from '../../../store/dialects.ts'
import { parseId } from '../../../store/ids.ts'
import { allOf, isAnyOf, sql } from '../../../store/sql.ts'
import {
  type CommitRow,
  type FileRow,
  joinVersionSource,
  toCommit,
  toFile,
  type VersionCommit,
  versionSourceColumns,
} from '../sources/version-source.ts'
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
  const rows = await look(reader, choice)
  const readableRows = rows.filter(({ is_open }) => is_open === 1).slice(0, choice.limit)
  const changes = await readChanges(reader.database, readableRows.map(toKey))
  // Do not reveal the titles of pages in the trash.
  return changes.map((change) =>
    change.path === undefined
      ? { ...change, title: undefined, commit: undefined, file: undefined }
      : change,
  )
}

interface LookedAtRow {
  readonly space_id: number
  readonly page_id: number
  readonly changed_at: number
  readonly is_open: number
}

/** Changes of one space have an index; for several spaces the newest rows are filtered. */
async function look(
  reader: Reader,
  { spaceIds, types }: ChangeChoice,
): Promise<readonly LookedAtRow[]> {
  const order = sql`order by changed_at desc, space_id desc, page_id desc`
  const ids = spaceIds?.map((id) => parseId(id) ?? 0)
  const isOfSpace = ids?.length === 1 ? sql`space_id = ${ids[0] ?? 0}` : sql`1 = 1`
  const isOpen = allOf([
    await reader.isReadable(sql`looked.space_id`),
    sql`exists (select 1 from spaces s where s.id = looked.space_id and s.deleted_at is null)`,
    ids && isAnyOf(sql`looked.space_id`, ids),
    types && isAnyOf(sql`looked.type`, types),
  ])
  return reader.database.read<LookedAtRow>(sql`
    select space_id, page_id, changed_at, case when ${isOpen} then 1 else 0 end as is_open
    from (select space_id, page_id, changed_at, type from changes
      where ${isOfSpace} ${order} limit ${maxLookedAt}) looked ${order}`)
}

interface ChangeRow extends CommitRow, FileRow {
  readonly space_id: number
  readonly page_id: number
  readonly changed_at: number
  readonly type: ChangeType
  readonly version: number | null
  readonly actor_id: number
  readonly actor_name: string | null
  readonly via: Via
  readonly token_name: string
  readonly space_key: string | null
  readonly title: string | null
  readonly status: string | null
  readonly remote_url: string | null
}

/** Leaves out changes that have been deleted by now. */
export async function readChanges(
  database: Database,
  keys: readonly ChangeKey[],
): Promise<WikiChange[]> {
  const keyRows = keys.map(({ spaceId, pageId, changedAt }) => ({
    space_id: spaceId,
    page_id: pageId,
    changed_at: changedAt,
  }))
  const columns = { space_id: 'bigint', page_id: 'bigint', changed_at: 'bigint' } as const
  const rows = await database.read<ChangeRow>(sql`
    select c.space_id, c.page_id, c.changed_at, c.type, c.version, c.actor_id, u.name as actor_name,
      c.via, c.token_name, s.key as space_key, coalesce(p.title, r.title) as title,
      p.status, r.url as remote_url, ${versionSourceColumns}
    from ${dialects[database.engine].givenRows(keyRows, columns)}
    join changes c on c.space_id = given.space_id and c.page_id = given.page_id
      and c.changed_at = given.changed_at
    left join spaces s on s.id = c.space_id and s.deleted_at is null
    left join users u on u.id = c.actor_id
    left join pages p on p.space_id = c.space_id and p.id = c.page_id
      and p.trashed_with is distinct from 0
    left join remote_pages r on r.space_id = c.space_id and r.page_id = cast(c.page_id as text)
    ${joinVersionSource(sql`c`)}`)
  const byId = new Map(rows.map((row) => [changeId(toKey(row)), row]))
  return keys.flatMap((key) => {
    const row = byId.get(changeId(key))
    return row === undefined ? [] : toChange(row)
  })
}

function toKey(row: Pick<ChangeRow, 'space_id' | 'page_id' | 'changed_at'>): ChangeKey {
  return { spaceId: row.space_id, pageId: row.page_id, changedAt: row.changed_at }
}

function changeId({ spaceId, pageId, changedAt }: ChangeKey): string {
  return `${spaceId}-${pageId}-${changedAt}`
}

function toChange(row: ChangeRow): WikiChange {
  const { page_id: page, space_key: key, title } = row
  return {
    id: changeId(toKey(row)),
    type: row.type,
    at: new Date(row.changed_at),
    spaceId: String(row.space_id),
    spaceKey: key ?? undefined,
    pageId: page === 0 ? undefined : String(page),
    title: key === null ? undefined : (title ?? undefined),
    version: row.version ?? undefined,
    author:
      row.actor_name === null ? undefined : { id: String(row.actor_id), name: row.actor_name },
    via: row.via,
    tokenName: row.token_name,
    commit: commitOf(row),
    file: toFile(row),
    path: pathOf(row),
  }
}

/** Moving or trashing makes no version, so the commit of the newest version does not apply. */
function commitOf(row: ChangeRow): VersionCommit | undefined {
  const commit = toCommit(row)
  const isNone = Object.values(commit).every((text) => text === '')
  return isNone || !versionTypes.has(row.type) ? undefined : commit
}

const versionTypes: ReadonlySet<ChangeType> = new Set<ChangeType>([
  'page.created',
  'page.updated',
  'page.renamed',
  'page.labelled',
])

function pathOf({ space_key: key, page_id: page, status, remote_url: url }: ChangeRow) {
  if (key === null) return undefined
  if (page === 0) return `/wiki/spaces/${key}`
  return status === 'current' ? pagePath(key, String(page)) : (url ?? undefined)
}

/** In the order in which one write reports them. */
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
  /** Below the public address, or whole in Confluence; undefined for an unreadable page. */
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
