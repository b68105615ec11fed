/**
 * Versions of pages, read for a whole run of imports: an import of hundreds of pages that have not
 * changed asks the site a few times.
 * @module
 */
import type { ConfluenceSite, RemotePageHead } from '../../confluence/site.ts'

export interface WantedVersion {
  readonly site: ConfluenceSite
  readonly spaceId: number
  readonly pageId: string
  /** Names the run, and whose it is; undefined for an import on its own. */
  readonly run: string | undefined
}

export interface RunVersions {
  /** Find the newest version of a page; undefined where it is missing or in the trash. */
  find(wanted: WantedVersion): Promise<RemotePageHead | undefined>
  /** Find the same for what goes before the import of the page, which is told of it once more. */
  foresee(wanted: WantedVersion): Promise<RemotePageHead | undefined>
}

/** What a run has read. */
interface Run {
  /** Those that no import has asked for yet. */
  readonly heads: Map<string, ReadHead>
  /** Each import is told once; later questions are new ones. */
  readonly told: Set<string>
  reading: Promise<void> | undefined
}

interface ReadHead {
  readonly head: RemotePageHead | undefined
  readonly atMs: number
}

/** As many as one request takes. */
const atOnce = 250
/** Somebody may write meanwhile. */
const maxAgeMs = 5 * 60_000
const maxRuns = 20
const maxPagesOfRun = 10_000

/**
 * Make what reads versions.
 * @param listIds Lists pages of a space that are likely to be asked for next.
 * @param nowMs A clock that never goes back.
 */
export function runVersions(
  listIds: (near: { spaceId: number; from: string; limit: number }) => Promise<readonly string[]>,
  nowMs: () => number = () => performance.now(),
): RunVersions {
  const runs = new Map<string, Run>()
  const isFresh = (kept: ReadHead | undefined): kept is ReadHead =>
    kept !== undefined && nowMs() - kept.atMs < maxAgeMs
  const findAlone = async ({ site, pageId }: WantedVersion) =>
    (await site.findVersions([pageId])).get(pageId)
  const readSome = async (run: Run, { site, spaceId, pageId }: WantedVersion): Promise<void> => {
    const near = await listIds({ spaceId, from: pageId, limit: atOnce + sizeOf(run) })
    const isWanted = (id: string): boolean =>
      id !== pageId && !run.told.has(id) && !isFresh(run.heads.get(id))
    const ids = [pageId, ...near.filter(isWanted).slice(0, atOnce - 1)]
    const found = await site.findVersions(ids)
    const atMs = nowMs()
    for (const id of ids) if (!run.told.has(id)) run.heads.set(id, { head: found.get(id), atMs })
  }
  const find = async (
    wanted: WantedVersion,
    isToldAgain: boolean,
  ): Promise<RemotePageHead | undefined> => {
    const { pageId } = wanted
    if (wanted.run === undefined) return findAlone(wanted)
    const run = runOf(runs, `${wanted.spaceId} ${wanted.run}`)
    for (;;) {
      const kept = run.heads.get(pageId)
      if (isFresh(kept)) {
        if (!isToldAgain) {
          run.heads.delete(pageId)
          run.told.add(pageId)
        }
        return kept.head
      }
      if (run.told.has(pageId) || sizeOf(run) >= maxPagesOfRun) return findAlone(wanted)
      run.reading ??= readSome(run, wanted).finally(() => {
        run.reading = undefined
      })
      await run.reading
    }
  }
  return {
    find: (wanted) => find(wanted, false),
    foresee: (wanted) => find(wanted, true),
  }
}

function sizeOf({ heads, told }: Run): number {
  return heads.size + told.size
}

/** The run that was asked for longest ago makes room. */
function runOf(runs: Map<string, Run>, key: string): Run {
  const run = runs.get(key) ?? { heads: new Map(), told: new Set(), reading: undefined }
  runs.delete(key)
  runs.set(key, run)
  const [oldest] = runs.keys()
  if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
  return run
}
