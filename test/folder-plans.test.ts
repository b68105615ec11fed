/** However hostile folders are that somebody has planned: imports of others go on, and none is refused. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workerPool } from '../src/isolation/worker-pool.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { formToken, startComposedServer } from './support/service/composed-server.ts'
import {
  defaultOptions,
  send,
  startTestServer,
  validImport,
} from './support/service/test-server.ts'
import { testWorkers } from './support/service/test-workers.ts'
import { createTestStore } from './support/store/test-engines.ts'

const formsAtOnce = 4
const imports = 10

interface Attacked {
  readonly url: string
  readonly endpoint: string
  readonly token: string
  readonly space: { readonly id: string; readonly homepageId: string }
}

/** Maximizes links per byte, so that planning takes as long as it may. */
function hostileFiles(): string {
  const text = '[a](b.md) '.repeat(40_000)
  const paths = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  return JSON.stringify(paths.map((name) => ({ path: `${name}.md`, text, bytes: text.length })))
}

interface Attack {
  begun(): number
  underWay(): number
  stop(): Promise<void>
}

interface Forms {
  readonly csrf: string
  readonly cookie?: string
  readonly atOnce?: number
}

function attack(
  { url, space }: Attacked,
  { csrf, cookie = '', atOnce = formsAtOnce }: Forms,
): Attack {
  const stopping = new AbortController()
  const files = hostileFiles()
  let begun = 0
  let answered = 0
  const sendForms = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const body = new FormData()
      const fields = { csrf, spaceId: space.id, parentId: space.homepageId, files }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      begun += 1
      const answer = await fetch(`${url}/import/folder`, {
        ...{ method: 'POST', body, signal: stopping.signal },
        headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => {})
      answered += 1
    }
  }
  const forms = Array.from({ length: atOnce }, sendForms)
  return {
    begun: () => begun,
    underWay: () => begun - answered,
    async stop() {
      stopping.abort()
      await Promise.all(forms)
    },
  }
}

async function importPages(server: Attacked, attacking: Attack): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 0; count < imports && !statuses.includes(503); count += 1) {
    const fields = { ...validImport({ space: server.space as never }), pageTitle: `Page ${count}` }
    const headers = { authorization: `Bearer ${server.token}` }
    assert.ok(attacking.underWay() > 0)
    statuses.push((await send(server.endpoint, JSON.stringify(fields), headers)).status)
  }
  return statuses
}

test('imports go on while one user has hostile folders planned', async () => {
  const store = await createTestStore('sqlite')
  const limits = { ...defaultOptions.limits, conversionTimeoutMs: 3_000 }
  const server = await startTestServer(store.options, { limits })
  after(store.remove)
  await server.grant(await server.createUser('mallory'), server.space, 'write')
  const mallory = webClient(server.url)
  await mallory.signIn('mallory', userPassword)
  const form = (await mallory.get('/import')).elements()
  const csrf = form.find(({ attrs }) => attrs.name === 'csrf')?.attrs.value ?? ''
  const cookie = [...mallory.cookies].map((pair) => pair.join('=')).join('; ')
  const attacking = attack(server, { csrf, cookie })
  await waitUntil('folders are sent', () => attacking.begun() >= formsAtOnce)
  const statuses = await importPages(server, attacking)
  await attacking.stop()
  await server.stop()
  assert.deepEqual(statuses, Array(imports).fill(201))
})

test('imports would be refused if folders were planned by their workers', async () => {
  const store = await createTestStore('sqlite')
  const viewer = { userId: 1, name: 'admin', isAdministrator: true }
  const pool = workerPool({ size: 2, maxWorkerBytes: 512 * 1024 * 1024, hasSpare: false })
  const server = await startComposedServer(store.options, () => ({
    viewer: () => ({ ...viewer, userId: server.administrator.userId }),
    ...{ workers: testWorkers('sqlite', pool), pool },
  }))
  after(store.remove)
  const attacking = attack(server, { csrf: formToken, atOnce: 2 * formsAtOnce })
  await waitUntil('folders are sent', () => attacking.begun() >= formsAtOnce)
  const statuses = await importPages(server, attacking)
  await attacking.stop()
  await server.stop()
  pool.close()
  assert.ok(statuses.includes(503), statuses.join(' '))
})
