/** The statements that write a page after the decision. @module */
import type { Dialect } from '../../../store/dialects.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { type ChangeStamp, tellOfPages, tellOfVersion } from '../../import/changes/tell-changes.ts'
import type { Outcome } from '../../import/decide.ts'
import type { LedgerEntry } from '../../import/ledger/ledger.ts'
import type { PageToSave } from '../../import/target-wiki.ts'
import { saveAttachments } from '../attachments/attachments.ts'
import { noPosition, titleKey, titleOrder } from '../page-place.ts'
import { labelsOf, type StoredPage } from './find-place.ts'

export interface PageToWrite extends PageToSave {
  readonly entry: LedgerEntry
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
  const { entry, fields, document } = input
  const { spaceId, pageId, parentId } = key
  const { pageTitle: title, position } = fields
  const { userId, now } = entry
  const version = 1
  const labels = labelsOf(input, undefined)
  const insert = sql`
    insert into pages (space_id, id, parent_id, title, title_key, title_order, position, status,
      version, content_hash, imported_version, author_id, created_at, updated_at, labels,
      navigation_title)
    values (${spaceId}, ${pageId}, ${parentId}, ${title}, ${titleKey(title)}, ${titleOrder(title)},
      ${position ?? noPosition}, 'current', ${version}, ${document.digest}, ${version}, ${userId},
      ${now}, ${now}, ${labels}, ${nameInTreeOf(input)})`
  return {
    version,
    statements: [insert, ...writeVersion(input, key, { version, labels }, dialect)],
  }
}

function updatePage(
  input: PageToWrite,
  key: PageKey,
  page: StoredPage,
  dialect: Dialect,
): PageWrite {
  const { entry, document } = input
  const { pageTitle: title } = input.fields
  const { userId, now } = entry
  const version = page.version + 1
  const labels = labelsOf(input, page)
  const { isMoved, columns } = treePlace(input, key, page)
  return {
    version,
    statements: [
      ...(isMoved ? tellOfPages('page.moved', storedPage(key), importStamp(entry)) : []),
      sql`update pages set ${columns}, title = ${title}, title_key = ${titleKey(title)},
          title_order = ${titleOrder(title)}, version = ${version},
          content_hash = ${document.digest},
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
  input: PageToSave,
  { parentId }: PageKey,
  page: StoredPage,
): { readonly isMoved: boolean; readonly columns: Statement } {
  const { position = page.position } = input.fields
  const navigationTitle = nameInTreeOf(input)
  return {
    isMoved:
      parentId !== page.parentId ||
      position !== page.position ||
      navigationTitle !== page.navigationTitle,
    columns: sql`parent_id = ${parentId}, position = ${position},
      navigation_title = ${navigationTitle}`,
  }
}

/** The title in trees; empty to use the page's title. */
function nameInTreeOf({ fields: { pageTitle, navigationTitle = '' } }: PageToSave): string {
  return navigationTitle === pageTitle ? '' : navigationTitle
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
  const { entry, document } = input
  const { userId, now, via, tokenName } = entry
  const { pageTitle: title, source } = input.fields
  const { message = '', commit = '', author = '' } = source ?? {}
  const page = storedPage(key)
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at, via, token_name, commit_id, commit_author)
      values (${key.spaceId}, ${key.pageId}, ${version}, ${title}, cast(${document.adf} as text),
        cast(${document.markdown} as text), ${message}, ${labels}, ${userId}, ${now}, ${via},
        ${tokenName}, ${commit}, ${author})`,
    ...dialect.search.put(page, { title, ...document.indexed }),
    ...saveAttachments(page, document, now),
    ...tellOfVersion(page, importStamp(entry)),
  ]
}

function storedPage({ spaceId, pageId }: PageKey): Statement {
  return sql`select space_id, id, version, labels from pages
    where space_id = ${spaceId} and id = ${pageId}`
}
