import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { RequestError } from '../../contract/errors.ts'
import type { ImportScope } from '../operation/authenticate.ts'
import { HostApiError, notFound } from '../rest/api-route.ts'
import { createMetrics } from './metrics.ts'
import { type AnsweredRequest, observe } from './observe.ts'

for (const [key, error] of [
  ['method-not-allowed', new HostApiError(405, 'METHOD_NOT_ALLOWED', 'This takes GET.')],
  ['not-found', notFound()],
  ['precondition-failed', new RequestError('precondition-failed', 'It has version 2.')],
  ['internal-error', new TypeError('a is undefined')],
  [undefined, undefined],
] as const) {
  test(`the line of a request has its key: ${key}`, async () => {
    const told: AnsweredRequest[] = []
    const app = new Hono<ImportScope>()
    app.use(observe((answered) => told.push(answered), createMetrics()))
    app.onError((_, c) => c.body(null, 400))
    app.get('/', (c) => {
      if (error) throw error
      return c.body(null)
    })
    await app.request('/')
    assert.deepEqual(
      told.map((answered) => answered.key),
      [key],
    )
  })
}
