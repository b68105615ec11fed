/** Composes the following of repositories. @module */
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
  /** Begins the run too if this process has room for it. */
  requestRun: FollowedRepositories['requestRun']
  /**
   * @throws {RequestError
   * RunError} When the repository or branch cannot be followed.
   */
  tryOut(repository: NewRepository): Promise<void>
  readonly allowsPrivate: boolean
  start(): void
  stop(): Promise<void>
}

interface FollowingParts extends RunnerTools {
  readonly ids: IdAllocator
}

/** Other processes see a requested run after at most this time. */
const sweepIntervalMs = 2_000
/** A person waits for the form. */
const tryTimeoutMs = 20_000

export function following(parts: FollowingParts): Following {
  const { database, ids, clock, log, allowsPrivate } = parts
  const repositories = followedRepositories(database, ids, clock)
  const runner = followRunner(parts)
  const abort = new AbortController()
  const { signal } = abort
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
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(tryTimeoutMs)])
      await tryRemote({ address, branch, credentials, allowsPrivate, signal })
    },
    start() {
      void checkFollowing(database, clock).then((checks) => {
        for (const { ok, detail } of checks) if (!ok) log.error({ detail }, 'followed repositories')
      }, fail)
      sweeping = repeat(runner.sweep, { everyMs: sweepIntervalMs, signal }, fail)
    },
    async stop() {
      abort.abort()
      await runner.stop()
      await sweeping
    },
  }
}
