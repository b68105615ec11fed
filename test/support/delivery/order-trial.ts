/** Imports random pages at random concurrency into a connected space, and looks at how they stand. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { runBounded } from '../../../src/contract/base/run-bounded.ts'
import { titleOrder } from '../../../src/wiki/store/page-place.ts'
import { seededRandom, shuffled } from '../base/seeded-random.ts'
import type { DeliveryBench, WantedImport } from './delivery-bench.ts'

export interface OrderTrial {
  readonly wrong: readonly string[]
  readonly wasWrongBefore: boolean
  readonly needlessMoves: number
}

interface Group {
  readonly parentId: string
  readonly pages: Placed[]
}

interface Placed {
  readonly pageTitle: string
  readonly position: number | undefined
}

export async function tryOrder(
  bench: DeliveryBench,
  seed: number,
  { isRun }: { readonly isRun: boolean },
): Promise<OrderTrial> {
  const { site } = bench
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const run = isRun ? { run: `run${seed}` } : {}
  const wrong: string[] = []
  const groups: Group[] = []
  const titled = (index: number): string => `${'zmbq'[below(4)]}${below(20)} ${seed}.${index}`
  for (let group = 0; group < 1 + below(3); group += 1) {
    const made = await bench.save({ pageTitle: `Above ${seed}.${group}`, overwrite: true })
    if (!('page' in made)) throw new Error(made.outcome)
    // Without positions, the site's order stays.
    const hasPlaces = !isRun || below(3) > 0
    const pages = Array.from({ length: 2 + below(6) }, (_, index) => ({
      pageTitle: titled(group * 100 + index),
      position: hasPlaces ? index : undefined,
    }))
    groups.push({ parentId: made.page.id, pages })
  }
  site.watch = async () => {
    await sleep(below(4))
    return undefined
  }
  const send = async (pages: readonly WantedImport[], concurrency: number): Promise<void> =>
    runBounded(pages, concurrency, async (page) => {
      const outcome = await bench.outcome({ ...page, ...run, overwrite: true })
      if (!/^(?:created|updated|unchanged)$/.test(outcome)) wrong.push(outcome)
    })
  const look = (when: string): void => {
    for (const { parentId, pages } of groups) {
      const wanted = inOrder(pages).join()
      const stand = site.children(parentId).map(({ title }) => title)
      if (stand.join() !== wanted) wrong.push(`${when}: ${stand.join()} for ${wanted}`)
    }
  }
  const parentIds = groups.map(({ parentId }) => parentId)
  const all = groups.flatMap(({ parentId, pages }) => pages.map((page) => asked(page, parentId)))
  await send(shuffled(all, random), 1 + below(5))
  let wasWrongBefore = false
  if (isRun) {
    look('before')
    wasWrongBefore = wrong.splice(0).length > 0
    await bench.arrange(parentIds)
  }
  look('at first')
  for (const [group, { parentId, pages }] of groups.entries()) {
    const position = pages[0]?.position === undefined ? undefined : below(pages.length)
    const page = { pageTitle: titled(900 + group), position }
    pages.push(page)
    await send([asked(page, parentId)], 1)
    const [first, , third] = shuffled(site.children(parentId), random)
    if (isRun && first && third) site.moveBefore(first.id, third.id)
  }
  if (isRun) await bench.arrange(parentIds)
  look('later')
  bench.requests()
  await bench.arrange(parentIds)
  const needlessMoves = bench.requests().filter((one) => /move/.test(one)).length
  site.watch = () => undefined
  return { wrong, wasWrongBefore, needlessMoves }
}

function asked({ pageTitle, position }: Placed, parentId: string): WantedImport {
  return { pageTitle, parentId, ...(position === undefined ? {} : { position }) }
}

function inOrder(pages: readonly Placed[]): string[] {
  const placeOf = ({ position }: Placed): number => position ?? Number.POSITIVE_INFINITY
  const byTitle = (a: Placed, b: Placed): number =>
    titleOrder(a.pageTitle) < titleOrder(b.pageTitle) ? -1 : 1
  const byPlace = (a: Placed, b: Placed): number =>
    placeOf(a) === placeOf(b) ? byTitle(a, b) : placeOf(a) - placeOf(b)
  return pages.toSorted(byPlace).map(({ pageTitle }) => pageTitle)
}
