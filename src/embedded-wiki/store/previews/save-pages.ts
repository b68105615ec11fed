/** Saves pages of a preview like imports, many in each round trip. @module */
import type { Principal } from '../../../auth/access-conditions.ts'
import { type AuditStamp, originOf } from '../../../auth/audit.ts'
import { query, queryAll, type TransactionBody } from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import { changeStamp } from '../../../importing/changes/tell-changes.ts'
import { finishEntry } from '../../../importing/ledger/entry.ts'
import type { Outcome } from '../../../importing/target-wiki.ts'
import { orMadeSafe, shownAttachments } from '../attachments/attachments.ts'
import { placeBelow, placePage } from '../saving/save-content.ts'
import {
  type FoundByName,
  newPage,
  nextVersion,
  type SaveNamedImportInput,
} from '../saving/save-named-import.ts'
import type { ComparedRow } from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './overlay.ts'

export interface ApplyPreviewInput extends AuditStamp {
  readonly run: PreviewRun
  /** The `state` that somebody looked at; null applies only if nothing has changed. */
  readonly seen: string | null
  readonly writer: Principal
  readonly apiTokenId: number
  readonly requestId: string
  readonly ids: readonly number[]
}

/** Limits of the pages in memory at once. */
const maxTogether = 50
const maxBytesTogether = 4 * 1024 * 1024

interface KeptRow extends Omit<FoundByName, 'version' | 'labels' | 'content_hash'> {
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
  readonly source_url: string
  readonly version: number | null
  readonly labels_now: string
  readonly content_hash: string
}

/**
 * Save pages, which were checked under the lock of the space.
 * @param rows Parents first.
 * @returns The outcome of each.
 */
export function* savePages(
  input: ApplyPreviewInput,
  rows: readonly ComparedRow[],
  dialect: Dialect,
): TransactionBody<Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < rows.length) {
    const some = nextOnes(rows.slice(outcomes.length, outcomes.length + maxTogether))
    const kept = yield* readKept(input, some)
    yield* query(bringImages(input, [...kept.values()], dialect))
    const saved = some.map((row, index) => {
      const importId = input.ids[outcomes.length + index] as number
      return savePage(input, { row, importId, kept: kept.get(row.page_id) }, dialect)
    })
    const rowsOfAll = yield* queryAll(saved.flatMap(({ statements }) => statements))
    let first = 0
    for (const { outcome, statements } of saved) {
      const isMissing = outcome === 'created' && rowsOfAll[first]?.[0] === undefined
      if (isMissing) throw new Error('a preview could not be applied: a title is taken')
      outcomes.push(outcome)
      first += statements.length
    }
  }
  return outcomes
}

function nextOnes(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += Number(row.bytes)
    return index > 0 && bytes > maxBytesTogether
  })
  return end === -1 ? rows : rows.slice(0, end)
}

function* readKept(
  { run }: ApplyPreviewInput,
  rows: readonly ComparedRow[],
): TransactionBody<ReadonlyMap<number, KeptRow>> {
  const ids = rows.map(({ page_id: id }) => id)
  const kept = yield* query<KeptRow>(sql`
    select o.page_id, o.digest, o.markdown, o.adf, o.body, o.headings, o.words, o.shown, o.labels,
      o.position, o.navigation_title, o.warnings, o.source_url, p.version, p.parent_id,
      p.labels as labels_now, p.content_hash, p.imported_version
    from preview_pages o
    left join pages p on p.space_id = o.space_id and p.id = o.page_id and p.status = 'current'
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and ${isAnyOf(sql`o.page_id`, ids)}`)
  return new Map(kept.map((row) => [row.page_id, row]))
}

/** Images are copied within the database, because together they may be very large. */
function bringImages(
  { run, atMs }: ApplyPreviewInput,
  kept: readonly KeptRow[],
  dialect: Dialect,
): Statement {
  const shown = [...new Set(kept.flatMap(shownBy))].sort().map((sha256) => ({ sha256 }))
  return sql`
    insert into attachments (space_id, sha256, type, bytes, created_at)
    select o.space_id, o.sha256, o.type, o.bytes, cast(${atMs} as bigint)
    from preview_attachments o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.sha256 in (select sha256 from ${dialect.givenRows(shown, { sha256: 'text' })})
    ${orMadeSafe}`
}

function shownBy({ shown }: KeptRow): string[] {
  return shown.split(' ').filter(Boolean)
}

interface PageToSave {
  readonly row: ComparedRow
  readonly importId: number
  readonly kept: KeptRow | undefined
}

function savePage(
  input: ApplyPreviewInput,
  { row, importId, kept }: PageToSave,
  dialect: Dialect,
): { readonly outcome: Outcome; readonly statements: readonly Statement[] } {
  if (kept === undefined) throw new Error('a preview lost a page')
  const { page_id: pageId, parent_id: parentId, title } = row
  const { spaceId } = input.run
  if (row.kind === 'placed') {
    const { position, navigation_title: navigationTitle } = kept
    const place = placeBelow(parentId, { position, navigationTitle, sourceUrl: null })
    const page = sql`space_id = ${spaceId} and id = ${pageId}`
    return { outcome: 'unchanged', statements: placePage(page, place, changeStamp(input)) }
  }
  const entry = {
    ...{ importId, title, spaceId, spaceSent: String(spaceId) },
    ...{ parentId: String(parentId), warnings: kept.warnings },
    ...{ userId: input.writer.userId, apiTokenId: input.apiTokenId, requestId: input.requestId },
    ...{ startedAt: input.atMs, now: input.atMs, run: input.run.run, idempotency: null },
    ...originOf(input.actor),
  }
  const page = toImport(row, kept, entry)
  const { result, statements } =
    kept.version === null
      ? {
          result: { outcome: 'created' as const, version: 1 },
          statements: newPage(page, dialect),
        }
      : nextVersion(page, dialect, { ...kept, version: kept.version, labels: kept.labels_now })
  const { outcome, version } = result
  const finish = finishEntry(entry, { outcome, page: { id: pageId, version } })
  return { outcome, statements: [...statements, ...finish] }
}

function toImport(
  { page_id: pageId, parent_id: parentId, title_key: titleKey }: ComparedRow,
  kept: KeptRow,
  entry: SaveNamedImportInput['entry'],
): SaveNamedImportInput {
  const { markdown, adf, body: text, headings, words, digest, labels, position } = kept
  return {
    ...{ entry, pageId, titleKey, markdown, adf, digest, labels, position },
    parentId: parentId === 0 ? pageId : parentId,
    indexed: { text, headings, words },
    attachments: shownAttachments(shownBy(kept)),
    navigationTitle: kept.navigation_title,
    sourceUrl: kept.source_url === '' ? null : kept.source_url,
    overwrite: true,
    ifMatch: undefined,
  }
}
