/** The pages of sources in the store: what the last import of each brought. @module */
import { createHash } from 'node:crypto'
import { type Statement, sql } from '../../database/sql.ts'

/** Paths may be longer than a key of PostgreSQL. */
export function pathKey(path: string): string {
  return createHash('sha256').update(path).digest('hex')
}

/** What the last import of a path told. */
export interface LastWarnings {
  /** A digest of each warning. */
  readonly warnings: string
  readonly run: string
}

/** The digests of warnings, with `+` before those that their run brought. */
export function digestsIn(told: Pick<LastWarnings, 'warnings'> | undefined): string[] {
  return told === undefined || told.warnings === '' ? [] : told.warnings.split(' ')
}

/** Reads when a run of a user had its first import. */
export function beginOfRun(
  spaceId: number,
  { userId, run }: { userId: number; run: string },
): Statement {
  return sql`select min(started_at) as began_at from imports
    where user_id = ${userId} and run = ${run} and space_id in (0, ${spaceId})`
}

/** Reads what the last imports of a source told, of the pages that it keeps. */
export function toldOfSource(spaceId: number, name: string): Statement {
  return sql`select page_id, path, warnings, run from source_pages
    where space_id = ${spaceId} and source = ${name} and is_keeper = 1 and path_key <> ''`
}

export interface ToldRow extends LastWarnings {
  readonly page_id: number
  readonly path: string
}

/** Count the warnings of the files that are there; those of pages that a run did not send are old. */
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
