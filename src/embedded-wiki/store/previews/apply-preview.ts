/**
 * Applies a preview to its space, all of it in one transaction: each page is saved as an import of it
 * would be, from what the preview keeps of it, and nothing is where the space has changed unseen.
 * @module
 */
import { type AuditStamp, auditRecord, originOf } from '../../../auth/audit.ts'
import { bounds } from '../../../base/bounds.ts'
import { changeStamp } from '../../../changes/tell-changes.ts'
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import { makeRoom } from '../../../database/within-bound.ts'
import { lockSpace } from '../../../importing/lock-space.ts'
import type { AppliedCounts } from '../../../importing/preview-answer.ts'
import type { AppliedPreview } from '../../../importing/previews.ts'
import type { Outcome } from '../../../importing/target-wiki.ts'
import { placeBelow, placePage } from '../saving/save-content.ts'
import { saveNamedImport } from '../saving/save-named-import.ts'
import { trash } from '../trash-page.ts'
import {
  type ChangeSince,
  type ComparedRow,
  comparedRows,
  compareWithSpace,
} from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './overlay.ts'

interface ApplyPreviewInput extends AuditStamp {
  readonly run: PreviewRun
  /** What somebody looked at, by its `state`; null for nobody, who applies where nothing has changed. */
  readonly seen: string | null
  readonly userId: number
  readonly apiTokenId: number
  readonly requestId: string
  /** One for each page. */
  readonly ids: readonly number[]
}

export type ApplyPreviewResult =
  | Extract<AppliedPreview, { outcome: 'applied' }>
  | { readonly outcome: 'changed'; readonly changes: readonly ChangeSince[] }
  /** There is no such preview any more, or another run of it. */
  | { readonly outcome: 'gone' }

export const applyPreview: Transaction<ApplyPreviewInput, ApplyPreviewResult> = function* (
  input,
  dialect,
) {
  const { run } = input
  const { spaceId, name } = run
  const [, found] = yield* queryAll([
    // Whatever saves, moves or trashes a page of the space waits until this ends, or has ended before.
    lockSpace(spaceId, dialect.forUpdate),
    sql`select applied, shown_at from previews where space_id = ${spaceId} and name = ${name}
      and shown_run = ${run.run} and ends_at > ${input.atMs} ${dialect.forUpdate}`,
  ])
  const [shown] = (found ?? []) as { applied: string; shown_at: number }[]
  if (shown === undefined) return { outcome: 'gone' }
  if (shown.applied !== '') {
    const counts = JSON.parse(shown.applied) as AppliedCounts
    return { outcome: 'applied', counts, isRepeated: true }
  }
  const rows = yield* query<ComparedRow>(comparedRows(run))
  const { changes, state } = compareWithSpace(shown.shown_at, rows)
  const isSeen = input.seen === null ? changes.length === 0 : input.seen === state
  if (!isSeen || changes.some(({ isObstacle }) => isObstacle))
    return { outcome: 'changed', changes }
  const counts = { created: 0, updated: 0, unchanged: 0, trashed: 0 }
  const standing = parentsFirst(rows)
  const going = rows.filter(({ kind }) => kind === 'gone')
  yield* freeTitles(input, [...standing, ...going], dialect)
  for (const [index, row] of standing.entries()) {
    counts[yield* savePage(input, row, input.ids[index] as number, dialect)] += 1
  }
  for (const [index, row] of going.entries()) {
    yield* trashPage(input, row, input.ids[standing.length + index] as number, dialect)
    counts.trashed += 1
  }
  yield* queryAll([
    giveTitlesBack(run),
    ...rememberApplied(run, counts),
    auditRecord(input, 'preview-apply', name, { spaceId, ...counts }),
  ])
  return { outcome: 'applied', counts, isRepeated: false }
}

/** As many of a space are remembered as there may be previews, until they would have ended. */
function rememberApplied({ spaceId, name }: PreviewRun, counts: AppliedCounts): Statement[] {
  const isPreview = sql`space_id = ${spaceId} and name = ${name}`
  return [
    makeRoom({
      ...{ table: sql`previews`, key: sql`name`, bound: bounds.previews },
      condition: sql`space_id = ${spaceId} and applied <> ''`,
      order: sql`ends_at desc`,
    }),
    sql`delete from preview_pages where ${isPreview}`,
    sql`delete from preview_attachments where ${isPreview}`,
    sql`update previews set sending_run = '', report = '{}', applied = ${JSON.stringify(counts)}
      where ${isPreview}`,
  ]
}

/** It may have gone with the page above it. */
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

/** Whatever stands below another page comes after it, so that no page ever stands below itself. */
function parentsFirst(rows: readonly ComparedRow[]): ComparedRow[] {
  const open = new Map(
    rows.filter(({ kind }) => kind !== 'gone').map((row) => [row.page_id, row] as const),
  )
  const sorted: ComparedRow[] = []
  for (const start of [...open.values()]) {
    const way: ComparedRow[] = []
    for (let row = open.get(start.page_id); row !== undefined; row = open.get(row.parent_id)) {
      open.delete(row.page_id)
      way.push(row)
    }
    sorted.push(...way.reverse())
  }
  return sorted
}

/** Pages give up the titles that others get, and new pages have the ids that the preview gave them. */
function* freeTitles(
  { run, atMs, userId }: ApplyPreviewInput,
  rows: readonly ComparedRow[],
  dialect: Dialect,
): TransactionBody<void> {
  const { spaceId } = run
  const [there, made] = [rows.filter(isThere), rows.filter((row) => !isThere(row))]
  const oneOf = (some: readonly ComparedRow[]) =>
    dialect.givenRows(
      some.map(({ page_id: id, parent_id: parentId, title_key: titleKey }) => ({
        id,
        parent_id: parentId,
        title_key: titleKey,
      })),
      { id: 'bigint', parent_id: 'bigint', title_key: 'text' },
    )
  yield* queryAll([
    // No title begins so: they are trimmed.
    sql`update pages set title_key = ' ' || id
      where space_id = ${spaceId} and id in (select id from ${oneOf(there)})`,
    sql`insert into page_reservations (space_id, parent_id, title_key, id, lapses_at, user_id)
      select cast(${spaceId} as bigint), parent_id, title_key, id, cast(${atMs + 1} as bigint),
        cast(${userId} as bigint)
      from ${oneOf(made)} where 1 = 1
      on conflict (space_id, parent_id, title_key)
      do update set id = excluded.id, lapses_at = excluded.lapses_at, user_id = excluded.user_id`,
  ])
}

/** What is saved anew has its title by then; what was only moved, or goes, has its own again. */
function giveTitlesBack(run: PreviewRun): Statement {
  const { spaceId } = run
  const own = sql`from preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  return sql`
    update pages set title_key = (select o.title_key ${own} and o.page_id = pages.id)
    where space_id = ${spaceId} and title_key = ' ' || id and id in (select o.page_id ${own})`
}

function isThere({ base_version: version }: ComparedRow): boolean {
  return version !== 0
}

interface KeptRow {
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
  readonly source_url: string
}

function* savePage(
  input: ApplyPreviewInput,
  row: ComparedRow,
  importId: number,
  dialect: Dialect,
): TransactionBody<Outcome> {
  const { run, atMs, userId, apiTokenId, requestId } = input
  const { spaceId } = run
  const { page_id: pageId, parent_id: parentId, title, title_key: titleKey } = row
  const isOwn = sql`o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  const [kept] = yield* query<KeptRow>(sql`
    select o.digest, o.markdown, o.adf, o.body, o.headings, o.words, o.shown, o.labels, o.position,
      o.navigation_title, o.warnings, o.source_url
    from preview_pages o where ${isOwn} and o.page_id = ${pageId}`)
  if (kept === undefined) throw new Error('a preview lost a page')
  if (row.kind === 'placed') {
    const { position, navigation_title: navigationTitle } = kept
    const place = placeBelow(parentId, { position, navigationTitle, sourceUrl: null })
    const page = sql`space_id = ${spaceId} and id = ${pageId}`
    yield* queryAll(placePage(page, place, changeStamp(input)))
    return 'unchanged'
  }
  const shown = kept.shown.split(' ').filter(Boolean)
  const images = yield* query<{ sha256: string; type: string; bytes: Uint8Array }>(sql`
    select o.sha256, o.type, o.bytes from preview_attachments o
    where ${isOwn} and ${isAnyOf(sql`o.sha256`, shown)}`)
  const bySha256 = new Map(images.map(({ sha256, ...content }) => [sha256, content]))
  const saved = yield* saveNamedImport(
    {
      entry: {
        ...{ importId, title, userId, apiTokenId, requestId, spaceId },
        ...{ parentId: String(parentId), warnings: kept.warnings, idempotency: null },
        ...{ startedAt: atMs, now: atMs, run: run.run },
        ...originOf(input.actor),
      },
      parentId: parentId === 0 ? pageId : parentId,
      pageId,
      titleKey,
      markdown: kept.markdown,
      adf: kept.adf,
      indexed: { text: kept.body, headings: kept.headings, words: kept.words },
      attachments: shown.map((sha256) => ({ sha256, content: bySha256.get(sha256) })),
      digest: kept.digest,
      labels: kept.labels,
      position: kept.position,
      navigationTitle: kept.navigation_title,
      sourceUrl: kept.source_url === '' ? null : kept.source_url,
      overwrite: true,
      ifMatch: undefined,
    },
    dialect,
  )
  // All that would refuse it was looked at under the lock of the space.
  if (!('version' in saved)) throw new Error(`a preview could not be applied: ${saved.outcome}`)
  return saved.outcome
}
