/** The order of pages in connected spaces: what positions say is what the site shows. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sweepOrders } from '../src/confluence/delivery/order/remote-orders.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { openBench } from './support/delivery/delivery-bench.ts'
import { tryOrder } from './support/delivery/order-trial.ts'

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`the order of pages on ${kind}`, () => {
    for (const isRun of [false, true]) {
      test(`is right after ${isRun ? 'runs' : 'imports on their own'} at any concurrency`, async () => {
        const bench = await openBench(kind)
        let wrongBefore = 0
        for (let seed = 1; seed <= 3; seed += 1) {
          const { wrong, wasWrongBefore, needlessMoves } = await tryOrder(bench, seed, { isRun })
          assert.deepEqual(wrong, [], `seed ${seed}`)
          assert.equal(needlessMoves, 0, `seed ${seed}`)
          wrongBefore += Number(wasWrongBefore)
        }
        assert.equal(wrongBefore > 0, isRun, 'without the end of the run the order is another one')
      })
    }

    test('is put right although the run never says that it has ended', async () => {
      const bench = await openBench(kind)
      const { site, process } = bench
      const titles = ['Zeta', 'Alpha', 'Mike']
      for (const position of [2, 0, 1]) {
        const pageTitle = titles[position] as string
        assert.equal(await bench.outcome({ pageTitle, position, run: 'lost' }), 'created')
      }
      const stand = (): string =>
        site
          .children(site.homepageId)
          .map(({ title }) => title)
          .join()
      assert.notEqual(stand(), titles.join())
      await sweepOrders(process.tools)
      assert.notEqual(stand(), titles.join(), 'more of the run may come')
      bench.pass(60_000)
      site.watch = ({ when, path }) => {
        const isMove = when === 'before' && /move/.test(path)
        if (isMove) site.switches.refuseCredential = kind === 'cloud' ? 'bare-404' : 'anonymous'
        return undefined
      }
      await sweepOrders(process.tools)
      site.watch = () => undefined
      assert.notEqual(site.switches.refuseCredential, 'no')
      site.switches.refuseCredential = 'no'
      site.switches.failures = { count: 40, status: 503 }
      await waitUntil('the order is right', async () => {
        bench.pass(5 * 60_000)
        await sweepOrders(process.tools)
        return stand() === titles.join()
      })
    })

    test('says why it is another one, where the site moves no page', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      const parentId = site.homepageId
      for (const [position, pageTitle] of ['Zeta', 'Alpha'].entries()) {
        await bench.save({ pageTitle, position: 1 - position, run: 'run' })
      }
      site.switches.removedCalls = /move/
      if (kind === 'cloud') {
        const arranged = await bench.arrange([parentId])
        assert.equal(arranged?.problems[0]?.parentId, parentId)
        assert.equal(arranged?.moved, 0)
      }
      const wanted = { pageTitle: 'Zeta', position: 2, overwrite: true }
      assert.equal(await bench.outcome(wanted), 'unchanged', 'no import fails for it')
    })
  })
}
