import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testBrowser } from './support/browser/browser.ts'
import { dayMs, userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const browser = testBrowser()
let server: TestServer
before(async () => {
  server = await startFreshServer('sqlite')
  await server.createUser('boss', { isAdministrator: true })
})
after(() => server.stop())

test('a new token is shown once, and is renewed when its end is near', async () => {
  const page = await browser.open({ width: 390, height: 844 })
  const scrolls = 'document.documentElement.scrollWidth > innerWidth'
  await page.goto(`${server.url}/sign-in?next=/manage/tokens`)
  await page.fill('#name', 'boss')
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.click('text=Create a token')
  await page.fill('#name', 'ci-docs')
  await page.fill('#description', 'The CI of the handbook')
  await page.fill('#spaces', 'DOCS')
  await page.selectOption('#rights', 'create')
  await page.selectOption('#days', '1')
  assert.equal(await page.evaluate(scrolls), false)
  await page.dblclick('text=Create the token')
  const token = await textOf(page)
  await page.click('text=All tokens')
  assert.match(
    (await page.textContent('tbody')) ?? '',
    /The CI of the handbook.*DOCS, create only/s,
  )
  assert.equal(await page.evaluate(scrolls), false)

  await server.createToken('ends-soon', { owner: 'boss', lifetimeMs: 3 * dayMs })
  server.advanceClock(2.5 * dayMs)
  await page.goto(`${server.url}/sign-in?next=/manage/tokens`)
  await page.fill('#name', 'boss')
  await page.fill('#password', userPassword)
  await page.click('main button')
  assert.match((await page.textContent('tr:has-text("ends-soon")')) ?? '', /Ends soon/)
  await page.click('tr:has-text("ends-soon") summary')
  await page.click('text=Renew ends-soon')
  assert.match((await page.textContent('main')) ?? '', /present text is refused from then on/)
  await page.click('button:text("Renew the token")')
  const renewed = await textOf(page)
  const use = async (text: string): Promise<number> =>
    (await server.post({}, { authorization: `Bearer ${text}` })).status
  assert.deepEqual([await use(renewed), await use(token)], [201, 403])
})

async function textOf(page: Page): Promise<string> {
  const text = (await page.textContent('#token')) ?? ''
  assert.match(text, /^ey/)
  assert.equal(page.url().includes(text), false)
  return text
}
