/** `npm run power-cut -- [REPLAYS] [--imports N] [--seed N]`: replayed power cuts lose nothing; the control without syncs must. @module */
import { parseArgs } from 'node:util'
import { requirePrograms } from '../support/base/installed-program.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { recordStore, replayPowerCuts } from '../support/loss/power-cut.ts'

const { strace } = requirePrograms({ strace: 'strace' })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    imports: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const cuts = Number(positionals[0] ?? 300)
const seed = Number(values.seed)
const random = seededRandom(seed)

const recorded = await recordStore(strace, { imports: Number(values.imports), random })
const events: Record<string, number> = {}
for (const { type } of recorded.events) events[type] = (events[type] ?? 0) + 1
process.stdout.write(`${JSON.stringify({ seed, events })}\n`)
const report = replayPowerCuts(recorded, { cuts, random })
const control = replayPowerCuts(recorded, {
  cuts: Math.min(cuts, 30),
  random,
  isIgnored: (file) => file.endsWith('-wal'),
})
for (const text of [...report.lost, ...report.corrupt].slice(0, 40)) {
  process.stderr.write(`${text}\n`)
}
const counted = [report, control].map(({ lost, corrupt, ...rest }) => ({
  ...rest,
  lost: lost.length,
  corrupt: corrupt.length,
}))
process.stdout.write(`${JSON.stringify({ report: counted[0], control: counted[1] })}\n`)
if (control.lost.length === 0) process.stderr.write('the control lost nothing\n')
const isWhole = report.lost.length + report.corrupt.length === 0 && control.lost.length > 0
process.exitCode = isWhole ? 0 : 1
