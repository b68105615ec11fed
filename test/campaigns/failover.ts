/** `npm run failover -- [FAULTS] [--seed N] [--kinds A,B] [--multi-host]`: faults of a replicated PostgreSQL. @module */
import { parseArgs } from 'node:util'
import { seededRandom, shuffled } from '../support/base/seeded-random.ts'
import {
  describeFaults,
  type FailoverReport,
  runFailover,
  summarize,
} from '../support/loss/failover.ts'
import { type Fault, postgresFaults } from '../support/postgres/postgres-faults.ts'
import { startReplicatedPostgres } from '../support/postgres/replicated-postgres.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kinds: { type: 'string' },
    'multi-host': { type: 'boolean', default: false },
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
const report = await run(await startCluster(true))
const control = await run(await startCluster(false), ['kill', 'kill', 'kill'])
print({ synchronous: summarize(report), asynchronous: summarize(control) })
const faults = [
  ...describeFaults(report),
  // Without a standby acknowledged writes are lost, but an address never names another page.
  ...describeFaults({ ...control, lost: [], duplicated: [] }).map((text) => `control: ${text}`),
]
for (const text of faults.slice(0, 40)) process.stderr.write(`${text}\n`)
if (control.lost.length === 0) process.stderr.write('the control lost nothing\n')
process.exitCode = faults.length === 0 && control.lost.length > 0 ? 0 : 1

async function startCluster(isSynchronous: boolean): Promise<FaultyCluster> {
  const hasManyHosts = values['multi-host']
  const cluster = await startReplicatedPostgres({ isSynchronous, hasManyHosts })
  const { storeUrl, primaryStoreUrl, waitForStandby: settle, stop } = cluster
  return { storeUrl, primaryStoreUrl, settle, stop, faults: postgresFaults(cluster) }
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
