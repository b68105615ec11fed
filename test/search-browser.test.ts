/** The search in a real browser: keys, order of answers, landing, failures, screen readers. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { waitUntil } from './support/base/wait-until.ts'
import { accessibilityProblems, testBrowser, watchComplaints } from './support/browser/browser.ts'
import { freshServer } from './support/service/fresh-server.ts'

const browser = testBrowser()
const server = freshServer('sqlite', {}, async () => {
  const save = async (pageTitle: string, content: string): Promise<string> =>
    await server.save({ pageTitle, content })
  const nests = `# Where\n\nIn trees. ${'Leaves. '.repeat(200)}\n\n## How a nest is built\n\nHerons bring *twigs*, and nests of herons last.`
  await save('Ponds', `A heron stands in the pond. ${'Water. '.repeat(50)}`)
  await save('Heron nests', nests)
  heronPath = `/wiki/spaces/DOCS/pages/${await save('Heron', 'A bird.')}`
})
let heronPath: string

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const search = (page: Page) => dialog(page).getByRole('combobox')
const options = (page: Page) => dialog(page).getByRole('option')
const said = (page: Page) => dialog(page).locator('output').textContent()
const titles = (page: Page) => dialog(page).locator('.hit:not(.place) .hit-title').allTextContents()

test('pages and places come while somebody types, and the keyboard chooses among them', async () => {
  const page = await browser.open()
  const complaints = watchComplaints(page)
  await page.goto(server.url)
  await page.keyboard.press('/')
  await page.keyboard.type('heron')
  await waitUntil(
    'they are there',
    async () => (await titles(page)).join() === 'Heron,Heron nests,Ponds',
  )
  assert.deepEqual(await dialog(page).locator('.place .hit-title').allTextContents(), [
    'How a nest is built',
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
  assert.match((await chosen()) ?? '', /^Heron\s*Space DOCS/)
  await page.keyboard.press('Escape')
  assert.equal(await dialog(page).count(), 0)
  assert.equal(await page.inputValue('body > header input[type="search"]'), 'heron')
  await page.keyboard.press('Control+k')
  await options(page).nth(4).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(server.url + heronPath)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('pond')
  await waitUntil('the last is found', async () => (await titles(page)).join() === 'Ponds')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/search?q=pond`)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  assert.equal(await page.evaluate('document.activeElement.id'), 'q')
  await page.keyboard.type('/')
  assert.equal(await page.locator('#q').inputValue(), '/')
  assert.deepEqual(complaints, [])
})

test('a hit lands on its section, with a script and without', async () => {
  for (const view of [
    { width: 1280, hasScripts: true },
    { width: 390, colorScheme: 'dark' as const, hasScripts: true },
    { width: 390, hasScripts: false },
  ]) {
    const page = await browser.open(view)
    await page.goto(`${server.url}/search?q=heron+nests`)
    if (view.hasScripts) assert.deepEqual(await accessibilityProblems(page), [])
    const sideways = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok((await page.evaluate<number>(sideways)) <= 0)
    await page.getByRole('link', { name: 'How a nest is built' }).click()
    await page.waitForURL(/#h-how-a-nest-is-built$/)
    await page.locator('#h-how-a-nest-is-built').waitFor()
    await waitUntil('the section is in sight', async () =>
      page.evaluate<boolean>(`(() => {
        const { top } = document.getElementById('h-how-a-nest-is-built').getBoundingClientRect()
        return top >= 0 && top < innerHeight
      })()`),
    )
    assert.equal(await page.title(), 'Heron nests · Markport')
    if (!view.hasScripts) continue
    assert.deepEqual(await accessibilityProblems(page), [])
  }
})

test('a place of the page that is open is gone to, and the field of the bar hands over what is typed', async () => {
  const page = await browser.open()
  await page.goto(server.url)
  await page.focus('body > header input[type="search"]')
  await page.keyboard.type('nest built')
  await dialog(page).locator('.place').first().waitFor()
  assert.equal(await search(page).inputValue(), 'nest built')
  await dialog(page).locator('.place').first().click()
  await page.waitForURL(/#h-how-a-nest-is-built$/)
  assert.equal(await dialog(page).count(), 0)
})

test('a slip is mended and said, and at first what changed last is shown', async () => {
  const page = await browser.open({ width: 390 })
  await page.goto(server.url)
  await page.keyboard.press('/')
  await waitUntil('what changed is there', async () => (await options(page).count()) > 0)
  assert.equal((await titles(page))[0], 'Heron')
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.keyboard.type('heorn')
  await dialog(page).getByText('Shown are results for heron').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
})

test('a late answer to an early question is never shown', async () => {
  const page = await browser.open()
  await page.goto(server.url)
  const held: Route[] = []
  await page.route(/suggest\?q=heron&/, (route) => void held.push(route))
  await page.keyboard.press('/')
  await search(page).fill('heron')
  await waitUntil('the first question is asked', async () => held.length === 1)
  await search(page).fill('ponds')
  await waitUntil('the second is answered', async () => (await titles(page)).join() === 'Ponds')
  await held[0]?.continue().catch(() => {})
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await waitUntil('it is asked again', async () => (await titles(page)).join() === 'Ponds')
})

test('no page, no answer and no words are said, and Enter still searches', async () => {
  const page = await browser.open({ width: 390, colorScheme: 'dark' })
  await page.goto(server.url)
  await page.keyboard.press('/')
  await search(page).fill('qqqqzz')
  await dialog(page).getByText('No page has these words.').first().waitFor()
  assert.equal(await said(page), 'No page has these words.')
  assert.deepEqual(await options(page).allTextContents(), ['All results for “qqqqzz”'])
  assert.deepEqual(await accessibilityProblems(page), [])
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0)
  await page.route(/suggest/, (route) => route.abort())
  await search(page).fill('heron')
  await dialog(page)
    .getByText('The server does not answer. Press Enter to search.')
    .first()
    .waitFor()
  await search(page).press('ArrowDown')
  assert.deepEqual(await accessibilityProblems(page), [])
  await search(page).press('Enter')
  await page.waitForURL(`${server.url}/search?q=heron`)
})
