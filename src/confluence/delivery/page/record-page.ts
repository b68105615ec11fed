/** Records the result of a delivery: page, version, images and ledger entry. @module */
import { textOf } from '../../../contract/base/message.ts'
import { readLabels, toLabels, writeLabels } from '../../../contract/titles-and-labels.ts'
import { query, queryAll, type Transaction } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { dropTexts, type IndexedText } from '../../../store/search/search-index.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import {
  type ChangeStamp,
  recordChanges,
  recordedPage,
  tellOfPages,
} from '../../../wiki/import/changes/tell-changes.ts'
import { finishEntry, type PlacedEntry } from '../../../wiki/import/ledger/ledger.ts'
import type { Utf8Document } from '../../../wiki/import/prepared-document.ts'
import { type LastWarnings, recordSource } from '../../../wiki/import/sources/source-pages.ts'
import type { SavedImport, SavedPage } from '../../../wiki/import/target-wiki.ts'
import type { RemotePageHead } from '../../site.ts'
import type { SpaceConnection } from '../connections/space-connections.ts'
import {
  type DeliveryFields,
  type DeliveryPlan,
  type HeldDelivery,
  heldOf,
  type PageDelivery,
  type PageToRecord,
} from '../delivery.ts'
import { withRemarks } from '../delivery-messages.ts'
import { noteOrder } from '../order/remote-orders.ts'
import { claimPage, isHeld, mustBeOurs, type PageClaim } from '../queue/deliveries.ts'
import {
  digestToKeep,
  findRecordedPage,
  type RecordedFile,
  remoteTitleKey,
  tellSource,
} from '../records/recorded-pages.ts'
import { endReservations } from '../reservations/reservation-changes.ts'
import { attachImages, listAttached } from './attach-images.ts'
import { bodyRequestOf } from './plan-delivery.ts'

/**
 * @returns The answer for the caller.
 * @throws {ConfluenceError | OutdatedError | LostDeliveryError} When the delivery may not change
 * the page.
 */
export async function recordPage(
  delivery: PageDelivery,
  toRecord: PageToRecord,
): Promise<SavedImport> {
  const { database, fields, document, entry } = delivery
  const now = delivery.clock().getTime()
  const { head, outcome, remarks = [] } = toRecord
  const page = savedPage(delivery.connection, head, fields.parentId)
  const allWarnings = withRemarks(document.warnings, remarks)
  const target = { pageId: head.id, via: entry.via }
  const { warnings, lastWarnings } = await tellSource(delivery, target, allWarnings)
  const result: SavedImport = { outcome, page, warnings }
  const claim = await database.write(recordDelivery, {
    ...heldOf(delivery),
    entry: { ...entry, now, warnings: JSON.stringify(warnings) },
    fields,
    result,
    lastWarnings,
    page: columnsOf(delivery, toRecord, page.parentId, now),
    version: toRecord.stored === undefined ? undefined : versionOf(document, toRecord.stored),
    indexed: document.indexed,
    files: toRecord.files,
    isMoved: toRecord.isMoved,
  })
  mustBeOurs(claim)
  return result
}

type PageColumns = ReturnType<typeof columnsOf>
type VersionColumns = ReturnType<typeof versionOf>

function columnsOf(
  { fields, document }: PageDelivery,
  { head, recorded, pageToMark, remarks }: PageToRecord,
  parentId: string,
  now: number,
) {
  const labels = fields.labels ?? pageToMark?.labels ?? readLabels(recorded?.labels ?? '')
  return {
    pageId: head.id,
    parentId,
    title: toStorable(head.title),
    askedTitle: fields.pageTitle,
    url: toStorable(head.url),
    version: head.version.number,
    digest: digestToKeep(document.digest, recorded?.digest, now),
    labels: writeLabels(toLabels(labels)),
    position: fields.position ?? recorded?.position ?? null,
    /** Null keeps the remarks of the last version. */
    remarks: remarks === undefined ? null : JSON.stringify(remarks),
  }
}

function versionOf({ markdown, adf }: Utf8Document, stored: string) {
  return { markdown: textOf(markdown), adf: textOf(adf), stored: toStorable(stored) }
}

/** @param topId The parent that answers name for a page at the top of the space. */
export function savedPage(
  { kind, remoteSpace }: SpaceConnection,
  { id, title, url, parentId, version: { number: version } }: RemotePageHead,
  topId: string,
): SavedPage {
  return {
    id,
    title,
    spaceId: remoteSpace.id,
    parentId: parentId ?? topId,
    version,
    path: url,
    target: { kind, url, version },
  }
}

/** PostgreSQL cannot store NUL, and a site may send anything. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** The record of an import that changed nothing, because an earlier one wrote the same content. */
export function tellUntouched(
  { fields }: PageDelivery,
  { head, recorded }: Extract<DeliveryPlan, { kind: 'untouched' }>,
): PageToRecord {
  return {
    outcome: 'unchanged',
    head,
    recorded,
    files: [],
    stored: undefined,
    remarks: undefined,
    isMoved: fields.position !== recorded.position,
    pageToMark: undefined,
  }
}

/** The record of a page that an earlier try of this import has written. */
export async function tellLanded(
  delivery: PageDelivery,
  { page, isNew }: Extract<DeliveryPlan, { kind: 'landed' }>,
): Promise<PageToRecord> {
  const { database, spaceId, connection, lastWrite } = delivery
  const attached = await listAttached(delivery, page.id)
  const { files, remarks } = await attachImages(delivery, page.id, attached)
  // Edits that this import kept must still count as edits in the next one.
  const isMixed = connection.policies.edits === 'keep-theirs' && !isNew
  const planned = isMixed && (await delivery.planBody(bodyRequestOf(delivery, page.id, files)))
  return {
    outcome: isNew ? 'created' : 'updated',
    head: page,
    recorded: await findRecordedPage(database, spaceId, page.id),
    stored: planned ? planned.body : (page.body ?? ''),
    remarks: [...(lastWrite?.remarks ?? []), ...remarks],
    files,
    isMoved: true,
    pageToMark: page,
  }
}

interface RecordDeliveryInput extends HeldDelivery {
  readonly entry: PlacedEntry
  readonly fields: DeliveryFields
  readonly result: SavedImport
  readonly lastWarnings: LastWarnings | undefined
  readonly page: PageColumns
  readonly version: VersionColumns | undefined
  readonly indexed: IndexedText
  readonly files: readonly RecordedFile[]
  /** Whether the page may have to move among its siblings. */
  readonly isMoved: boolean
}

export const recordDelivery: Transaction<RecordDeliveryInput, PageClaim> = function* (
  input,
  dialect,
) {
  const { spaceId, entry, fields, result, page, version } = input
  const { outcome } = result
  const newVersion = { id: Number(page.pageId), version: page.version }
  const place = { spaceId, parentId: fields.parentId, title: fields.pageTitle }
  const claim = yield* claimPage(input, page.pageId, dialect)
  if (claim !== 'ours') return claim
  const namesakes = yield* query<{ index_id: number }>(sql`
    select index_id from remote_pages where ${isNamesake(spaceId, page)}`)
  yield* query(sql`
    update deliveries set state = 'written', page_id = ${page.pageId}, result = ${JSON.stringify(result)},
      document = ${new Uint8Array()}, problem = '', tries = 0
    where ${isHeld(input)}`)
  yield* queryAll([
    ...tellOfRecord(input),
    ...dropTexts(
      dialect,
      spaceId,
      namesakes.map(({ index_id: id }) => id),
    ),
    ...writePage(spaceId, page, entry),
    ...endReservations(place, [page.pageId, fields.pageId ?? page.pageId]),
    ...(version === undefined ? [] : writeVersion(input, version)),
    ...indexPage(input, dialect),
    ...input.files.map((file) => writeFile(spaceId, page.pageId, file)),
    ...recordSource(
      fields,
      entry,
      { pageId: newVersion.id, version: page.version, isMade: outcome === 'created' },
      result.warnings,
      input.lastWarnings,
    ),
    ...finishEntry(entry, { outcome, page: newVersion }),
    ...(input.isMoved && fields.position !== undefined
      ? [noteOrder({ spaceId, parentId: page.parentId }, entry.now)]
      : []),
  ])
  return claim
}

function tellOfRecord({ spaceId, entry, page, result: { outcome } }: RecordDeliveryInput) {
  const { via, tokenName, userId, now: atMs } = entry
  const stamp: ChangeStamp = { atMs, actorId: userId, via, tokenName }
  const recordedVersion = recordedPage(spaceId, Number(page.pageId), page.version)
  const changes = sql`
    select written.space_id, written.id as page_id, written.version, kind.type, kind.place
    from (${recordedVersion}) written
    join remote_pages p on p.space_id = written.space_id and p.page_id = ${page.pageId}
    join (select 'page.renamed' as type, 0 as place union all select 'page.labelled', 1
      union all select 'page.moved', 2) kind on case
        when kind.type = 'page.renamed' then p.title <> ${page.title}
        when kind.type = 'page.labelled' then p.labels <> ${page.labels}
        else p.parent_id <> ${page.parentId} or p.position is distinct from cast(${page.position} as bigint)
      end`
  const isNew = outcome === 'created' || outcome === 'updated'
  return [
    ...(isNew ? tellOfPages(`page.${outcome}`, recordedVersion, stamp) : []),
    ...recordChanges(changes, stamp),
  ]
}

function isNamesake(spaceId: number, { title, pageId }: PageColumns): Statement {
  return sql`space_id = ${spaceId} and title_key = ${remoteTitleKey(title)} and page_id <> ${pageId}`
}

function writePage(
  spaceId: number,
  page: PageColumns,
  { now, importId }: PlacedEntry,
): Statement[] {
  return [
    sql`delete from remote_pages where ${isNamesake(spaceId, page)}`,
    sql`insert into remote_pages (space_id, page_id, parent_id, title, title_key, asked_title,
        asked_title_key, url, version, digest, labels, position, remarks, updated_at, index_id)
      values (${spaceId}, ${page.pageId}, ${page.parentId}, ${page.title}, ${remoteTitleKey(page.title)},
        ${page.askedTitle}, ${remoteTitleKey(page.askedTitle)}, ${page.url}, ${page.version}, ${page.digest},
        ${page.labels}, ${page.position}, ${page.remarks ?? '[]'}, ${now},
        ${importId})
      on conflict (space_id, page_id) do update set parent_id = excluded.parent_id,
        title = excluded.title, title_key = excluded.title_key, asked_title = excluded.asked_title,
        asked_title_key = excluded.asked_title_key, url = excluded.url, version = excluded.version,
        digest = excluded.digest, labels = excluded.labels, position = excluded.position,
        remarks = coalesce(cast(${page.remarks} as text), remote_pages.remarks),
        updated_at = excluded.updated_at, is_gone = 0`,
  ]
}

function writeVersion(
  { spaceId, page, entry, fields }: RecordDeliveryInput,
  version: VersionColumns,
): Statement[] {
  const { message = '', commit = '', author = '' } = fields.source ?? {}
  return [
    // Only the newest version is compared and shown, and Confluence keeps its own history.
    sql`update remote_versions set markdown = '', adf = '', stored = ''
      where space_id = ${spaceId} and page_id = ${page.pageId} and number < ${page.version}
        and markdown <> ''`,
    sql`insert into remote_versions (space_id, page_id, number, title, markdown, adf, stored,
        import_id, author_id, created_at, via, token_name, message, commit_id, commit_author)
      values (${spaceId}, ${page.pageId}, ${page.version}, ${page.title}, ${version.markdown},
        ${version.adf}, ${version.stored}, ${entry.importId}, ${entry.userId}, ${entry.now},
        ${entry.via}, ${entry.tokenName}, ${message}, ${commit}, ${author})
      on conflict (space_id, page_id, number) do update set title = excluded.title,
        markdown = excluded.markdown, adf = excluded.adf, stored = excluded.stored`,
  ]
}

function indexPage({ spaceId, page, indexed }: RecordDeliveryInput, { search }: Dialect) {
  const record = sql`select space_id, index_id as id, labels from remote_pages
    where space_id = ${spaceId} and page_id = ${page.pageId}`
  return search.put(record, { title: page.title, ...indexed })
}

function writeFile(spaceId: number, pageId: string, file: RecordedFile): Statement {
  return sql`insert into remote_files (space_id, page_id, sha256, name, attachment_id, file_id)
    values (${spaceId}, ${pageId}, ${file.sha256}, ${file.name}, ${file.attachmentId},
      ${file.fileId ?? null})
    on conflict (space_id, page_id, sha256) do update set name = excluded.name,
      attachment_id = excluded.attachment_id, file_id = excluded.file_id`
}
