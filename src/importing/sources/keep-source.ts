/** Keeps what an import of a source brought, and tells which of its warnings are new. @module */
import { createHash } from 'node:crypto'
import type { AnswerWarning } from '../../contract/answers.ts'
import type { ImportedFile } from '../../contract/import-request.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { digestsIn, type LastWarnings, pathKey } from './source-pages.ts'

export function toldOfPath(
  spaceId: Statement,
  { name, path }: Pick<ImportedFile, 'name' | 'path'>,
): Statement {
  return sql`select warnings, run from source_pages
    where space_id = ${spaceId} and source = ${name} and path_key = ${pathKey(path)}`
}

/** Say of each warning whether the last import of the path told it as well. */
export function withNew(
  warnings: readonly AnswerWarning[],
  told: LastWarnings | undefined,
): readonly AnswerWarning[] {
  const known = new Set(digestsIn(told).map((digest) => digest.replace('+', '')))
  return warnings.map((warning) => ({ ...warning, new: !known.has(digestOf(warning)) }))
}

/**
 * Write warnings for the store: a digest for each, with `+` before it where its run brought it. What
 * a run brought stays new in it, however often it sends the page.
 */
export function writeTold(
  warnings: readonly AnswerWarning[],
  run: string,
  told: LastWarnings | undefined,
): string {
  const before = new Set(told?.run === run && run !== '' ? digestsIn(told) : [])
  return warnings
    .map((warning) => {
      const digest = digestOf(warning)
      return warning.new || before.has(`+${digest}`) ? `+${digest}` : digest
    })
    .join(' ')
}

function digestOf({ code, message }: AnswerWarning): string {
  return createHash('sha256').update(`${code}\n${message}`).digest('hex').slice(0, 16)
}

export interface KeptPage {
  readonly spaceId: number
  readonly pageId: number
  readonly source: ImportedFile
  readonly version: number
  readonly isMade: boolean
  /** As `writeTold` gives them. */
  readonly warnings: string
  readonly run: string
  readonly now: number
  readonly sentMarkdown: string | Uint8Array | null
}

/** Make the statements that give a page to its source, in the transaction of its import. */
export function keepSource(page: KeptPage): Statement[] {
  const { spaceId, pageId, source, version, warnings, run, now, sentMarkdown } = page
  const { name, path, url = '', digest } = source
  const key = pathKey(path)
  return [
    sql`update source_pages set path = '', path_key = ''
      where space_id = ${spaceId} and source = ${name} and path_key = ${key} and page_id <> ${pageId}`,
    sql`update source_pages set is_keeper = 0
      where space_id = ${spaceId} and page_id = ${pageId} and source <> ${name}`,
    sql`insert into source_pages (space_id, source, page_id, is_keeper, is_maker, path, path_key, url,
        digest, version, warnings, run, imported_at, sent_markdown)
      values (${spaceId}, ${name}, ${pageId}, 1, ${page.isMade ? 1 : 0}, ${path}, ${key}, ${url},
        ${digest}, ${version}, ${warnings}, ${run}, ${now}, cast(${sentMarkdown} as text))
      on conflict (space_id, source, page_id) do update set is_keeper = 1, path = excluded.path,
        path_key = excluded.path_key, url = excluded.url, digest = excluded.digest,
        version = excluded.version, warnings = excluded.warnings, run = excluded.run,
        imported_at = excluded.imported_at, sent_markdown = excluded.sent_markdown`,
  ]
}
