/** `npm run delivery-faults -- FAULTS SEED [SITES]`: imports while the site fails and the process is killed. @module */
import { runBounded } from '../../src/contract/base/run-bounded.ts'
import type { SiteKind } from '../../src/wiki/pages/recorded-pages.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import type { SimulatorSwitches } from '../support/confluence/simulator.ts'
import {
  addReport,
  type DeliveryFaultsReport,
  deliveryFaults,
  emptyReport,
} from '../support/delivery-faults/report.ts'
import {
  faultsAnywhere,
  killsAnywhere,
  killsAtEachArrow,
} from '../support/delivery-faults/round-plans.ts'
import {
  type RoundPlan,
  runDeliveryFaults,
} from '../support/delivery-faults/run-delivery-faults.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { listed } from '../support/samples/listed.ts'
import { createTestStore, type EngineName } from '../support/store/test-engines.ts'

const [wanted = 2_000, seed = 1, atOnce = 4] = process.argv.slice(2).map(Number)
const hour = 3_600_000

interface Part {
  readonly name: string
  readonly kind: SiteKind
  readonly engine: EngineName
  readonly plans: (random: () => number) => readonly RoundPlan[]
  readonly processes?: number
  readonly forgets?: boolean
  readonly switches?: Partial<SimulatorSwitches>
}

const many = { imports: 24, share: 0.15 }

const parts: readonly Part[] = [
  ...(['cloud', 'data-center'] as const).flatMap((kind): Part[] => [
    {
      name: 'faults of the site',
      kind,
      engine: 'sqlite',
      plans: () => faultsAnywhere(16, { imports: 40, share: 0.2, mayHang: true }),
    },
    {
      name: 'kill at each arrow',
      kind,
      engine: 'sqlite',
      plans: () => [...killsAtEachArrow(4), ...killsAtEachArrow(9, 3).slice(8)],
    },
  ]),
  {
    name: 'kills among faults',
    kind: 'cloud',
    engine: 'sqlite',
    plans: (random) => killsAnywhere(10, { ...many, random }),
  },
  {
    name: "the site's clock an hour behind",
    kind: 'cloud',
    engine: 'sqlite',
    plans: (random) => killsAnywhere(5, { ...many, random }),
    switches: { clockAheadMs: -hour },
  },
  {
    name: "the site's clock an hour ahead, answers as sent",
    kind: 'cloud',
    engine: 'sqlite',
    plans: (random) => killsAnywhere(5, { ...many, random }),
    switches: { clockAheadMs: hour, putEcho: 'as-sent' },
  },
  {
    name: 'two processes on one PostgreSQL',
    kind: 'cloud',
    engine: 'postgres',
    plans: (random) => killsAnywhere(10, { ...many, random }),
    processes: 2,
  },
]

const total = emptyReport()
const rows: string[][] = []
await runBounded([...parts.entries()], atOnce, async ([index, part], add) => {
  addReport(total, await run(part, seed + index))
  const isToGoOn = faultsIn(total) < wanted && total.wrong.length === 0
  if (isToGoOn) add([[index + parts.length, part]])
})
rows.push(row('all', total))
const control: Part = {
  name: 'control: without the record',
  kind: 'cloud',
  engine: 'sqlite',
  forgets: true,
  plans: (random) => killsAnywhere(10, { ...many, share: 0, random }),
}
const isControlRight = (await run(control, seed)).wrong.length > 0
await stopOwnCluster()

const heads = listed(
  'part¦rounds¦imports¦asked¦faults¦kills¦versions¦comments kept¦told¦edits told¦reserved¦left',
  'ordered¦lapsed¦wrong',
)
process.stdout.write(
  `\n${[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`,
)
for (const name of deliveryFaults) process.stdout.write(`${name}: ${total.faults[name]}\n`)
for (const [place, count] of [...total.killedAt].sort())
  process.stdout.write(`killed ${place}: ${count}\n`)
for (const fault of total.wrong) process.stdout.write(`${fault}\n`)
if (!isControlRight) process.stdout.write('nothing is wrong without the record\n')
process.exitCode = total.wrong.length > 0 || !isControlRight ? 1 : 0

async function run(part: Part, seed: number): Promise<DeliveryFaultsReport> {
  const random = seededRandom(seed)
  const store = await createTestStore(part.engine)
  const name = `${part.name} (${part.kind}, ${part.engine})`
  try {
    const report = await runDeliveryFaults({
      ...part,
      plans: part.plans(random),
      place: store.options,
      random,
      onRound: (soFar) => {
        const told = `${name}: ${soFar.rounds} rounds, ${faultsIn(soFar)} faults`
        process.stderr.write(`${[told, ...soFar.wrong].join('\n  ')}\n`)
      },
    })
    const cells = row(name, report)
    rows.push(cells)
    process.stdout.write(`${cells.join(' | ')}\n`)
    return report
  } finally {
    await store.remove()
  }
}

function faultsIn({ faults }: DeliveryFaultsReport): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0)
}

function row(name: string, report: DeliveryFaultsReport): string[] {
  const { rounds, imports, asked, faults, versions, commentsKept, commentsTold, editsTold, wrong } =
    report
  const { reserved, left, ordered, lapsed } = report
  const kills = faults['kill-before'] + faults['kill-after']
  const counts = [rounds, imports, asked, faultsIn(report), kills, versions]
  const told = [commentsKept, commentsTold, editsTold]
  const reservations = [reserved, left, ordered, lapsed]
  return [name, ...[...counts, ...told, ...reservations, wrong.length].map(String)]
}
