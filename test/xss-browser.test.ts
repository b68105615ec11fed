/** Nothing from content runs in a real browser, wherever it stands; raw, the same content does. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './support/browser/browser.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'
import { xssPayloads } from './support/xss/xss-payloads.ts'
import { runXss } from './support/xss/xss-run.ts'
import { watchPages } from './support/xss/xss-watch.ts'

describe('hostile content in a browser', () => {
  let browser: Browser
  let server: TestServer

  before(async () => {
    ;[browser, server] = await Promise.all([launchBrowser(), startFreshServer('sqlite')])
  })
  after(async () => {
    await Promise.all([browser.close(), server.stop()])
  })

  test('runs nothing, loads nothing but images and leads nowhere unsafe', async () => {
    const report = await runXss({ browser, server, payloads: 400, parts: 16 })
    assert.deepEqual(report.incidents, [])
    assert.ok(report.elements > 10_000, `only ${report.elements} elements`)
    assert.ok(report.links > 500, `only ${report.links} links`)
  })

  test('runs, loads and leads away when it is shown raw (control)', async () => {
    const incidents = await showRaw(false, xssPayloads(200))
    const count = (kind: RegExp): number => incidents.filter((text) => kind.test(text)).length
    for (const [kind, least] of [
      [/^ran: pwned/, 50],
      [/^(?:script|stylesheet|document|other) request: /, 10],
      [/^attribute: /, 50],
      [/^element: /, 20],
      [/^address: /, 5],
    ] as const) {
      assert.ok(count(kind) >= least, `${kind}: only ${count(kind)}`)
    }
  })

  test('is stopped by the policy even when it is shown raw', async () => {
    const incidents = await showRaw(true, xssPayloads(100))
    assert.deepEqual(
      incidents.filter((text) => text.startsWith('ran: ')),
      [],
    )
    assert.ok(incidents.some((text) => text.startsWith('policy: script-src-attr')))
  })

  async function showRaw(hasPolicy: boolean, payloads: readonly string[]): Promise<string[]> {
    const { json } = await server.post({ pageTitle: 'Page for raw content', overwrite: true })
    const watcher = await watchPages(browser, hasPolicy)
    await watcher.visit(json.page.url)
    await watcher.page.evaluate(`showRaw(${JSON.stringify(payloads)})`)
    const incidents = watcher.take()
    await watcher.close()
    return incidents
  }
})
