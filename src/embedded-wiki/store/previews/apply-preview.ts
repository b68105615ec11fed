/** Applies a preview in one transaction, unless the space has changed unseen. @module */
import { auditRecord } from '../../../auth/audit.ts'
import { append } from '../../../base/append.ts'
import { bounds } from '../../../base/bounds.ts'
import type { AppliedCounts } from '../../../contract/answers.ts'
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import { makeRoom } from '../../../database/within-bound.ts'
import type { AppliedPreview } from '../../../importing/previews.ts'
import { lockSpace } from '../../../importing/spaces.ts'
import { isOpenSpace } from '../saving/find-place.ts'
import { trash } from '../trash-page.ts'
import {
  type ChangeSince,
  type ComparedRow,
  comparedRows,
  compareWithSpace,
} from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './overlay.ts'
import { type ApplyPreviewInput, savePages } from './save-pages.ts'

export type ApplyPreviewResult =
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
  const [, found] = yield* queryAll([
    // The lock excludes all writes to pages of the space.
    lockSpace(spaceId, dialect.forUpdate),
    sql`select applied, shown_at from previews where space_id = ${spaceId} and name = ${name}
      and shown_run = ${run.run} and ends_at > ${input.atMs}
      and exists (select 1 from spaces where ${isOpenSpace(place)}) ${dialect.forUpdate}`,
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
  yield* query(freeTitles(input, [...standing, ...going], dialect))
  for (const outcome of yield* savePages(input, standing, dialect)) counts[outcome] += 1
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

/**
 * Applied previews are remembered until they would have ended, as many per space as there may be
 * previews.
 */
export function rememberApplied({ spaceId, name }: PreviewRun, counts: AppliedCounts): Statement[] {
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

/** The page may already have gone with its parent. */
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

/** Parents come first, so that no page is ever below itself. */
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
    append(sorted, way.reverse())
  }
  return sorted
}

/** Frees the titles that other pages get. */
function freeTitles(
  { run: { spaceId } }: ApplyPreviewInput,
  rows: readonly ComparedRow[],
  dialect: Dialect,
): Statement {
  const there = rows
    .filter(({ base_version: version }) => version !== 0)
    .map(({ page_id: id }) => ({ id }))
  // No title starts with a space, because titles are trimmed.
  return sql`update pages set title_key = ' ' || id
    where space_id = ${spaceId} and id in (select id from ${dialect.givenRows(there, { id: 'bigint' })})`
}

/** Restores the titles of pages that were only moved, or will be trashed. */
function giveTitlesBack(run: PreviewRun): Statement {
  const { spaceId } = run
  const own = sql`from preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  return sql`
    update pages set title_key = (select o.title_key ${own} and o.page_id = pages.id)
    where space_id = ${spaceId} and title_key = ' ' || id and id in (select o.page_id ${own})`
}
