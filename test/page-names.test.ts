/** Imports that name one page of Confluence in different ways are kept in order. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import {
  type DeliveryBench,
  lapseMs,
  openBench,
  openDeliveries,
  settle,
  type WantedImport,
} from './support/delivery/delivery-bench.ts'
import { execute } from './support/store/test-transactions.ts'

interface Naming {
  readonly name: string
  list(bench: DeliveryBench, title: string): Promise<readonly WantedImport[]>
}

const namings: readonly Naming[] = [
  {
    name: 'by its id',
    async list(bench, title) {
      const pageId = await makePage(bench, title)
      return ['one', 'two'].map((word) => ({ pageTitle: `${title} ${word}`, pageId }))
    },
  },
  {
    name: 'by its title or its id',
    async list(bench, pageTitle) {
      const pageId = await makePage(bench, pageTitle)
      return [{ pageTitle }, { pageTitle: `${pageTitle} two`, pageId }]
    },
  },
  {
    name: 'by an id that is reserved',
    async list(bench, pageTitle) {
      const pageId = await bench.reserve(pageTitle)
      return [
        { pageTitle, pageId },
        { pageTitle: `${pageTitle} two`, pageId },
      ]
    },
  },
  {
    name: 'by the title that it got',
    async list(bench, pageTitle) {
      bench.site.addPage({ title: pageTitle })
      const above = bench.site.addPage({ title: `Above ${pageTitle}` })
      const place = { parentId: above.id }
      await bench.save({ pageTitle, ...place })
      return [
        { pageTitle, ...place },
        { pageTitle: `${pageTitle} (${above.title})`, ...place },
      ]
    },
  },
]

async function makePage(bench: DeliveryBench, pageTitle: string): Promise<string> {
  await bench.save({ pageTitle })
  return bench.site.pages().find(({ title }) => title === pageTitle)?.id ?? ''
}

const delays: Readonly<
  Record<string, (bench: DeliveryBench, older: WantedImport) => Promise<void>>
> = {
  async 'its write was lost'(bench, older) {
    bench.site.watch = ({ when, method }) =>
      when === 'before' && method === 'PUT' ? 'close' : undefined
    assert.equal(await bench.outcome(older), 'under-way')
  },
  async 'its process ended'(bench, older) {
    const process = bench.another()
    const ended = Promise.withResolvers<void>()
    bench.site.watch = () => {
      process.kill()
      ended.resolve()
      return undefined
    }
    void bench.save({ ...older, by: process })
    await ended.promise
  },
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(kind, () => {
    let bench: DeliveryBench
    let trials = 0
    before(async () => {
      bench = await openBench(kind, { policies: { titleClash: 'suffix' } })
    })

    const showAfter = async (
      { list }: Naming,
      delay: (typeof delays)[string],
      inBetween: () => Promise<unknown> = async () => {},
    ): Promise<(string | undefined)[]> => {
      const shown: (string | undefined)[] = []
      for (const isTurned of [false, true]) {
        trials += 1
        const names = await list(bench, `Page ${trials}`)
        const [first, second] = isTurned ? names.toReversed() : names
        await delay(bench, { pageTitle: '', overwrite: true, ...first, content: 'older' })
        bench.site.watch = () => undefined
        await inBetween()
        const id = await acknowledged({ pageTitle: '', ...second, content: 'newer' })
        await settle(bench)
        const { status, versions } = bench.site.page(id)
        assert.equal(status, 'current')
        shown.push(versions.at(-1)?.body.match(/older|newer/)?.[0])
      }
      return shown
    }
    const acknowledged = async (wanted: WantedImport): Promise<string> => {
      for (;;) {
        const saved = await bench.save({ ...wanted, overwrite: true })
        if ('page' in saved) return saved.page.id
        assert.ok(saved.outcome === 'refused' && saved.error.key === 'unavailable')
        await settle(bench)
      }
    }

    for (const naming of namings) {
      for (const [name, delay] of Object.entries(delays)) {
        test(`a page named ${naming.name} shows the newer import: ${name}`, async () => {
          assert.deepEqual(await showAfter(naming, delay), ['newer', 'newer'])
        })
      }
    }

    test('without its claim an import comes behind a newer one', async () => {
      const [naming] = namings as [Naming]
      const forget = async (): Promise<void> => {
        assert.equal(await openDeliveries(bench), 1)
        await execute(
          bench.database,
          sql`update deliveries set page_id = null, created_at = created_at + ${lapseMs * 100}`,
        )
      }
      for (const delay of Object.values(delays)) {
        assert.deepEqual(await showAfter(naming, delay, forget), ['older', 'older'])
      }
    })
  })
}
