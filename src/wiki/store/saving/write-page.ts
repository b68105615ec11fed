/** The statements that write a page after the decision. @module */
import { auditWrite } from '../../../accounts/audit.ts'
import type { Dialect } from '../../../store/dialects.ts'
import type { IndexedText } from '../../../store/search/search-index.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { type ChangeStamp, tellOfPages, tellOfVersion } from '../../import/changes/tell-changes.ts'
import type { Outcome } from '../../import/decide.ts'
import type { LedgerEntry } from '../../import/ledger/ledger.ts'
import type { SourcedImport } from '../../import/sources/source-state.ts'
import { type ShownAttachment, saveAttachments } from '../attachments/attachments.ts'
import { noPosition, titleOrder } from '../page-place.ts'
import type { BroughtContent, StoredPage } from './find-place.ts'

export interface PageToWrite extends BroughtContent, TreePlace, Pick<SourcedImport, 'source'> {
  readonly entry: LedgerEntry
  readonly titleKey: string
  readonly markdown: string | Uint8Array
  readonly adf: string | Uint8Array
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
}

interface TreePlace {
  /** Null keeps the page's position. */
  readonly position: number | null
  /** The title in trees; empty to use the page's title. */
  readonly navigationTitle: string
}

export interface PageKey {
  readonly spaceId: number
  readonly pageId: number
  /** The id of the parent; 0 for a homepage. */
  readonly parentId: number
}

export interface PageWrite {
  readonly version: number
  readonly statements: readonly Statement[]
}

/** @param page Undefined for a new page. */
export function writePage(
  outcome: Outcome,
  input: PageToWrite,
  key: PageKey,
  page: StoredPage | undefined,
  dialect: Dialect,
): PageWrite {
  if (page === undefined) return createPage(input, key, dialect)
  if (outcome === 'updated') return updatePage(input, key, page, dialect)
  return { version: page.version, statements: placePage(input, key, page) }
}

/** Fails with a unique violation when another import makes the same page meanwhile. */
function createPage(input: PageToWrite, key: PageKey, dialect: Dialect): PageWrite {
  const { entry, digest, labels, position, navigationTitle } = input
  const { spaceId, pageId, parentId } = key
  const { title, userId, now } = entry
  const version = 1
  const insert = sql`
    insert into pages (space_id, id, parent_id, title, title_key, title_order, position, status,
      version, content_hash, imported_version, author_id, created_at, updated_at, labels,
      navigation_title)
    values (${spaceId}, ${pageId}, ${parentId}, ${title}, ${input.titleKey}, ${titleOrder(title)},
      ${position ?? noPosition}, 'current', ${version}, ${digest}, ${version}, ${userId}, ${now},
      ${now}, ${labels ?? ''}, ${navigationTitle})`
  return {
    version,
    statements: [insert, ...writeVersion(input, key, { version, labels: labels ?? '' }, dialect)],
  }
}

function updatePage(
  input: PageToWrite,
  key: PageKey,
  page: StoredPage,
  dialect: Dialect,
): PageWrite {
  const { entry } = input
  const { title, userId, now } = entry
  const version = page.version + 1
  const labels = input.labels ?? page.labels
  const { isMoved, columns } = treePlace(input, key, page)
  return {
    version,
    statements: [
      ...(isMoved ? tellOfPages('page.moved', storedPage(key), importStamp(entry)) : []),
      sql`update pages set ${columns}, title = ${title}, title_key = ${input.titleKey},
          title_order = ${titleOrder(title)}, version = ${version}, content_hash = ${input.digest},
          imported_version = ${version}, author_id = ${userId}, updated_at = ${now},
          labels = ${labels}
        where space_id = ${key.spaceId} and id = ${key.pageId}`,
      ...writeVersion(input, key, { version, labels }, dialect),
    ],
  }
}

/** Move a page and record the change; as in Confluence, this makes no version. */
function placePage(input: PageToWrite, key: PageKey, page: StoredPage): Statement[] {
  const { isMoved, columns } = treePlace(input, key, page)
  if (!isMoved) return []
  return [
    ...tellOfPages('page.moved', storedPage(key), importStamp(input.entry)),
    sql`update pages set ${columns} where space_id = ${key.spaceId} and id = ${key.pageId}`,
  ]
}

function treePlace(
  { navigationTitle, ...place }: TreePlace,
  { parentId }: PageKey,
  page: StoredPage,
): { readonly isMoved: boolean; readonly columns: Statement } {
  const position = place.position ?? page.position
  return {
    isMoved:
      parentId !== page.parentId ||
      position !== page.position ||
      navigationTitle !== page.navigationTitle,
    columns: sql`parent_id = ${parentId}, position = ${position},
      navigation_title = ${navigationTitle}`,
  }
}

function importStamp({ now, userId, via, tokenName }: LedgerEntry): ChangeStamp {
  return { atMs: now, actorId: userId, via, tokenName }
}

function writeVersion(
  input: PageToWrite,
  key: PageKey,
  { version, labels }: { readonly version: number; readonly labels: string },
  dialect: Dialect,
): Statement[] {
  const { title, userId, now, via, tokenName, importId: auditId, address } = input.entry
  const { message = '', commit = '', author = '' } = input.source ?? {}
  const write = { auditId, atMs: now, userId, via, tokenName, address }
  const page = storedPage(key)
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at, via, token_name, commit_id, commit_author)
      values (${key.spaceId}, ${key.pageId}, ${version}, ${title}, cast(${input.adf} as text),
        cast(${input.markdown} as text), ${message}, ${labels}, ${userId}, ${now}, ${via},
        ${tokenName}, ${commit}, ${author})`,
    ...dialect.search.put(page, { title, ...input.indexed }),
    ...saveAttachments(page, input.attachments, now),
    ...tellOfVersion(page, importStamp(input.entry)),
    ...(via === 'mcp' || via === 'api' ? [auditWrite(write, page)] : []),
  ]
}

function storedPage({ spaceId, pageId }: PageKey): Statement {
  return sql`select space_id, id, version, labels from pages
    where space_id = ${spaceId} and id = ${pageId}`
}
