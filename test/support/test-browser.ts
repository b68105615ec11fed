/** A real Chromium, started from an npm package. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import Chromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const attempts = 5
const pauseMs = 2_000

/** Start it; the caller closes it. */
export async function startBrowser(): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.launch({
        executablePath: await Chromium.executablePath(),
        // The package's own arguments run all in one process, which ends with its first page.
        args: ['--no-sandbox', '--headless=shell', '--use-angle=swiftshader', '--in-process-gpu'],
      })
    } catch (error) {
      // Another test file may be unpacking it at this moment.
      if (attempt === attempts) throw error
      await sleep(pauseMs)
    }
  }
}
