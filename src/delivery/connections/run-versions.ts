/**
 * Reads page versions in batches for a run, so that an unchanged import needs only a few requests.
 * @module
 */
import type { ConfluenceSite, RemotePageHead } from '../../confluence/site.ts'

export interface WantedVersion {
  readonly site: ConfluenceSite
  readonly spaceId: number
  readonly pageId: string
  readonly run: string | undefined
}

export interface RunVersions {
  /** Find the newest version; undefined where the page is missing or trashed. */
  find(wanted: WantedVersion): Promise<RemotePageHead | undefined>
  /** Same as `find`, for the check before an import, which may then still use the answer. */
  foresee(wanted: WantedVersion): Promise<RemotePageHead | undefined>
}

interface Run {
  /** Answers that no import has used yet. */
  readonly heads: Map<string, ReadHead>
  /** Each import gets an answer once; later questions ask again. */
  readonly told: Set<string>
  reading: Promise<void> | undefined
}

interface ReadHead {
  readonly head: RemotePageHead | undefined
  readonly atMs: number
}

/** The most pages of one request. */
const atOnce = 250
/** After this somebody may have edited the page. */
const maxAgeMs = 5 * 60_000
const maxRuns = 20
const maxPagesOfRun = 10_000

/**
 * Make the reader.
 * @param listIds Lists pages that are likely to be asked for next.
 * @param nowMs A monotonic clock.
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

/** Find a run; the least recently used one is dropped. */
function runOf(runs: Map<string, Run>, key: string): Run {
  const run = runs.get(key) ?? { heads: new Map(), told: new Set(), reading: undefined }
  runs.delete(key)
  runs.set(key, run)
  const [oldest] = runs.keys()
  if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
  return run
}
