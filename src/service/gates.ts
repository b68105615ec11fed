/** How much the service takes on at once: bounds that protect the process rather than the contract; see docs/operations.md. @module */
import { createGate, type Gate } from '../http/admit.ts'
import { type MemoryPlan, memoryWatch } from '../isolation/memory-plan.ts'
import type { WorkerPool } from '../isolation/worker-pool.ts'

const importLimits = {
  maxAtDoor: 1_024,
  maxPerCaller: 1_000,
  maxWaitMs: 5_000,
} as const
const readLimits = {
  maxAtWork: 32,
  maxAtDoor: 4_096,
  maxPerCaller: 4_096,
  maxWaitMs: 3_000,
} as const
/** Sources and differences may be many times as long as the page, and are made for each reader. */
const sourceLimits = {
  maxAtWork: 4,
  maxAtDoor: 256,
  maxPerCaller: 256,
  maxWaitMs: 3_000,
} as const
/** Shares of the memory's budget from which on no import is begun, and no reading. */
const maxShares = { importing: 0.85, reading: 0.98 } as const

export interface Gates {
  readonly importing: Gate
  readonly reading: Gate
  readonly sources: Gate
}

/**
 * Make the gates of a process.
 * @param plan Its budget of memory.
 * @param pool Its workers, whose memory counts.
 */
export function createGates(plan: MemoryPlan, pool: WorkerPool): Gates {
  const usedShare = memoryWatch(plan.budgetBytes, pool)
  const isShort = (share: number) => (): boolean => usedShare() > share
  const importing = { ...importLimits, maxAtWork: plan.maxAtWork }
  return {
    importing: createGate(importing, isShort(maxShares.importing)),
    reading: createGate(readLimits, isShort(maxShares.reading)),
    sources: createGate(sourceLimits, isShort(maxShares.importing)),
  }
}
