/** Divides the memory between the service and its workers, and makes the gates that keep to it. @module */
import { availableParallelism, totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { maxAnswerMs as maxDeliveryMs } from '../../confluence/delivery/connected-wiki.ts'
import {
  type PlaceBounds,
  type Places,
  places,
  shareOfCaller,
} from '../../contract/base/places/places.ts'
import { requestTimeoutMs } from '../http/http-server.ts'
import { bodyBudget } from '../http/limit-body.ts'
import { maxExportMs } from '../rest/export-route.ts'
import { maxFolderMs } from '../web/writer/folder-upload.ts'
import { longestWorkMs, type WorkerPool, type WorkerPoolOptions } from '../workers/worker-pool.ts'
import { residentBytes } from '../workers/worker-process.ts'

export interface MemoryPlan {
  readonly budgetBytes: number
  readonly workers: WorkerPoolOptions
  readonly maxAtWork: number
  readonly maxBufferedBytes: number
}

const mib = 1024 * 1024
const leastUsualBytes = 1024 * mib
const usualBytesOfCore = 384 * mib
/** The rest is the kernel's: page cache and socket buffers. */
const cgroupShare = 0.85
const serviceBytes = 128 * mib
const idleWorkerBytes = 48 * mib
/** Peak of a large import between arrival and commit. */
const importBytes = 16 * mib
/** Ordinary large pages need this much. */
const minWorkerBytes = 128 * mib
const maxWorkerBytes = 768 * mib

export function planMemory(
  budgetBytes: number,
  cores: number = availableParallelism(),
): MemoryPlan {
  const forWorkers = Math.max(0, budgetBytes - serviceBytes - budgetBytes / 4)
  const size = clamp(Math.floor(forWorkers / (minWorkerBytes + idleWorkerBytes)), 1, cores + 1)
  // Start a spare worker, because each lane and each caller leaves one worker to others.
  const hasSpare = forWorkers > size * minWorkerBytes + idleWorkerBytes
  return {
    budgetBytes,
    // Several for each worker, so that workers are never idle between imports.
    maxAtWork: clamp(budgetBytes / importBytes, 4, clamp(4 * size, 48, 128)),
    maxBufferedBytes: clamp(budgetBytes / 8, 16 * mib, 128 * mib),
    workers: {
      size: hasSpare ? size + 1 : size,
      maxWorkerBytes: clamp(forWorkers / size, minWorkerBytes, maxWorkerBytes),
    },
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.floor(value)))
}

/** Default memory budget in bytes: what the cores can use, within the cgroup's limit. */
export function usualBudget(cores: number = availableParallelism()): number {
  const limit = cgroupLimit()
  const allowedBytes = limit === undefined ? totalmem() / 2 : limit * cgroupShare
  return Math.min(Math.max(leastUsualBytes, cores * usualBytesOfCore), allowedBytes)
}

/** The memory limit of the process's cgroup in bytes; undefined without a limit. */
function cgroupLimit(): number | undefined {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : undefined
}

const sampleMs = 100
const collectEveryMs = 2_000
const shortShare = 0.9

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
    // Garbage counts as used until it is collected, which may take long on an idle service.
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

const maxWaitMs = 5_000
const passwordsAtOnce = 2
const foldersAtOnce = 4
const maxFormBytes = 16 * 1024 * 1024
/** Above this share of the memory budget no new work begins. */
const maxMemoryShare = 0.9

interface GateOptions {
  readonly plan: MemoryPlan
  readonly usedMemory: () => number
  readonly conversionTimeoutMs: number
}

export type Gates = ReturnType<typeof createGates>

/**
 * Limits of simultaneous work; see docs/operations.md. Conversions have their own gates in
 * `server/workers/worker-pool.ts`.
 */
export function createGates({ plan, usedMemory, conversionTimeoutMs }: GateOptions) {
  const deadlineMs = longestRequestMs(conversionTimeoutMs)
  const isShort = (): boolean => usedMemory() > maxMemoryShare
  const gate = (name: string, size: number, bounds: Partial<PlaceBounds>): Places =>
    places({
      name,
      maxTaken: size,
      maxTakenOfCaller: shareOfCaller(size),
      maxWaiting: 16 * size,
      maxWaitMs,
      deadlineMs,
      ...bounds,
    })
  return {
    /** Imports, pages, forms, and calls of programs and agents. */
    requests: gate('requests', plan.maxAtWork, {
      maxTakenOfStrangers: shareOfCaller(plan.maxAtWork),
      isShort,
    }),
    /** Password checks take 19 MiB each. */
    passwords: gate('passwords', passwordsAtOnce, {
      fullText: 'Too many people are signing in at once. Try again.',
    }),
    folders: gate('folders', foldersAtOnce, {
      maxTakenOfCaller: 1,
      maxTakenOfStrangers: shareOfCaller(foldersAtOnce),
      isShort,
      deadlineMs: Math.max(maxFolderMs, maxExportMs) + deadlineMs,
      fullText:
        'As many folders are imported or exported as may be at once. Try again in a minute.',
      retryAfterSeconds: 60,
    }),
  }
}

/** Forms have a budget of their own, because strangers may send them. */
export function bodyBudgets({ maxBufferedBytes }: MemoryPlan, maxBodyBytes: number) {
  return {
    bodyBytes: bodyBudget(
      maxBufferedBytes,
      Math.max(maxBodyBytes, shareOfCaller(maxBufferedBytes)),
    ),
    formBytes: bodyBudget(maxFormBytes, shareOfCaller(maxFormBytes)),
  }
}

/** Worst case of a request: arrive, wait for workers, convert and save. */
function longestRequestMs(conversionTimeoutMs: number): number {
  return requestTimeoutMs + 2 * longestWorkMs(conversionTimeoutMs) + maxDeliveryMs
}
