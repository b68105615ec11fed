/** What can befall a primary with a standby: each kind as a function, in a table. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { ReplicatedPostgres } from './replicated-postgres.ts'

export type Fault = (pauseMs: () => number) => Promise<void>

export const postgresFaultKinds = [
  'kill',
  'kill-unconfirmed',
  'freeze',
  'restart',
  'terminate-all',
  'terminate-some',
  'read-only',
  'standby-gone',
] as const

export type PostgresFaultKind = (typeof postgresFaultKinds)[number]

const lagMs = 400

export function postgresFaults(cluster: ReplicatedPostgres): Record<PostgresFaultKind, Fault> {
  return {
    // The standby lags, so that what did not wait for it is lost for certain.
    kill: async () => {
      cluster.replication.pause()
      await wait(lagMs)
      await cluster.primary.kill()
      await cluster.failOver()
    },
    // Releases commits that wait for the standby: readers see them, but the standby never will.
    'kill-unconfirmed': async () => {
      cluster.replication.pause()
      await wait(lagMs)
      await terminate(cluster, 1)
      await wait(3 * lagMs)
      await cluster.primary.kill()
      await cluster.failOver()
    },
    freeze: async (pauseMs) => {
      const { primary } = cluster
      primary.freeze()
      await wait(pauseMs())
      primary.thaw()
    },
    restart: async () => {
      await cluster.primary.stop()
      await cluster.primary.start()
    },
    'terminate-all': () => terminate(cluster, 1),
    'terminate-some': () => terminate(cluster, 0.5),
    // As after a change of roles: open connections stay as they were.
    'read-only': async (pauseMs) => {
      const setting = 'alter database store set default_transaction_read_only'
      await cluster.primary.ask(`${setting} = on`)
      await terminate(cluster, 1)
      await wait(pauseMs())
      await cluster.primary.ask(`${setting} = off`)
    },
    'standby-gone': async (pauseMs) => {
      await cluster.standby.stop()
      await wait(pauseMs())
      await cluster.standby.start()
    },
  }
}

async function terminate({ primary }: ReplicatedPostgres, share: number): Promise<void> {
  await primary.ask(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'store' and pid <> pg_backend_pid() and random() < ${share}`)
}
