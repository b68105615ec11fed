/** The whole way through the web pages, from the first start to a deleted token, in a real browser. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { testBrowser } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { type ServiceProcess, startService } from './support/service/service-process.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'

const browser = testBrowser()
const dataDirectory = temporaryFolder()
let service: ServiceProcess

before(async () => {
  service = await startService({ dataDirectory })
})
after(() => service.end('SIGTERM'))

async function signInFirst(page: Page): Promise<void> {
  const setupLink = readFileSync(join(dataDirectory, 'setup-link.txt'), 'utf8')
  await page.goto(setupLink.trim())
  await page.fill('#password', userPassword)
  await page.fill('#repeated', userPassword)
  await page.click('main button')
  await page.goto(`${service.url}/sign-in`)
  await page.fill('#name', 'admin')
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.waitForURL(`${service.url}/`)
}

test('leads from the first start to pages, their differences, and the end of a token', async () => {
  await service.errorMatch(/^Created a new store in the folder /m)
  const page = await browser.open()
  await signInFirst(page)

  await page.click('main >> text=Create a space')
  await page.goto(`${service.url}/import`)
  await page.waitForURL(`${service.url}/manage/spaces/new`)
  await page.fill('[name="key"]', 'DOCS')
  await page.fill('[name="name"]', 'Product docs')
  await page.click('main button')
  await page.waitForURL(`${service.url}/manage/spaces?done=created`)
  await page.goto(`${service.url}/manage/tokens`)
  await page.click('text=Create a token')
  await page.fill('[name="name"]', 'ci-docs')
  await page.click('main button')
  await page.locator('text=eyJ').first().waitFor()
  const shown = (await page.textContent('main')) ?? ''
  const [token = ''] = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(shown) ?? []
  const [, spaceId, parentId] = /"spaceId":"(\w+)","parentId":"(\d+)"/.exec(shown) ?? []

  const post = (content: string): Promise<TestAnswer> =>
    send(
      service.endpoint,
      JSON.stringify({ spaceId, parentId, pageTitle: 'Guide', content, overwrite: true }),
      { authorization: `Bearer ${token}` },
    )
  const first = await post('# Start\n\nThe quick fox.')
  assert.equal(first.status, 201)

  await page.goto(first.json.page.url)
  assert.equal(await page.textContent('article h1'), 'Guide')
  assert.match((await page.textContent('.document')) ?? '', /The quick fox\./)

  assert.equal((await post('# Start\n\nThe slow fox.')).json.page.version, 2)
  await page.reload()
  await page.click('text=Version 2')
  const compare = page.locator('main a', { hasText: /change|compare|differ/i }).first()
  await compare.click()
  await page.locator('ins').first().waitFor()
  assert.equal((await page.textContent('del'))?.trim(), 'quick')
  assert.equal((await page.textContent('ins'))?.trim(), 'slow')

  await page.fill('header input[type="search"]', 'slow')
  await page.press('header input[type="search"]', 'Enter')
  await page.locator('main mark', { hasText: 'slow' }).first().waitFor()

  await page.click('header .avatar')
  await page.click('nav >> text=Tokens')
  const row = page.locator('tr', { hasText: 'ci-docs' })
  await row.locator('summary').click()
  await row.locator('text=Delete').click()
  await page.click('main button')
  await page.locator('main >> text=ci-docs').waitFor({ state: 'detached' })
  assert.equal((await post('gone')).status, 401)
})
