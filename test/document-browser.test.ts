/** A page with everything that the reader shows, in a real browser: accessible, whole, within its policy. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { waitUntil } from './support/base/wait-until.ts'
import { accessibilityProblems, testBrowser, watchComplaints } from './support/browser/browser.ts'
import { freshServer } from './support/service/fresh-server.ts'

const content = readFileSync(new URL('fixtures/kitchen-sink.md', import.meta.url), 'utf8')

const browser = testBrowser()
const server = freshServer('sqlite', {}, async () => {
  const { status, json } = await server.post({ pageTitle: 'Everything', content })
  assert.equal(status, 201, JSON.stringify(json))
  address = json.page.url
})
let address: string

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`${colorScheme}, ${width} pixels wide: nothing is inaccessible, refused or too wide`, async () => {
    const page = await browser.open({ colorScheme, width, height: 900 })
    const complaints = watchComplaints(page)
    await page.goto(address)
    await page.locator('.document > details > summary').click()
    for (const frame of await page.locator('.diagram > iframe').all()) {
      await frame.scrollIntoViewIfNeeded()
      const inside = frame.contentFrame()
      await inside.locator('#diagram[data-state=drawn]').waitFor()
    }
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(complaints, [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
  })
}

test('the check of accessibility finds what is not accessible (control)', async () => {
  const page = await browser.open()
  await page.setContent(
    '<html lang="en"><title>a</title><main><h1>a</h1><img src="x"></main></html>',
  )
  const problems = await accessibilityProblems(page)
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^image-alt: <img src="x"> /)
})

test('formulas and code take their places', async () => {
  const page = await browser.open()
  // A busy machine exceeds the page's rendering budget, and the rest is shown plainly.
  await waitUntil('the page is drawn whole', async () => {
    await page.goto(address)
    const [formulas, keywords] = [page.locator('math'), page.locator('.hljs-keyword')]
    return (await formulas.count()) >= 4 && (await keywords.count()) > 0
  })
  const [equals, below] = (await page.evaluate(`
    [...document.querySelectorAll('mtable.tml-jot mtd:nth-child(2)')].map((cell) => cell.firstChild.getBoundingClientRect().left)
  `)) as [number, number]
  assert.ok(Math.abs(equals - below) < 1, 'equations are aligned at their signs')
  const color = await page.evaluate(
    "getComputedStyle(document.querySelector('.hljs-keyword')).color",
  )
  assert.equal(color, 'rgb(122, 47, 157)')
})
