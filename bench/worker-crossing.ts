/**
 * What it costs to have an import of 10 KB prepared by a worker instead of here: processor time on
 * each side, beside the work itself. `npm run bench:worker-crossing`
 * @module
 */
import { readFileSync } from 'node:fs'
import { storableDocument } from '../src/embedded-wiki/store/storable-document.ts'
import { prepareImport } from '../src/importing/prepare-import.ts'
import { processorMsOf } from '../src/isolation/process-usage.ts'
import { workerPool } from '../src/isolation/worker-pool.ts'
import { costlyWork } from '../src/service/costly-work.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const imports = 3_000
const warmUp = 300
const limits = { maxDepth: 90, maxMarkdownBytes: 1024 ** 2, maxAdfBytes: 5 * 1024 ** 2 }
const engine = 'sqlite'
const content = sampleMarkdown(10 * 1024, 'Sample')
const fields = { spaceId: 'DOCS', parentId: '1', pageTitle: 'Sample', content }
const body = Buffer.from(JSON.stringify(fields))
const prepare = prepareImport(storableDocument)
const pool = workerPool({ size: 2, maxWorkerBytes: 512 * 1024 ** 2, hasSpare: false })
const workers = costlyWork(pool, { limits, conversionTimeoutMs: 60_000, engine })

for (const connections of [1, 8, 48]) {
  await prepareMany(warmUp, connections)
  const before = childrenMs()
  const here = await microseconds(() => prepareMany(imports, connections))
  const there = ((childrenMs() - before) * 1000) / imports
  print(`${connections} at once: here ${here.toFixed(0)} µs, in workers`, there)
}
pool.close()
// Last, since the garbage that it leaves would be counted here.
for (let count = 0; count < warmUp; count += 1) prepareHere()
const itself = await microseconds(() => {
  for (let count = 0; count < imports; count += 1) prepareHere()
})
print('the work itself', itself)

function prepareHere(): void {
  void prepare({ value: { limits, engine, isHashed: false }, parts: [body] }, () => {})
}

async function prepareMany(count: number, connections: number): Promise<void> {
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

function childrenMs(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return pids.reduce((sum, pid) => sum + (processorMsOf(Number(pid)) ?? 0), 0)
}

function print(name: string, microsecondsEach: number): void {
  process.stdout.write(`${name}: ${microsecondsEach.toFixed(0)} µs\n`)
}
