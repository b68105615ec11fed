/** Finds the place of an import: space, access, parent and page in one statement. @module */
import { isWritable } from '../../../auth/access-conditions.ts'
import { readLabels } from '../../../contract/labels.ts'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  type ExistingPage,
  type Obstacle,
  type Place,
  pagePath,
  type WantedPlace,
} from '../../../importing/target-wiki.ts'
import { titleKey } from '../page-place.ts'

/** Find a place by title; the result does not tell which part is missing. */
export async function findTitledPlace(
  database: Database,
  wanted: Omit<WantedPlace, 'pageId'>,
): Promise<Place | undefined> {
  const parentId = parseId(wanted.parentId)
  if (parentId === undefined) return undefined
  const spaceIdOrKey = await nameSpace(database, wanted.spaceIdOrKey)
  const [row] = await database.read<PlaceRow>(sql`
    select ${columns}
    from ${spaceAndParent(parentId)}
    left join pages existing
      on existing.space_id = spaces.id and existing.parent_id = parent.id
      and existing.title_key = ${titleKey(wanted.title)} and existing.status = 'current'
    where ${isOpenSpace({ ...wanted, spaceIdOrKey })}`)
  return row && toPlace(row, wanted.parentId)
}

export async function findNamedPlace(
  database: Database,
  wanted: WantedPlace & { readonly pageId: string; readonly now: number },
): Promise<Place | undefined> {
  const parentId = parseId(wanted.parentId)
  const pageId = parseId(wanted.pageId)
  if (parentId === undefined || pageId === undefined) return undefined
  const spaceIdOrKey = await nameSpace(database, wanted.spaceIdOrKey)
  const id = parseId(spaceIdOrKey)
  const spaceId = id === undefined ? sql`spaces.id` : sql`${id}`
  const spaceAbove = id === undefined ? sql`above.space_id` : sql`${id}`
  const [row] = await database.read<NamedPlaceRow>(sql`
    with recursive above (space_id, id, parent_id) as (
      select space_id, id, parent_id from pages
      where ${id === undefined ? sql`` : sql`space_id = ${id} and`} id = ${parentId}
      union
      select p.space_id, p.id, p.parent_id from above
      join pages p on p.space_id = ${spaceAbove} and p.id = above.parent_id
    )
    select ${columns},
      case when spaces.homepage_id = ${pageId} and parent.id = ${pageId} then
          case when not (${isOfImports(sql`existing`)}) then 'written-by-others' end
        when exists (select 1 from above where above.id = ${pageId}) then 'below-itself'
        when exists (select 1 from pages other
          where other.space_id = ${spaceId} and other.parent_id = ${parentId}
            and other.title_key = ${titleKey(wanted.title)} and other.status = 'current'
            and other.id <> ${pageId}) then 'title-taken'
        end as obstacle
    from ${spaceAndParent(parentId)}
    left join pages existing
      on existing.space_id = spaces.id and existing.id = ${pageId} and existing.status = 'current'
    where ${isOpenSpace({ ...wanted, spaceIdOrKey })} and (existing.id is not null
      or exists (select 1 from page_reservations r
        where r.space_id = ${spaceId} and r.id = ${pageId} and r.lapses_at > ${wanted.now}))`)
  return row && { ...toPlace(row, wanted.parentId), obstacle: row.obstacle ?? undefined }
}

/** A distributed store must know the id of the space to find its server. */
async function nameSpace(database: Database, spaceIdOrKey: string): Promise<string> {
  if (!database.isSpread || parseId(spaceIdOrKey) !== undefined) return spaceIdOrKey
  const [space] = await database.read<{ id: number }>(
    sql`select id from spaces where ${isSpace(spaceIdOrKey)}`,
  )
  return space === undefined ? spaceIdOrKey : String(space.id)
}

const columns = sql`spaces.id as space_id, spaces.key, spaces.name, spaces.homepage_id,
  existing.id as existing_id, existing.title, existing.parent_id, existing.version,
  existing.content_hash, existing.imported_version, existing.labels,
  case when existing.imported_version <> existing.version and existing.id <> parent.id then
    (select users.name from users where users.id = existing.author_id) end as author,
  existing.updated_at`

/** Whether only imports wrote the homepage's text. */
function isOfImports(page: Statement): Statement {
  return sql`(${page}.imported_version = ${page}.version
    or (${page}.imported_version = 0 and ${page}.version = 1))`
}

export function spaceAndParent(parentId: number): Statement {
  return sql`spaces
    join pages parent
      on parent.space_id = spaces.id and parent.id = ${parentId} and parent.status = 'current'`
}

/**
 * Make the condition that a row of `spaces` is the requested one, open to the writer, and not
 * connected.
 */
export function isOpenSpace({
  spaceIdOrKey,
  writer,
}: Pick<WantedPlace, 'spaceIdOrKey' | 'writer'>): Statement {
  return sql`${isSpace(spaceIdOrKey)} and ${isWritable(sql`spaces.id`, writer)}
    and ${isEmbedded(sql`spaces.id`)}`
}

export function isEmbedded(spaceId: Statement): Statement {
  return sql`not exists (select 1 from space_connections c where c.space_id = ${spaceId})`
}

/** @param idOrKey The id or the key; keys start with a letter, so no key is an id. */
export function isSpace(idOrKey: string): Statement {
  const id = parseId(idOrKey)
  const named =
    id === undefined ? sql`spaces.key_fold = ${idOrKey.toLowerCase()}` : sql`spaces.id = ${id}`
  return sql`${named} and spaces.deleted_at is null`
}

interface PlaceRow {
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly homepage_id: number
  readonly existing_id: number | null
  readonly title: string
  readonly parent_id: number
  readonly version: number
  readonly content_hash: string
  readonly imported_version: number
  readonly labels: string
  readonly author: string | null
  readonly updated_at: number
}

interface NamedPlaceRow extends PlaceRow {
  readonly obstacle: Obstacle | null
}

function toPlace(row: PlaceRow, parentId: string): Place {
  return {
    space: {
      id: String(row.space_id),
      key: row.key,
      name: row.name,
      homepageId: String(row.homepage_id),
    },
    parentId,
    existing: row.existing_id === null ? undefined : toExistingPage(row, row.existing_id),
  }
}

function toExistingPage(row: PlaceRow, pageId: number): ExistingPage {
  const id = String(pageId)
  const { title, version, imported_version: importedVersion } = row
  return {
    id,
    title,
    parentId: String(row.parent_id),
    version,
    lastImport:
      importedVersion === 0 ? undefined : { digest: row.content_hash, version: importedVersion },
    labels: readLabels(row.labels),
    path: pagePath(row.key, id),
    ...(row.author !== null && {
      edited: { by: row.author, at: new Date(row.updated_at).toISOString() },
    }),
  }
}
