/** The header of the pages in a real browser: one row on every screen, and a menu for all hands. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, type BrowserView, testBrowser } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const browser = testBrowser()
const phone = { width: 390, height: 844 }
let server: TestServer

before(async () => {
  server = await startFreshServer('sqlite', { readers: 'anyone' })
  const name = 'Ada with a rather long name, as some people have'
  await server.createUser(name, { isAdministrator: true })
  await server.createUser('Ada', { isAdministrator: true })
})
after(() => server.stop())

async function signIn(view: BrowserView, name = 'Ada'): Promise<Page> {
  const page = await browser.open(view)
  await page.goto(`${server.url}/sign-in`)
  await page.fill('#name', name)
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.waitForURL(`${server.url}/`)
  return page
}

function headerHeight(page: Page): Promise<number> {
  return page.evaluate("document.querySelector('body > header').getBoundingClientRect().height")
}

function isMenuOpen(page: Page): Promise<boolean> {
  return page.locator('header nav').isVisible()
}

test('the header is one row of at most 52 pixels, whoever looks at it', async () => {
  const longName = 'Ada with a rather long name, as some people have'
  const pages = [await browser.open(phone), await signIn(phone, longName)]
  for (const page of pages) {
    for (const width of [390, 768, 1215, 1216, 1600]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['/', '/api', '/help']) {
        await page.goto(server.url + path)
        assert.ok((await headerHeight(page)) <= 52, `${path} at ${width}`)
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(overflow, 0, `${path} at ${width}`)
      }
      assert.equal(await isMenuOpen(page), width >= 1216)
    }
  }
})

test('the menu opens and closes by keyboard, and closes for what is beside it', async () => {
  const page = await signIn(phone)
  await page.focus('header input[type="search"]')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await isMenuOpen(page), true)
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Home')
  await page.keyboard.press('Escape')
  assert.equal(await isMenuOpen(page), false)
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Menu')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  assert.equal(await isMenuOpen(page), false, 'left by keyboard')

  await page.click('header summary')
  await page.mouse.click(20, 800)
  assert.equal(await isMenuOpen(page), false, 'clicked beside it')

  await page.click('header summary')
  await page.click('header nav >> text=Import log')
  await page.waitForURL(`${server.url}/manage/imports`)
  assert.equal(await page.textContent('h1'), 'Import log')
})

test('the menu leads on and signs out without scripts', async () => {
  const page = await signIn({ ...phone, hasScripts: false })
  await page.click('header summary')
  await page.click('header nav >> text=Audit log')
  assert.equal(await page.textContent('h1'), 'Audit log')
  await page.click('header summary')
  await page.click('text=Sign out')
  await page.waitForURL(`${server.url}/sign-in`)
})
