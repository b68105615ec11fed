/** Applies a preview in one transaction, unless the space has changed unseen. @module */
import { type AuditStamp, auditRecord, originOf } from '../../../accounts/audit.ts'
import type { Principal } from '../../../accounts/reader.ts'
import type { AnswerWarning, AppliedCounts } from '../../../contract/answers.ts'
import { append } from '../../../contract/base/append.ts'
import { bounds } from '../../../contract/base/bounds.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { makeRoom } from '../../../store/within-bound.ts'
import { decide, isObstacle, type Outcome } from '../../import/decide.ts'
import { finishEntry, type PlacedEntry } from '../../import/ledger/entry.ts'
import type { AppliedPreview } from '../../import/previews.ts'
import { lockSpace } from '../../import/spaces.ts'
import { orMadeSafe, shownAttachments } from '../attachments/attachments.ts'
import { isOpenSpace, type StoredPage, stateOf } from '../saving/find-place.ts'
import { recordSource } from '../saving/source-of-import.ts'
import { type PageToWrite, writePage } from '../saving/write-page.ts'
import { trash } from '../trash-page.ts'
import {
  type ChangeSince,
  type ComparedRow,
  comparedRows,
  compareWithSpace,
} from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './draft-pages.ts'

type ApplyPreviewResult =
  | Extract<AppliedPreview, { outcome: 'applied' }>
  | { readonly outcome: 'changed'; readonly changes: readonly ChangeSince[] }
  | { readonly outcome: 'gone' }

export const applyPreview: Transaction<ApplyPreviewInput, ApplyPreviewResult> = function* (
  input,
  dialect,
) {
  const { run } = input
  const { spaceId, name } = run
  const place = { spaceIdOrKey: String(spaceId), writer: input.writer }
  const [, previewRows] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select applied, shown_at from previews where space_id = ${spaceId} and name = ${name}
      and shown_run = ${run.run} and ends_at > ${input.atMs}
      and exists (select 1 from spaces where ${isOpenSpace(place)}) ${dialect.forUpdate}`,
  ])
  const [shownRun] = (previewRows ?? []) as { applied: string; shown_at: number }[]
  if (shownRun === undefined) return { outcome: 'gone' }
  if (shownRun.applied !== '') {
    const counts = JSON.parse(shownRun.applied) as AppliedCounts
    return { outcome: 'applied', counts, isRepeated: true }
  }
  const rows = yield* query<ComparedRow>(comparedRows(run))
  const { changes, state } = compareWithSpace(shownRun.shown_at, rows)
  const isSeen = input.seen === null ? changes.length === 0 : input.seen === state
  if (!isSeen || changes.some(({ isObstacle }) => isObstacle))
    return { outcome: 'changed', changes }
  const counts = { created: 0, updated: 0, unchanged: 0, trashed: 0 }
  const keptRows = parentsFirst(rows)
  const goneRows = rows.filter(({ kind }) => kind === 'gone')
  yield* query(freeTitles(input, [...keptRows, ...goneRows], dialect))
  for (const outcome of yield* savePages(input, keptRows, dialect)) counts[outcome] += 1
  for (const [index, row] of goneRows.entries()) {
    yield* trashPage(input, row, input.ids[keptRows.length + index] as number, dialect)
    counts.trashed += 1
  }
  yield* queryAll([
    giveTitlesBack(run),
    ...rememberApplied(run, counts),
    auditRecord(input, 'preview-apply', name, { spaceId, ...counts }),
  ])
  return { outcome: 'applied', counts, isRepeated: false }
}

/** Remember applied previews, so that applying one twice is harmless. Limited per space. */
function rememberApplied({ spaceId, name }: PreviewRun, counts: AppliedCounts): Statement[] {
  const isPreview = sql`space_id = ${spaceId} and name = ${name}`
  return [
    makeRoom({
      table: sql`previews`,
      key: sql`name`,
      bound: bounds.previews,
      condition: sql`space_id = ${spaceId} and applied <> ''`,
      order: sql`ends_at desc`,
    }),
    sql`delete from preview_pages where ${isPreview}`,
    sql`delete from preview_attachments where ${isPreview}`,
    sql`update previews set sending_run = '', report = '{}', applied = ${JSON.stringify(counts)}
      where ${isPreview}`,
  ]
}

/** Does nothing when the page was trashed with its parent. */
function* trashPage(
  { run: { spaceId }, atMs, actor }: ApplyPreviewInput,
  { page_id: pageId }: ComparedRow,
  auditId: number,
  dialect: Dialect,
): TransactionBody<void> {
  const [page] = yield* query(sql`
    select id from pages where space_id = ${spaceId} and id = ${pageId} and status = 'current'`)
  if (page !== undefined) yield* trash({ auditId, atMs, actor, pageId }, dialect)
}

/** Ordering parents first keeps a page from ever being below itself. */
function parentsFirst(rows: readonly ComparedRow[]): ComparedRow[] {
  const pending = new Map(
    rows.filter(({ kind }) => kind !== 'gone').map((row) => [row.page_id, row] as const),
  )
  const sortedRows: ComparedRow[] = []
  for (const start of [...pending.values()]) {
    const way: ComparedRow[] = []
    for (
      let row = pending.get(start.page_id);
      row !== undefined;
      row = pending.get(row.parent_id)
    ) {
      pending.delete(row.page_id)
      way.push(row)
    }
    append(sortedRows, way.reverse())
  }
  return sortedRows
}

function freeTitles(
  { run: { spaceId } }: ApplyPreviewInput,
  rows: readonly ComparedRow[],
  dialect: Dialect,
): Statement {
  const existingIds = rows
    .filter(({ base_version: version }) => version !== 0)
    .map(({ page_id: id }) => ({ id }))
  // No title starts with a space, because titles are trimmed.
  return sql`update pages set title_key = ' ' || id
    where space_id = ${spaceId} and id in (select id from ${dialect.givenRows(existingIds, { id: 'bigint' })})`
}

function giveTitlesBack(run: PreviewRun): Statement {
  const { spaceId } = run
  const ownPages = sql`from preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  return sql`
    update pages set title_key = (select o.title_key ${ownPages} and o.page_id = pages.id)
    where space_id = ${spaceId} and title_key = ' ' || id and id in (select o.page_id ${ownPages})`
}

export interface ApplyPreviewInput extends AuditStamp {
  readonly run: PreviewRun
  /** The `state` that a person has reviewed; null applies only if nothing has changed. */
  readonly seen: string | null
  readonly writer: Principal
  readonly apiTokenId: number
  readonly requestId: string
  readonly ids: readonly number[]
}

const maxTogether = 50
const maxBytesTogether = 4 * 1024 * 1024

interface KeptRow {
  readonly page_id: number
  readonly digest: string
  readonly markdown: string
  readonly adf: string
  readonly body: string
  readonly headings: string
  readonly words: string
  readonly shown: string
  readonly labels: string
  readonly position: number
  readonly navigation_title: string
  readonly warnings: string
  readonly source: string
}

/**
 * The pages were checked under the lock of the space.
 * @param rows Parents first.
 * @returns The outcome of each.
 */
function* savePages(
  input: ApplyPreviewInput,
  rows: readonly ComparedRow[],
  dialect: Dialect,
): TransactionBody<Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < rows.length) {
    const batch = nextBatch(rows.slice(outcomes.length, outcomes.length + maxTogether))
    const { kept: keptRows, pages } = yield* readKeptRows(input, batch)
    yield* query(bringImages(input, [...keptRows.values()], dialect))
    const savedPages = batch.map((row, index) => {
      const importId = input.ids[outcomes.length + index] as number
      const { page_id: id } = row
      return savePage(
        input,
        { row, importId, kept: keptRows.get(id), page: pages.get(id) },
        dialect,
      )
    })
    yield* queryAll(savedPages.flatMap(({ statements }) => statements))
    outcomes.push(...savedPages.map(({ outcome }) => outcome))
  }
  return outcomes
}

function nextBatch(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += Number(row.bytes)
    return index > 0 && bytes > maxBytesTogether
  })
  return end === -1 ? rows : rows.slice(0, end)
}

interface KeptPages {
  readonly kept: ReadonlyMap<number, KeptRow>
  readonly pages: ReadonlyMap<number, StoredPage>
}

function* readKeptRows(
  { run }: ApplyPreviewInput,
  rows: readonly ComparedRow[],
): TransactionBody<KeptPages> {
  const { spaceId } = run
  const ids = rows.map(({ page_id: id }) => id)
  const [keptRows, pages] = yield* queryAll([
    sql`select o.page_id, o.digest, o.markdown, o.adf, o.body, o.headings, o.words, o.shown,
        o.labels, o.position, o.navigation_title, o.warnings, o.source
      from preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}
        and ${isAnyOf(sql`o.page_id`, ids)}`,
    sql`select id, title, parent_id, version, content_hash, imported_version, labels, position,
        navigation_title
      from pages where space_id = ${spaceId} and status = 'current' and ${isAnyOf(sql`id`, ids)}`,
  ])
  return {
    kept: new Map((keptRows as unknown as KeptRow[]).map((row) => [row.page_id, row])),
    pages: new Map((pages as unknown as StoredPage[]).map((row) => [row.id, row])),
  }
}

/** Images are copied within the database, because together they may be very large. */
function bringImages(
  { run, atMs }: ApplyPreviewInput,
  keptRows: readonly KeptRow[],
  dialect: Dialect,
): Statement {
  const attachments = [...new Set(keptRows.flatMap(shownDigests))]
    .sort()
    .map((sha256) => ({ sha256 }))
  return sql`
    insert into attachments (space_id, sha256, type, bytes, created_at)
    select o.space_id, o.sha256, o.type, o.bytes, cast(${atMs} as bigint)
    from preview_attachments o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.sha256 in (select sha256 from ${dialect.givenRows(attachments, { sha256: 'text' })})
    ${orMadeSafe}`
}

function shownDigests({ shown }: KeptRow): string[] {
  return shown.split(' ').filter(Boolean)
}

interface PageToSave {
  readonly row: ComparedRow
  readonly importId: number
  readonly kept: KeptRow | undefined
  readonly page: StoredPage | undefined
}

function savePage(
  input: ApplyPreviewInput,
  { row, importId, kept: keptRow, page }: PageToSave,
  dialect: Dialect,
): { readonly outcome: Outcome; readonly statements: readonly Statement[] } {
  if (keptRow === undefined) throw new Error('a preview lost a page')
  const { page_id: pageId, parent_id: parentId, title } = row
  const { spaceId } = input.run
  const entry = {
    importId,
    title,
    spaceId,
    spaceSent: String(spaceId),
    parentId: String(parentId),
    warnings: keptRow.warnings,
    userId: input.writer.userId,
    apiTokenId: input.apiTokenId,
    requestId: input.requestId,
    startedAt: input.atMs,
    now: input.atMs,
    run: input.run.run,
    idempotency: null,
    ...originOf(input.actor),
  }
  const key = { spaceId, pageId, parentId }
  const toWrite = toImport(row, keptRow, entry)
  if (row.kind === 'placed') {
    const { version, statements } = writePage('unchanged', toWrite, key, page, dialect)
    const sourceStatements = sourceOfPage(toWrite, entry, { pageId, version, isMade: false })
    return { outcome: 'unchanged', statements: [...statements, ...sourceStatements] }
  }
  const state = page && stateOf(page, { parentId, pageId }, toWrite)
  const existing = { hasParent: true, isReserved: true, page: state }
  const outcome = decide(existing, { isNamed: true, overwrite: true })
  if (isObstacle(outcome)) throw new Error(`a preview cannot be applied: ${outcome}`)
  const { version, statements } = writePage(outcome, toWrite, key, page, dialect)
  const finish = finishEntry(entry, { outcome, page: { id: pageId, version } })
  const isMade = outcome === 'created'
  const sourced = sourceOfPage(toWrite, entry, { pageId, version, isMade })
  return { outcome, statements: [...statements, ...sourced, ...finish] }
}

function sourceOfPage(
  { source }: PageToWrite,
  entry: PlacedEntry,
  page: { readonly pageId: number; readonly version: number; readonly isMade: boolean },
): Statement[] {
  const warnings = JSON.parse(entry.warnings) as AnswerWarning[]
  return recordSource({ source, entry }, page, warnings, undefined)
}

function toImport(
  { title_key: titleKey }: ComparedRow,
  keptRow: KeptRow,
  entry: PageToWrite['entry'],
): PageToWrite {
  const { markdown, adf, body: text, headings, words, digest, labels, position } = keptRow
  return {
    entry,
    titleKey,
    markdown,
    adf,
    digest,
    labels,
    position,
    indexed: { text, headings, words },
    attachments: shownAttachments(shownDigests(keptRow)),
    navigationTitle: keptRow.navigation_title,
    source: keptRow.source === '' ? undefined : JSON.parse(keptRow.source),
  }
}
