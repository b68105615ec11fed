/** Walks through a service in a real browser, from link to link, as a reader could. @module */
import type { Page } from 'playwright-core'
import { type Complaint, watchComplaints } from './browser.ts'

export interface VisitedPage {
  readonly status: number
  readonly ids: readonly string[]
  readonly links: readonly string[]
  readonly images: readonly { readonly address: string; readonly isShown: boolean }[]
}

export interface Crawl {
  readonly pages: ReadonlyMap<string, VisitedPage>
  readonly complaints: readonly Complaint[]
}

export interface CrawlProblem {
  readonly page: string
  readonly kind: 'link' | 'place' | 'image' | 'complaint'
  readonly what: string
}

export async function crawl(tabs: readonly Page[], start: string): Promise<Crawl> {
  const complaints = tabs.map(watchComplaints)
  const pages = new Map<string, VisitedPage>()
  let waiting = [start]
  while (waiting.length > 0) {
    const found = new Set<string>()
    const visitWaiting = async (tab: Page): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const visited = await visit(tab, next)
        pages.set(next, visited)
        for (const link of visited.links) found.add(withoutFragment(link))
      }
    }
    await Promise.all(tabs.map(visitWaiting))
    waiting = [...found].filter((address) => !pages.has(address))
  }
  return { pages, complaints: complaints.flat() }
}

export function crawlProblems({ pages, complaints }: Crawl): CrawlProblem[] {
  const problems: CrawlProblem[] = []
  for (const [page, { links, images }] of pages) {
    for (const link of links) {
      const { status, ids } = pages.get(withoutFragment(link)) as VisitedPage
      const place = decodeURIComponent(new URL(link).hash.slice(1))
      const isPlace = place === '' || ids.includes(place)
      if (status !== 200) problems.push({ page, kind: 'link', what: link })
      else if (!isPlace) problems.push({ page, kind: 'place', what: link })
    }
    for (const { address, isShown } of images) {
      if (!isShown) problems.push({ page, kind: 'image', what: address })
    }
  }
  const missing = problems.filter(({ kind }) => kind !== 'place')
  const known = new Set(missing.map(({ what }) => withoutFragment(what)))
  const origins = new Set([...pages.keys()].map((address) => new URL(address).origin))
  for (const { text, address } of complaints) {
    // Other sites are unreachable here, so their images are missing.
    if (known.has(address) || !origins.has(new URL(address).origin)) continue
    problems.push({ page: address, kind: 'complaint', what: text })
  }
  return problems
}

async function visit(tab: Page, address: string): Promise<VisitedPage> {
  const response = await tab.goto(address, { waitUntil: 'domcontentloaded' })
  const status = response?.status() ?? 0
  if (status !== 200) return { status, ids: [], links: [], images: [] }
  return { status, ...(JSON.parse(await tab.evaluate(look)) as Omit<VisitedPage, 'status'>) }
}

const look = `(async () => {
  const { origin } = location
  const links = [...document.querySelectorAll(':is(main, .tree) a[href]:not(.page-head a, .toggle)')]
    .map(({ href }) => href)
    .filter((href) => href.startsWith(origin + '/wiki/'))
  const images = [...document.images]
    .filter(({ src }) => src.startsWith(origin))
    .map(async (image) => {
      image.loading = 'eager'
      await image.decode().catch(() => {})
      return { address: image.src, isShown: image.complete && image.naturalWidth > 0 }
    })
  return JSON.stringify({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...new Set(links)],
    images: await Promise.all(images),
  })
})()`

function withoutFragment(address: string): string {
  return address.replace(/#.*/s, '')
}
