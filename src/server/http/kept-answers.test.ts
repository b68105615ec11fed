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
  test('is found by no other request', async () => {
    const kept = serve(
      () => 'words',
      undefined,
      ({ headers }) => headers.host ?? '',
    )
    const headers = { cookie: 'a=1', 'accept-encoding': 'br', 'if-none-match': '"x"', host: 'h' }
    await kept.ask(requestOf('/a', headers))
    assert.ok(kept.find(requestOf('/a', headers)))
    for (const name of Object.keys(headers)) {
      assert.equal(kept.find(requestOf('/a', { ...headers, [name]: 'other' })), undefined, name)
    }
    assert.equal(kept.find(requestOf('/b', headers)), undefined)
    assert.equal(kept.find(requestOf('/a', headers, 'HEAD')), undefined)
  })

  test('is gone when its time is over', async () => {
    const kept = serve(() => 'words')
    await kept.ask(requestOf('/a'))
    kept.wait(59_999)
    assert.ok(kept.find(requestOf('/a')))
    kept.wait(1)
    assert.equal(kept.find(requestOf('/a')), undefined)
  })

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

test('an error is not kept', async () => {
  const kept = serve(() => 'words')
  assert.equal((await kept.ask(requestOf('/failing'))).status, 500)
  assert.equal(kept.find(requestOf('/failing')), undefined)
})

test('what is too large, or comes from a route that does not say so, is not kept', async () => {
  const kept = serve((path) => (path === '/large' ? 'x'.repeat(600_000) : 'words'))
  for (const path of ['/large', '/passing']) {
    assert.equal((await kept.ask(requestOf(path))).status, 200)
    assert.equal(kept.find(requestOf(path)), undefined, path)
  }
  await kept.ask(requestOf('/a', {}, 'HEAD'))
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
