/** A request of an import that reaches Confluence after a newer import was acknowledged. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { waitUntil } from './support/base/wait-until.ts'
import type {
  ConfluenceSimulator,
  SimulatedFault,
  SimulatorSwitches,
} from './support/confluence/simulator.ts'
import {
  type DeliveryBench,
  openBench,
  settle,
  type WantedImport,
} from './support/delivery/delivery-bench.ts'
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
        policies: { edits: 'refuse' },
      })
    })

    // The sites differ in how pages are moved and filled, not in the rest.
    const ofKind = kind === 'cloud' ? families : families.slice(2, 5)
    for (const family of ofKind) {
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

    test('a page that is put into the trash late is made again', async () => {
      const { site, process, space } = bench
      const trashLate = async (wanted: WantedImport): Promise<void> => {
        const gate = Promise.withResolvers<void>()
        site.watch = ({ when, method }) =>
          when === 'before' && method === 'DELETE' ? { heldUntil: gate.promise } : undefined
        const { id = '' } = site.pages().find(({ title }) => title === wanted.pageTitle) ?? {}
        await assert.rejects(process.trashPage(space.id, id))
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
      await trashLate(wanted)
      assert.deepEqual(shown(), [])
      assert.equal(await bench.outcome(wanted), 'created')
      assert.equal(shown().length, 1)
    })
  })
}

export interface TrialPlace {
  readonly title: string
  readonly parentId: string
  readonly otherParentId: string
}

type Fields = Omit<WantedImport, 'pageTitle'>

export interface LateFamily {
  readonly name: string
  first?(place: TrialPlace): Fields
  older(place: TrialPlace): Fields
  newer(place: TrialPlace): Fields
  readonly isReserved?: boolean
  readonly isRefused?: boolean
  readonly switches?: Partial<SimulatorSwitches>
}

export interface LateArrival {
  readonly request: string
  readonly status: number
  readonly wasSeen: boolean
}

export async function holdEach(bench: DeliveryBench, family: LateFamily): Promise<LateArrival[]> {
  const { switches } = bench.site
  const usual = { ...switches }
  Object.assign(switches, family.switches)
  const arrivals: LateArrival[] = []
  for (;;) {
    const arrival = await holdOne(bench, family, arrivals.length)
    if (arrival === undefined) break
    arrivals.push(arrival)
  }
  Object.assign(switches, usual)
  return arrivals
}

async function holdOne(
  bench: DeliveryBench,
  family: LateFamily,
  at: number,
): Promise<LateArrival | undefined> {
  const { site } = bench
  const pageTitle = `${family.name} ${at}`
  const parentId = site.addPage({ title: `Above ${pageTitle}` }).id
  const otherParentId = site.addPage({ title: `Beside ${pageTitle}` }).id
  const place = { title: pageTitle, parentId, otherParentId }
  await bench.save({ pageTitle: `Sibling of ${pageTitle}`, parentId, position: 2 })
  const pageId = family.isReserved ? await bench.reserve(pageTitle, parentId) : undefined
  const save = (fields: Fields) =>
    bench.outcome({ pageTitle, parentId, pageId, overwrite: true, ...fields })
  if (family.first !== undefined) await save(family.first(place))
  const holding = holdNth(site, at)
  if (family.isRefused) holding.onHeld(() => refuseAll(site, true))
  await save(family.older(place))
  await settle(bench)
  holding.end()
  refuseAll(site, false)
  const newer = family.newer(place)
  assert.match(await save(newer), /^(?:created|updated|unchanged)$/, pageTitle)
  await settle(bench)
  // The first look may come before the held request.
  await save(newer)
  const shown = showing(site, pageTitle)
  assert.deepEqual(shown.labels, [...(newer.labels ?? [])].sort(), `${pageTitle}: labels`)
  assert.equal(shown.parentId, parentId)
  const [word = ''] = newer.content?.split(' ') ?? []
  assert.ok(shown.body?.includes(word), `${pageTitle}: ${word}`)
  if (holding.held === undefined) return undefined
  const { request, status } = await holding.release()
  const wasSeen = !isSame(showing(site, pageTitle), shown)
  await save(newer)
  await settle(bench)
  assert.deepEqual(showing(site, pageTitle), shown, `${pageTitle}: ${request} ${status}`)
  return { request, status, wasSeen }
}

function refuseAll(site: ConfluenceSimulator, isRefusing: boolean): void {
  site.switches.restrictedPages = isRefusing ? site.pages().map(({ id }) => id) : []
}

function holdNth(site: ConfluenceSimulator, at: number) {
  const gate = Promise.withResolvers<void>()
  let onHeld = (): void => {}
  let seen = 0
  let index: number | undefined
  site.watch = ({ when, method }): SimulatedFault | undefined => {
    if (when !== 'before' || method === 'GET' || seen++ !== at) return undefined
    index = site.requests.length - 1
    onHeld()
    return { heldUntil: gate.promise }
  }
  return {
    get held() {
      return index
    },
    onHeld(told: () => void) {
      onHeld = told
    },
    end() {
      site.watch = () => undefined
    },
    async release() {
      const held = () => site.requests[index ?? -1]
      gate.resolve()
      await waitUntil('what was held arrives', async () => held()?.status !== 0)
      const { method = '', path = '', status = 0 } = held() ?? {}
      const route = new URL(path, 'http://localhost').pathname.replaceAll(/\d{3,}/g, 'N')
      return { request: `${method} ${route}`, status }
    },
  }
}

function showing(site: ConfluenceSimulator, title: string) {
  const pages = site.pages().filter((one) => one.title === title && one.status === 'current')
  assert.equal(pages.length, 1, `${title} is there once`)
  const [page] = pages as [(typeof pages)[number]]
  const { id, parentId, labels } = page
  const body = page.versions.at(-1)?.body
  const names = page.attachments.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length, `${title} has each image once`)
  const order = site.children(parentId ?? '').map((one) => one.id === id)
  return { id, parentId, labels: [...labels].sort(), body, order }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
