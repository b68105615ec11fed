/** `npm run bench:page-weight`: requests and bytes on the wire at a reader's first and next visit. @module */
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { userPassword } from '../test/support/prepared-store.ts'
import { startFreshServer } from '../test/support/service/fresh-server.ts'
import { sampleHistory } from '../test/support/service/sample-history.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const server = await startFreshServer('sqlite', { readers: 'users' })
const { administrator } = await sampleHistory(server)
const content = sampleMarkdown(10 * 1024, 'Ten')
const { json } = await server.post({ pageTitle: 'Ten', content })
const browser = await launchBrowser()
print('page', 'requests', 'bytes', 'requests again', 'bytes again')
for (const [name, path] of [
  ['home', '/'],
  ['page of 10 KB', new URL(json.page.url).pathname],
  ['import form', '/import'],
  ['tokens', '/manage/tokens'],
] as const) {
  const page = await newVisitor(browser)
  const first = await visit(page, path)
  await page.goto('about:blank')
  const next = await visit(page, path)
  print(name, first.requests, first.bytes, next.requests, next.bytes)
  await page.context().close()
}
await browser.close()
await server.stop()
process.exit()

async function newVisitor(browser: Browser): Promise<Page> {
  const client = webClient(server.url)
  await client.signIn(administrator.name, userPassword)
  const context = await browser.newContext()
  const cookies = Array.from(client.cookies, ([name, value]) => ({ name, value, url: server.url }))
  await context.addCookies(cookies)
  return context.newPage()
}

async function visit(page: Page, path: string): Promise<{ requests: number; bytes: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kept = new Set<string>()
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) kept.add(requestId)
  })
  const sizes = new Map<string, number>()
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  await session.detach()
  const sent = [...sizes].filter(([requestId]) => !kept.has(requestId))
  return { requests: sent.length, bytes: sent.reduce((sum, [, size]) => sum + size, 0) }
}

function print(...cells: (string | number)[]): void {
  const line = cells.map((cell, index) =>
    index === 0 ? String(cell).padEnd(16) : String(cell).padStart(16),
  )
  process.stdout.write(`${line.join('')}\n`)
}
