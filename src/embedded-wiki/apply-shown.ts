/** Applies the run of a preview that is shown, for whoever asks for it: at the web pages or by a command. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { Actor } from '../auth/audit.ts'
import type { Clock } from '../auth/clock.ts'
import { RequestError } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import type { AppliedPreview } from '../importing/previews.ts'
import { applyPreview } from './store/previews/apply-preview.ts'
import type { PreviewRun } from './store/previews/overlay.ts'

/** Who applies a preview. */
export interface Applier {
  readonly writer: Principal
  /** 0 for somebody at the web pages. */
  readonly apiTokenId: number
  readonly requestId: string
  readonly actor: Actor
}

/** All pages that a preview may have are saved well within it. */
const applyLimitMs = 60_000

/**
 * Apply a preview.
 * @param seen What somebody looked at, by its state; null for nobody.
 * @throws {RequestError} `not-found` when there is no such preview any more, or they may not write in its
 * space.
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

/** Make the refusal for a preview with nothing to apply. */
export function noPreview(name: string): RequestError {
  return new RequestError(
    'not-found',
    `There is no preview ${name} with pages to apply: it has ended, was applied, or nothing was sent into it. Send it with --preview ${name}.`,
  )
}
