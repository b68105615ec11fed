import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Hono } from 'hono'
import { DatabaseUnavailableError, RequestError } from '../../contract/errors.ts'
import { type ImportScope, recordRefusals } from './import-route.ts'

const gone = new DatabaseUnavailableError('the disk is full')
const refused = new RequestError('not-found', 'There is no such page.')

test('tells once that the store is away, and asks it seldom until it is back', async () => {
  let isAway = true
  let nowMs = 0
  let tries = 0
  const lines: unknown[] = []
  const log = {
    warn: (...line: unknown[]) => void lines.push(line),
    info: (...line: unknown[]) => void lines.push(line),
  }
  const ledger = {
    async recordRefusal() {
      tries += 1
      if (isAway) throw gone
    },
  }
  const app = new Hono<ImportScope>()
  app.use(recordRefusals(ledger, log as never, () => nowMs))
  app.get('/:way', (c) => {
    throw c.req.param('way') === 'store' ? gone : refused
  })
  app.onError((_, c) => c.text('refused'))
  const refuse = async (way: string, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await app.request(`/${way}`, {}, { incoming: { headersDistinct: {} } })
    }
    await turn()
  }
  await refuse('store', 100)
  assert.equal(tries, 0)
  await refuse('place', 100)
  assert.equal(tries, 1)
  nowMs = 1_000
  await refuse('place', 100)
  assert.equal(tries, 2)
  isAway = false
  nowMs = 2_000
  await refuse('place', 2)
  assert.equal(tries, 4)
  assert.deepEqual(lines, [
    [{ reason: 'the disk is full' }, 'import records not written'],
    [{ lost: 300 }, 'import records are written again'],
  ])
})
