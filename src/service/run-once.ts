/** Runs a followed repository without a service. @module */
import { findPublicAddress, initializeStore } from '../auth/initialize-store.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { planMemory, usualBudget } from '../isolation/memory-plan.ts'
import { composeService } from './compose.ts'
import { startPools } from './costly-work.ts'
import type { Following } from './following.ts'
import { createMetrics } from './metrics.ts'
import { type ServeOptions, usualAddress } from './serve-options.ts'

interface OpenedStore {
  readonly log: Log
  readonly clock: () => Date
  readonly database: Database
  readonly ids: IdAllocator
}

/** Compose the service over an opened store for one piece of work; it listens to nobody. */
export async function runOnce<Result>(
  options: ServeOptions,
  { log, clock, database, ids }: OpenedStore,
  work: (following: Following) => Promise<Result>,
): Promise<Result> {
  const plan = planMemory(options.memoryBytes ?? usualBudget())
  const pools = startPools(plan)
  const { appId, envId } = await initializeStore(database, ids, clock)
  const publicUrl = options.publicUrl ?? (await findPublicAddress(database)) ?? usualAddress
  try {
    const { following, connected } = await composeService(options, {
      ...{ log, clock, database, ids, plan, pools, appId, envId },
      metrics: createMetrics(),
      isStopping: () => false,
      publicUrl: () => publicUrl,
    })
    return await work(following).finally(() => Promise.all([following.stop(), connected.stop()]))
  } finally {
    pools.close()
  }
}
