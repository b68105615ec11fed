/** A sample of the hostile kinds; services with weaknesses must be caught by the same verdict. @module */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { hostileKinds, runKinds } from './support/hostile-requests/attack.ts'
import { sendRequest } from './support/hostile-requests/send-request.ts'
import { judge } from './support/hostile-requests/verdict.ts'
import { listenLocally } from './support/network/listen-locally.ts'

const mib = 1024 * 1024

const sample = [
  'parts without an end',
  'a byte order mark',
  'headers by the thousand',
  'SVG images of deep groups',
  'searches for odd words',
  'connections that break off',
  'a hundred and one unknown fields',
]

/** Short: memory is sampled once, and lateness is judged only in campaigns. */
const watchedMs = { before: 50, after: 250 }
const budget = {
  maxMemoryBytes: 1024 * mib,
  judgesTime: false,
  tries: 5,
  sharesService: true,
  watchedMs,
}

test('a sample of all kinds', async (t) => {
  const kinds = sample.map((name) => hostileKinds.find((kind) => kind.name === name)!)
  const carriedOut: string[] = []
  for await (const { kind, faults, statuses } of runKinds(kinds, budget)) {
    await t.test(`does no harm: ${kind}`, () => {
      assert.deepEqual(faults, [], JSON.stringify(statuses))
    })
    carriedOut.push(kind)
  }
  assert.deepEqual(carriedOut, sample)
})

test('every kind has a name of its own', () => {
  const names = hostileKinds.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})

test('a request in many pieces leaves no listeners behind at its connection', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error): void => void warnings.push(warning)
  process.on('warning', onWarning)
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  const origin = new URL(await listenLocally(server))
  const request = { path: '/', body: 'x'.repeat(1_000), manner: 'in pieces' } as const
  assert.equal((await sendRequest(origin, request)).status, 200)
  process.off('warning', onWarning)
  server.close()
  assert.deepEqual(warnings, [])
})

test('a service that had no processor may be unavailable, and one that had may not', () => {
  const answer = { status: 503, bytes: 0, text: '', ms: 1, isUnread: false, request: { path: '/' } }
  const faultsAfter = (waitedMs: number): readonly string[] =>
    judge(
      {
        kind: { name: 'any', requests: () => [], holds: { statuses: [400] } },
        answers: [answer],
        attackedFrom: 0,
        attackedTo: 1,
        attackerWaitedMs: 0,
        isAlive: true,
        log: '',
        watch: { probes: {}, peakBytes: 0, wasKilled: false, waitedMs },
      },
      { maxMemoryBytes: mib, judgesTime: true },
    ).faults
  assert.deepEqual(faultsAfter(10_000), [])
  assert.deepEqual(faultsAfter(100), ['1 × status 503'])
})
