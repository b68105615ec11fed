/** Reading and tending a page in a real browser: menu, outline, links to headings, images, paper, phone. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { waitUntil } from './support/base/wait-until.ts'
import { accessibilityProblems, launchBrowser, visit } from './support/browser/browser.ts'
import { freshServer } from './support/service/fresh-server.ts'

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="teal"/></svg>',
).toString('base64')

const sections = Array.from(
  { length: 60 },
  (_, index) => `## Section ${index + 1}\n\n${'Words and more of them. '.repeat(20)}`,
)
const content = `The first paragraph, with $a^2$ in it.

$$E = mc^2$$

![A picture](data:image/svg+xml;base64,${picture})

[![Linked](data:image/svg+xml;base64,${picture})](https://example.org/)

<details><summary>More</summary>

Words behind a fold.

</details>

${sections.join('\n\n')}
`

const server = freshServer('sqlite', {}, async () => {
  await server.grant(await server.createUser('writer'), server.space, 'write')
  const save = async (pageTitle: string, fields: object = {}): Promise<string> =>
    await server.save({ pageTitle, content: 'x', ...fields })
  pageId = await save('A long page', { content })
  await save('Below', { parentId: pageId })
  await save('Target')
  browser = await launchBrowser()
})
let browser: Browser
let pageId: string

after(async () => {
  await browser.close()
})

const open = (
  path: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> => visit(browser, server.url + path, use, options)

const address = (): string => `/wiki/spaces/DOCS/pages/${pageId}`
const isInWindow = (page: Page, id: string): Promise<boolean> =>
  page.evaluate(
    `(({ top }) => top >= 0 && top < innerHeight / 2)(document.getElementById('${id}').getBoundingClientRect())`,
  )

test('the menu closes by Escape, by a click beside it and when it is left', async () => {
  await open(address(), async (page) => {
    const menu = page.locator('details.page-menu')
    const summary = menu.locator('summary')
    const isOpen = async (): Promise<boolean> => (await menu.getAttribute('open')) !== null
    await summary.click()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    assert.equal(await isOpen(), false)
    assert.equal(await page.evaluate("document.activeElement.matches('summary')"), true)
    await summary.click()
    await page.locator('.document p').first().click()
    assert.equal(await isOpen(), false)
    await summary.click()
    await page.keyboard.press('Shift+Tab')
    assert.equal(await isOpen(), false)
    assert.deepEqual(await accessibilityProblems(page), [])
  })
})

test('the outline keeps the part that is read in view', async () => {
  await open(address(), async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate("document.getElementById('h-section-58').scrollIntoView()")
    const current = page.locator('nav.outline [aria-current]', { hasText: 'Section 58' })
    await current.waitFor()
    await waitUntil('the outline follows', async () => {
      const box = await current.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 800
    })
  })
})

test('links to headings jump at once, by their names alone as well, and Back leaves', async () => {
  const path = `${address()}#section-30`
  // With motion, as most readers have it.
  await open(
    path,
    async (page) => {
      await page.waitForURL(`${server.url + address()}#h-section-30`)
      await waitUntil('the page has jumped', () => isInWindow(page, 'h-section-30'))
      await page.evaluate("location.hash = 'section-2'")
      await page.waitForURL(`${server.url + address()}#h-section-2`)
      await page.goBack()
      assert.equal(new URL(page.url()).hash, '#h-section-30')
      const jumped = await page.evaluate(`(() => {
        location.hash = 'h-section-59'
        return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() =>
          seen(document.getElementById('h-section-59').getBoundingClientRect().top))))
      })()`)
      assert.ok(Math.abs(Number(jumped)) < 800, `${jumped}`)
    },
    { reducedMotion: 'no-preference' },
  )
})

test('on paper, what is folded is open, and there is nothing to click', async () => {
  await open(address(), async (page) => {
    await page.emulateMedia({ media: 'print' })
    const folded = page.getByText('Words behind a fold.')
    const isShown = () => folded.evaluate((words) => words.checkVisibility())
    assert.equal(await isShown(), true)
    for (const part of ['body > header', '.page-menu', 'nav.tree', 'nav.outline', '.neighbours']) {
      assert.equal(await page.locator(part).isVisible(), false, part)
    }
    const width = await page.evaluate("document.querySelector('article').offsetWidth / innerWidth")
    assert.ok(Number(width) > 0.5, `the words have ${width} of the paper`)
    await page.emulateMedia({ media: 'screen' })
    assert.equal(await isShown(), false)
  })
})
