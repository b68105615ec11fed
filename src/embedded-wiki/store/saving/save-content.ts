/** The statements that every import of a page shares. @module */
import { auditWrite } from '../../../auth/audit.ts'
import type { Dialect } from '../../../database/dialect.ts'
import type { IndexedText } from '../../../database/search/search-index.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  type ChangeStamp,
  tellOfPages,
  tellOfVersion,
} from '../../../importing/changes/tell-changes.ts'
import type { LedgerEntry } from '../../../importing/ledger/entry.ts'
import { type ShownAttachment, saveAttachments } from '../attachments/attachments.ts'

export interface PageToWrite {
  readonly entry: LedgerEntry
  readonly parentId: number
  readonly titleKey: string
  readonly markdown: string | Uint8Array
  readonly adf: string | Uint8Array
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
  readonly digest: string
  /** As `writeLabels` returned them; null keeps those of the page. */
  readonly labels: string | null
  /** Null keeps the page's position. */
  readonly position: number | null
  /** Empty for the title; null keeps the present one. */
  readonly navigationTitle: string | null
  /** Empty for none; null keeps the present one. */
  readonly sourceUrl: string | null
  readonly overwrite: boolean
}

interface TreePlace {
  readonly columns: Statement
  readonly isOther: Statement
}

type PlacedInput = Pick<PageToWrite, 'position' | 'navigationTitle' | 'sourceUrl'>

/** Omitted values keep those of the page. */
export function treePlace({ position, navigationTitle, sourceUrl }: PlacedInput): TreePlace {
  const newPosition = sql`coalesce(cast(${position} as bigint), position)`
  const newTitle = sql`coalesce(cast(${navigationTitle} as text), navigation_title)`
  const newSource = sql`coalesce(cast(${sourceUrl} as text), source_url)`
  return {
    columns: sql`position = ${newPosition}, navigation_title = ${newTitle}, source_url = ${newSource}`,
    isOther: sql`(position <> ${newPosition} or navigation_title <> ${newTitle}
      or source_url <> ${newSource})`,
  }
}

export function placeBelow(parentId: number, input: PlacedInput): TreePlace {
  const { columns, isOther } = treePlace(input)
  return {
    columns: sql`parent_id = ${parentId}, ${columns}`,
    isOther: sql`(parent_id <> ${parentId} or ${isOther})`,
  }
}

/**
 * Move a page and record the change; as in Confluence, this makes no version.
 * @param page A condition on `pages`.
 */
export function placePage(page: Statement, place: TreePlace, stamp: ChangeStamp): Statement[] {
  const { columns, isOther } = place
  return [
    ...tellOfMove(page, place, stamp),
    sql`update pages set ${columns} where ${page} and ${isOther}`,
  ]
}

/**
 * Record a move, before the statement that does it.
 * @param page A condition on `pages`.
 */
export function tellOfMove(
  page: Statement,
  { isOther }: TreePlace,
  stamp: ChangeStamp,
): Statement[] {
  const moved = sql`select space_id, id, version from pages where ${page} and ${isOther}`
  return tellOfPages('page.moved', moved, stamp)
}

export function importStamp({ now, userId, via, tokenName }: LedgerEntry): ChangeStamp {
  return { atMs: now, actorId: userId, via, tokenName }
}

/**
 * Make the statements for everything that belongs to a new version.
 * @param page A query of the updated page: `space_id`, `id`, `version` and `labels`; without rows
 * nothing is written.
 */
export function saveContent(input: PageToWrite, dialect: Dialect, page: Statement): Statement[] {
  const { title, userId, now, via, tokenName, importId: auditId, address } = input.entry
  const write = { auditId, atMs: now, userId, via, tokenName, address }
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at, via, token_name)
      select space_id, id, version, ${title}, cast(${input.adf} as text),
        cast(${input.markdown} as text), '', labels,
        cast(${userId} as bigint), cast(${now} as bigint), ${via}, ${tokenName}
      from (${page}) page`,
    ...dialect.search.put(page, { title, ...input.indexed }),
    ...saveAttachments(page, input.attachments, now),
    ...tellOfVersion(page, importStamp(input.entry)),
    ...(via === 'mcp' || via === 'api' ? [auditWrite(write, page)] : []),
  ]
}
