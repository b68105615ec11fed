/** Divides the memory between the service and its workers. @module */

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { residentBytes } from './process-usage.ts'
import type { WorkerPool, WorkerPoolOptions } from './worker-pool.ts'

export interface MemoryPlan {
  /** For all processes together. */
  readonly budgetBytes: number
  readonly workers: WorkerPoolOptions
  readonly maxAtWork: number
  readonly maxBufferedBytes: number
}

const mib = 1024 * 1024
const leastUsualBytes = 1024 * mib
/** Enough for a worker on each core. */
const usualBytesOfCore = 384 * mib
/** The rest of a cgroup's limit is for the kernel: page cache and socket buffers. */
const cgroupShare = 0.85
/** The memory of an idle service, and of an idle worker. */
const serviceBytes = 128 * mib
const idleWorkerBytes = 48 * mib
/** All forms of a large import between arrival and commit. */
const importBytes = 16 * mib
/** With less, ordinary large pages would be refused. */
const minWorkerBytes = 128 * mib
const maxWorkerBytes = 768 * mib

/** @param cores The number of workers is at most one more. */
export function planMemory(
  budgetBytes: number,
  cores: number = availableParallelism(),
): MemoryPlan {
  const forWorkers = Math.max(0, budgetBytes - serviceBytes - budgetBytes / 4)
  const size = clamp(Math.floor(forWorkers / (minWorkerBytes + idleWorkerBytes)), 1, cores + 1)
  return {
    budgetBytes,
    // Several for each worker, so that none waits for its next import.
    maxAtWork: clamp(budgetBytes / importBytes, 4, clamp(4 * size, 48, 128)),
    maxBufferedBytes: clamp(budgetBytes / 8, 16 * mib, 128 * mib),
    workers: {
      size,
      maxWorkerBytes: clamp(forWorkers / size, minWorkerBytes, maxWorkerBytes),
      hasSpare: forWorkers > size * minWorkerBytes + idleWorkerBytes,
    },
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.floor(value)))
}

/** The default budget: what the cores can use, within the cgroup's limit. */
export function usualBudget(cores: number = availableParallelism()): number {
  const limit = cgroupLimit()
  const allowedBytes = limit === undefined ? totalmem() / 2 : limit * cgroupShare
  return Math.min(Math.max(leastUsualBytes, cores * usualBytesOfCore), allowedBytes)
}

/**
 * The limit of this process's cgroup (v1 or v2) in bytes; undefined without a limit:
 * https://docs.kernel.org/admin-guide/cgroup-v2.html
 */
function cgroupLimit(): number | undefined {
  const groups = read('/proc/self/cgroup')?.trim().split('\n') ?? []
  const files = groups.flatMap((line) => {
    const [, controllers = '', path = '/'] = line.split(':')
    // Inside a container the path may be that of the host, while the files are at the root.
    if (controllers === '') return parents(path).map((at) => `/sys/fs/cgroup${at}/memory.max`)
    if (!controllers.split(',').includes('memory')) return []
    return parents(path).map((at) => `/sys/fs/cgroup/memory${at}/memory.limit_in_bytes`)
  })
  const limits = files.map((file) => Number(read(file)?.trim() || Number.NaN))
  const set = limits.filter((limit) => limit > 0 && limit < totalmem())
  return set.length === 0 ? undefined : Math.min(...set)
}

/** A group and all its ancestors: the lowest limit applies. */
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
/** Above this share of the budget, garbage is collected. */
const shortShare = 0.9

/** Returns a function that tells the used share of the budget. */
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
    // Freed memory still counts until it is collected, which may take long without new work.
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
