/** Composes what follows repositories: the runner, and the private way of its imports. @module */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { webtriggerPath } from '../contract/paths.ts'
import type { IdAllocator } from '../database/ids.ts'
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

interface FollowingParts extends Omit<RunnerTools, 'openImports'> {
  readonly ids: IdAllocator
  readonly appId: string
  readonly envId: string
  readonly app: () => { readonly fetch: Parameters<typeof getRequestListener>[0] }
}

/** The longest delay until a process sees what is due, or was requested from another. */
const sweepIntervalMs = 2_000
/** Somebody waits before the form. */
const tryTimeoutMs = 20_000

export function following(parts: FollowingParts): Following {
  const { database, ids, clock, log, appId, envId, app, allowsPrivate } = parts
  const repositories = followedRepositories(database, ids, clock)
  const runner = followRunner({
    ...parts,
    openImports: () => openImports(app(), webtriggerPath(appId, envId)),
  })
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

/**
 * Listen on this machine, whatever the service itself listens on. Nothing but the operation is
 * there, which asks for the token of the run.
 */
async function openImports(app: ReturnType<FollowingParts['app']>, webtrigger: string) {
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/wiki/apps/')) return void listener(request, response)
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}${webtrigger}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
