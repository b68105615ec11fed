/** `npm run bench:scaling -- [ROUNDS] [--stores]`: imports over one to three processes, beside a queueing model. @module */
import { type MeasuredImports, startProcesses } from './support/processes-on-store.ts'
import { throughputOf } from './support/queueing-model.ts'

const isEachAlone = process.argv.includes('--stores')
const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 3)
const processCounts = [1, 2, 3]
const connectionCounts = [1, 4, 16]
const fullShare = 0.7

const started = await startProcesses(processCounts.length, { isEachAlone })
const runs = processCounts.flatMap((processes) =>
  (isEachAlone ? [16 * processes] : connectionCounts).map((connections) => ({
    processes,
    connections,
    found: [] as MeasuredImports[],
  })),
)
for (const { processes, connections } of runs) await started.sendBurst(processes, connections)
for (let round = 0; round < rounds; round += 1) {
  for (const run of runs) run.found.push(await started.sendBurst(run.processes, run.connections))
}
const commitMs = await started.commitWaitMs()
await started.stop()

const measured = runs.map(({ found, ...run }) => ({ ...run, ...medianOf(found) }))
const alone = measured.findLast(({ processes }) => processes === 1) as MeasuredImports
printMeasured()
if (!isEachAlone) {
  printCores()
  printRates()
}

function printMeasured(): void {
  print(`A commit waits ${commitMs.toFixed(2)} ms for the disk. Processor time in µs an import.\n`)
  print(
    'processes connections | answering workers PostgreSQL load | processors | imports/s predicted',
  )
  for (const { processes, connections, ...found } of measured) {
    const { answering, workers, server, client, processors, perSecond } = found
    const demand = (alone.answering + alone.workers + alone.server + alone.client) / 1_000_000
    const predicted = throughputOf([{ demand, servers: processors }], commitMs / 1_000, connections)
    const bounded = Math.min(predicted, (processes * 1_000_000) / alone.answering)
    const costs = [answering, workers, server, client].map(Math.round).join(' ')
    print(
      `${processes} ${connections} | ${costs} | ${processors.toFixed(2)} | ${perSecond.toFixed(0)} ${bounded.toFixed(0)}`,
    )
  }
}

function printCores(): void {
  print('\nReckoned: cores of each of two machines | processes | imports/s')
  const { answering, workers, server } = alone
  for (const cores of [2, 4, 8, 16, 32]) {
    const processes = Math.ceil((cores * answering) / (answering + workers))
    const stations = [
      { demand: (answering + workers) / 1_000_000, servers: cores },
      { demand: server / 1_000_000, servers: cores },
    ]
    const predicted = throughputOf(stations, commitMs / 1_000, 16 * cores)
    const bounded = Math.min(predicted, (processes * 1_000_000) / answering)
    print(`${cores} | ${processes} | ${bounded.toFixed(0)}`)
  }
}

function printRates(): void {
  print(
    `\nReckoned, each core ${fullShare * 100} % busy: imports/s | processes | cores for them | cores of PostgreSQL`,
  )
  for (const rate of [100, 1_000, 10_000]) {
    const coresFor = (us: number): number => Math.ceil((rate * us) / 1_000_000 / fullShare)
    const { answering, workers, server } = alone
    print(
      `${rate} | ${coresFor(answering)} | ${coresFor(answering + workers)} | ${coresFor(server)}`,
    )
  }
}

function medianOf(found: readonly MeasuredImports[]): MeasuredImports {
  const median = (part: keyof MeasuredImports): number => {
    const sorted = found.map((one) => one[part]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] as number
  }
  return {
    answering: median('answering'),
    workers: median('workers'),
    server: median('server'),
    client: median('client'),
    processors: median('processors'),
    perSecond: median('perSecond'),
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
