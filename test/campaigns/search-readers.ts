/** `npm run search-readers -- [SECONDS] [SEED] [READER…]`: searches for texts whose cost grows faster than their length. @module */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { seededRandom } from '../support/base/seeded-random.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { folderReaders } from '../support/family-search/folder-readers.ts'
import {
  costlyKib,
  type Family,
  type FamilyReader,
  family,
  randomFamily,
  slopeFor,
} from '../support/family-search/growth.ts'
import { markdownTokens, pageReaders } from '../support/family-search/page-readers.ts'
import { wikiReaders } from '../support/family-search/wiki-readers.ts'
import { type ComposedServer, startComposedServer } from '../support/service/composed-server.ts'
import { send, validImport } from '../support/service/test-server.ts'

interface BrowserReaders {
  readonly readers: Readonly<Record<string, FamilyReader>>
  close(): Promise<void>
}

/** The page's scripts wait for a pause in typing. */
const pauseMs = 500

async function startBrowserReaders(): Promise<BrowserReaders> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-readers-'))
  let viewer: ComposedServer['administrator'] | undefined
  const server = await startComposedServer({ dataDirectory }, () => ({ viewer: () => viewer }))
  viewer = server.administrator
  const browser = await launchBrowser()
  const page = await (await browser.newContext()).newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const now = (): Promise<number> => taskMs(session)
  return {
    readers: {
      'page in a browser': {
        tokens: markdownTokens,
        now,
        read: (text) => readPage(page, server, text),
      },
      'form in a browser': {
        tokens: [...markdownTokens, 'title\n===\n'],
        now,
        read: (text) => writeText(page, server, text),
      },
    },
    async close() {
      await browser.close()
      await server.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Task time of the page's thread, which a busy machine does not change. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

async function readPage(page: Page, server: ComposedServer, content: string): Promise<void> {
  const body = JSON.stringify({ ...validImport(server), content, overwrite: true })
  const headers = { authorization: `Bearer ${server.token}` }
  const { json } = await send(server.endpoint, body, headers)
  if (json.page !== undefined) await page.goto(json.page.url)
}

async function writeText(page: Page, server: ComposedServer, text: string): Promise<void> {
  if (!page.url().startsWith(`${server.url}/import`)) await page.goto(`${server.url}/import`)
  await page.evaluate(`(async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, ${pauseMs}))
    const content = document.getElementById('importContent')
    content.value = ${JSON.stringify(text)}
    content.dispatchEvent(new Event('input'))
    await wait()
    const link = Object.assign(document.createElement('a'), { href: '#' })
    link.dataset.line = String(content.value.split('\\n').length)
    document.body.append(link)
    link.click()
    link.remove()
    await wait()
  })()`)
}

const [seconds = '20', seed = '1', ...names] = process.argv.slice(2)
/** Cache misses make linear work look slightly steeper. */
const steepest = 1.2
const inBrowser = await startBrowserReaders()
const readers = { ...pageReaders, ...folderReaders, ...wikiReaders, ...inBrowser.readers }
let steep = 0
for (const [name, reader] of Object.entries(readers)) {
  if (names.length > 0 && !names.includes(name)) continue
  const random = seededRandom(Number(seed))
  const alone = [...new Set(reader.tokens)].map((token) => family({ units: [token] }))
  const known = [...(reader.families ?? []), ...alone]
  const endsAt = performance.now() + Number(seconds) * 1000
  let candidates = 0
  for (; performance.now() < endsAt || candidates < known.length; candidates += 1) {
    const candidate = known[candidates] ?? randomFamily(random, reader.tokens)
    const slope = await slopeBeyondFelt(reader, candidate)
    if (slope <= steepest) continue
    steep += 1
    process.stdout.write(
      `${JSON.stringify({ reader: name, seed, slope, family: candidate.name })}\n`,
    )
  }
  process.stdout.write(`${name}: ${candidates} candidates\n`)
}
await inBrowser.close()
process.exitCode = steep === 0 ? 0 : 1

async function slopeBeyondFelt(reader: FamilyReader, family: Family): Promise<number> {
  const felt = await costlyKib(reader, family)
  if (felt === undefined) return 0
  const near = await slopeFor(reader, family, { kib: felt / 16, steepest })
  return near <= steepest ? near : slopeFor(reader, family, { kib: felt / 4, steepest })
}
