/** Several processes over one store: one at a time runs a repository, and none is waited for in vain. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { initializeStore } from '../src/accounts/initialize-store.ts'
import { openLog } from '../src/contract/base/log.ts'
import { leaseRepository } from '../src/server/following/follow-changes.ts'
import { followedRepositories } from '../src/server/following/followed-repositories.ts'
import { type Following, following } from '../src/server/following/following.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type GitServer, startGitServer } from './support/network/git-server.ts'
import { createSpaceFor } from './support/service/sample-history.ts'
import { forEachEngine } from './support/store/test-engines.ts'

let git: GitServer
before(async () => {
  git = await startGitServer()
  git.push({ 'a.md': 'text' })
})
after(() => git.stop())

forEachEngine((open) => {
  const clock = () => new Date()

  const runnerOver = (database: Database): Following =>
    following({
      ...{
        database,
        ids: idAllocator(database),
        clock,
        log: openLog('silent', { write: () => {} }),
        allowsPrivate: true,
      },
      tokens: { begin: async () => ({ text: 'token', close: () => {} }) },
      openImports: async () => assert.fail('nothing is imported'),
      onEnded: () => {},
    })

  const rowOf = async (database: Database, id: number) => {
    const [row] = await database.read<Record<string, number>>(
      sql`select requested, next_at, lease_until from followed_repositories where id = ${id}`,
    )
    return row
  }

  const prepare = async () => {
    const database = await open()
    const ids = idAllocator(database)
    await initializeStore({ database, ids, clock })
    const userId = await createSpaceFor(database, ids, clock)
    const repositories = followedRepositories({ database, ids, clock })
    const where = { space: 'DOCS', repository: git.url, branch: 'main', folder: '.', userId }
    const rest = { everyMs: 60_000, credentials: {}, allowsPrivate: true }
    const id = Number((await repositories.add({ ...where, ...rest }, 'test')).id)
    git.requests.length = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    git.held = promise
    git.answer = (_, response) => {
      response.writeHead(404).end()
      return true
    }
    const release = (): void => {
      git.held = undefined
      resolve()
    }
    return { database, repositories, id, release }
  }

  const lease = (database: Database, id: number | undefined, now: number) =>
    database.write(leaseRepository, { id, now, holder: 'other', leaseUntil: now + 1_000 })

  test('two processes run a repository one after another, and one that is removed no more', async () => {
    const { database, repositories, id, release } = await prepare()
    const [one, other] = [runnerOver(database), runnerOver(database)]
    const first = one.runNow(id)
    await waitUntil('it has begun', () => git.requests.length === 1)
    const second = other.runNow(id)
    await other.sweep()
    assert.equal(await lease(database, id, Date.now()), undefined)
    assert.equal(await lease(database, undefined, Date.now()), undefined)
    assert.equal(git.requests.length, 1)
    release()
    for (const run of await Promise.all([first, second])) {
      assert.match(run.error ?? '', /There is no repository at this address/)
    }
    assert.equal((await repositories.get(String(id))).runs.length, 2)
    const row = await rowOf(database, id)
    assert.equal(row?.lease_until, 0)
    assert.ok((row?.next_at ?? 0) > Date.now(), 'the next look comes in time')
    await repositories.remove(String(id), 'test')
    await assert.rejects(one.runNow(id), { key: 'not-found' })
    await assert.rejects(repositories.get(String(id)), { key: 'not-found' })
    assert.deepEqual(await database.read(sql`select * from repository_secrets`), [])
  })

  test('a process that stops gives its run back, and one that was killed loses it in time', async () => {
    const { database, id, release } = await prepare()
    const stopped = runnerOver(database)
    await stopped.sweep()
    await waitUntil('it has begun', () => git.requests.length === 1)
    await stopped.stop()
    const row = await rowOf(database, id)
    assert.equal(row?.lease_until, 0)
    const now = Date.now()
    assert.ok((row?.next_at ?? now) <= now, 'another process goes on with it')
    assert.equal((await lease(database, undefined, now))?.id, id)
    assert.equal(await lease(database, undefined, now + 999), undefined)
    assert.equal((await lease(database, undefined, now + 1_000))?.id, id)
    release()
  })
})
