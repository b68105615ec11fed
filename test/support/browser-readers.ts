/** Readers in the browser: the scripts of a page, over documents and what is written into the form. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from './browser/browser.ts'
import type { FamilyReader } from './family-search/family-reader.ts'
import { markdownTokens } from './family-search/markdown-tokens.ts'
import { type ComposedServer, startComposedServer } from './service/composed-server.ts'
import { send, validImport } from './service/test-server.ts'

export interface BrowserReaders {
  readonly readers: Readonly<Record<string, FamilyReader>>
  close(): Promise<void>
}

/** Scripts wait for a pause in writing. */
const pauseMs = 500

/** Start a service and a browser; the caller closes both. */
export async function startBrowserReaders(): Promise<BrowserReaders> {
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
        ...{ tokens: markdownTokens, now },
        read: (text) => readPage(page, server, text),
      },
      'form in a browser': {
        ...{ tokens: [...markdownTokens, 'title\n===\n'], now },
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

/** What the page's thread has worked, which a busy machine does not change. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

async function readPage(page: Page, server: ComposedServer, content: string): Promise<void> {
  const body = JSON.stringify({ ...validImport(server), content, overwrite: true })
  const headers = { authorization: `Bearer ${server.token}` }
  const { json } = await send(server.endpoint, body, headers)
  // What is refused makes no page.
  if (json.page !== undefined) await page.goto(json.page.url)
}

/** Write, and go to the last line, which scrolls the preview as well. */
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
