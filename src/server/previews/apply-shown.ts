/** Applies the shown run of a preview. @module */
import type { Actor } from '../../accounts/audit.ts'
import type { Clock } from '../../accounts/clock.ts'
import type { Principal } from '../../accounts/reader.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import type { AppliedPreview } from '../../wiki/import/previews.ts'
import { applyPreview } from '../../wiki/store/previews/apply-preview.ts'
import type { PreviewRun } from '../../wiki/store/previews/draft-pages.ts'

export interface Applier {
  readonly writer: Principal
  readonly apiTokenId: number
  readonly requestId: string
  readonly actor: Actor
}

const applyLimitMs = 60_000

/**
 * @param seen The state that the person looked at; null for programs.
 * @throws {RequestError} `not-found` when the preview is gone, or its space is closed to the
 * writer.
 */
export async function applyShown(
  {
    database,
    ids,
    clock,
  }: { readonly database: Database; readonly ids: IdAllocator; readonly clock: Clock },
  run: PreviewRun,
  seen: string | null,
  applier: Applier,
): Promise<AppliedPreview> {
  const [count] = await database.read<{ pages: number }>(sql`
    select count(*) as pages from preview_pages o
    where o.space_id = ${run.spaceId} and o.name = ${run.name} and o.run = ${run.run}`)
  const pageIds: number[] = []
  while (pageIds.length < Number(count?.pages ?? 0)) pageIds.push(await ids.nextId())
  const stamp = { auditId: await ids.nextId(), atMs: clock().getTime() }
  const input = { run, seen, ids: pageIds, ...stamp, ...applier }
  const result = await database.write(applyPreview, input, { limitMs: applyLimitMs })
  if (result.outcome === 'gone') throw noPreview(run.name)
  return result
}

export function noPreview(name: string): RequestError {
  return new RequestError(
    'not-found',
    `There is no preview ${name} with pages to apply: it has ended, was applied, or nothing was sent into it. Send it with --preview ${name}.`,
  )
}

/** Previews of connected spaces compare with earlier imports only, so they cannot be applied. */
export function onlyLookedAt(): RequestError {
  return new RequestError(
    'bad-request',
    'Previews of a space in Confluence are for looking at. Import the same files without --preview to write the pages there.',
  )
}
