/** The long kill loop: `npm run kill-loop -- 1000`. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKillLoop } from '../support/loss/kill-loop.ts'

const rounds = Number(process.argv[2] ?? 1_000)
/** Examination slows down as the store grows. */
const roundsPerStore = 50

const total = { rounds: 0, acknowledged: 0, lost: 0, corrupt: 0, slowestStartMs: 0 }
while (total.rounds < rounds) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-kill-'))
  const here = Math.min(roundsPerStore, rounds - total.rounds)
  const report = await runKillLoop({ rounds: here, dataDirectory })
  rmSync(dataDirectory, { recursive: true, force: true })
  total.rounds += report.rounds
  total.acknowledged += report.acknowledged
  total.lost += report.lost.length
  total.corrupt += report.corrupt.length
  total.slowestStartMs = Math.max(total.slowestStartMs, Math.round(report.slowestStartMs))
  process.stdout.write(`${JSON.stringify(total)}\n`)
}
process.exitCode = total.lost + total.corrupt > 0 ? 1 : 0
