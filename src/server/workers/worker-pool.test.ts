/** Costly work is ended at its deadline and its bound of memory, and nobody else waits for it. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { waitUntil } from '../../../test/support/base/wait-until.ts'
import { testPool, testWorkers } from '../../../test/support/service/test-workers.ts'
import { onBehalfOf } from '../../contract/base/places/places.ts'
import type { RequestError } from '../../contract/errors.ts'
import { type Lane, type WorkerPool, workerPool } from './worker-pool.ts'
import { processorMsOf, WorkEndedError } from './worker-process.ts'

const mib = 1024 * 1024
const limits = { maxDepth: 90, maxMarkdownBytes: 4 * mib, maxAdfBytes: 20 * mib }
const pool = workerPool({ size: 2, maxWorkerBytes: 400 * mib })
/** For tests of who is next: one worker, whose start is paid once. */
const single = workerPool({ size: 1, maxWorkerBytes: 400 * mib, maxWaitMs: 60_000 })
after(() => {
  pool.close()
  single.close()
})

/** Native code that only the end of the process stops: ten minutes of it. */
const endless = 'ttp://![h'.repeat(300_000)
/** Allocates a gigabyte a second in native code. */
const greedy = 'x></www.<'.repeat(100_000)

function run(
  content: string,
  deadlineMs = 60_000,
  lane: Lane = 'importing',
  by: WorkerPool = pool,
  signal?: AbortSignal,
): Promise<unknown> {
  const body = { spaceId: 'A', parentId: '1', pageTitle: 'T', content }
  return by.run({
    task: 'prepare-import',
    value: { limits, engine: 'sqlite' },
    parts: [Buffer.from(JSON.stringify(body))],
    lane,
    deadlineMs,
    signal,
  })
}

const isEnded = (reason: WorkEndedError['reason']) => (error: unknown) =>
  error instanceof WorkEndedError && error.reason === reason

test('ends native code at its deadline, and does the next work', async () => {
  // A busy machine may give the worker no time, so try again.
  await waitUntil('an end at the deadline', async () => {
    const ended = await run(endless, 200).catch((error: unknown) => error)
    return isEnded('deadline')(ended)
  })
  await run('next')
})

test('ends native code at its bound of memory, and does the next work', async (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux tells the memory of others')
  await assert.rejects(run(greedy), isEnded('memory'))
  await run('next')
})

test('asks workers once about an import that waits too long, or has a wrong field', async (t) => {
  const own = workerPool({ size: 1, maxWorkerBytes: 400 * mib, maxWaitMs: 300 })
  t.after(() => own.close())
  await own.whenReady(60_000)
  const tasks: string[] = []
  const work = testWorkers('sqlite', {
    ...testPool,
    run(call) {
      tasks.push(call.task)
      return own.run(call)
    },
  })
  const ask = (fields: object) =>
    work.prepareImport(Buffer.from(JSON.stringify(fields)), { isHashed: false })
  await assert.rejects(ask({ spaceId: 'A' }), { key: 'bad-request', field: 'parentId' })
  assert.deepEqual(tasks.splice(0), ['prepare-import'])
  run(endless, 600_000, 'importing', own).catch(() => {})
  const valid = { spaceId: 'A', parentId: '1', pageTitle: 'T', content: 'Hello.' }
  await assert.rejects(ask(valid), { key: 'unavailable' })
  assert.deepEqual(tasks, ['prepare-import'])
})

test('shares its time between tasks, whichever of them never ends asking', async () => {
  const content = 'word '.repeat(5_000)
  for (const [busy, other] of [
    ['reading', 'importing'],
    ['importing', 'reading'],
  ] as const) {
    const order: string[] = []
    const note = (lane: Lane) => () => void order.push(lane)
    const many = Array.from({ length: 40 }, () =>
      run(content, 60_000, busy, single).then(note(busy)),
    )
    await many[0]
    for (let count = 0; count < 3; count += 1) {
      await run('small', 60_000, other, single).then(note(other))
    }
    await Promise.all(many)
    const last = order.lastIndexOf(other)
    assert.ok(last < 30, `the last of three came as number ${last}`)
  }
})

test('refuses when too much waits', async () => {
  const all = Array.from({ length: 400 }, () => run('word '.repeat(200)))
  const ends = await Promise.allSettled(all)
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  assert.ok(refused.length > 0)
  for (const error of refused) {
    assert.equal((error as RequestError).key, 'too-many-requests')
    assert.equal((error as RequestError).retryAfterSeconds, 1)
  }
})

test('does work once more whose worker the system ended, and no oftener', async (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux lists the children of others')
  const others = new Set(workerPids())
  const own = workerPool({ size: 2, maxWorkerBytes: 400 * mib })
  t.after(() => own.close())
  const ended = assert.rejects(run(endless, 600_000, 'reading', own), isEnded('fault'))
  const answersMeanwhile = async (): Promise<boolean> => {
    await run('next', 60_000, 'importing', own)
    return true
  }
  for (let kills = 0; kills < 2; kills += 1) {
    // The worker that answers is idle, so the other one has the long work.
    await waitUntil('the other worker answers', answersMeanwhile)
    const usedBefore = new Map<number, number>()
    const working = (): number | undefined =>
      workerPids().find((pid) => !others.has(pid) && hasWorked(pid, usedBefore))
    await waitUntil('a worker is at the long work', () => working() !== undefined)
    process.kill(working() as number, 'SIGKILL')
  }
  await ended
  await waitUntil('the pool goes on', answersMeanwhile)
})

test('tells a worker that got no time from work that is costly', async (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux tells the time of others')
  const others = new Set(workerPids())
  const own = workerPool({ size: 1, maxWorkerBytes: 400 * mib })
  t.after(() => own.close())
  await run('begun', 60_000, 'importing', own)
  const frozen = workerPids().find((pid) => !others.has(pid)) as number
  process.kill(frozen, 'SIGSTOP')
  await assert.rejects(run('small', 200, 'importing', own), isEnded('starved'))
  await run('next', 60_000, 'importing', own)
})

test('leaves out what nobody waits for any more', async () => {
  const first = run(endless, 1_000, 'importing', single)
  first.catch(() => {})
  const leaving = new AbortController()
  const works = Array.from({ length: 40 }, (_, count) =>
    run(`${count}`, 60_000, 'importing', single, leaving.signal),
  )
  const waiting = (): number => single.gates.importing.waiting
  await waitUntil('all of them wait', () => waiting() === 40)
  leaving.abort()
  for (const work of works) await assert.rejects(work, { key: 'bad-request' })
  assert.equal(waiting(), 0)
  await assert.rejects(first, WorkEndedError)
  await run('next', 60_000, 'importing', single)
})

test('gives workers nothing of the environment', async (t) => {
  if (process.platform !== 'linux')
    return t.diagnostic('only Linux shows the environment of others')
  await run('next')
  const environments = workerPids().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
  assert.ok(environments.length > 0)
  for (const text of environments)
    assert.match(
      text,
      /^(?:(?:MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE)=[^\0]*\0)*$/,
    )
})

test('does the work of others beside endless work of one caller, which fails when it closes', async (t) => {
  const own = workerPool({ size: 3, maxWorkerBytes: 400 * mib })
  t.after(() => own.close())
  const long = Array.from({ length: 3 }, () =>
    onBehalfOf('a', () => run(endless, 600_000, 'importing', own)),
  )
  for (const work of long) work.catch(() => {})
  await onBehalfOf('b', () => run('small', 60_000, 'importing', own))
  // Imports of many callers still leave a worker to readers.
  const another = onBehalfOf('c', () => run(endless, 600_000, 'importing', own))
  another.catch(() => {})
  for (let count = 0; count < 20; count += 1) await run(`small ${count}`, 60_000, 'reading', own)
  own.close()
  for (const work of [...long, another]) await assert.rejects(work, { key: 'unavailable' })
  await assert.rejects(run('late', 60_000, 'reading', own), { key: 'unavailable' })
})

test('starts no worker before there is work, where none is to be spare', async (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux tells the memory of others')
  const own = workerPool({ size: 2, maxWorkerBytes: 400 * mib, spareWorkers: 0 })
  t.after(() => own.close())
  assert.equal(own.memoryBytes(), 0)
  await run('first', 60_000, 'importing', own)
  assert.ok(own.memoryBytes() > 0)
})

function workerPids(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
  return children
    .split(' ')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src/worker.ts'))
    .map(Number)
}

/**
 * Whether a worker did more since it was first looked at than it takes to start.
 * Measures processor time, since a busy machine may give a process none for long.
 */
function hasWorked(pid: number, usedBefore: Map<number, number>): boolean {
  const used = processorMsOf(pid) ?? 0
  const before = usedBefore.get(pid) ?? used
  usedBefore.set(pid, before)
  return used - before > 700
}
