/** Composes what follows repositories. @module */
import type { IdAllocator } from '../../store/ids.ts'
import {
  type FollowRunner,
  followRunner,
  type RunnerTools,
  tryRemote,
} from '../following/follow-runner.ts'
import {
  checkFollowing,
  type FollowedRepositories,
  followedRepositories,
  type NewRepository,
} from '../following/followed-repositories.ts'
import { repeat } from './housekeeping.ts'

export interface Following {
  readonly repositories: FollowedRepositories
  readonly runNow: FollowRunner['runNow']
  /** Request a run, and begin it if this process has room for it. */
  requestRun: FollowedRepositories['requestRun']
  /**
   * Check a repository, and look for its branch.
   * @throws {RequestError | RunError} When it cannot be followed.
   */
  tryOut(repository: NewRepository): Promise<void>
  readonly allowsPrivate: boolean
  start(): void
  stop(): Promise<void>
}

interface FollowingParts extends RunnerTools {
  readonly ids: IdAllocator
}

/** The longest delay until a process sees what is due, or was requested from another. */
const sweepIntervalMs = 2_000
/** Somebody waits before the form. */
const tryTimeoutMs = 20_000

export function following(parts: FollowingParts): Following {
  const { database, ids, clock, log, allowsPrivate } = parts
  const repositories = followedRepositories(database, ids, clock)
  const runner = followRunner(parts)
  const stopping = new AbortController()
  const { signal } = stopping
  const fail = (error: unknown): void => log.error({ error }, 'followed repositories not looked at')
  let sweeping: Promise<void> | undefined
  return {
    repositories,
    runNow: runner.runNow,
    async requestRun(id, kind) {
      const isThere = await repositories.requestRun(id, kind)
      if (sweeping !== undefined) void runner.sweep().catch(fail)
      return isThere
    },
    allowsPrivate,
    async tryOut(repository) {
      const { address, branch } = await repositories.check(repository)
      const { credentials } = repository
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(tryTimeoutMs)])
      await tryRemote({ address, branch, credentials, allowsPrivate, signal })
    },
    start() {
      void checkFollowing(database, clock).then((checks) => {
        for (const { ok, detail } of checks) if (!ok) log.error({ detail }, 'followed repositories')
      }, fail)
      sweeping = repeat(runner.sweep, { everyMs: sweepIntervalMs, signal }, fail)
    },
    async stop() {
      stopping.abort()
      await runner.stop()
      await sweeping
    },
  }
}
