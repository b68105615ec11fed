/** However costly one caller's documents are: an import of another is begun when a worker is next free. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from './support/base/wait-until.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { placesOf, untilAllFree } from './support/service/leaving-clients.ts'
import { send, validImport } from './support/service/test-server.ts'

const costlyAtOnce = 64
const imports = 3
/** Work already given to workers, plus answers under way. */
const mostServedBefore = 8 + 8
/** Takes tenths of a second in few bytes, so a worker gets several at once. */
const costly = 'ttp://![h'.repeat(2_500)

const server = freshServer('sqlite')

interface Attack {
  readonly token: string
  answered(): number
  stop(): Promise<void>
}

async function attack(name: string): Promise<Attack> {
  const { token } = await server.createToken(name)
  const stopping = new AbortController()
  const { signal } = stopping
  const fields = { ...validImport(server), content: costly, overwrite: true, dryRun: true }
  const body = JSON.stringify(fields)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let answered = 0
  const sendAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const answer = await fetch(server.endpoint, { method: 'POST', body, headers, signal })
      await answer.arrayBuffer()
      // A 503 waited too long and never reached a worker.
      if (answer.status !== 503) answered += 1
    }
  }
  const ended = Promise.allSettled(Array.from({ length: costlyAtOnce }, sendAll))
  await waitUntil('it waits behind itself', async () => {
    const { waiting } = await placesOf(server.url)
    return (waiting.requests ?? 0) > 2 * mostServedBefore
  })
  return {
    token,
    answered: () => answered,
    async stop() {
      stopping.abort()
      await ended
      // Leftover work would count for the next attack.
      await untilAllFree(server.url)
    },
  }
}

async function importPage(token: string, attacking: Attack) {
  const fields = { ...validImport(server), overwrite: true }
  const before = attacking.answered()
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await send(server.endpoint, JSON.stringify(fields), headers)
  return { status, servedBefore: attacking.answered() - before }
}

test('imports of others take turns with costly ones', async (t) => {
  const attacking = await attack('mallory')
  t.after(() => attacking.stop())
  for (let count = 0; count < imports; count += 1) {
    const { status, servedBefore } = await importPage(server.token, attacking)
    assert.ok(status < 300, `${status}`)
    assert.ok(servedBefore <= mostServedBefore, `${servedBefore}`)
  }
})

test('imports of the same token stand behind all that it sent', async (t) => {
  const attacking = await attack('mallory-again')
  t.after(() => attacking.stop())
  const { status, servedBefore } = await importPage(attacking.token, attacking)
  assert.ok(status === 503 || servedBefore > mostServedBefore, `${status} ${servedBefore}`)
})
