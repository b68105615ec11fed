/** `npm run bench:interactions -- [rounds]`: paint, layout shift and response to input in Chromium, slowed down four times. @module */
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { userPassword } from '../test/support/prepared-store.ts'
import { startFreshServer } from '../test/support/service/fresh-server.ts'
import { sampleHistory } from '../test/support/service/sample-history.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const rounds = Number(process.argv[2] ?? 5)
const slowdown = 4

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly id2?: { readonly local?: string }
  readonly args?: {
    readonly data?: {
      readonly type?: string
      readonly duration?: number
      readonly interactionId?: number
      readonly score?: number
      readonly had_recent_input?: boolean
    }
  }
}

const server = await startFreshServer('sqlite', { readers: 'users' })
const { administrator } = await sampleHistory(server)
const tabs = ['npm', 'yarn']
  .map((name) => `<details name="tabs"><summary>${name}</summary>\n\n${name} add it\n\n</details>`)
  .join('\n\n')
const { json } = await server.post({
  pageTitle: 'Ten',
  content: `${tabs}\n\n${sampleMarkdown(10 * 1024, 'Ten')}`,
})
const pageId = String(json.page.id)
for (let index = 0; index < 150; index += 1) {
  await server.post({ pageTitle: `Below ${index}`, parentId: pageId, content: 'A heron stands.' })
}
const path = new URL(json.page.url).pathname

const visits: readonly (readonly [
  name: string,
  path: string,
  act?: (page: Page) => Promise<unknown>,
])[] = [
  ['home', '/'],
  ['front of a space', '/wiki/spaces/DOCS'],
  ['page', path],
  ['edit', `/wiki/spaces/DOCS/edit/${pageId}`],
  ['tokens', '/manage/tokens'],
  ['import log', '/manage/imports'],
  ['open 150 in the tree', path, (page) => page.click(`.tree [data-page="${pageId}"] .toggle`)],
  ['choose a tab', path, (page) => page.click('.tabs summary >> nth=1')],
  ['open the page menu', path, (page) => page.click('.page-menu > summary')],
  ['type into the search', path, typeIntoSearch],
  ['type into the editor', `/wiki/spaces/DOCS/edit/${pageId}`, typeIntoEditor],
  ['open a run', '/manage/imports', (page) => page.click('.imports summary >> nth=0')],
]

const browser = await launchBrowser()
print('', 'first paint ms', 'layout shift', 'answered in ms')
for (const [name, address, act] of visits) {
  const seen = []
  for (let round = 0; round < rounds; round += 1) seen.push(await visit(browser, address, act))
  const answers = seen.flatMap(({ answeredMs }) => answeredMs)
  print(
    name,
    median(seen.map(({ paintMs }) => paintMs)).toFixed(0),
    Math.max(...seen.map(({ shift }) => shift)).toFixed(3),
    act === undefined ? '' : `${median(answers).toFixed(0)}, ${Math.max(...answers).toFixed(0)}`,
  )
}
await browser.close()
await server.stop()
process.exit()

async function typeIntoSearch(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type('heron', { delay: 60 })
  await page.locator('.search-dialog .hit').first().waitFor()
}

async function typeIntoEditor(page: Page): Promise<void> {
  await page.click('#importContent')
  await page.keyboard.type('A heron and **two** words', { delay: 60 })
}

interface Seen {
  readonly paintMs: number
  readonly shift: number
  readonly answeredMs: readonly number[]
}

async function visit(
  chromium: Browser,
  address: string,
  act: ((page: Page) => Promise<unknown>) | undefined,
): Promise<Seen> {
  const client = webClient(server.url)
  await client.signIn(administrator.name, userPassword)
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } })
  const cookies = Array.from(client.cookies, ([name, value]) => ({ name, value, url: server.url }))
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const categories = ['devtools.timeline', 'loading']
  await chromium.startTracing(page, { categories })
  await page.goto(server.url + address, { waitUntil: 'networkidle' })
  await act?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))')
  const painted =
    "new Promise((seen) => new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach((one) => seen(one.startTime))).observe({ type: 'paint', buffered: true }))"
  const paintMs = await page.evaluate<number>(painted)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await chromium.stopTracing()))
  await context.close()
  return { paintMs, ...readTrace(trace.traceEvents) }
}

function readTrace(events: readonly TraceEvent[]): Omit<Seen, 'paintMs'> {
  const shift = events
    .filter(({ name, args }) => name === 'LayoutShift' && args?.data?.had_recent_input === false)
    .reduce((sum, { args }) => sum + (args?.data?.score ?? 0), 0)
  const interactions = new Map<number, number>()
  for (const { name, ph, args } of events) {
    const { interactionId = 0, duration = 0 } = args?.data ?? {}
    if (name !== 'EventTiming' || ph !== 'b' || interactionId === 0) continue
    interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }
  return { shift, answeredMs: [...interactions.values()] }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(...cells: readonly string[]): void {
  const [name = '', ...figures] = cells
  process.stdout.write(`${name.padEnd(22)}${figures.map((one) => one.padStart(16)).join('')}\n`)
}
