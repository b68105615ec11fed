/** Programs are told how long their token lives, and how often it may still ask, also when they are refused. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostTokenHolder } from '../../accounts/tokens/host-tokens.ts'
import { countRequests } from '../../accounts/tokens/token-rates.ts'
import { admitHostToken } from './admit.ts'

test('a refusal tells how often the token may ask, and how long it lives', async () => {
  const expiresAt = new Date('2030-01-01T00:00:00Z')
  const holder = { hostTokenId: '1', expiresAt } as HostTokenHolder
  const hostTokens = { authenticate: async () => holder, touch: async () => {} }
  const gate = { hostTokens, countRequest: countRequests() }
  const ask = async (): Promise<[unknown, ReadonlyMap<string, unknown>]> => {
    const headers = new Map<string, unknown>()
    const outgoing = { setHeader: (name: string, value: unknown) => headers.set(name, value) }
    const exchange = { incoming: { headersDistinct: {} }, outgoing }
    const problem = await admitHostToken(exchange as never, gate, 'agentWriting').then(
      () => undefined,
      (error: unknown) => error,
    )
    return [problem, headers]
  }
  const [problem, first] = await ask()
  assert.equal(problem, undefined)
  assert.deepEqual(
    [first.get('Markport-Token-Expires'), first.get('X-RateLimit-Remaining')],
    [expiresAt.toISOString(), 29],
  )
  let refused = await ask()
  while (refused[0] === undefined) refused = await ask()
  assert.equal((refused[0] as { key: string }).key, 'too-many-requests')
  assert.deepEqual(
    ['Limit', 'Remaining'].map((name) => refused[1].get(`X-RateLimit-${name}`)),
    [30, 0],
  )
  assert.ok(Number(refused[1].get('X-RateLimit-Reset')) > 0)
})
