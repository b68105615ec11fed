/** Every place comes back, wherever a client leaves: a short sample of `npm run places`. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Places, places } from '../src/places/places.ts'
import { healthRoutes } from '../src/service/health.ts'
import { createMetrics } from '../src/service/metrics.ts'
import { composedGate, startComposedServer } from './support/composed-server.ts'
import { gatedRequests, importRequest } from './support/gated-requests.ts'
import { placesOf, sendCrowds, untilAllFree } from './support/leaving-clients.ts'
import { startTestHostApi } from './support/test-host-api.ts'
import { waitUntil } from './support/wait-until.ts'

test('all places are free again after crowds of clients that left anywhere', async (t) => {
  const api = await startTestHostApi('sqlite')
  t.after(() => api.stop())
  const { url } = api.server
  await sendCrowds(url, await gatedRequests(api), {
    ...{ crowds: 2, size: 240, seed: 7 },
    // Otherwise nobody would have left while waiting.
    isCrowded: ({ waiting }) => (waiting.imports ?? 0) > 0,
  })
  await untilAllFree(url)
  assert.equal((await api.server.post({ pageTitle: 'Afterwards' })).status, 201)
})

test('places that somebody forgot would be found', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'markport-places-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startComposedServer({ dataDirectory: folder }, () => ({
    gate: forgetful(places(composedGate)),
  }))
  t.after(() => server.stop())
  const requests = [importRequest(server, server.token)]
  await sendCrowds(server.url, requests, { crowds: 1, size: 40, seed: 7 })
  await waitUntil('places are forgotten', async () => {
    const { taken } = await placesOf(server.url)
    return (taken.imports ?? 0) > 0
  })
  await assert.rejects(untilAllFree(server.url, { limitMs: 1_000 }), /imports/)
})

/** A gate as it must not be: whoever leaves keeps the place. */
function forgetful(real: Places): Places {
  return {
    name: real.name,
    get taken() {
      return real.taken
    },
    get waiting() {
      return real.waiting
    },
    ...{ isFull: false, overdue: 0, isStuck: false },
    hold: ({ key, signal }, work) =>
      real.hold({ key }, async (place) => {
        try {
          return await work(place)
        } finally {
          if (signal?.aborted) await new Promise(() => {})
        }
      }),
  }
}

test('a service on which no work ends any more is not ready, and is again', async () => {
  const gate = places({
    ...{ name: 'tests', maxTaken: 1, maxWaiting: 1, maxWaitMs: 60_000, deadlineMs: 1 },
  })
  const app = healthRoutes({
    ...{ metrics: createMetrics(), metricsRule: 'open', gates: [gate] },
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
