/** Pages of sources: their last warnings, and which pages to delete when a run ends. @module */
import { createHash } from 'node:crypto'
import type { AnswerPrunedPage, AnswerWarning, ClosingAnswer } from '../../../contract/answers.ts'
import type { ImportedFile } from '../../../contract/import-request.ts'
import type { EditPolicy, ReasonToStay } from '../../../contract/outcomes.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { PlacedEntry } from '../ledger/ledger.ts'
import { type SourcedImport, type SourceState, sourceWarnings } from './source-state.ts'

/** Paths may be longer than a key of PostgreSQL. */
export function pathKey(path: string): string {
  return createHash('sha256').update(path).digest('hex')
}

export interface LastWarnings {
  /** A digest of each warning. */
  readonly warnings: string
  readonly run: string
}

function digestsIn(lastWarnings: Pick<LastWarnings, 'warnings'> | undefined): string[] {
  return lastWarnings === undefined || lastWarnings.warnings === ''
    ? []
    : lastWarnings.warnings.split(' ')
}

/** Selects the time when a run began: one row with `at`, undefined for a run without imports. */
export function beginOfRun(
  spaceId: number,
  { userId, run }: { userId: number; run: string },
): Statement {
  return sql`select min(started_at) as at from imports
    where user_id = ${userId} and run = ${run} and space_id in (0, ${spaceId})`
}

export function toldOfSource(spaceId: number, name: string): Statement {
  return sql`select page_id, path, warnings, run from source_pages
    where space_id = ${spaceId} and source = ${name} and is_keeper = 1 and path_key <> ''`
}

export interface ToldRow extends LastWarnings {
  readonly page_id: number
  readonly path: string
}

/** Counts the warnings of the run's files; warnings of files that it did not send again are old. */
export function countOfRun(
  rows: readonly ToldRow[],
  { paths, run }: { readonly paths: ReadonlySet<string>; readonly run: string },
): { readonly newWarnings: number; readonly oldWarnings: number } {
  let newWarnings = 0
  let oldWarnings = 0
  for (const row of rows) {
    if (!paths.has(row.path)) continue
    for (const digest of digestsIn(row)) {
      if (row.run === run && digest.startsWith('+')) newWarnings += 1
      else oldWarnings += 1
    }
  }
  return { newWarnings, oldWarnings }
}

export function toldOfPath(
  spaceId: Statement,
  { name, path }: Pick<ImportedFile, 'name' | 'path'>,
): Statement {
  return sql`select warnings, run from source_pages
    where space_id = ${spaceId} and source = ${name} and path_key = ${pathKey(path)}`
}

/** The warnings of an import, with those about the page's source and people's edits first. */
export function warningsOf(
  request: SourcedImport,
  { policy, state, told: lastWarnings }: ToldImport,
  conversionWarnings: readonly AnswerWarning[],
): readonly AnswerWarning[] {
  const sourceNotes = state === undefined ? [] : sourceWarnings(state, request, policy)
  const warnings = [...sourceNotes, ...conversionWarnings]
  if (request.source === undefined) return warnings
  const knownDigests = new Set(digestsIn(lastWarnings).map((digest) => digest.replace('+', '')))
  return warnings.map((warning) => ({ ...warning, new: !knownDigests.has(digestOf(warning)) }))
}

interface ToldImport {
  readonly policy: EditPolicy
  readonly state: SourceState | undefined
  readonly told: LastWarnings | undefined
}

/**
 * Digest warnings for the store, with `+` before those that first came in this run. They stay new
 * for the whole run, however often it sends the page.
 */
function digestWarnings(
  warnings: readonly AnswerWarning[],
  run: string,
  lastWarnings: LastWarnings | undefined,
): string {
  const runDigests = new Set(lastWarnings?.run === run && run !== '' ? digestsIn(lastWarnings) : [])
  return warnings
    .map((warning) => {
      const digest = digestOf(warning)
      return warning.new || runDigests.has(`+${digest}`) ? `+${digest}` : digest
    })
    .join(' ')
}

function digestOf({ code, message }: AnswerWarning): string {
  return createHash('sha256').update(`${code}\n${message}`).digest('hex').slice(0, 16)
}

interface KeptPage {
  readonly pageId: number
  readonly version: number
  readonly isMade: boolean
  /** What was sent, where people's edits were merged into it. */
  readonly sentMarkdown?: string | null | undefined
}

/** Records that a source keeps a page; nothing for an import without one. */
export function recordSource(
  { source }: SourcedImport,
  { spaceId, run, now }: PlacedEntry,
  { pageId, version, isMade, sentMarkdown = null }: KeptPage,
  warnings: readonly AnswerWarning[],
  lastWarnings: LastWarnings | undefined,
): Statement[] {
  if (source === undefined) return []
  const digests = digestWarnings(warnings, run, lastWarnings)
  const { name, path, url = '', digest } = source
  const key = pathKey(path)
  return [
    sql`update source_pages set path = '', path_key = ''
      where space_id = ${spaceId} and source = ${name} and path_key = ${key} and page_id <> ${pageId}`,
    sql`update source_pages set is_keeper = 0
      where space_id = ${spaceId} and page_id = ${pageId} and source <> ${name}`,
    sql`insert into source_pages (space_id, source, page_id, is_keeper, is_maker, path, path_key, url,
        digest, version, warnings, run, imported_at, sent_markdown)
      values (${spaceId}, ${name}, ${pageId}, 1, ${isMade ? 1 : 0}, ${path}, ${key}, ${url},
        ${digest}, ${version}, ${digests}, ${run}, ${now}, cast(${sentMarkdown} as text))
      on conflict (space_id, source, page_id) do update set is_keeper = 1, path = excluded.path,
        path_key = excluded.path_key, url = excluded.url, digest = excluded.digest,
        version = excluded.version, warnings = excluded.warnings, run = excluded.run,
        imported_at = excluded.imported_at, sent_markdown = excluded.sent_markdown`,
  ]
}

/** A page that a source has imported; only pages outside the trash are judged. */
export interface SourcePage {
  readonly pageId: string
  readonly title: string
  /** The path of the page's file; undefined once another page was made from that file. */
  readonly path: string | undefined
  readonly isKept: boolean
  readonly isMadeHere: boolean
  readonly isEdited: boolean
  readonly run: string
  readonly importedAt: Date
}

interface EndedRun {
  readonly paths: ReadonlySet<string>
  readonly run: string
  readonly beganAt: Date | undefined
}

export type JudgedPages = Pick<ClosingAnswer, 'trashed' | 'kept'>

export function pagesWithoutFile<Page extends SourcePage>(
  pages: readonly Page[],
  { paths }: Pick<EndedRun, 'paths'>,
): Page[] {
  return pages.filter(({ path }) => path === undefined || !paths.has(path))
}

/** @returns The reason to keep a page; undefined for a page that may be trashed. */
export function reasonToStay(
  page: SourcePage,
  { run, beganAt }: EndedRun,
): ReasonToStay | undefined {
  if (!page.isKept) return 'taken-over'
  if (!page.isMadeHere) return 'not-made-here'
  const isLater = beganAt !== undefined && page.importedAt > beganAt
  if (page.run !== run && isLater) return 'newer-run'
  return page.isEdited ? 'edited' : undefined
}

/**
 * Keep the ancestors of pages that stay.
 * @param reasons By id, for each page without a file.
 * @param children The ids of the children of each page that may be trashed.
 */
export function judgePages(
  pages: readonly SourcePage[],
  reasons: ReadonlyMap<string, ReasonToStay | undefined>,
  children: ReadonlyMap<string, readonly string[]>,
): JudgedPages {
  const judged = new Map(reasons)
  const goes = (id: string): boolean => judged.has(id) && judged.get(id) === undefined
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const { pageId } of pages) {
      if (!goes(pageId) || (children.get(pageId) ?? []).every(goes)) continue
      judged.set(pageId, 'holds-others')
      isChanged = true
    }
  }
  const trashed: AnswerPrunedPage[] = []
  const keptPages: JudgedPages['kept'][number][] = []
  for (const { path = null, pageId, title } of pages) {
    const reason = judged.get(pageId)
    if (reason === undefined) trashed.push({ path, pageId, title })
    else keptPages.push({ path, pageId, title, why: reason })
  }
  return { trashed, kept: keptPages }
}
