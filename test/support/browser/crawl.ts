/** Walks through a service in a real browser, from link to link, as a reader could. @module */
import type { Page } from 'playwright-core'
import { type Complaint, watchComplaints } from './browser.ts'

/** What the browser made of a page. */
export interface VisitedPage {
  readonly status: number
  readonly ids: readonly string[]
  /** Where its links into the wiki lead, with their fragments. */
  readonly links: readonly string[]
  /** Those that are to come from the service itself. */
  readonly images: readonly { readonly address: string; readonly isShown: boolean }[]
}

export interface Crawl {
  /** By address, without fragments. */
  readonly pages: ReadonlyMap<string, VisitedPage>
  readonly complaints: readonly Complaint[]
}

/** Something that a reader would miss. */
export interface CrawlProblem {
  readonly page: string
  readonly kind: 'link' | 'place' | 'image' | 'complaint'
  /** Where the link leads or the image stands, or what the browser complains of. */
  readonly what: string
}

/**
 * Visit every page of the wiki that can be reached.
 * @param tabs Visit different pages at the same time.
 */
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

/**
 * List links to no page or to no place of their page, images that are not shown, and what the browser
 * complains of besides.
 */
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
    // Images of other sites are missing, as nothing but this machine can be reached.
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

/**
 * Runs in the page. What stands in its head and its menu leads to other views of it, and the switches of the tree
 * to the page itself.
 */
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
