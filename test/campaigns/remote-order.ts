/**
 * Imports random pages at random concurrency into both kinds of connected spaces, on their own and in
 * runs, has people move some, and asks that each stands where it is to:
 * `npm run remote-order -- TRIALS SEED`.
 * @module
 */
import { test } from 'node:test'
import { openBench } from '../support/delivery/delivery-bench.ts'
import { tryOrder } from '../support/delivery/order-trial.ts'

const [trials = 500, seed = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)

test('random pages in random order', async () => {
  const seen = { trials: 0, wrong: 0, needlessMoves: 0, wrongBeforeTheEnd: 0 }
  for (const kind of ['cloud', 'data-center'] as const) {
    for (const isRun of [false, true]) {
      const bench = await openBench(kind)
      for (let index = 0; index < trials / 4; index += 1) {
        const { wrong, needlessMoves, wasWrongBefore } = await tryOrder(bench, seed + index, {
          isRun,
        })
        seen.trials += 1
        seen.wrong += wrong.length
        seen.needlessMoves += needlessMoves
        seen.wrongBeforeTheEnd += Number(wasWrongBefore)
        for (const words of wrong) process.stderr.write(`${kind} ${seed + index}: ${words}\n`)
      }
    }
  }
  process.stdout.write(`${JSON.stringify({ seed, ...seen })}\n`)
  process.exitCode = seen.wrong + seen.needlessMoves > 0 ? 1 : 0
})
