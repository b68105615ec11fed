/** A request of an import that reaches Confluence after a newer import was acknowledged. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { waitUntil } from './support/base/wait-until.ts'
import {
  type DeliveryBench,
  openBench,
  settle,
  type WantedImport,
} from './support/delivery/delivery-bench.ts'
import { holdEach, type LateFamily } from './support/delivery/late-arrivals.ts'
import { noisePng } from './support/samples/images.ts'

const image = (): string => `![dot](data:image/png;base64,${noisePng(2, 2).toString('base64')})`

const newest = { content: `three ${image()}`, labels: ['kept', 'newer', 'old'], position: 3 }
const older = { content: `two ${image()}`, labels: ['kept', 'older'], position: 1 }

const changed: LateFamily = {
  name: 'changed',
  first: () => newest,
  older: () => older,
  newer: () => newest,
}

const families: readonly LateFamily[] = [
  changed,
  { ...changed, name: 'refused in the end', isRefused: true },
  {
    name: 'moved',
    isReserved: true,
    first: () => newest,
    older: ({ otherParentId }) => ({ ...newest, parentId: otherParentId }),
    newer: () => newest,
  },
  { name: 'new', older: () => ({ ...older, content: 'two' }), newer: () => newest },
  { name: 'new with an image', older: () => older, newer: () => newest },
  { name: 'reserved', isReserved: true, older: () => older, newer: () => newest },
]

/** These have no version, so only the next import repairs them. */
const unversioned = /\/label$|\/move(?:\/|page\.action$)/

/** What an engine keeps does not depend on the kind of site. */
const engines = [
  ['cloud', 'sqlite'],
  ['data-center', 'postgres'],
] as const

for (const [kind, engine] of engines) {
  describe(`${kind}, ${engine}`, () => {
    let bench: DeliveryBench
    before(async () => {
      bench = await openBench(kind, {
        engine,
        policies: { pageWidth: 'full-width', edits: 'refuse' },
      })
    })

    for (const family of families) {
      test(`a page shows its newest import: ${family.name}`, async () => {
        const arrivals = await holdEach(bench, family)
        assert.ok(arrivals.length > 0)
        for (const { request, status, wasSeen } of arrivals) {
          if (family.isRefused || unversioned.test(request)) continue
          assert.ok(!wasSeen, `${request} was answered with ${status}, and changed the page`)
        }
      })
    }

    test('a page that lost an answer is looked at for a day, and once more', async () => {
      const { site } = bench
      const wanted = { pageTitle: 'Looked at', overwrite: true, labels: ['one'] }
      site.watch = ({ when, path }) =>
        when === 'carried-out' && path.endsWith('/label') ? 'close' : undefined
      await bench.save(wanted)
      site.watch = () => undefined
      await settle(bench)
      const looks = async (laterHours: number): Promise<boolean> => {
        bench.pass(laterHours * 3_600_000)
        bench.requests()
        const before = site.requests.length
        assert.equal(await bench.outcome(wanted), 'unchanged')
        return site.requests.slice(before).some(({ path }) => path.includes('body'))
      }
      assert.deepEqual([await looks(0), await looks(12)], [true, true])
      assert.deepEqual([await looks(24), await looks(0)], [true, false])
    })

    test('a page that is put into the trash late is there again', async () => {
      const { site, process, space } = bench
      const browsed = await process.browse(space.id)
      const trashLate = async (wanted: WantedImport): Promise<void> => {
        const gate = Promise.withResolvers<void>()
        site.watch = ({ when, method }) =>
          when === 'before' && method === 'DELETE' ? { heldUntil: gate.promise } : undefined
        const { id = '' } = site.pages().find(({ title }) => title === wanted.pageTitle) ?? {}
        await assert.rejects(browsed?.trashPage(id, 'test') ?? Promise.resolve())
        site.watch = () => undefined
        assert.equal(await bench.outcome(wanted), 'unchanged')
        gate.resolve()
        await waitUntil('what was held arrives', async () => site.page(id).status === 'trashed')
      }
      const title = 'Trashed late'
      const wanted = { pageTitle: title, content: 'Kept.', overwrite: true, labels: ['kept'] }
      await bench.save(wanted)
      const shown = (): string[] => {
        const pages = site.pages().filter((page) => page.title === title)
        return pages.filter(({ status }) => status === 'current').map(({ id }) => id)
      }
      const [first] = shown()
      await trashLate(wanted)
      assert.deepEqual(shown(), [])
      assert.equal(await bench.outcome({ ...wanted, content: 'Newer.' }), 'updated')
      assert.deepEqual(shown(), [first])
      await trashLate({ ...wanted, content: 'Newer.' })
      site.switches.restore = 'refused'
      assert.equal(await bench.outcome(wanted), 'created')
      site.switches.restore = 'works'
      assert.equal(shown().length, 1)
    })

    test('a site that takes any version would show the older import', async () => {
      const switches = { checksVersions: false }
      const arrivals = await holdEach(bench, { ...changed, name: 'any version', switches })
      const isSeen = arrivals.filter(({ wasSeen }) => wasSeen).map(({ request }) => request)
      assert.ok(
        isSeen.some((request) => /^PUT .*\/N$/.test(request)),
        isSeen.join('\n'),
      )
    })
  })
}
