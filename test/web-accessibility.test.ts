/** The web pages in a real browser: for everyone, on every screen, with and without scripts. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/store/sql.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { accessibilityProblems, type BrowserView, testBrowser } from './support/browser/browser.ts'
import { connectSample } from './support/delivery/sample-connection.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import {
  followSample,
  type SampleHistory,
  sampleHistory,
} from './support/service/sample-history.ts'

const browser = testBrowser()
const server = freshServer('sqlite', { readers: 'users' }, async () => {
  sample = await sampleHistory(server)
  await connectSample(server, 'WORK')
  await followSample(server, { id: 77 })
  standing = await server.save({ pageTitle: 'Standing' })
  trashed = await server.save({ pageTitle: 'Trashed' })
  await trashPage(server, trashed, 'test')
})
let sample: SampleHistory
let standing: string
let trashed: string

async function signIn(view: BrowserView): Promise<Page> {
  const page = await browser.open(view)
  await page.goto(`${server.url}/manage/tokens`)
  await page.fill('#name', sample.administrator.name)
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.waitForURL(`${server.url}/manage/tokens`)
  return page
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

/** Buttons that are lower than WCAG's target size and have no words around them. */
async function lowTargets(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('a, button, summary')]
    .filter((one) => one.checkVisibility() && !one.closest('.document') &&
      ![...one.parentNode.childNodes].some(({ data = '' }) => data.trim() !== ''))
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect().height])
    .filter(([, height]) => height > 1 && height < 24)`)
}

async function submit(page: Page, fields: Record<string, string> = {}): Promise<void> {
  // The browser's own validation would keep invalid fields from being sent.
  await page.evaluate('for (const form of document.forms) form.noValidate = true')
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name="${name}"]`, value)
  await page.click('main form:last-of-type button')
}

test('every page meets WCAG 2.2 AA on wide screens, and fits narrow ones', async () => {
  const { writer } = sample
  let checked = 0
  const check = async (page: Page, name: string): Promise<void> => {
    checked += 1
    // All share the style sheets, whose colours have a test of their own.
    const colorScheme = checked % 2 === 0 ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      assert.ok((await overflow(page)) <= 0, `${name} at ${width}`)
      assert.deepEqual(await lowTargets(page), [], `${name} at ${width}`)
    }
    assert.deepEqual(await accessibilityProblems(page), [], `${name} in ${colorScheme}`)
    if (!/refused|form|health|users$/.test(name)) return
    await page.setViewportSize({ width: 390, height: 800 })
    assert.deepEqual(await accessibilityProblems(page), [], `${name} on a narrow screen`)
  }
  const visitor = await browser.open()
  await visitor.goto(`${server.url}/sign-in`)
  await check(visitor, 'sign-in')
  await submit(visitor, { name: 'x', password: 'y' })
  await check(visitor, 'sign-in refused')
  await visitor.goto(server.setupLink ?? '')
  await check(visitor, 'choose-password')

  const page = await signIn({})
  const blocked: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) blocked.push(message.text())
  })
  const [token] = await server.database.read(sql`select id from tokens limit 1`)
  await page.goto(`${server.url}/wiki/spaces/DOCS/report/${standing}`)
  await submit(page, { message: 'The second step is missing. '.repeat(15) })
  const [report] = await server.database.read(sql`select id from page_reports`)
  for (const path of [
    '/',
    `/wiki/spaces/DOCS/pages/${server.space.homepageId}`,
    `/wiki/spaces/DOCS/report/${standing}`,
    `/wiki/spaces/DOCS/pages/${standing}`,
    `/wiki/spaces/DOCS/trash/${standing}`,
    `/wiki/spaces/DOCS/pages/${server.space.homepageId}?trashed=${trashed}`,
    '/wiki/spaces/DOCS/trash',
    '/wiki/spaces/NONE',
    '/help',
    '/account',
    '/account/second-factor',
    '/manage/tokens',
    '/manage/tokens/new',
    `/manage/tokens/${token?.id}/delete`,
    '/manage/reports',
    `/manage/reports/${report?.id}`,
    '/manage/imports',
    '/manage/imports?result=updated&from=2020-01-01',
    '/manage/license',
    '/manage/audit',
    '/manage/groups',
    '/manage/groups/0',
    '/manage/groups/new',
    '/manage/health',
    '/manage/audit?action=sign-in&day=2020-01-01',
    '/manage/users',
    '/manage/users/new',
    `/manage/users/${writer.id}`,
    `/manage/users/${writer.id}/change`,
    `/manage/users/${writer.id}/disable`,
    `/manage/users/${writer.id}/delete`,
    '/manage/spaces',
    '/manage/spaces/new',
    '/manage/spaces/DOCS/delete',
    '/manage/spaces/DOCS/settings',
    '/manage/connections',
    '/manage/connections/WORK',
    '/manage/following',
    '/manage/following/77',
    '/manage/following/77/remove',
    '/wiki/spaces/WORK',
    ...sample.previews,
  ]) {
    await page.goto(server.url + path)
    // An open menu covers what stands below it.
    await page.evaluate(
      "for (const one of document.querySelectorAll('details:not(.menu)')) one.open = true",
    )
    await check(page, path)
  }
  await page.goto(`${server.url}/manage/tokens/new`)
  await submit(page, { name: 'x' })
  await check(page, 'a refused form')
  await page.selectOption('#days', '1')
  await submit(page, { name: 'made-by-form' })
  await check(page, 'a new token')
  await page.goto(`${server.url}/manage/users/${writer.id}`)
  await page.click('text=Make a link')
  await check(page, 'a new link')
  await page.goto(`${server.url}/manage/users/${writer.id}`)
  await page.context().clearCookies()
  await page.click('text=Make a link')
  await check(page, 'a session that has ended')
  assert.deepEqual(blocked, [])
})

test('the keyboard alone is enough', async () => {
  const page = await browser.open()
  await page.goto(`${server.url}/manage/spaces/new`)
  const focused = (): Promise<string> =>
    page.evaluate('document.activeElement.name || document.activeElement.textContent.trim()')
  const tabTo = async (name: string): Promise<void> => {
    for (let index = 0; index < 30 && (await focused()) !== name; index += 1) {
      await page.keyboard.press('Tab')
    }
    assert.equal(await focused(), name)
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    assert.equal(outline, 'solid')
  }
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the content')
  await tabTo('name')
  await page.keyboard.type(sample.administrator.name)
  await tabTo('password')
  await page.keyboard.type(userPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/manage/spaces/new`)
  await tabTo('key')
  await page.keyboard.type('KEYS')
  await tabTo('name')
  await page.keyboard.type('By keyboard')
  await tabTo('Create the space')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/manage/spaces?done=created`)
})
