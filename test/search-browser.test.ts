/** Search as you type in a real browser: keys, order of answers, failures, screen readers. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { waitUntil } from './support/base/wait-until.ts'
import { accessibilityProblems, testBrowser, watchComplaints } from './support/browser/browser.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const browser = testBrowser()
let server: TestServer
let heronPath: string

before(async () => {
  server = await startFreshServer('sqlite')
  const save = async (pageTitle: string, content: string): Promise<string> =>
    (await server.post({ pageTitle, content })).json.page.id
  heronPath = `/wiki/spaces/DOCS/pages/${await save('Heron', 'A bird.')}`
  await save('Heron nests', 'In trees.')
  await save('Ponds', `A heron stands in the pond. ${'Water. '.repeat(50)}`)
})
after(() => server.stop())

const search = (page: Page) => page.locator('body > header').getByRole('combobox')
const options = (page: Page) => page.getByRole('option')
const said = (page: Page) => page.locator('body > header output').textContent()

test('pages come while somebody types, and the keyboard chooses among them', async () => {
  const page = await browser.open()
  const complaints = watchComplaints(page)
  await page.goto(server.url)
  await page.keyboard.press('/')
  await page.keyboard.type('heron')
  await options(page).nth(3).waitFor()
  assert.deepEqual(await options(page).locator('.title').allTextContents(), [
    'Heron',
    'Heron nests',
    'Ponds',
  ])
  assert.deepEqual(await page.locator('.suggestions mark').allTextContents(), [
    'Heron',
    'Heron',
    'heron',
  ])
  assert.equal(await said(page), '3 pages')
  assert.equal(await search(page).getAttribute('aria-expanded'), 'true')
  assert.deepEqual(await accessibilityProblems(page), [])

  const chosen = async (): Promise<string | null> => {
    const id = await search(page).getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`#${id}[aria-selected="true"]`).textContent()
  }
  await page.keyboard.press('ArrowUp')
  assert.equal(await chosen(), 'All results for “heron”')
  await page.keyboard.press('ArrowDown')
  assert.match((await chosen()) ?? '', /^Heron\s/)
  await page.keyboard.press('Escape')
  assert.equal(await options(page).count(), 0)
  assert.equal(await search(page).inputValue(), 'heron')
  assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
  await page.keyboard.press('ArrowDown')
  await options(page).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(server.url + heronPath)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('pond')
  await options(page).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/search?q=pond`)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  assert.equal(await page.evaluate('document.activeElement.id'), 'q')
  await page.keyboard.type('/')
  assert.equal(await page.locator('#q').inputValue(), '/')
  assert.deepEqual(complaints, [])
})

test('a late answer to an early question is never shown', async () => {
  const page = await browser.open()
  await page.goto(server.url)
  const held: Route[] = []
  await page.route(/suggest\?q=heron&/, (route) => void held.push(route))
  await search(page).fill('heron')
  await waitUntil('the first question is asked', async () => held.length === 1)
  await search(page).fill('ponds')
  await options(page).filter({ hasText: 'Ponds' }).first().waitFor()
  await held[0]?.continue().catch(() => {})
  await search(page).press('Escape')
  await search(page).press('ArrowDown')
  await options(page).first().waitFor()
  assert.deepEqual(await options(page).locator('.title').allTextContents(), ['Ponds'])
})

test('no page, no answer and no words are said, and Enter still searches', async () => {
  const page = await browser.open({ width: 390, colorScheme: 'dark' })
  await page.goto(server.url)
  await search(page).fill('nowhere')
  await page.getByText('No page has these words.').first().waitFor()
  assert.equal(await said(page), 'No page has these words.')
  assert.deepEqual(await options(page).allTextContents(), ['All results for “nowhere”'])
  assert.deepEqual(await accessibilityProblems(page), [])
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0)
  await search(page).fill('')
  await waitUntil('the list is closed', async () => (await options(page).count()) === 0)
  await page.route(/suggest/, (route) => route.abort())
  await search(page).fill('heron')
  await page.getByText('The server does not answer. Press Enter to search.').first().waitFor()
  await search(page).press('ArrowDown')
  assert.deepEqual(await accessibilityProblems(page), [])
  await search(page).press('Enter')
  await page.waitForURL(`${server.url}/search?q=heron`)
})
