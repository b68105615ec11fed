/** `npm run documentation-trees -- PATH…`: imports real trees and prints what became of pages, links and images. @module */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FolderEvent } from '../../src/folder/folder-events.ts'
import { sql } from '../../src/store/sql.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type LeftSyntax, leftSyntax } from '../support/conversion/left-syntax.ts'
import { type DocsImport, importDocs } from '../support/folders/docs-folder.ts'
import { type PreparedStore, prepareStore } from '../support/prepared-store.ts'
import { startService } from '../support/service/service-process.ts'

const campaignSourceUrl = 'https://source.invalid/tree/blob/main/'

interface TreeFigures {
  readonly pages: number
  readonly arrived: number
  readonly links: LinkFigures
  readonly images: { readonly shown: number; readonly total: number }
  readonly missing: { readonly links: number; readonly images: number; readonly anchors: number }
  readonly left: LeftFigures
  readonly warnings: Readonly<Record<string, number>>
  readonly severities: Readonly<Record<string, number>>
  readonly pagesPerSecond: number
  readonly versionsOfSecondRun: number
  readonly differencesOfDryRun: readonly string[]
}

interface LeftFigures {
  readonly pages: number
  readonly unheard: number
  readonly signs: Readonly<Record<string, { readonly pages: number; readonly example: string }>>
}

interface LinkFigures {
  readonly toPages: number
  readonly astray: number
  readonly toSource: number
  readonly left: number
}

async function measureTree(folder: string): Promise<TreeFigures> {
  const dataDirectory = temporaryFolder()
  const store = await prepareStore({ dataDirectory })
  const service = await startService({ dataDirectory })
  try {
    const place = { endpoint: service.endpoint, space: store.space, token: store.token }
    const run = (more: { readonly dryRun?: boolean }): Promise<DocsImport> =>
      importDocs(
        place,
        { path: folder },
        {
          sourceUrl: campaignSourceUrl,
          ...more,
        },
      )
    const foretold = await run({ dryRun: true })
    const first = await run({})
    const before = await countVersions(store)
    await run({})
    const { counts, ms } = first.report
    const arrived = counts.created + counts.updated + counts.unchanged
    return {
      pages: Object.values(counts).reduce((sum, count) => sum + count, 0),
      arrived,
      ...(await lookAtPages(store, service.url)),
      left: countLeft(await findLeft(store, folder, first)),
      missing: {
        links: countOf(first, /^link-(?:missing|outside|not-imported)$/),
        images: countOf(first, /^image-(?:missing|outside|unsupported|unreadable)$/),
        anchors: countOf(first, /^anchor-missing$/),
      },
      warnings: first.report.warningsByCode,
      severities: countSeverities(first),
      pagesPerSecond: Math.round((arrived * 1_000) / ms),
      versionsOfSecondRun: (await countVersions(store)) - before,
      differencesOfDryRun: differences(outline(foretold), outline(first)),
    }
  } finally {
    await service.end('SIGKILL')
    await store.database.close()
  }
}

function countOf({ events }: DocsImport, code: RegExp): number {
  return events.filter((event) => event.type === 'warning' && code.test(event.code)).length
}

function outline({ events }: DocsImport): string[] {
  return events.map(lineOf).filter((line) => line !== '')
}

function lineOf(event: FolderEvent): string {
  if (event.type === 'page') return `${event.file} ${event.outcome}`
  return event.type === 'warning' ? `${event.file}:${event.line} ${event.code}` : ''
}

function differences(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) - 1)
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].filter(([, count]) => count !== 0).map(([line, count]) => `${count} ${line}`)
}

async function countVersions({ database }: PreparedStore): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    sql`select count(*) as count from page_versions`,
  )
  return Number(row?.count)
}

async function lookAtPages(
  { database, space }: PreparedStore,
  serviceUrl: string,
): Promise<Pick<TreeFigures, 'links' | 'images'>> {
  const rows = await database.read<{ id: number; adf: string }>(sql`
    select p.id, v.adf from pages p join page_versions v
    on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
    where p.space_id = ${Number(space.id)} and p.status = 'current'`)
  const places = new Map<string, ReadonlySet<string>>()
  for (const { id } of rows) {
    const address = `${serviceUrl}/wiki/spaces/${space.key}/pages/${id}`
    const html = await (await fetch(address)).text()
    places.set(address, new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id)))
  }
  const links = { toPages: 0, astray: 0, toSource: 0, left: 0 }
  const images = { shown: 0, total: 0 }
  for (const { adf } of rows) {
    for (const node of nodesIn(JSON.parse(adf))) {
      const { type, attrs = {} } = node
      if (type === 'media') {
        images.total += 1
        if (/^https?:|^\/wiki\/.*attachments\//.test(String(attrs.url))) images.shown += 1
      } else if (type === 'link') {
        const kind = kindOf(String(attrs.href), serviceUrl, places)
        if (kind !== undefined) links[kind] += 1
      }
    }
  }
  return { links, images }
}

interface LeftPage {
  readonly file: string
  readonly left: readonly LeftSyntax[]
  readonly isHeard: boolean
}

async function findLeft(
  { database, space }: PreparedStore,
  folder: string,
  { events }: DocsImport,
): Promise<LeftPage[]> {
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
  const rows = await database.read<{ id: number; title: string; adf: string }>(sql`
    select p.id, p.title, v.adf from pages p join page_versions v
    on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
    where p.space_id = ${Number(space.id)} and p.status = 'current'`)
  const titles = new Set(rows.map(({ title }) => title))
  return rows.flatMap(({ id, title, adf }) => {
    const file = files.get(String(id))
    if (file === undefined) return []
    const path = join(folder, file)
    const source = existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : ''
    const left = leftSyntax(JSON.parse(adf), title, source, titles)
    return left.length === 0 ? [] : [{ file, left, isHeard: heard.has(file) }]
  })
}

function countLeft(pages: readonly LeftPage[]): LeftFigures {
  const signs: Record<string, { pages: number; example: string }> = {}
  for (const { file, left } of pages) {
    for (const { sign, text } of left) {
      signs[sign] ??= { pages: 0, example: `${file}: ${text.replaceAll('\n', ' ')}` }
      signs[sign].pages += 1
    }
  }
  return { pages: pages.length, unheard: pages.filter(({ isHeard }) => !isHeard).length, signs }
}

function kindOf(
  href: string,
  serviceUrl: string,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): keyof LinkFigures | undefined {
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

interface AnyNode {
  readonly type?: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
}

function* nodesIn(document: unknown): Generator<AnyNode> {
  const pending: unknown[] = [document]
  while (pending.length > 0) {
    const next = pending.pop()
    if (Array.isArray(next)) pending.push(...next)
    else if (typeof next === 'object' && next !== null) {
      const { content, marks } = next as { content?: unknown; marks?: unknown }
      yield next as AnyNode
      pending.push(content, marks)
    }
  }
}

function countSeverities({ events }: DocsImport): Record<string, number> {
  const counts = { lost: 0, changed: 0, note: 0 }
  for (const event of events) if (event.type === 'warning') counts[event.severity] += 1
  return counts
}

const columns: readonly [string, (figures: TreeFigures) => string | number][] = [
  ['pages', ({ pages }) => pages],
  ['arrived', ({ arrived }) => arrived],
  ['syntax left / unheard', ({ left }) => `${left.pages} / ${left.unheard}`],
  [
    'links resolved',
    ({ links: { toPages, toSource, astray, left } }) =>
      `${toPages + toSource} / ${toPages + toSource + astray + left}`,
  ],
  ['to source', ({ links }) => links.toSource],
  ['astray', ({ links }) => links.astray],
  ['links missing too', ({ missing }) => missing.links],
  ['anchors missing too', ({ missing }) => missing.anchors],
  ['images shown', ({ images }) => `${images.shown} / ${images.total}`],
  ['images missing too', ({ missing }) => missing.images],
  [
    'lost / changed / notes',
    ({ severities: { lost, changed, note } }) => `${lost} / ${changed} / ${note}`,
  ],
  ['pages/s', ({ pagesPerSecond }) => pagesPerSecond],
  ['versions of a second run', ({ versionsOfSecondRun }) => versionsOfSecondRun],
  ['dry run differs in', ({ differencesOfDryRun }) => differencesOfDryRun.length],
]

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name the folders to import.')
row('tree', ...columns.map(([title]) => title))
row('---', ...columns.map(() => '---'))
const more: string[] = []
for (const path of paths) {
  const figures = await measureTree(resolve(path))
  row(path, ...columns.map(([, show]) => show(figures)))
  const counts = Object.entries(figures.warnings).map(([code, count]) => `${code} ${count}`)
  const left = Object.entries(figures.left.signs).map(
    ([sign, { pages, example }]) => `  ${sign} on ${pages}, as ${example}`,
  )
  more.push([`${path}: ${counts.join(', ')}`, ...left].join('\n'))
}
process.stdout.write(`\n${more.join('\n\n')}\n`)

function row(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
