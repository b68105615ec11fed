import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { readInTime } from './export-route.ts'

function numbered(longestMs: number) {
  const made: number[] = []
  const state = { made, isReturned: false }
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      for (const part of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        made.push(part)
        yield Uint8Array.of(part)
      }
    } finally {
      state.isReturned = true
    }
  }
  return { stream: readInTime(parts(), longestMs), state }
}

test('an archive that is read comes whole', async () => {
  const { stream } = numbered(60_000)
  const read: number[] = []
  for await (const [byte] of Readable.toWeb(stream)) read.push(byte)
  assert.deepEqual(read, [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('an archive that nobody reads is made no further, and ends', async () => {
  const { stream, state } = numbered(50)
  const web = Readable.toWeb(stream)
  await assert.rejects(finished(stream), /not read in time/)
  assert.ok(state.isReturned)
  assert.ok(state.made.length < 6, String(state.made))
  await assert.rejects(web.getReader().closed, /not read in time/)
})
