/** `npm run documentation-trees -- PATH…`: imports real trees and prints what became of pages, links and images. @module */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type AnyNode, eachNode, findMark } from '../../src/convert/adf/any-node.ts'
import type { FolderEvent } from '../../src/folder/folder-events.ts'
import { sql } from '../../src/store/sql.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type LeftSyntax, leftSyntax } from '../support/conversion/left-syntax.ts'
import { type DocsImport, importDocs } from '../support/folders/docs-folder.ts'
import { type PreparedStore, prepareStore } from '../support/prepared-store.ts'
import { startService } from '../support/service/service-process.ts'

const campaignSourceUrl = 'https://source.invalid/tree/blob/main/'

interface TreeFigures {
  readonly cells: Readonly<Record<string, string | number>>
  readonly warnings: Readonly<Record<string, number>>
  readonly left: readonly LeftPage[]
}

async function measureTree(folder: string): Promise<TreeFigures> {
  const dataDirectory = temporaryFolder()
  const store = await prepareStore({ dataDirectory })
  const service = await startService({ dataDirectory })
  try {
    const place = { endpoint: service.endpoint, space: store.space, token: store.token }
    const run = (dryRun: boolean): Promise<DocsImport> =>
      importDocs(place, { path: folder }, { sourceUrl: campaignSourceUrl, dryRun })
    const foretold = await run(true)
    const first = await run(false)
    const before = await countVersions(store)
    await run(false)
    const { counts, ms, warningsByCode } = first.report
    const arrived = counts.created + counts.updated + counts.unchanged
    const pages = await readPages(store)
    const left = findLeft(pages, folder, first)
    const { links, images } = await countLinks(pages, service.url, store.space.key)
    const { toPages, toSource, astray } = links
    const warnings = first.events.filter((event) => event.type === 'warning')
    const told = (code: RegExp): number => warnings.filter((one) => code.test(one.code)).length
    const ofSeverity = (wanted: string): number =>
      warnings.filter(({ severity }) => severity === wanted).length
    const cells = {
      pages: Object.values(counts).reduce((sum, count) => sum + count, 0),
      arrived,
      'syntax left / unheard': `${left.length} / ${left.filter((one) => !one.isHeard).length}`,
      'links resolved': `${toPages + toSource} / ${toPages + toSource + astray + links.left}`,
      'to source': toSource,
      astray,
      'links missing too': told(/^link-(?:missing|outside|not-imported)$/),
      'anchors missing too': told(/^anchor-missing$/),
      'images shown': `${images.shown} / ${images.total}`,
      'images missing too': told(/^image-(?:missing|outside|unsupported|unreadable)$/),
      'lost / changed / notes': ['lost', 'changed', 'note'].map(ofSeverity).join(' / '),
      'pages/s': Math.round((arrived * 1_000) / ms),
      'versions of a second run': (await countVersions(store)) - before,
      'dry run differs in': differences(outline(foretold), outline(first)),
    }
    return { cells, warnings: warningsByCode, left }
  } finally {
    await service.end('SIGKILL')
    await store.database.close()
  }
}

function outline({ events }: DocsImport): string[] {
  return events.map(lineOf).filter((line) => line !== '')
}

function lineOf(event: FolderEvent): string {
  if (event.type === 'page') return `${event.file} ${event.outcome}`
  return event.type === 'warning' ? `${event.file}:${event.line} ${event.code}` : ''
}

function differences(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) - 1)
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts.values()].filter((count) => count !== 0).length
}

async function countVersions({ database }: PreparedStore): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    sql`select count(*) as count from page_versions`,
  )
  return Number(row?.count)
}

interface StoredPage {
  readonly id: number
  readonly title: string
  readonly adf: string
}

function readPages({ database, space }: PreparedStore): Promise<StoredPage[]> {
  return database.read<StoredPage>(sql`
    select p.id, p.title, v.adf from pages p join page_versions v
    on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
    where p.space_id = ${Number(space.id)} and p.status = 'current'`)
}

async function countLinks(pages: readonly StoredPage[], serviceUrl: string, key: string) {
  const places = new Map<string, ReadonlySet<string>>()
  for (const { id } of pages) {
    const address = `${serviceUrl}/wiki/spaces/${key}/pages/${id}`
    const html = await (await fetch(address)).text()
    places.set(address, new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id)))
  }
  const links = { toPages: 0, astray: 0, toSource: 0, left: 0 }
  const images = { shown: 0, total: 0 }
  const count = (node: AnyNode): void => {
    if (node.type === 'media') {
      images.total += 1
      if (/^https?:|^\/wiki\/.*attachments\//.test(String(node.attrs?.url))) images.shown += 1
    }
    const link = findMark(node, 'link')
    const kind = link && kindOf(String(link.attrs?.href), serviceUrl, places)
    if (kind !== undefined) links[kind] += 1
  }
  for (const { adf } of pages) eachNode(JSON.parse(adf), count)
  return { links, images }
}

interface LeftPage {
  readonly file: string
  readonly left: readonly LeftSyntax[]
  readonly isHeard: boolean
}

function findLeft(
  pages: readonly StoredPage[],
  folder: string,
  { events }: DocsImport,
): LeftPage[] {
  const files = new Map(
    events.flatMap((event) => (event.type === 'page' ? [[event.page?.id, event.file]] : [])),
  )
  const heard = new Set(
    events.flatMap((event) =>
      event.type === 'warning' && /^(?:syntax|template|html)-shown$/.test(event.code)
        ? [event.file]
        : [],
    ),
  )
  const titles = new Set(pages.map(({ title }) => title))
  return pages.flatMap(({ id, title, adf }) => {
    const file = files.get(String(id))
    if (file === undefined) return []
    const path = join(folder, file)
    const source = existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : ''
    const left = leftSyntax(JSON.parse(adf), title, source, titles)
    return left.length === 0 ? [] : [{ file, left, isHeard: heard.has(file) }]
  })
}

/** A line for each sign, with the first page that shows it. */
function linesOfLeft(pages: readonly LeftPage[]): string[] {
  const found = pages.flatMap(({ file, left }) => left.map((one) => ({ file, ...one })))
  const bySign = Map.groupBy(found, ({ sign }) => sign)
  return Array.from(bySign, ([sign, all]) => {
    const [{ file, text }] = all as [(typeof found)[number]]
    return `  ${sign} on ${all.length}, as ${file}: ${text.replaceAll('\n', ' ')}`
  })
}

function kindOf(
  href: string,
  serviceUrl: string,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): 'toPages' | 'astray' | 'toSource' | 'left' | undefined {
  if (href.startsWith(campaignSourceUrl.slice(0, 28))) return 'toSource'
  if (href.startsWith('spaces/')) {
    // The store keeps links relative to the wiki.
    const [address = '', fragment] = `${serviceUrl}/wiki/${href}`.split('#')
    const found = places.get(address)
    const isThere = fragment === undefined || found?.has(decodeURIComponent(fragment))
    return found !== undefined && isThere ? 'toPages' : 'astray'
  }
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href) ? undefined : 'left'
}

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name the folders to import.')
const more: string[] = []
for (const path of paths) {
  const { cells, warnings, left } = await measureTree(resolve(path))
  if (more.length === 0) {
    row('tree', ...Object.keys(cells))
    row('---', ...Object.keys(cells).map(() => '---'))
  }
  row(path, ...Object.values(cells))
  const counts = Object.entries(warnings).map(([code, count]) => `${code} ${count}`)
  more.push([`${path}: ${counts.join(', ')}`, ...linesOfLeft(left)].join('\n'))
}
process.stdout.write(`\n${more.join('\n\n')}\n`)

function row(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
