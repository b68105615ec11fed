import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundedStream, type StreamBounds } from './bounded-stream.ts'

const never = 2 ** 30

function streamOf(bounds: Partial<StreamBounds>, failsAt = 4) {
  const made: number[] = []
  const reasons: unknown[] = []
  let isReturned = false
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      for (const part of [1, 2, 3]) {
        if (part === failsAt) throw new Error('no more')
        made.push(part)
        yield Uint8Array.of(part)
      }
    } finally {
      isReturned = true
    }
  }
  const giveUp = (error: unknown): void => void reasons.push((error as Error).message)
  const bounded = boundedStream(parts(), { stallMs: never, maxMs: never, giveUp, ...bounds })
  return { ...bounded, made, reasons, isReturned: () => isReturned }
}

describe('a bounded stream', () => {
  test('gives all parts, and ends', async () => {
    const { stream, ended, reasons } = streamOf({})
    const taken: number[] = []
    for await (const [part] of stream) taken.push(part as number)
    assert.deepEqual(taken, [1, 2, 3])
    await ended
    assert.deepEqual(reasons, [])
  })

  test('makes no more than is taken', async () => {
    const { stream, made, ended } = streamOf({})
    const reader = stream.getReader()
    await reader.read()
    assert.ok(made.length <= 2)
    await reader.cancel()
    await ended
    assert.ok(made.length <= 2)
  })

  test('ends with a reader that takes nothing', async () => {
    const { ended, reasons, isReturned } = streamOf({ stallMs: 1 })
    await ended
    assert.deepEqual(reasons, ['the stream was not taken in time'])
    assert.ok(isReturned())
  })

  test('ends with its time', async () => {
    const { ended, reasons } = streamOf({ maxMs: 1 })
    await ended
    assert.deepEqual(reasons, ['the stream was not taken in time'])
  })

  test('tells of what cannot be made', async () => {
    const { stream, ended, reasons } = streamOf({}, 1)
    void stream.getReader().read()
    await ended
    assert.deepEqual(reasons, ['no more'])
  })
})
