/** What can befall the leader of a cluster that Patroni keeps. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { signalFamily } from '../base/process-family.ts'
import { waitUntil } from '../base/wait-until.ts'
import type { PatroniCluster, PatroniNode } from './patroni-cluster.ts'
import type { Fault } from './postgres-faults.ts'

export function patroniFaults(cluster: PatroniCluster): Record<string, Fault> {
  return {
    kill: async () => signalFamily((await cluster.leader()).postgresPid(), 'SIGKILL'),
    'kill-node': async () => {
      const leader = await cluster.leader()
      process.kill(leader.patroniPid(), 'SIGKILL')
      signalFamily(leader.postgresPid(), 'SIGKILL')
      await waitForOther(cluster, leader)
      leader.start()
    },
    'freeze-node': async (pauseMs) => {
      const leader = await cluster.leader()
      const postgres = leader.postgresPid()
      process.kill(leader.patroniPid(), 'SIGSTOP')
      signalFamily(postgres, 'SIGSTOP')
      await wait(pauseMs())
      signalFamily(postgres, 'SIGCONT')
      process.kill(leader.patroniPid(), 'SIGCONT')
    },
    // The leader's PostgreSQL is well and reached by all, only its votes are not.
    partition: async (pauseMs) => {
      const leader = await cluster.leader()
      leader.etcd.pause()
      await wait(pauseMs())
      leader.etcd.resume()
    },
    // Refused for as long as no standby has all that the leader has.
    switchover: () =>
      waitUntil('switchover', async () => {
        const leader = await cluster.leader()
        const body = JSON.stringify({ leader: leader.name })
        const answer = await fetch(`${leader.restUrl}/switchover`, { method: 'POST', body })
        return answer.ok
      }),
  }
}

async function waitForOther(cluster: PatroniCluster, old: PatroniNode): Promise<void> {
  await waitUntil('another leader', async () => (await cluster.leader()) !== old)
}
