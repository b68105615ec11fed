/** A real docs tree: a reader finds every page, link and image, and a second run sends nothing. @module */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { sql } from '../src/store/sql.ts'
import { type Complaint, testBrowser, watchComplaints } from './support/browser/browser.ts'
import {
  type DocsFolder,
  type DocsImport,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { gif, png } from './support/samples/images.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const packages = realpathSync(fileURLToPath(new URL('../node_modules', import.meta.url)))
const isShipped = /\.(?:md|markdown|png|jpe?g|gif|webp|avif|svg)$/i
const maxBytes = 100_000
/** Packages with linked docs folders come first. */
const first: readonly string[] = ['undici', 'pino', 'playwright-core']

function copyDocsTree(folder: string, maxFiles: number): number {
  let files = 0
  for (const name of [...new Set([...first, ...readdirSync(packages).sort()])]) {
    if (name.startsWith('.') || files >= maxFiles) continue
    for (const file of shippedFiles(join(packages, name))) {
      const target = join(folder, relative(packages, file))
      mkdirSync(dirname(target), { recursive: true })
      cpSync(file, target)
      if (/\.(?:md|markdown)$/i.test(file)) files += 1
    }
  }
  return files
}

function* shippedFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* shippedFiles(path)
    else if (entry.isFile() && isShipped.test(entry.name) && statSync(path).size <= maxBytes)
      yield path
  }
}

const maxFiles = 40
const browser = testBrowser()

function openTabs(): Promise<Page[]> {
  return Promise.all(Array.from({ length: 4 }, () => browser.open({ width: 400, height: 300 })))
}

function warnedProblems({ events, pages }: DocsImport): Set<string> {
  const warned = new Set<string>()
  for (const event of events) {
    if (event.type !== 'warning') continue
    const page = pages[event.file]?.page?.url ?? ''
    if (event.code === 'anchor-missing') warned.add(`${page} place`)
    const [, kind, written] =
      /^(link|image)-missing There is no file (.+): the/.exec(`${event.code} ${event.message}`) ??
      []
    if (written !== undefined) warned.add(`${page} ${kind} ${new URL(written, page)}`)
  }
  return warned
}

/** Warnings about a missing place do not always name it. */
function describeProblem({ page, kind, what }: CrawlProblem): string {
  return kind === 'place' ? `${page} place` : `${page} ${kind} ${what.replace(/#.*/, '')}`
}

let server: TestServer
let folder: DocsFolder
before(async () => {
  server = await startFreshServer('sqlite')
  folder = docsFolder()
  copyDocsTree(folder.path, maxFiles)
  folder.write({
    'pictured/README.md': '# Pictured\n\n![a](images/a.png) ![b](images/b.gif) ![c](images/c.svg)',
    'pictured/images/a.png': png,
    'pictured/images/b.gif': gif,
    'pictured/images/c.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
  })
})
after(async () => {
  await server.stop()
  folder.remove()
})
// All packages of types have the same title.
const importTree = (options = {}) => importDocs(server, folder, { exclude: ['@types'], ...options })
const countVersions = async (): Promise<{ pages: number; versions: number }> => {
  const [row] = await server.database.read<{ pages: number; versions: number }>(sql`
    select (select count(*) from pages) as pages, (select count(*) from page_versions) as versions`)
  return row as { pages: number; versions: number }
}

test('is imported whole, and once', async (t) => {
  const imported = await importTree()
  const { pages, report } = imported
  const { counts } = report
  const failures = Object.values(pages).filter(({ outcome }) => outcome !== 'created')
  assert.deepEqual(
    failures.map(({ file, message }) => `${file}: ${message}`),
    [],
  )
  assert.ok(counts.created > 30, `only ${counts.created}`)

  await t.test('from the home page all of it is reached, and nothing is missing', async () => {
    const home = `${server.url}/wiki/spaces/DOCS/pages/${server.space.homepageId}`
    const crawled = await crawl(await openTabs(), home)
    const missed = Object.values(pages).filter(({ page }) => !crawled.pages.has(page?.url ?? ''))
    assert.deepEqual(missed, [])
    const warned = warnedProblems(imported)
    const problems = crawlProblems(crawled).filter((one) => !warned.has(describeProblem(one)))
    assert.deepEqual(problems, [])
    const visited = [...crawled.pages]
    const images = visited.flatMap(([, page]) => page.images.filter(({ isShown }) => isShown))
    assert.ok(images.length >= 3, `only ${images.length} images`)
    const toOtherPages = visited.flatMap(([address, { links }]) =>
      links.filter((link) => /\/pages\/\d+#/.test(link) && !link.startsWith(`${address}#`)),
    )
    assert.ok(toOtherPages.length > 20, `only ${toOtherPages.length} links to headings`)
  })

  await t.test('a second run leaves all as it is, and writes nothing', async () => {
    const before = await countVersions()
    const again = await importTree()
    assert.deepEqual(again.report.counts, { ...counts, created: 0, unchanged: counts.created })
    assert.deepEqual(await countVersions(), before)
  })

  await t.test('so does one that sends all pages again', async () => {
    const before = await countVersions()
    const again = await importTree({ resend: true })
    assert.deepEqual(again.report.counts, { ...counts, created: 0, unchanged: counts.created })
    assert.deepEqual(await countVersions(), before)
    assert.deepEqual(
      Object.entries(again.pages)
        .map(([file, { page }]) => [file, page?.id])
        .sort(),
      Object.entries(pages)
        .map(([file, { page }]) => [file, page?.id])
        .sort(),
    )
  })
})

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
