/** A real Chromium, for tests of what pages do in one. @module */
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** Start it; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath()
  // Without the flags that the package suggests, some of which switch protections off.
  return playwright.launch({ args: ['--no-sandbox', '--disable-gpu'], executablePath })
}
