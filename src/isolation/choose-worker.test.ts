/** Calls are spread over the workers, and none waits behind a long one without need. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job, Lane, WorkerCall } from './call-queue.ts'
import { workerChoice } from './choose-worker.ts'
import type { PoolMember } from './pool-member.ts'

function member(state: Partial<PoolMember> = {}): PoolMember {
  return {
    worker: { pid: 1, send: () => {}, kill: () => {} },
    isReady: true,
    jobs: [],
    headSinceMs: now,
    headProcessorMs: undefined,
    endedFor: undefined,
    isRetired: false,
    ...state,
  }
}

function call(lane: Lane = 'importing', bytes = 10_000): WorkerCall {
  const parts = [new Uint8Array(bytes)]
  return { task: 'prepare-import', value: null, parts, lane, deadlineMs: 1_000 }
}

/** Hand calls out until one has to wait. */
function handOut(members: readonly PoolMember[], size: number, calls: readonly WorkerCall[]) {
  const workerOf = workerChoice(members, size, now)
  for (const next of calls) {
    const chosen = workerOf(next)
    if (chosen === undefined) break
    chosen.jobs.push({ call: next } as Job)
  }
  return members.map(({ jobs }) => jobs.length)
}

const now = 1_000

const many = (count: number, make = () => call()): WorkerCall[] =>
  Array.from({ length: count }, make)

test('spreads imports evenly, and leaves one worker for reading', () => {
  for (const cores of [1, 2, 4, 16]) {
    const members = many(cores + 1).map(() => member())
    const perWorker = many(cores, () => call()).map(() => 3)
    assert.deepEqual(handOut(members, cores + 1, many(3 * cores)), [...perWorker, 0])
    assert.equal(workerChoice(members, cores + 1)(call('reading')), members.at(-1))
  }
})

test('gives a worker no more than a few calls, and no more than a few kilobytes', () => {
  assert.deepEqual(handOut([member(), member()], 2, many(50)), [8, 0])
  assert.deepEqual(
    handOut(
      [member(), member()],
      2,
      many(50, () => call('importing', 50_000)),
    ),
    [2, 0],
  )
  // A long one is taken by who has nothing else to do.
  assert.deepEqual(
    handOut(
      [member(), member()],
      2,
      many(2, () => call('importing', 900_000)),
    ),
    [1, 0],
  )
})

test('gives calls to who has the least to read', () => {
  const members = [member(), member(), member()]
  const calls = [call('importing', 100_000), ...many(5)]
  assert.deepEqual(handOut(members, 3, calls), [1, 5, 0])
})

test('gives a worker its next ones before it has done all', () => {
  const members = [member(), member()]
  assert.deepEqual(handOut(members, 2, many(8)), [8, 0])
  assert.deepEqual(handOut(members, 2, many(8)), [8, 0])
  members[0]?.jobs.splice(0, 4)
  assert.deepEqual(handOut(members, 2, many(8)), [8, 0])
})

test('puts nothing behind a call that takes long', () => {
  const long = member({ headSinceMs: now - 100 })
  const [first = call()] = many(1)
  long.jobs.push({ call: first } as Job)
  assert.deepEqual(handOut([long, member()], 2, many(3)), [1, 0])
  assert.deepEqual(handOut([long, member(), member()], 3, many(3)), [1, 3, 0])
})

test('keeps reading out of the way of imports, and imports out of that of reading', () => {
  const members = [member(), member()]
  assert.deepEqual(handOut(members, 2, [call(), call('reading'), call(), call('reading')]), [2, 2])
  assert.deepEqual(
    members.map(({ jobs }) => jobs.map((job) => job.call.lane)),
    [
      ['importing', 'importing'],
      ['reading', 'reading'],
    ],
  )
})

test('gives nothing to workers that start, and nothing to those that end', () => {
  assert.deepEqual(handOut([member({ isReady: false })], 1, many(1)), [0])
  assert.deepEqual(handOut([member({ isRetired: true })], 1, many(1)), [0])
  // Where one alone is ready, and another will be, it is left for reading.
  assert.deepEqual(handOut([member(), member({ isReady: false })], 2, many(1)), [0, 0])
})
