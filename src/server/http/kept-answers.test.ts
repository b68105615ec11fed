import assert from 'node:assert/strict'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { Hono } from 'hono'
import { type KeptAnswers, keptAnswers } from './kept-answers.ts'
import type { RequestScope } from './request-scope.ts'

interface Kept extends KeptAnswers {
  ask(request: IncomingMessage): Promise<Response>
  change(): void
  wait(ms: number): void
}

function requestOf(
  url: string,
  headers: IncomingMessage['headers'] = {},
  method = 'GET',
): IncomingMessage {
  return { url, headers, method } as IncomingMessage
}

function bindingsOf(incoming: IncomingMessage) {
  const outgoing = new ServerResponse(incoming)
  outgoing.setHeader('X-Stage', 'here')
  outgoing.setHeader('Content-Type', 'none')
  return { incoming, outgoing }
}

function serve(
  answer: (path: string) => string,
  during: (kept: Kept) => void = () => {},
  variantOf: (request: IncomingMessage) => string = () => '',
): Kept {
  let version = 1
  let now = 0
  const kept = keptAnswers({ storeVersion: () => version, variantOf, clock: () => new Date(now) })
  const app = new Hono<RequestScope>()
  app.use(kept.keep)
  app.onError((_, c) => c.text('failed', 500))
  app.get('*', (c) => {
    during(all)
    if (!c.req.path.startsWith('/passing')) c.set('keptUntilMs', 60_000)
    c.header('X-Request-Id', 'one')
    if (c.req.path === '/failing') throw new Error('no page came of it')
    return c.text(answer(c.req.path))
  })
  const all: Kept = {
    ...kept,
    ask: async (request) =>
      app.request(request.url as string, { method: request.method as string }, bindingsOf(request)),
    change: () => {
      version += 1
    },
    wait: (ms) => {
      now += ms
    },
  }
  return all
}

describe('a kept answer', () => {
  test('goes when there are too many, the oldest first', async () => {
    const kept = serve(() => 'x'.repeat(500_000))
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`)
    for (const path of paths) await kept.ask(requestOf(path))
    const found = paths.filter((path) => kept.find(requestOf(path)))
    assert.deepEqual(found, paths.slice(-found.length))
    assert.ok(found.length > 20 && found.length < 40, String(found.length))
  })
})

test('what was read while something was written is not kept', async () => {
  const kept = serve(
    () => 'words',
    (all) => all.change(),
  )
  await kept.ask(requestOf('/a'))
  assert.equal(kept.find(requestOf('/a')), undefined)
})

test('a store that fails leaves the request to its route', async () => {
  let isBroken = false
  const kept = keptAnswers({
    storeVersion() {
      if (isBroken) throw new Error('the disk is gone')
      return 1
    },
    variantOf: () => '',
    clock: () => new Date(0),
  })
  const app = new Hono<RequestScope>().use(kept.keep).get('*', (c) => {
    c.set('keptUntilMs', 1)
    return c.text('words')
  })
  await app.request('/a', {}, bindingsOf(requestOf('/a')))
  assert.ok(kept.find(requestOf('/a')))
  isBroken = true
  const answer = await app.request('/b', {}, bindingsOf(requestOf('/b')))
  assert.equal(await answer.text(), 'words')
  assert.equal(kept.find(requestOf('/b')), undefined)
  assert.equal(kept.find(requestOf('/a')), undefined)
})
