/** `npm run failover -- [FAULTS] [--seed N] [--kinds A,B] [--multi-host] [--patroni]`: faults of a replicated PostgreSQL. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requirePrograms } from '../support/base/installed-program.ts'
import { signalFamily } from '../support/base/processes.ts'
import { seededRandom, shuffled } from '../support/base/seeded-random.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import {
  describeFaults,
  type FailoverReport,
  runFailover,
  summarize,
} from '../support/loss/failover.ts'
import {
  type PatroniCluster,
  type PatroniNode,
  startPatroniCluster,
} from '../support/postgres/patroni-cluster.ts'
import { type Fault, postgresFaults } from '../support/postgres/postgres-faults.ts'
import { startReplicatedPostgres } from '../support/postgres/replicated-postgres.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kinds: { type: 'string' },
    'multi-host': { type: 'boolean', default: false },
    patroni: { type: 'boolean', default: false },
  },
})
const total = Number(positionals[0] ?? 100)
const random = seededRandom(Number(values.seed))
const hungAfterMs = 10_000

interface FaultyCluster {
  readonly storeUrl: string
  readonly primaryStoreUrl: () => string
  readonly settle: () => Promise<void>
  readonly faults: Readonly<Record<string, Fault>>
  stop(): Promise<void>
}

print({ seed: Number(values.seed), faults: total })
const report = await run(values.patroni ? await startPatroni() : await startOwn(true))
const control = await run(await startOwn(false), ['kill', 'kill', 'kill'])
print({ synchronous: summarize(report), asynchronous: summarize(control) })
const faults = [
  ...describeFaults(report),
  // Without a standby acknowledged writes are lost, but an address never names another page.
  ...describeFaults({ ...control, lost: [], duplicated: [] }).map((text) => `control: ${text}`),
]
for (const text of faults.slice(0, 40)) process.stderr.write(`${text}\n`)
if (control.lost.length === 0) process.stderr.write('the control lost nothing\n')
process.exitCode = faults.length === 0 && control.lost.length > 0 ? 0 : 1

async function startOwn(isSynchronous: boolean): Promise<FaultyCluster> {
  const hasManyHosts = values['multi-host']
  const cluster = await startReplicatedPostgres({ isSynchronous, hasManyHosts })
  const { storeUrl, primaryStoreUrl, waitForStandby: settle, stop } = cluster
  return { storeUrl, primaryStoreUrl, settle, stop, faults: postgresFaults(cluster) }
}

async function startPatroni(): Promise<FaultyCluster> {
  const cluster = await startPatroniCluster(
    requirePrograms({
      patroni: 'patroni python3-etcd',
      etcd: 'etcd-server',
      haproxy: 'haproxy',
      pg_basebackup: 'postgresql',
    }),
  )
  const storeUrl = await cluster.createDatabase('store')
  const { settle, stop } = cluster
  return { storeUrl, primaryStoreUrl: () => storeUrl, settle, stop, faults: patroniFaults(cluster) }
}

async function run(
  { faults, stop, ...cluster }: FaultyCluster,
  kinds?: readonly string[],
): Promise<FailoverReport> {
  const wanted = values.kinds?.split(',') ?? Object.keys(faults)
  let told = 0
  try {
    return await runFailover({
      ...cluster,
      faults: (kinds ?? inTurn(wanted)).map((kind) => [kind, faults[kind] as Fault]),
      pauseMs,
      random,
      hungAfterMs,
      isEnough: (report) => {
        print(summarize(report))
        // Printed at once, because the campaign may be interrupted.
        const wrong = report.wrong.slice(told)
        if (wrong.length > 0) print({ wrong })
        told = report.wrong.length
        return false
      },
    })
  } finally {
    await stop()
  }
}

function inTurn(kinds: readonly string[]): string[] {
  const rounds = Array.from({ length: Math.ceil(total / kinds.length) }, () =>
    shuffled(kinds, random),
  )
  return rounds.flat().slice(0, total)
}

function pauseMs(): number {
  return random() < 0.2 ? 11_000 + random() * 5_000 : 300 + random() * 3_000
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function patroniFaults(cluster: PatroniCluster): Record<string, Fault> {
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
    // The leader stays reachable; only its votes are cut off.
    partition: async (pauseMs) => {
      const leader = await cluster.leader()
      leader.etcd.pause()
      await wait(pauseMs())
      leader.etcd.resume()
    },
    // Refused until a standby has all of the leader's log.
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
