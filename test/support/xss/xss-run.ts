/** Imports payloads through the real operation and reads the pages in a real browser. @module */
import type { Browser } from 'playwright-core'
import type { TestServer } from '../service/test-server.ts'
import { xssPayloads } from './xss-payloads.ts'
import { documentWith } from './xss-places.ts'
import { type Watcher, watchPages } from './xss-watch.ts'

export interface XssRun {
  readonly browser: Browser
  readonly server: TestServer
  readonly payloads: number
  readonly parts: number
  readonly onPage?: (report: XssReport) => void
}

export interface XssReport {
  payloads: number
  pages: number
  elements: number
  links: number
  readonly incidents: string[]
}

/** Far below the service's limits, so that a browser can lay it out at once. */
const pageLength = 50_000
const titleLength = 255

export async function runXss({
  browser,
  server,
  payloads: count,
  parts,
  onPage = () => {},
}: XssRun): Promise<XssReport> {
  const watchers = [await watchPages(browser, false), await watchPages(browser, true)]
  const report: XssReport = { payloads: 0, pages: 0, elements: 0, links: 0, incidents: [] }
  const payloads = xssPayloads(count)
  let content = ''
  for (const [index, payload] of payloads.entries()) {
    content += documentWith(payload, { index, of: parts })
    report.payloads += 1
    if (content.length < pageLength && index < payloads.length - 1) continue
    const url = await importPage(server, titleOf(payload, index), content)
    await visitBoth(watchers, url, report)
    onPage(report)
    content = ''
  }
  await visitTitles(server, payloads, watchers, report)
  for (const watcher of watchers) await watcher.close()
  return report
}

async function importPage(server: TestServer, pageTitle: string, content: string): Promise<string> {
  const { status, json } = await server.post({ pageTitle, content })
  if (status !== 201) throw new Error(`${status} ${json.body}`)
  return json.page.url
}

/** The service refuses control characters in a title. */
function titleOf(payload: string, index: number): string {
  return `${payload} ${index}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').slice(-titleLength)
}

async function visitBoth(
  watchers: readonly Watcher[],
  url: string,
  report: XssReport,
): Promise<void> {
  report.pages += 1
  for (const watcher of watchers) {
    const { incidents, elements, links } = await watcher.visit(url)
    report.elements += elements
    report.links += links
    report.incidents.push(...incidents.map((incident) => `${url} ${incident}`))
  }
}

const titlePages = 100

async function visitTitles(
  server: TestServer,
  payloads: readonly string[],
  watchers: readonly Watcher[],
  report: XssReport,
): Promise<void> {
  const step = Math.max(1, Math.floor(payloads.length / titlePages))
  const chosen = payloads.filter((_, index) => index % step === 0)
  const urls = await Promise.all(
    chosen.map((payload, index) => importPage(server, titleOf(payload, -index - 1), 'text')),
  )
  const { key, homepageId } = server.space
  await visitBoth(watchers, `${server.url}/wiki/spaces/${key}/pages/${homepageId}`, report)
  for (const url of urls.slice(0, 10)) await visitBoth(watchers, url, report)
}
