/** Reporting a problem in a real browser: by pointer and keyboard, narrow and wide, light and dark. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, testBrowser, watchComplaints } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const browser = testBrowser()
let server: TestServer
let id: string

before(async () => {
  server = await startFreshServer('sqlite', { readers: 'users' })
  const { createUser, grant, space } = server
  await grant(await createUser('reader'), space, 'read')
  await grant(await createUser('writer'), space, 'write')
  const content = `## Install\n\n${'words\n\n'.repeat(60)}## Configure\n\n${'more\n\n'.repeat(60)}`
  id = await server.save({ pageTitle: 'Set it up', content })
})
after(() => server.stop())

const views = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(userPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${server.url}/`)
}

/** A picture is kept where a folder for them is named. */
async function checkLooks(page: Page, name: string): Promise<void> {
  assert.deepEqual(await accessibilityProblems(page), [], name)
  const isBroad = 'document.documentElement.scrollWidth > innerWidth'
  assert.equal(await page.evaluate(isBroad), false, `${name} is broader than the window`)
  const folder = process.env.MARKPORT_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('a reader reports what a section says wrong, and a writer answers', async () => {
  for (const [index, view] of views.entries()) {
    const look = `${view.width}-${view.colorScheme}`
    const reading = await browser.open(view)
    const complaints = watchComplaints(reading)
    await signIn(reading, 'reader')
    await reading.goto(`${server.url}/wiki/spaces/DOCS/pages/${id}#h-configure`)
    await reading.locator('summary', { hasText: 'Page menu' }).click()
    await reading.getByRole('link', { name: 'Report a problem' }).click()
    await reading.getByLabel('What is wrong?').fill(`Step ${index} is missing.`)
    // The section that was read is chosen.
    assert.equal(await reading.getByLabel('Where').inputValue(), 'h-configure')
    await checkLooks(reading, `report-form-${look}`)
    await reading.getByRole('button', { name: 'Report', exact: true }).click()
    await reading.getByText('Thank you.').waitFor()
    await checkLooks(reading, `reported-${look}`)

    const writing = await browser.open(view)
    await signIn(writing, 'writer')
    await writing.goto(`${server.url}/manage/reports`)
    await checkLooks(writing, `reports-${look}`)
    await writing.goto(`${server.url}/wiki/spaces/DOCS/pages/${id}`)
    await checkLooks(writing, `reported-page-${look}`)
    await writing.getByRole('link', { name: 'reported problem' }).click()
    await writing.getByText(`Step ${index} is missing.`).waitFor()
    await checkLooks(writing, `page-reports-${look}`)
    await writing.getByLabel('Answer, if one is needed').fill('It is there now.')
    await writing.keyboard.press('Enter')
    await writing.getByText('The report is closed.').waitFor()
    await writing.getByRole('heading', { name: 'Closed reports' }).waitFor()

    await reading.goto(`${server.url}/manage/reports`)
    await reading.getByText('“It is there now.”').first().waitFor()
    await checkLooks(reading, `own-reports-${look}`)
    assert.deepEqual(complaints, [])
  }
})
