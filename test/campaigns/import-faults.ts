/** The long campaign of faulty imports: `npm run import-faults -- ROUNDS SEED`. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runImportFaults } from '../support/folders/import-faults.ts'

const [rounds = 100, first = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)
const roundsPerStore = 20

const total = { rounds: 0, runs: 0, clientKills: 0, serviceKills: 0, pages: 0, faults: 0, wrong: 0 }
while (total.rounds < rounds) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-faults-'))
  const here = Math.min(roundsPerStore, rounds - total.rounds)
  const report = await runImportFaults({
    rounds: here,
    dataDirectory,
    seed: first + total.rounds,
  })
  rmSync(dataDirectory, { recursive: true, force: true })
  for (const fault of report.wrong) process.stderr.write(`${fault}\n`)
  for (const name of ['rounds', 'runs', 'clientKills', 'serviceKills', 'pages'] as const) {
    total[name] += report[name]
  }
  total.faults += Object.values(report.faults).reduce((sum, count) => sum + count, 0)
  total.wrong += report.wrong.length
  process.stdout.write(`${JSON.stringify(total)}\n`)
}
process.exitCode = total.wrong > 0 ? 1 : 0
