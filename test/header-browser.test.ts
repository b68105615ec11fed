/** The header of the pages in a real browser: one row on every screen, and a menu for all hands. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from 'hono/html'
import type { Page } from 'playwright-core'
import { menu } from '../src/server/web/components/parts.ts'
import { accessibilityProblems, type BrowserView, testBrowser } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'

const browser = testBrowser()
const phone = { width: 390, height: 844 }
const server = freshServer('sqlite', { readers: 'anyone' }, async () => {
  const name = 'Ada with a rather long name, as some people have'
  await server.createUser(name, { isAdministrator: true })
  await server.createUser('Ada', { isAdministrator: true })
})

async function signIn(view: BrowserView, name = 'Ada'): Promise<Page> {
  const page = await browser.open(view)
  await page.goto(`${server.url}/sign-in`)
  await page.fill('#name', name)
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.waitForURL(`${server.url}/`)
  return page
}

function isMenuOpen(page: Page): Promise<boolean> {
  return page.locator('#menu').isVisible()
}

test('the menu opens and closes by keyboard, and closes for what is beside it', async () => {
  const page = await signIn(phone)
  await page.focus('header .avatar')
  await page.keyboard.press('Enter')
  assert.equal(await isMenuOpen(page), true)
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Account')
  await page.keyboard.press('Escape')
  assert.equal(await isMenuOpen(page), false)
  assert.equal(await page.evaluate('document.activeElement.className'), 'avatar')

  await page.click('header .avatar')
  await page.mouse.click(20, 800)
  assert.equal(await isMenuOpen(page), false, 'clicked beside it')

  await page.click('header .avatar')
  await page.click('#menu >> text=Import log')
  await page.waitForURL(`${server.url}/manage/imports`)
  assert.equal(await page.textContent('h1'), 'Import log')
})

test('the menu leads on and signs out without scripts', async () => {
  const page = await signIn({ ...phone, hasScripts: false })
  await page.click('header .avatar')
  await page.click('#menu >> text=Settings')
  await page.click('header .drawer-button')
  await page.click('#sidebar >> text=Audit log')
  assert.equal(await page.textContent('h1'), 'Audit log')
  await page.click('header .avatar')
  await page.click('text=Sign out')
  await page.waitForURL(`${server.url}/sign-in`)
})

test('the space in the header leads to the others, without scripts and by keyboard', async () => {
  const far = await server.createSpace('FAR')
  const page = await signIn({ ...phone, hasScripts: false })
  await page.goto(`${server.url}/wiki/spaces/DOCS`)
  await page.click('header .space-name')
  const spaces = page.locator('#spaces')
  assert.equal(await spaces.locator('[aria-current]').textContent(), 'SSpace DOCSDOCS')
  await spaces.locator('a', { hasText: far.name }).click()
  await page.waitForURL(/\/wiki\/spaces\/FAR\//)
  await page.focus('header .space-name')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'SSpace FARFAR')
  await page.keyboard.press('Escape')
  assert.equal(await spaces.isVisible(), false)
  await page.click('header .space-name')
  await spaces.getByText('All spaces').click()
  await page.waitForURL(`${server.url}/`)
  const seeing = await signIn(phone)
  for (const width of [320, 1280]) {
    await seeing.setViewportSize({ width, height: 800 })
    await seeing.goto(`${server.url}/wiki/spaces/DOCS`)
    await seeing.click('header .space-name')
    assert.deepEqual(await accessibilityProblems(seeing), [])
    const { x = -1, width: wide = 0 } = (await seeing.locator('#spaces').boundingBox()) ?? {}
    assert.ok(x >= 0 && x + wide <= width, `from ${x}, ${wide} of ${width}`)
  }
})

test('of the menus of a page one is open at a time, without scripts too', async () => {
  const page = await browser.open({ ...phone, hasScripts: false })
  await page.setContent(String(await html`${menu('One', html``)}${menu('Two', html``)}`))
  for (const label of ['One', 'Two']) {
    await page.click(`summary:has-text("${label}")`)
    const open = await page.evaluate('document.querySelector("details[open]").textContent')
    assert.equal(String(open).trim(), label)
  }
})
