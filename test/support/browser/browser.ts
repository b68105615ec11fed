/** A real Chromium for the tests, started at the first page. @module */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, afterEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core'
import { generousMs } from '../base/wait-until.ts'
import { keepForNextFile } from '../run/between-files.ts'

export interface BrowserView {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly hasScripts?: boolean
}

export interface TestBrowser {
  open(view?: BrowserView): Promise<Page>
}

export function testBrowser(): TestBrowser {
  let starting: Promise<Browser> | undefined
  // Open windows would keep the focus from later tests.
  afterEach(async () => {
    for (const context of (await starting)?.contexts() ?? []) await context.close()
  })
  after(async () => {
    await (await starting)?.close()
  })
  return {
    async open({ colorScheme = 'light', width = 1280, height = 800, hasScripts = true } = {}) {
      starting ??= launchBrowser()
      const context: BrowserContext = await (await starting).newContext({
        colorScheme,
        viewport: { width, height },
        javaScriptEnabled: hasScripts,
        ...standingStill,
      })
      return context.newPage()
    },
  }
}

/** Animations move the targets of clicks. */
export const standingStill = { reducedMotion: 'reduce' } as const

/** Blocks every host but this machine. */
const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

let standing: Promise<Browser> | undefined

/** In a process of several files one serves them all: between them only its windows are closed. */
export async function launchBrowser(): Promise<Browser> {
  const kept = keepForNextFile()
  if (kept === undefined) return startBrowser()
  standing ??= startBrowser().then((browser) => {
    const close = browser.close.bind(browser)
    kept.releaseAtEnd(close)
    browser.once('disconnected', () => {
      standing = undefined
    })
    browser.close = async () => {
      for (const context of browser.contexts()) await context.close()
    }
    return browser
  })
  return standing
}

async function startBrowser(): Promise<Browser> {
  // The package's suggested flags switch protections off.
  const args = ['--no-sandbox', '--disable-gpu', offline]
  const executablePath = await unpackedChromium()
  const browser = await driver.launch({ args, executablePath, timeout: generousMs })
  browser.on('context', (context) => context.setDefaultTimeout(generousMs))
  return browser
}

/** Unpacks once; parallel test files must not see a partial program. */
async function unpackedChromium(): Promise<string> {
  const packed = new URL('../../bin/chromium.br', import.meta.resolve('@sparticuz/chromium'))
  const folder = fileURLToPath(new URL('../../../node_modules/.cache/markport/', import.meta.url))
  const program = join(folder, `chromium-${statSync(packed).size}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const partial = `${program}-${randomUUID()}`
  try {
    const target = createWriteStream(partial, { mode: 0o700 })
    await pipeline(createReadStream(packed), createBrotliDecompress(), target)
    renameSync(partial, program)
  } finally {
    rmSync(partial, { force: true })
  }
  return program
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

export interface Complaint {
  readonly text: string
  readonly address: string
}

export function watchComplaints(page: Page): Complaint[] {
  const complaints: Complaint[] = []
  page.on('console', (message) => {
    complaints.push({ text: message.text(), address: message.location().url || page.url() })
  })
  page.on('pageerror', ({ message }) => complaints.push({ text: message, address: page.url() }))
  return complaints
}

export async function visit(
  browser: Browser,
  address: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({ ...standingStill, ...options })
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  try {
    await page.goto(address)
    await use(page)
    assert.deepEqual(complaints, [], address)
  } finally {
    await context.close()
  }
}

export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The page's policy blocks foreign scripts, so the debugger injects it.
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }
  if (!(await evaluate("'axe' in window"))) await evaluate(axeSource)
  // Colours that just changed arrive with the next frame.
  await evaluate(`new Promise(requestAnimationFrame).then(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))`)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found = (await evaluate(
    `axe.run({ runOnly: ${JSON.stringify(tags)}, iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  )) as string[]
  await session.detach()
  return found
}
