/**
 * Faults of a replicated PostgreSQL under three services and their clients: `npm run failover --
 * [FAULTS] [--seed N] [--multi-host]`. The control is the same cluster without synchronous
 * replication, and must lose what was acknowledged.
 * @module
 */
import { parseArgs } from 'node:util'
import { describeFaults, type FailoverReport, runFailover, summarize } from '../support/failover.ts'
import {
  type PostgresFaultKind,
  postgresFaultKinds,
  postgresFaults,
} from '../support/postgres-faults.ts'
import { startReplicatedPostgres } from '../support/replicated-postgres.ts'
import { seededRandom, shuffled } from '../support/seeded-random.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kinds: { type: 'string', default: postgresFaultKinds.join() },
    'multi-host': { type: 'boolean', default: false },
  },
})
const total = Number(positionals[0] ?? 100)
const random = seededRandom(Number(values.seed))
/** Nobody is left without an answer for longer. */
const hungAfterMs = 10_000

print({ seed: Number(values.seed), faults: total })
const kinds = values.kinds.split(',') as PostgresFaultKind[]
const synchronous = await run(true, kindsInTurn(kinds, total))
const asynchronous = await run(
  false,
  Array.from({ length: 3 }, () => 'kill'),
)
print({ synchronous: summarize(synchronous), asynchronous: summarize(asynchronous) })
const faults = [
  ...describeFaults(synchronous),
  // Without a standby to wait for, writes are lost; an address still never names another page.
  ...describeFaults({ ...asynchronous, lost: [], duplicated: [] }),
]
for (const text of faults.slice(0, 40)) process.stderr.write(`${text}\n`)
if (asynchronous.lost.length === 0) process.stderr.write('the control lost nothing\n')
process.exitCode = faults.length === 0 && asynchronous.lost.length > 0 ? 0 : 1

async function run(
  isSynchronous: boolean,
  sequence: readonly PostgresFaultKind[],
): Promise<FailoverReport> {
  const hasManyHosts = values['multi-host']
  const cluster = await startReplicatedPostgres({ isSynchronous, hasManyHosts })
  const faults = postgresFaults(cluster)
  try {
    return await runFailover({
      storeUrl: cluster.storeUrl,
      primaryStoreUrl: cluster.primaryStoreUrl,
      settle: cluster.waitForStandby,
      faults: sequence.map((kind) => [kind, faults[kind]]),
      pauseMs,
      random,
      hungAfterMs,
      isEnough: (report) => {
        print(summarize(report))
        return false
      },
    })
  } finally {
    await cluster.stop()
  }
}

/** Each kind as often as any other, in an order that the seed decides. */
function kindsInTurn(kinds: readonly PostgresFaultKind[], count: number): PostgresFaultKind[] {
  const rounds = Math.ceil(count / kinds.length)
  return Array.from({ length: rounds }, () => shuffled(kinds, random))
    .flat()
    .slice(0, count)
}

/** Mostly short, and sometimes longer than anything may wait. */
function pauseMs(): number {
  return random() < 0.2 ? 11_000 + random() * 5_000 : 300 + random() * 3_000
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
