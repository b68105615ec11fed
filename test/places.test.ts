/** Every place comes back, wherever a client leaves: a short sample of `npm run places`. @module */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { places } from '../src/contract/base/places/places.ts'
import { createMetrics, healthRoutes } from '../src/server/service/health.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import {
  composedGate,
  composedLimits,
  startComposedServer,
} from './support/service/composed-server.ts'
import { gatedRequests, importRequest, sendWhole } from './support/service/gated-requests.ts'
import { type GatedRequest, sendCrowds, untilAllFree } from './support/service/leaving-clients.ts'
import { startTestHostApi } from './support/service/test-host-api.ts'
import { validImport } from './support/service/test-server.ts'

test('all places are free again after a crowd of clients that left anywhere', async (t) => {
  const api = await startTestHostApi('sqlite')
  t.after(() => api.stop())
  const { url } = api.server
  const requests = await gatedRequests(api)
  // Refusals pass no gate; a busy machine refuses some at first.
  for (const request of new Set(requests)) {
    await waitUntil(`${request.path} is answered`, async () => {
      const [status, text] = await sendWhole(url, request)
      if (status < 400 && !text.includes('"isError":true')) return true
      throw new Error(`${status} ${text}`)
    })
  }
  await sendCrowds(url, requests, {
    crowds: 1,
    size: 240,
    seed: 7,
    // Otherwise nobody would have left while waiting.
    isCrowded: ({ waiting }) => (waiting.requests ?? 0) > 0,
  })
  await untilAllFree(url)
  assert.equal((await api.server.post({ pageTitle: 'Afterwards' })).status, 201)
})

test('bodies that come slowly keep nobody waiting', async (t) => {
  const gate = places({ ...composedGate, maxTaken: 1 })
  const server = await startComposedServer({ dataDirectory: temporaryFolder() }, () => ({ gate }))
  t.after(() => server.stop())
  const { token } = await server.createToken('slow')
  const clients = Array.from({ length: 4 }, () =>
    sendHalf(server.url, importRequest(server, token)),
  )
  await waitUntil('their bodies begin to arrive', () => composedLimits.bodyBytes.bytes > 0)
  const answer = await fetch(server.endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: JSON.stringify(validImport(server)),
  })
  assert.equal(answer.status, 201)
  for (const client of clients) client.destroy()
  await waitUntil('their bytes are given back', () => composedLimits.bodyBytes.bytes === 0)
})

function sendHalf(url: string, { path, headers, body }: GatedRequest): Socket {
  const { hostname, port, host } = new URL(url)
  const fields = { host, ...headers, 'content-length': body.length }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const client = connect(Number(port), hostname).on('error', () => {})
  client.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, -9)}`)
  return client
}

test('a service on which no work ends any more is not ready, and is again', async () => {
  const gate = places({
    name: 'tests',
    maxTaken: 1,
    maxWaiting: 1,
    maxWaitMs: 60_000,
    deadlineMs: 1,
  })
  const app = healthRoutes({
    metrics: createMetrics(),
    metricsRule: 'open',
    gates: [gate],
    isStopping: () => false,
    storeState: async () => ({ problem: undefined }),
  })
  const ask = async (path: string): Promise<[number, string]> => {
    const answer = await app.request(path)
    return [answer.status, await answer.text()]
  }
  assert.equal((await ask('/readyz'))[0], 200)
  const { promise, resolve } = Promise.withResolvers<void>()
  await assert.rejects(gate.hold({ key: 'a' }, () => promise))
  await waitUntil('it is not ready', async () => (await ask('/readyz'))[0] === 503)
  assert.deepEqual(JSON.parse((await ask('/readyz'))[1]), { status: 'stuck', gates: ['tests'] })
  const [, figures] = await ask('/metrics')
  assert.match(figures, /^markport_places_overdue\{gate="tests"\} 1$/m)
  assert.match(figures, /^markport_places_taken\{gate="tests"\} 0$/m)
  resolve()
  await waitUntil('it is ready again', async () => (await ask('/readyz'))[0] === 200)
})
