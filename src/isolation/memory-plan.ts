/** How much memory the service and its workers may hold together, and how that is shared out. @module */

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { residentBytes } from './process-usage.ts'
import type { WorkerPool, WorkerPoolOptions } from './worker-pool.ts'

export interface MemoryPlan {
  /** For the whole process tree. */
  readonly budgetBytes: number
  readonly workers: WorkerPoolOptions
  /** Those that plan folders: none of the above, so that imports have theirs whatever is planned. */
  readonly planners: WorkerPoolOptions
  /** Imports that are read and worked on at once. */
  readonly maxAtWork: number
  /** For bodies of requests that are being read or worked on. */
  readonly maxBufferedBytes: number
}

const mib = 1024 * 1024
const leastUsualBytes = 1024 * mib
/** Room for a worker of each core, which a smaller budget would leave without work. */
const usualBytesOfCore = 384 * mib
/** Of a cgroup's limit, some is the kernel's: page cache of the store, socket buffers. */
const cgroupShare = 0.85
/** What the service itself takes when little goes on, and a worker that did nothing yet. */
const serviceBytes = 128 * mib
const idleWorkerBytes = 48 * mib
/** A large import in all its forms, between its arrival and its commit. */
const importBytes = 16 * mib
/** Less than this, and ordinary large pages would be refused. */
const minWorkerBytes = 128 * mib
const maxWorkerBytes = 768 * mib

/**
 * Share a budget out.
 * @param cores As many workers are of use, and one more.
 */
export function planMemory(
  budgetBytes: number,
  cores: number = availableParallelism(),
): MemoryPlan {
  const forWorkers = Math.max(0, budgetBytes - serviceBytes - budgetBytes / 4)
  const size = clamp(Math.floor(forWorkers / (minWorkerBytes + idleWorkerBytes)), 1, cores + 1)
  return {
    budgetBytes,
    // Some for each worker, so that none has to wait for its next one.
    maxAtWork: clamp(budgetBytes / importBytes, 4, clamp(4 * size, 48, 128)),
    maxBufferedBytes: clamp(budgetBytes / 8, 16 * mib, 128 * mib),
    workers: {
      size,
      maxWorkerBytes: clamp(forWorkers / size, minWorkerBytes, maxWorkerBytes),
      hasSpare: forWorkers > size * minWorkerBytes + idleWorkerBytes,
    },
    planners: {
      size: 1,
      maxWorkerBytes: clamp(forWorkers / (size + 1), minWorkerBytes, maxWorkerBytes),
      hasSpare: false,
      isInBackground: true,
    },
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.floor(value)))
}

/**
 * Tell the budget where none is given: what the machine's cores have use for, and the cgroup leaves.
 * @param cores How many the process may use.
 */
export function usualBudget(cores: number = availableParallelism()): number {
  const limit = cgroupLimit()
  const allowedBytes = limit === undefined ? totalmem() / 2 : limit * cgroupShare
  return Math.min(Math.max(leastUsualBytes, cores * usualBytesOfCore), allowedBytes)
}

/**
 * Find the limit of the cgroup that this process is in, of either version:
 * https://docs.kernel.org/admin-guide/cgroup-v2.html
 * @returns Bytes; `undefined` without a limit.
 */
function cgroupLimit(): number | undefined {
  const groups = read('/proc/self/cgroup')?.trim().split('\n') ?? []
  const files = groups.flatMap((line) => {
    const [, controllers = '', path = '/'] = line.split(':')
    // Inside a container the path may be that of the host, while the files stand at the root.
    if (controllers === '') return parents(path).map((at) => `/sys/fs/cgroup${at}/memory.max`)
    if (!controllers.split(',').includes('memory')) return []
    return parents(path).map((at) => `/sys/fs/cgroup/memory${at}/memory.limit_in_bytes`)
  })
  const limits = files.map((file) => Number(read(file)?.trim() || Number.NaN))
  const set = limits.filter((limit) => limit > 0 && limit < totalmem())
  return set.length === 0 ? undefined : Math.min(...set)
}

/** A group and all above it: the least of their limits holds. */
function parents(path: string): string[] {
  const names = path.split('/').filter(Boolean)
  return [...names.keys(), names.length].map((count) =>
    names
      .slice(0, count)
      .map((name) => `/${name}`)
      .join(''),
  )
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const sampleMs = 100
const collectEveryMs = 2_000
/** From this share of the budget on, memory that was let go is looked for. */
const shortShare = 0.9

/**
 * Watch the budget.
 * @returns Tells which share of the budget is in use.
 */
export function memoryWatch(
  budgetBytes: number,
  pool: Pick<WorkerPool, 'memoryBytes'>,
): () => number {
  let share = 0
  let sampledAt = Number.NEGATIVE_INFINITY
  let collectedAt = Number.NEGATIVE_INFINITY
  const measure = (): number => (residentBytes() + pool.memoryBytes()) / budgetBytes
  return () => {
    const now = performance.now()
    if (now - sampledAt < sampleMs) return share
    sampledAt = now
    share = measure()
    // What was let go is still counted until it is collected, which without new work may take long.
    if (share > shortShare && now - collectedAt > collectEveryMs) {
      collectedAt = now
      collectGarbage()
      share = measure()
    }
    return share
  }
}

let collect: (() => void) | undefined

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
