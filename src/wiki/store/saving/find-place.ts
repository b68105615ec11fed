/** Reads the place of an import in one statement: space, access, parent and page. @module */
import { isWritable } from '../../../accounts/reader.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import { writeLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { parseId } from '../../../store/ids.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { Existing, ExistingState } from '../../import/decide.ts'
import { isNamed, lockSpace } from '../../import/spaces.ts'
import type { InSpace, PageToSave, Space, WantedPage } from '../../import/target-wiki.ts'

export interface PageLookup {
  readonly space: InSpace
  readonly parentId: number
  readonly titleKey: string
  /** The id of the page; null looks the page up by title. */
  readonly pageId: number | null
}

export interface StoredPage {
  readonly id: number
  readonly title: string
  /** The id of the parent; 0 for a homepage. */
  readonly parentId: number
  readonly version: number
  readonly contentHash: string
  readonly importedVersion: number
  readonly labels: string
  readonly position: number
  readonly navigationTitle: string
  readonly updatedAt: Date
  readonly author: string
}

interface KeepingSource {
  readonly name: string
  readonly version: number
  /** Whether the version is a merge of that import with people's edits. */
  readonly isMerged: boolean
}

/** The row that `readAs` makes of `selectPlace`. */
export interface StoredPlace {
  readonly space: Space & { readonly edits: EditPolicy }
  readonly page: StoredPage | undefined
  /** The source that keeps the page. */
  readonly keeper: KeepingSource | undefined
  /** The newest version made with a token. */
  readonly tokenVersion: number
  /** The id reserved for a future page. */
  readonly reservedId: number | undefined
  readonly isTitleTaken: boolean
  readonly isBelowItself: boolean
}

/** Selects one row, or none when a part is missing or closed to the writer. */
export function selectPlace(lookup: PageLookup, now: number): Statement {
  const { parentId, titleKey, pageId, space } = lookup
  const spaceId = spaceIdOf(space)
  const hasTitle = (row: Statement): Statement =>
    sql`${row}.parent_id = ${parentOf(lookup)} and ${row}.title_key = ${titleKey}`
  const isPage = (row: Statement): Statement =>
    pageId === null ? hasTitle(row) : sql`${row}.id = ${pageId}`
  const isTitleTaken = sql`exists (select 1 from pages other where other.space_id = ${spaceId}
    and ${hasTitle(sql`other`)} and other.status = 'current' and other.id <> ${pageId})`
  const isBelowItself = sql`page.parent_id <> ${parentOf(lookup)} and exists (
    with recursive above (id, parent_id) as (
      select id, parent_id from pages where space_id = ${spaceId} and id = ${parentId}
      union
      select p.id, p.parent_id from above
      join pages p on p.space_id = ${spaceId} and p.id = above.parent_id
    )
    select 1 from above where above.id = ${pageId})`
  const obstacles =
    pageId === null
      ? sql`0 as "isTitleTaken", 0 as "isBelowItself"`
      : sql`${isTitleTaken} as "isTitleTaken", ${isBelowItself} as "isBelowItself"`
  return sql`
    select cast(spaces.id as text) as "space.id", spaces.key as "space.key",
      spaces.name as "space.name", cast(spaces.homepage_id as text) as "space.homepageId",
      spaces.edits as "space.edits", page.id as "page.id", page.title as "page.title",
      page.parent_id as "page.parentId", page.version as "page.version",
      page.content_hash as "page.contentHash", page.imported_version as "page.importedVersion",
      page.labels as "page.labels", page.position as "page.position",
      page.navigation_title as "page.navigationTitle", page.updated_at as "page.updatedAt",
      (select users.name from users where users.id = page.author_id) as "page.author",
      coalesce((select max(v.number) from page_versions v where v.space_id = ${spaceId}
        and v.page_id = page.id and v.via in ('import', 'mcp')), 0) as "tokenVersion",
      keeper.source as "keeper.name", keeper.version as "keeper.version",
      case when keeper.source is not null then
        case when keeper.sent_markdown is null then 0 else 1 end end as "keeper.isMerged",
      (select kept.id from page_reservations kept where kept.space_id = ${spaceId}
        and ${isPage(sql`kept`)} and kept.lapses_at > ${now}) as "reservedId", ${obstacles}
    from spaces
    join pages parent
      on parent.space_id = spaces.id and parent.id = ${parentId} and parent.status = 'current'
    left join pages page
      on page.space_id = spaces.id and ${isPage(sql`page`)} and page.status = 'current'
    left join source_pages keeper
      on keeper.space_id = spaces.id and keeper.page_id = page.id and keeper.is_keeper = 1
    where ${isOpenSpace(space)}`
}

/** A homepage has no parent; requests name the homepage itself as its parent. */
export function parentOf({ parentId, pageId }: Pick<PageLookup, 'parentId' | 'pageId'>): number {
  return parentId === pageId ? 0 : parentId
}

/**
 * Lock the place until the end of the transaction. Moves lock the space exclusively, because two
 * simultaneous moves could each put its page below the other; the first statement returns a row for
 * a move.
 */
export function lockPlace(lookup: PageLookup, dialect: Dialect): Statement[] {
  const { pageId, titleKey } = lookup
  const spaceId = spaceIdOf(lookup.space)
  const lockPage = (condition: Statement): Statement =>
    sql`select id from pages where space_id = ${spaceId} and ${condition} and status = 'current'
      ${dialect.forUpdate}`
  if (pageId === null) {
    return [
      lockSpace(spaceId, dialect.forKeyShare),
      lockPage(sql`parent_id = ${lookup.parentId} and title_key = ${titleKey}`),
    ]
  }
  const isMove = sql`exists (select 1 from pages moving where moving.space_id = ${spaceId}
    and moving.id = ${pageId} and moving.parent_id <> ${parentOf(lookup)})`
  return [
    lockSpace(spaceId, sql`and ${isMove} ${dialect.forUpdate}`),
    lockSpace(spaceId, dialect.forKeyShare),
    lockPage(sql`id = ${pageId}`),
  ]
}

export function spaceIdOf({ spaceIdOrKey }: InSpace): Statement {
  const id = parseId(spaceIdOrKey)
  if (id !== undefined) return sql`${id}`
  return sql`coalesce((select id from spaces where ${isSpace(spaceIdOrKey)}), 0)`
}

/** On a distributed store, statements must name the space by its id. */
export async function namedSpace(database: Database, lookup: InSpace): Promise<InSpace> {
  if (!database.isSpread || parseId(lookup.spaceIdOrKey) !== undefined) return lookup
  const [space] = await database.read<{ id: number }>(
    sql`select id from spaces where ${isSpace(lookup.spaceIdOrKey)}`,
  )
  return space === undefined ? lookup : { ...lookup, spaceIdOrKey: String(space.id) }
}

/**
 * Describe the place for `decide`.
 * @param content The import, if its content is known.
 */
export function existingAt(
  place: StoredPlace | undefined,
  lookup: PageLookup,
  content?: PageToSave,
): Existing {
  if (place === undefined) return { hasParent: false, page: undefined }
  const { page, reservedId, isTitleTaken, isBelowItself } = place
  return {
    hasParent: true,
    isReserved: reservedId !== undefined,
    isTitleTaken,
    isBelowItself,
    page: page && stateOf(page, lookup, content),
  }
}

function stateOf(
  page: StoredPage,
  lookup: PageLookup,
  content: PageToSave | undefined,
): ExistingState {
  const { version, importedVersion: imported } = page
  const isOfImports = imported === version || (imported === 0 && version === 1)
  return {
    version,
    isSame:
      content !== undefined &&
      page.contentHash === content.document.digest &&
      imported === version &&
      page.labels === labelsOf(content, page),
    isHomepageOfOthers: page.parentId === 0 && parentOf(lookup) === 0 && !isOfImports,
  }
}

/** The labels that the page gets, as the store has them; without new ones it keeps its own. */
export function labelsOf(
  { fields: { labels } }: WantedPage,
  page: Pick<StoredPage, 'labels'> | undefined,
): string {
  return labels === undefined ? (page?.labels ?? '') : writeLabels(labels)
}

/** The space must be writable for the writer and not connected. */
function isOpenSpace({ spaceIdOrKey, writer }: InSpace): Statement {
  return sql`${isSpace(spaceIdOrKey)} and ${isWritable(sql`spaces.id`, writer)}
    and ${isEmbedded(sql`spaces.id`)}`
}

export function isEmbedded(spaceId: Statement): Statement {
  return sql`not exists (select 1 from space_connections c where c.space_id = ${spaceId})`
}

function isSpace(idOrKey: string): Statement {
  return sql`${isNamed(idOrKey)} and spaces.deleted_at is null`
}
