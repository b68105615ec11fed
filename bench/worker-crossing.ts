/** `npm run bench:worker-crossing`: what preparing an import in a worker costs, and how work spreads over workers. @module */
import { readFileSync } from 'node:fs'
import { type CostlyWork, costlyWork } from '../src/server/service/costly-work.ts'
import { processorMsOf } from '../src/server/workers/process-usage.ts'
import { workerPool } from '../src/server/workers/worker-pool.ts'
import { prepareImport } from '../src/wiki/import/prepare-import.ts'
import { extractDocument } from '../src/wiki/store/saving/storable-document.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const imports = 3_000
const warmUp = 300
const limits = { maxDepth: 90, maxMarkdownBytes: 1024 ** 2, maxAdfBytes: 5 * 1024 ** 2 }
const engine = 'sqlite'
const content = sampleMarkdown(10 * 1024, 'Sample')
const fields = { spaceId: 'DOCS', parentId: '1', pageTitle: 'Sample', content }
const body = Buffer.from(JSON.stringify(fields))
const prepare = prepareImport(extractDocument)

await withWorkers(1, async (workers) => {
  for (const connections of [1, 8, 48]) await crossing(workers, connections)
})
for (const count of [2, 3, 4]) await withWorkers(count, (workers) => spread(workers, count))
// Runs last, because its garbage would be counted elsewhere.
for (let count = 0; count < warmUp; count += 1) prepareHere()
const itself = await microseconds(() => {
  for (let count = 0; count < imports; count += 1) prepareHere()
})
print('the work itself', itself)

function prepareHere(): void {
  void prepare({ value: { limits, engine, isHashed: false }, parts: [body] }, () => {})
}

async function withWorkers(
  count: number,
  measure: (workers: CostlyWork) => Promise<void>,
): Promise<void> {
  // One worker is left to reading, and one to other callers.
  const pool = workerPool({ size: count + 2, maxWorkerBytes: 512 * 1024 ** 2 })
  await pool.whenReady(60_000)
  const workers = costlyWork(pool, { limits, conversionTimeoutMs: 60_000, engine })
  await prepareMany(workers, warmUp, 1)
  await measure(workers)
  pool.close()
}

async function crossing(workers: CostlyWork, connections: number): Promise<void> {
  await prepareMany(workers, warmUp, connections)
  const before = sum(workerMs())
  const here = await microseconds(() => prepareMany(workers, imports, connections))
  const there = ((sum(workerMs()) - before) * 1000) / imports
  print(`${connections} at once: here ${here.toFixed(0)} µs, in workers`, there)
}

async function spread(workers: CostlyWork, count: number): Promise<void> {
  await prepareMany(workers, 10 * warmUp, 48)
  const before = workerMs()
  await prepareMany(workers, imports, 48)
  const used = [...workerMs()].map(([pid, ms]) => ms - (before.get(pid) ?? 0))
  const shares = used.map((ms) => `${Math.round((100 * ms) / sum(used.entries()))} %`)
  process.stdout.write(`${count} workers that import: ${shares.join(', ')}\n`)
}

async function prepareMany(workers: CostlyWork, count: number, connections: number): Promise<void> {
  let left = count
  const prepare = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1
      await workers.prepareImport(body, { isHashed: false }).result
    }
  }
  await Promise.all(Array.from({ length: connections }, prepare))
}

async function microseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / imports
}

function workerMs(): Map<number, number> {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return new Map(pids.map((pid) => [Number(pid), processorMsOf(Number(pid)) ?? 0]))
}

function sum(entries: Iterable<readonly [number, number]>): number {
  return [...entries].reduce((all, [, ms]) => all + ms, 0)
}

function print(name: string, microsecondsEach: number): void {
  process.stdout.write(`${name}: ${microsecondsEach.toFixed(0)} µs\n`)
}
