/** Workers for the tests of one file: real ones, started with the first work, for all its servers. @module */

import { type CostlyWork, costlyWork } from '../../../src/server/service/compose.ts'
import { type WorkerPool, workerPool } from '../../../src/server/workers/worker-pool.ts'
import type { EngineName } from '../store/test-engines.ts'

let shared: WorkerPool | undefined

/** Nobody has to close it: idle workers keep no process alive. */
export const testPool: WorkerPool = {
  run: (call) => sharedPool().run(call),
  whenReady: (limitMs) => sharedPool().whenReady(limitMs),
  get gates() {
    return sharedPool().gates
  },
  memoryBytes: () => shared?.memoryBytes() ?? 0,
  close: () => {},
}

function sharedPool(): WorkerPool {
  shared ??= workerPool({
    size: 2,
    maxWorkerBytes: 512 * 1024 * 1024,
    // On a busy machine two workers are too few for what tests ask at once.
    maxWaitMs: 20_000,
  })
  return shared
}

export const testLimits: Readonly<Record<'maxDepth' | 'maxMarkdownBytes' | 'maxAdfBytes', number>> =
  { maxDepth: 90, maxMarkdownBytes: 1024 * 1024, maxAdfBytes: 5 * 1024 * 1024 }

export function testWorkers(
  engine: EngineName = 'sqlite',
  pool: WorkerPool = testPool,
): CostlyWork {
  return costlyWork(pool, { limits: testLimits, conversionTimeoutMs: 3_000, engine })
}

export function brokenWorkers(real: CostlyWork): CostlyWork {
  return { ...real, prepareImport: () => Promise.reject(new Error('the test broke it')) }
}
