/** The long kill loop: `npm run kill-loop -- 1000`. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKillLoop } from '../support/kill-loop.ts'

const rounds = Number(process.argv[2] ?? 1_000)
const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-kill-'))
const report = await runKillLoop({
  rounds,
  dataDirectory,
  onRound(round, { acknowledged, lost, corrupt }) {
    if ((round + 1) % 50 > 0) return
    const faults = `${lost.length} lost, ${corrupt.length} corrupt`
    process.stderr.write(`${round + 1} kills, ${acknowledged} acknowledged, ${faults}\n`)
  },
})
rmSync(dataDirectory, { recursive: true, force: true })
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exitCode = report.lost.length + report.corrupt.length > 0 ? 1 : 0
