/** Whoever asks at once shares a read; whoever asks later has another. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRead } from './api-tokens.ts'

test('reads once for all who ask in one turn, and again for who asks later', async () => {
  let state = 'old'
  let reads = 0
  const read = sharedRead(async (key) => {
    reads += 1
    return `${key} ${state}`
  })
  const asked = [read('a'), read('a'), read('b')]
  state = 'new'
  assert.deepEqual(await Promise.all(asked), ['a new', 'a new', 'b new'])
  assert.equal(reads, 2)
  state = 'newest'
  assert.equal(await read('a'), 'a newest')
})

test('shows nobody a state that is older than the question', async () => {
  let state = 0
  const slow: (() => void)[] = []
  const read = sharedRead(async () => {
    const seen = state
    await new Promise<void>((resolve) => slow.push(resolve))
    return seen
  })
  const first = read('a')
  while (slow.length === 0) await new Promise((resolve) => setImmediate(resolve))
  state = 1
  const second = read('a')
  while (slow.length === 1) await new Promise((resolve) => setImmediate(resolve))
  for (const resolve of slow) resolve()
  assert.deepEqual(await Promise.all([first, second]), [0, 1])
})

test('fails for all who asked, and not for the next', async () => {
  let fault: Error | undefined = new Error('gone')
  const read = sharedRead(async () => {
    if (fault !== undefined) throw fault
    return 'back'
  })
  const ends = await Promise.allSettled([read('a'), read('a')])
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  fault = undefined
  assert.equal(await read('a'), 'back')
})
