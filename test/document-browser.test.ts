/** A page with everything that the reader shows, in a real browser: accessible, whole, within its policy. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './support/browser.ts'
import { startFreshServer } from './support/fresh-server.ts'
import type { TestServer } from './support/test-server.ts'

const content = readFileSync(new URL('fixtures/kitchen-sink.md', import.meta.url), 'utf8')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: TestServer
let browser: Browser
let address: string
before(async () => {
  server = await startFreshServer('sqlite')
  const { status, json } = await server.post({ pageTitle: 'Everything', content })
  assert.equal(status, 201, JSON.stringify(json))
  address = json.page.url
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await server.stop()
})

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return (await page.evaluate(`axe
    .run(document, { iframes: false })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)) as string[]
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`${colorScheme}, ${width} pixels wide: nothing is inaccessible, refused or too wide`, async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(address)
    await page.locator('.document > details > summary').click()
    for (const frame of await page.locator('.diagram > iframe').all()) {
      await frame.scrollIntoViewIfNeeded()
      const inside = frame.contentFrame()
      await inside.locator('#diagram[data-state=drawn]').waitFor()
    }
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(complaints, [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
    await page.close()
  })
}

test('the check of accessibility finds what is not accessible (control)', async () => {
  const page = await browser.newPage()
  await page.setContent(
    '<html lang="en"><title>a</title><main><h1>a</h1><img src="x"></main></html>',
  )
  assert.deepEqual(await violations(page), ['image-alt: <img src="x">'])
  await page.close()
})

test('formulas and code take their places', async () => {
  const page = await browser.newPage()
  await page.goto(address)
  assert.ok((await page.locator('math').count()) >= 4)
  const [equals, below] = (await page.evaluate(`
    [...document.querySelectorAll('mtable.tml-jot mtd:nth-child(2)')].map((cell) => cell.firstChild.getBoundingClientRect().left)
  `)) as [number, number]
  assert.ok(Math.abs(equals - below) < 1, 'equations are aligned at their signs')
  const color = await page.evaluate(
    "getComputedStyle(document.querySelector('.hljs-keyword')).color",
  )
  assert.equal(color, 'rgb(122, 47, 157)')
  await page.close()
})
