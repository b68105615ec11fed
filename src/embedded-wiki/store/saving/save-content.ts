/** What every import of a page writes beside the page itself. @module */
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

/** A page as an import brings it. */
export interface PageToWrite {
  readonly entry: LedgerEntry
  readonly parentId: number
  readonly titleKey: string
  /** Texts may be UTF-8 that nobody decoded. */
  readonly markdown: string | Uint8Array
  readonly adf: string | Uint8Array
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
  /** See `sourceDigest`. */
  readonly digest: string
  /** As `writeLabels` wrote them; null leaves those that the page has. */
  readonly labels: string | null
  /** Its place below its parent; null leaves the one that the page has. */
  readonly position: number | null
  /** What trees and lists call it, empty for its title; null leaves what the page has. */
  readonly navigationTitle: string | null
  /** Where its file can be seen, empty for nowhere; null leaves what the page has. */
  readonly sourceUrl: string | null
  readonly overwrite: boolean
}

/** The columns of `pages` to set, and whether any of them is another. */
interface TreePlace {
  readonly columns: Statement
  readonly isOther: Statement
}

type PlacedInput = Pick<PageToWrite, 'position' | 'navigationTitle' | 'sourceUrl'>

/**
 * Tell where an import puts a page that is there among its siblings, what trees call it there, and where
 * its file is: what it does not say stays.
 */
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

/** The same for a page that may stand below another one. */
export function placeBelow(parentId: number, input: PlacedInput): TreePlace {
  const { columns, isOther } = treePlace(input)
  return {
    columns: sql`parent_id = ${parentId}, ${columns}`,
    isOther: sql`(parent_id <> ${parentId} or ${isOther})`,
  }
}

/**
 * Make the statements that put a page in its place, and tell of it where it stood elsewhere. That makes no
 * version, as it makes none in Confluence.
 * @param page The condition of the page, in `pages`.
 * @param stamp Who does it, and when.
 */
export function placePage(page: Statement, place: TreePlace, stamp: ChangeStamp): Statement[] {
  const { columns, isOther } = place
  return [
    ...tellOfMove(page, place, stamp),
    sql`update pages set ${columns} where ${page} and ${isOther}`,
  ]
}

/**
 * Make the statements that tell of a page which is about to stand elsewhere, for whatever places it.
 * @param page The condition of the page, in `pages`.
 * @param stamp Who does it, and when.
 */
export function tellOfMove(
  page: Statement,
  { isOther }: TreePlace,
  stamp: ChangeStamp,
): Statement[] {
  const moved = sql`select space_id, id, version from pages where ${page} and ${isOther}`
  return tellOfPages('page.moved', moved, stamp)
}

/** Make the stamp of what an import changes. */
export function importStamp({ now, userId, via, tokenName }: LedgerEntry): ChangeStamp {
  return { atMs: now, actorId: userId, via, tokenName }
}

/**
 * Make the statements of everything that a new version brings along.
 * @param page The query of the page as it is now: `space_id`, `id`, `version` and `labels`; no row
 * writes nothing.
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
