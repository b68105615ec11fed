/** Services on a replicated PostgreSQL lose nothing that they acknowledged, whatever befalls it. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generousMs } from './support/base/wait-until.ts'
import {
  describeFaults,
  type FailoverOptions,
  type FailoverReport,
  runFailover,
} from './support/loss/failover.ts'
import {
  type PostgresFaultKind,
  postgresFaultKinds,
  postgresFaults,
} from './support/postgres/postgres-faults.ts'
import { startReplicatedPostgres } from './support/postgres/replicated-postgres.ts'

async function failOver(
  isSynchronous: boolean,
  kinds: readonly PostgresFaultKind[],
  options: Pick<FailoverOptions, 'services' | 'isEnough'> = {},
): Promise<FailoverReport> {
  const cluster = await startReplicatedPostgres({ isSynchronous })
  const faults = postgresFaults(cluster)
  try {
    return await runFailover({
      storeUrl: cluster.storeUrl,
      primaryStoreUrl: cluster.primaryStoreUrl,
      settle: cluster.waitForStandby,
      faults: kinds.map((kind) => [kind, faults[kind]]),
      pauseMs: () => 500,
      random: Math.random,
      hungAfterMs: generousMs,
      ...options,
    })
  } finally {
    await cluster.stop()
  }
}

test('loses, doubles and mixes up nothing that was acknowledged, in faults of every kind', async () => {
  const report = await failOver(true, postgresFaultKinds)
  assert.deepEqual(describeFaults(report), [])
})
