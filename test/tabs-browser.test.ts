/** Tabs in a real browser: one shown at a time, chosen together, with and without scripts. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, testBrowser } from './support/browser/browser.ts'
import { freshServer } from './support/service/fresh-server.ts'

const tab = (label: string, content: string): string =>
  `<details name="tabs"><summary>${label}</summary>\n\n${content}\n\n</details>`
const content = [
  tab('npm', 'First of npm.'),
  tab('yarn', 'First of yarn.'),
  'Words between.',
  tab('npm', 'Second of npm.'),
  tab('yarn', '```sh\nyarn add it\n```'),
  '<details><summary>Alone</summary>\n\nFolded.\n\n</details>',
].join('\n\n')

const browser = testBrowser()
const server = freshServer('sqlite', {}, async () => {
  address = (await server.post({ pageTitle: 'Tabs', content })).json.page.url
})
let address: string

async function shown(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const text of ['First of npm', 'First of yarn', 'Second of npm', 'yarn add', 'Folded']) {
    if (await page.getByText(text).isVisible()) found.push(text)
  }
  return found
}

test('a choice counts for all tabs of a page, and one is always open', async () => {
  for (const width of [390, 1280]) {
    const page = await browser.open({ width, colorScheme: width === 390 ? 'dark' : 'light' })
    await page.goto(address)
    assert.deepEqual(await shown(page), ['First of npm', 'Second of npm'])
    await page.locator('summary', { hasText: 'yarn' }).first().click()
    assert.deepEqual(await shown(page), ['First of yarn', 'yarn add'])
    await page.locator('summary', { hasText: 'yarn' }).first().click()
    assert.deepEqual(await shown(page), ['First of yarn', 'yarn add'])
    await page.keyboard.press('ArrowLeft')
    assert.deepEqual(await shown(page), ['First of npm', 'Second of npm'])
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
  }
})

test('labels of a group stand in one row', async () => {
  const page = await browser.open()
  await page.goto(address)
  const tops = await page.evaluate(
    "[...document.querySelectorAll('.tabs:first-of-type summary')].map((one) => one.getBoundingClientRect().top)",
  )
  const [first, second] = tops as number[]
  assert.equal(first, second)
})

test('without scripts each group shows what is chosen in it', async () => {
  const page = await browser.open({ hasScripts: false })
  await page.goto(address)
  await page.locator('summary', { hasText: 'yarn' }).first().click()
  assert.deepEqual(await shown(page), ['First of yarn', 'Second of npm'])
})
