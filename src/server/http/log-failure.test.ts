import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../contract/base/log.ts'
import { DatabaseUnavailableError, RequestError } from '../../contract/errors.ts'
import { logFailure } from './error-answer.ts'

function linesOf(error: unknown): Record<string, unknown>[] {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  logFailure(log, 'request 1', error)
  return lines.map((line) => JSON.parse(line))
}

test('tells of a fault of ours with its stack', () => {
  const [line] = linesOf(new TypeError('oops'))
  assert.ok(line)
  assert.equal(line.level, 'error')
  assert.match((line.error as { stack: string }).stack, /TypeError: oops\n +at /)
})

test('tells of a refusal under load, or of a store that is away, in a line with the reason', () => {
  const busy = new RequestError('unavailable', 'Too much.', { retryAfterSeconds: 1 })
  for (const [error, reason] of [
    [busy, 'Too much.'],
    [new DatabaseUnavailableError('the server is gone'), 'the server is gone'],
  ] as const) {
    const [line] = linesOf(error)
    assert.deepEqual([line?.level, line?.reason, line?.requestId], ['warn', reason, 'request 1'])
    assert.equal(JSON.stringify(line).includes(' at '), false)
  }
})

test('tells nothing of what the caller mends', () => {
  assert.deepEqual(linesOf(new RequestError('bad-request', 'wrong')), [])
})
