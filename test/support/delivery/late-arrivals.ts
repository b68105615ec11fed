/** Imports of one page whose older request reaches the site after a newer import was acknowledged. @module */
import assert from 'node:assert/strict'
import { waitUntil } from '../base/wait-until.ts'
import type {
  ConfluenceSimulator,
  SimulatedFault,
  SimulatorSwitches,
} from '../confluence/simulator.ts'
import { type DeliveryBench, settle, type WantedImport } from './delivery-bench.ts'

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
  const width = page.properties['content-appearance-published']
  const order = site.children(parentId ?? '').map((one) => one.id === id)
  return { id, parentId, labels: [...labels].sort(), body, width, order }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
