/** Follows repositories: imports each when its branch has moved, one process at a time. @module */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditedStore } from '../../accounts/audit.ts'
import type { Log } from '../../contract/base/log.ts'
import { RequestError } from '../../contract/errors.ts'
import { StoreError } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { RunError } from '../folder-runs/bounded-process.ts'
import { type ImportCounts, importInProcess } from '../folder-runs/import-process.ts'
import {
  makeRunPlace,
  type OpenedImports,
  type RunTokens,
  removeRunPlace,
} from '../folder-runs/run-access.ts'
import { repeat } from '../service/housekeeping.ts'
import {
  endRun,
  type FollowRun,
  type LeasedRepository,
  leaseRepository,
  noRepository,
  parseRuns,
  type RunKind,
  renewLease,
  runKinds,
} from './follow-changes.ts'
import {
  checkFollowing,
  followedRepositories,
  openRepositorySecrets,
} from './followed-repositories.ts'
import { findFolder, findGit, reachRemote } from './git.ts'
import { parseRepository } from './repository-address.ts'

interface FollowingParts extends AuditedStore {
  readonly log: Pick<Log, 'info' | 'error'>
  readonly allowsPrivate: boolean
  readonly tokens: Pick<RunTokens, 'begin'>
  /** Opens the operation on loopback for the imports of one run. */
  openImports(): Promise<OpenedImports>
  readonly onEnded: (outcome: 'imported' | 'failed') => void
}

export type Following = ReturnType<typeof following>

/** Other processes see a requested run after at most this time. */
const sweepIntervalMs = 2_000
/** No pause of a live process lasts this long. */
const leaseMs = 30_000
const renewEveryMs = 10_000
const tryAgainMs = 500
const maxAtOnce = 2
const timeoutMs = 2 * 60 * 60_000
const maxReasonLength = 1_000

const nothingDone = { created: 0, updated: 0, trashed: 0, newWarnings: 0 } as const

interface Leased {
  readonly repository: LeasedRepository
  readonly holder: string
}

export function following(parts: FollowingParts) {
  const { database, clock, log, onEnded } = parts
  const repositories = followedRepositories(parts)
  const abort = new AbortController()
  const working = new Set<Promise<unknown>>()
  const lease = async (id?: number): Promise<Leased | undefined> => {
    const [now, holder] = [clock().getTime(), randomUUID()]
    const input = { id, now, holder, leaseUntil: now + leaseMs }
    const repository = await database.write(leaseRepository, input)
    return repository && { repository, holder }
  }
  /** @returns Undefined when there was nothing to do, or the lease was lost. */
  const work = async ({ repository, holder }: Leased): Promise<FollowRun | undefined> => {
    const { id } = repository
    const lost = new AbortController()
    let heldUntilMs = performance.now() + leaseMs
    const renew = async (): Promise<void> => {
      const nowMs = performance.now()
      // A short outage of the store does not end the run.
      if (nowMs + renewEveryMs > heldUntilMs) lost.abort()
      const leaseUntil = clock().getTime() + leaseMs
      if (!(await database.write(renewLease, { id, holder, leaseUntil }))) lost.abort()
      heldUntilMs = nowMs + leaseMs
    }
    const renewing = setInterval(() => void renew().catch(() => {}), renewEveryMs)
    const signal = AbortSignal.any([abort.signal, lost.signal])
    const run = await runRepository(parts, repository, signal).finally(() =>
      clearInterval(renewing),
    )
    const isInterrupted = signal.aborted
    // With a lost lease another process is the holder, so nothing is written.
    await database.write(endRun, { id, holder, now: clock().getTime(), run, isInterrupted })
    if (run === undefined) return undefined
    onEnded(run.error === null ? 'imported' : 'failed')
    log.info({ repositoryId: id, ...run }, 'followed repository run')
    return run
  }
  const begin = (leased: Leased): void => {
    const running = work(leased)
      // Another process tries once the lease has lapsed.
      .catch((error: unknown) => log.error({ error }, 'followed repository not run'))
      .finally(() => working.delete(running))
    working.add(running)
  }
  const sweep = async (): Promise<void> => {
    const [any] = await database.read<{ id: number }>(sql`
      select id from followed_repositories limit 1`)
    while (any !== undefined && working.size < maxAtOnce && !abort.signal.aborted) {
      const leased = await lease()
      if (leased === undefined) return
      begin(leased)
    }
  }
  const fail = (error: unknown): void => log.error({ error }, 'followed repositories not looked at')
  let sweeping: Promise<void> | undefined
  return {
    repositories,
    sweep,
    /** Requests a run, and begins it at once if this process has room. */
    async requestRun(id: string, kind: RunKind): Promise<boolean> {
      const isThere = await repositories.requestRun(id, kind)
      if (sweeping !== undefined) void sweep().catch(fail)
      return isThere
    },
    /**
     * Runs a repository and waits for the end; first waits for a run by another process.
     * @throws {RequestError} `not-found`.
     */
    async runNow(id: number): Promise<FollowRun> {
      for (;;) {
        const leased = await lease(id)
        if (leased !== undefined) {
          const run = await work({
            ...leased,
            repository: { ...leased.repository, requested: runKinds.import },
          })
          if (run !== undefined) return run
        }
        const rows = await database.read(sql`select 1 from followed_repositories where id = ${id}`)
        if (rows.length === 0) throw noRepository()
        await sleep(tryAgainMs, undefined, { signal: abort.signal })
      }
    },
    start(): void {
      void checkFollowing(database, clock).then((checks) => {
        for (const { ok, detail } of checks) if (!ok) log.error({ detail }, 'followed repositories')
      }, fail)
      sweeping = repeat(sweep, { everyMs: sweepIntervalMs, signal: abort.signal }, fail)
    },
    /** Interrupts runs; another process continues them. */
    async stop(): Promise<void> {
      abort.abort()
      await Promise.all([...working, sweeping])
    },
  }
}

/**
 * Imports a repository if its branch has moved, the last run failed, or an import was requested.
 * @returns Undefined when there was nothing to do, or the signal was aborted.
 */
async function runRepository(
  { database, clock, log, allowsPrivate, tokens, openImports }: FollowingParts,
  repository: LeasedRepository,
  signal: AbortSignal,
): Promise<FollowRun | undefined> {
  const { id, space_id: spaceId, user_id: userId, branch, imported_commit: lastCommit } = repository
  let commit: string | null = null
  const runResult = (error: string | null, counts: ImportCounts = nothingDone): FollowRun => ({
    at: clock().getTime(),
    commit,
    error,
    ...counts,
  })
  const place = await makeRunPlace()
  const resources: { close(): void }[] = []
  try {
    // Make the token first: that checks the owner's rights before we fetch anything.
    const name = `follow-${id}`
    const token = await tokens.begin({ id, name, userId, spaceId, isAdministration: true })
    resources.push(token)
    await findGit()
    const credentials = openRepositorySecrets(database, id, repository.secret)
    if (credentials === undefined) {
      throw new RunError('Backups hold no secrets: remove it, and add it again.')
    }
    const address = parseRepository(repository.url)
    const remote = await reachRemote({ address, branch, credentials, allowsPrivate, place, signal })
    commit = await remote.findCommit()
    const [last] = parseRuns(repository)
    const hasFailed = last !== undefined && last.error !== null
    const isWanted = repository.requested === runKinds.import || (hasFailed && last.commit !== null)
    if (commit === lastCommit && !isWanted) return hasFailed ? runResult(null) : undefined
    const clone = await remote.fetch(commit, lastCommit)
    commit = clone.commit
    const folder = findFolder(clone.top, repository.folder)
    const imports = await openImports()
    resources.push(imports)
    const home = join(place, 'home')
    await mkdir(home)
    const counts = await importInProcess({
      folder,
      top: clone.top,
      home,
      spaceId: String(spaceId),
      parentId: repository.parent_id,
      endpoint: imports.endpoint,
      token: token.text,
      // Prune the pages of deleted files without asking.
      options: ['--prune', '--yes'],
      timeoutMs,
      signal,
    })
    return runResult(null, counts)
  } catch (error) {
    if (signal.aborted) return undefined
    return runResult(
      reasonOf(error, log).replaceAll(`${place}/clone/`, '').slice(0, maxReasonLength),
    )
  } finally {
    for (const resource of resources) resource.close()
    await removeRunPlace(place)
  }
}

function reasonOf(error: unknown, log: FollowingParts['log']): string {
  const isWorded = [RunError, RequestError, StoreError].some((kind) => error instanceof kind)
  if (isWorded) return (error as Error).message
  log.error({ error }, 'followed repository failed')
  return 'Something went wrong on our side. The log of the service has more.'
}
