/** `npm run remote-order -- TRIALS SEED`: pages of connected spaces stand in their order after concurrent imports and moves. @module */
import { test } from 'node:test'
import type { SiteKind } from '../../src/wiki/pages/recorded-pages.ts'
import { openBench } from '../support/delivery/delivery-bench.ts'
import { tryOrder } from '../support/delivery/order-trial.ts'

const [trials = 500, seed = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)

const seen = { trials: 0, wrong: 0, needlessMoves: 0, wrongBeforeTheEnd: 0 }

/** Each site has its own rate limit, so all four run side by side. */
async function tryAll(kind: SiteKind, isRun: boolean): Promise<void> {
  const name = `${kind}, ${isRun ? 'runs' : 'on their own'}`
  const bench = await openBench(kind)
  for (let index = 0; index < trials / 4; index += 1) {
    const trial = await tryOrder(bench, seed + index, { isRun })
    seen.trials += 1
    seen.wrong += trial.wrong.length
    seen.needlessMoves += trial.needlessMoves
    seen.wrongBeforeTheEnd += Number(trial.wasWrongBefore)
    for (const words of trial.wrong) process.stderr.write(`${name} ${seed + index}: ${words}\n`)
    if (seen.trials % 20 === 0) process.stderr.write(`${JSON.stringify(seen)}\n`)
  }
}

test('random pages in random order', async () => {
  const sites = (['cloud', 'data-center'] as const).flatMap((kind) =>
    [false, true].map((isRun) => tryAll(kind, isRun)),
  )
  await Promise.all(sites)
  process.stdout.write(`${JSON.stringify({ seed, ...seen })}\n`)
  process.exitCode = seen.wrong + seen.needlessMoves > 0 ? 1 : 0
})
