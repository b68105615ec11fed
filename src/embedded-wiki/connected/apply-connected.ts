/** Applies previews of connected spaces; any process can continue after an interruption. @module */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../auth/clock.ts'
import type { Log } from '../../base/log.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { RequestError } from '../../contract/errors.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { remoteTitleKey } from '../../delivery/records/page-mark.ts'
import { idempotencyWindowMs } from '../../importing/ledger/entry.ts'
import type { AppliedPreview } from '../../importing/previews.ts'
import { type Applier, noPreview } from '../apply-shown.ts'
import {
  beginApplying,
  claimApplying,
  endApplying,
  noteApplying,
} from '../store/previews/applying.ts'
import type { ChangeSince, KeptOutlook } from '../store/previews/compare-with-space.ts'
import { findStandIn } from '../store/previews/keep-remote-page.ts'
import { isOfRun, type PreviewRun } from '../store/previews/overlay.ts'
import { isOwnId, remoteSpaceOf } from '../store/previews/remote-pages.ts'
import { type ComparedConnected, compareConnected } from './compare-connected.ts'
import {
  type DeliverPreviewTools,
  deliverPreview,
  type PreviewToDeliver,
} from './deliver-preview.ts'

export interface ConnectedApplying {
  /**
   * Apply a preview, or join the process that does.
   * @param seen The state of the preview that somebody looked at; null for nobody.
   * @throws {RequestError} `not-found` when the preview is gone, `unavailable` while it is being
   * applied.
   */
  apply(
    run: PreviewRun,
    seen: string | null,
    applier: Applier,
    withinMs: number,
  ): Promise<AppliedPreview>
  /**
   * Continue interrupted work.
   * @param inherits Whether no other process uses this store.
   */
  goOn(inherits: boolean): Promise<void>
  stop(): Promise<void>
}

interface ApplyConnectedDependencies extends DeliverPreviewTools {
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

interface KeptApplying {
  readonly holder: string
  readonly applier: Applier
  readonly startedAtMs: number
  readonly versions: Readonly<Record<string, number>>
}

const leaseMs = 30_000
/** The interval for checking the progress of another process. */
const lookMs = 500
const looksAtOnce = 5

export function connectedApplying(dependencies: ApplyConnectedDependencies): ConnectedApplying {
  const { database, clock, ids, log, connected } = dependencies
  const stopping = new AbortController()
  const { signal } = stopping
  const jobs = new Map<string, Promise<void>>()

  const work = (run: PreviewRun, kept: KeptApplying): void => {
    const key = `${run.spaceId} ${run.name}`
    const held = { run, applying: JSON.stringify(kept) }
    const note = async (page?: Parameters<PreviewToDeliver['note']>[0]): Promise<void> => {
      const leaseUntil = clock().getTime() + leaseMs
      if (!(await database.write(noteApplying, { ...held, leaseUntil, page })))
        throw new LostError()
    }
    const renewing = setInterval(() => void note().catch(() => {}), leaseMs / 4)
    renewing.unref()
    const carry = async (): Promise<void> => {
      try {
        await deliverPreview(dependencies, { run, ...kept, note, signal })
        const stamp = { auditId: await ids.nextId(), atMs: clock().getTime() }
        await database.write(endApplying, { ...held, ...stamp, actor: kept.applier.actor })
      } catch (error) {
        // Another process continues once the lease lapses: at once, if this process ends.
        if (signal.aborted) {
          await database.write(noteApplying, { ...held, leaseUntil: 0 }).catch(() => {})
        } else if (!(error instanceof LostError)) {
          log.error({ error }, 'preview not applied to its end')
        }
      } finally {
        clearInterval(renewing)
        jobs.delete(key)
      }
    }
    jobs.set(key, carry())
  }

  const begin = async (
    run: PreviewRun,
    compared: ComparedConnected,
    applier: Applier,
  ): Promise<AppliedPreview | undefined> => {
    const now = clock().getTime()
    const kept = { holder: randomUUID(), applier, startedAtMs: now, versions: compared.versions }
    const begun = await database.write(beginApplying, {
      ...{ run, writer: applier.writer, applying: JSON.stringify(kept), now },
      ...{ leaseUntil: now + leaseMs, keepUntil: now + idempotencyWindowMs },
    })
    if (begun.state === 'gone') throw noPreview(run.name)
    if (begun.state === 'begun') work(run, kept)
    return begun.state === 'applied'
      ? { outcome: 'applied', counts: begun.counts, isRepeated: true }
      : undefined
  }

  const watch = async (run: PreviewRun, withinMs: number): Promise<AppliedPreview> => {
    for (const deadline = performance.now() + withinMs; ; ) {
      const standing = await readStanding(dependencies, run)
      if (standing.applied !== '') {
        return { outcome: 'applied', counts: JSON.parse(standing.applied), isRepeated: false }
      }
      const { done, all, problems } = standing
      if (standing.applying === '') return { outcome: 'stopped', changes: problems, done, all }
      if (performance.now() > deadline || signal.aborted) {
        throw new RequestError(
          'unavailable',
          `The preview ${run.name} is being applied, and ${done} of ${all} pages are in Confluence. It goes on: ask again.`,
          { retryAfterSeconds: 2 },
        )
      }
      await sleep(lookMs, undefined, { ref: false })
    }
  }

  return {
    async apply(run, seen, applier, withinMs) {
      const standing = await readStanding(dependencies, run)
      if (standing.applied === '' && standing.applying === '') {
        const compared = await compareConnected({ database, ...connected }, run, standing.shownAtMs)
        const isSeen = seen === null ? compared.changes.length === 0 : seen === compared.state
        const isBlocked = compared.changes.some(({ isObstacle }) => isObstacle)
        if (!isSeen || isBlocked) return { outcome: 'changed', changes: compared.changes }
        const rivals = await findRivals(dependencies, run, applier)
        if (rivals.length > 0) return { outcome: 'changed', changes: rivals }
        const before = await begin(run, compared, applier)
        if (before !== undefined) return before
      } else if (standing.applied !== '') {
        return { outcome: 'applied', counts: JSON.parse(standing.applied), isRepeated: true }
      }
      return watch(run, withinMs)
    },
    async goOn(inherits) {
      const now = clock().getTime()
      const rows = await database.read<DueRow>(sql`
        select v.space_id, v.name, v.shown_run, v.applying, v.applying_until, s.homepage_id
        from previews v join spaces s on s.id = v.space_id where v.applying <> ''`)
      for (const row of rows) {
        const { space_id: spaceId, name, shown_run: run, applying: before } = row
        const isDue = inherits || row.applying_until <= now
        const connection = await connected.findConnection(String(spaceId))
        if (!isDue || jobs.has(`${spaceId} ${name}`) || connection === undefined) continue
        const kept = { ...(JSON.parse(before) as KeptApplying), holder: randomUUID() }
        const claimed = await database.write(claimApplying, {
          ...{ spaceId, name, before, applying: JSON.stringify(kept) },
          ...{ now: inherits ? row.applying_until : now, leaseUntil: now + leaseMs },
        })
        const remote = remoteSpaceOf(connection, String(row.homepage_id))
        if (claimed) work({ spaceId, name, run, remote }, kept)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(jobs.values())
    },
  }
}

interface DueRow {
  readonly space_id: number
  readonly name: string
  readonly shown_run: string
  readonly applying: string
  readonly applying_until: number
  readonly homepage_id: number
}

class LostError extends Error {
  override readonly name = 'LostError'
}

interface Standing {
  readonly applied: string
  readonly applying: string
  readonly shownAtMs: number
  readonly done: number
  readonly all: number
  readonly problems: readonly ChangeSince[]
}

async function readStanding(
  { database }: ApplyConnectedDependencies,
  run: PreviewRun,
): Promise<Standing> {
  const [preview] = await database.read<{
    applied: string
    applying: string
    shown_at: number
  }>(sql`
    select applied, applying, shown_at from previews where space_id = ${run.spaceId}
      and name = ${run.name} and shown_run = ${run.run}`)
  if (preview === undefined) throw noPreview(run.name)
  const rows = await database.read<{
    page_id: number
    title: string
    delivered: string
    problem: string
  }>(sql`
    select o.page_id, o.title, o.delivered, o.problem from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind <> 'reserved'`)
  return {
    ...{ applied: preview.applied, applying: preview.applying, shownAtMs: preview.shown_at },
    done: rows.filter(({ delivered }) => delivered !== '').length,
    all: rows.length,
    problems: rows
      .filter(({ problem }) => problem !== '')
      .map(({ page_id: id, title, problem: message }) => {
        return { pageId: String(id), title, message, isObstacle: false }
      }),
  }
}

interface TitledRow {
  readonly page_id: number
  readonly parent_id: number
  readonly base_version: number
  readonly base_title: string
  readonly title: string
  readonly foreseen: string
}

/** Pages by people that meanwhile took a title which the preview needs. */
async function findRivals(
  { database, connected }: ApplyConnectedDependencies,
  run: PreviewRun,
  { writer }: Applier,
): Promise<ChangeSince[]> {
  const rows = await database.read<TitledRow>(sql`
    select o.page_id, o.parent_id, o.base_version, o.base_title, o.title, o.foreseen
    from preview_pages o where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.kind = 'page' and o.delivered = '' and o.base_title <> o.title`)
  const freed = new Set(rows.map((row) => remoteTitleKey(row.base_title)))
  const rivals: ChangeSince[] = []
  await runBounded(rows, looksAtOnce, async (row) => {
    const isNew = row.base_version === 0
    const title = (JSON.parse(row.foreseen) as KeptOutlook).asked?.pageTitle ?? row.title
    const parent = String(row.parent_id)
    const parentId = isOwnId(parent) ? await findStandIn(database, run, parent) : parent
    if (parentId === undefined || freed.has(remoteTitleKey(title))) return
    const pageId = isNew ? undefined : String(row.page_id)
    const place = { spaceIdOrKey: String(run.spaceId), parentId, title, pageId }
    const wanted = { ...place, overwrite: true, writer }
    const message = await connected.target.findPlace(wanted).then(
      (found) =>
        isNew &&
        found?.existing &&
        `Another page has its title there by now: ${found.existing.id}.`,
      (error: unknown) => {
        if (error instanceof RequestError) return error.message
        throw error
      },
    )
    if (message) rivals.push({ pageId: String(row.page_id), title, message, isObstacle: true })
  })
  return rivals
}
