/** Files, folders and images in the import form, in a real browser: dropped, chosen and pasted. @module */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { accessibilityProblems, launchBrowser, standingStill } from './support/browser/browser.ts'
import { composedServer, dropDraft } from './support/service/composed-server.ts'

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const folder = temporaryFolder()
const server = composedServer('sqlite', async () => {
  browser = await launchBrowser()
})
let browser: Browser
let page: Page
let faults: string[]

after(() => browser.close())

beforeEach(async () => {
  server.actAs(server.administrator)
  await dropDraft(server)
  faults = []
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    ...standingStill,
  })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/import`)
})
afterEach(async () => {
  await page.context().close()
  assert.deepEqual(faults, [])
})

const untilState = (text: string | RegExp): Promise<void> =>
  page.locator('#importState', { hasText: text }).waitFor()
const importButton = 'button[value="import"]'
const textOf = (): Promise<string> => page.inputValue('#importContent')

async function drop(
  selector: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const all = Object.entries(files).map(([name, text]) => [name, base64Of(text)])
  const data = await page.evaluateHandle(`(() => {
    const made = new DataTransfer()
    for (const [name, text] of ${JSON.stringify(all)}) {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
      const type = name.endsWith('.gif') ? 'image/gif' : ''
      made.items.add(new File([bytes], name, { type }))
    }
    return made
  })()`)
  await page.dispatchEvent(selector, 'drop', { dataTransfer: data })
}

function base64Of(text: string | Buffer): string {
  return Buffer.from(text as string).toString('base64')
}

function writeFolder(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const path = join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  return path
}

const titles = (): Promise<string[]> => page.locator('#folderPages .page-title').allTextContents()

test('a dropped text and its image become one page, and both can be taken back', async () => {
  // Outside the form, a browser would navigate to the file.
  await drop('h1', {
    'guide.md': '# The *guide*\n\n![shot](img/shot.gif)',
    'shot.gif': picture,
  })
  await untilState('Ready')
  assert.equal(await page.inputValue('#importTitle'), 'The guide')
  assert.equal(await textOf(), '# The *guide*\n\n![shot](img/shot.gif)')
  assert.equal(await page.locator('#importPreview img').count(), 1)
  await page.reload()
  await page.locator('#importPreview img').waitFor({ state: 'attached' })
  assert.match((await page.textContent('#importImages')) ?? '', /shot\.gif/)
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByRole('button', { name: 'Remove the image shot.gif' }).click()
  await page.locator('#importState a', { hasText: '1 lost' }).click()
  assert.ok(await page.locator('#importWarnings a', { hasText: 'Line 3' }).isVisible())
})

test('a heading becomes the title as long as nobody typed one', async () => {
  await page.fill('#importContent', '# One')
  assert.equal(await page.inputValue('#importTitle'), 'One')
  await page.fill('#importContent', '---\ntitle: "Two"\n---\n# Three')
  assert.equal(await page.inputValue('#importTitle'), 'Two')
  await page.fill('#importTitle', 'Mine')
  await page.fill('#importContent', '# Four')
  assert.equal(await page.inputValue('#importTitle'), 'Mine')
  await page.fill('#importTitle', '')
  assert.equal(await page.inputValue('#importTitle'), '')
})

test('a summary tells what was imported and warned of, and leads back to the text', async () => {
  await page.fill('#importContent', '# Summed up\n\n<video>\n\n[away](gone.md)')
  await untilState('1 lost, 1 changed, 1 note')
  await page.click(importButton)
  await page.waitForURL(/\/import\/done\//)
  await page.reload()
  assert.match((await page.textContent('main')) ?? '', /Line 5\s+lost/)
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByRole('link', { name: 'Edit it again' }).click()
  await untilState('Nothing has changed')
  assert.equal(await textOf(), '# Summed up\n\n<video>\n\n[away](gone.md)')
})

test('two texts are never one page but a folder of pages', async () => {
  await drop('#importContent', { 'b.md': '# Second', 'a.md': '# First\n\n[second](b.md)' })
  await untilState('Ready: 2 new.')
  assert.equal(await textOf(), '')
  assert.deepEqual(await titles(), ['First', 'Second'])
  await page.getByRole('button', { name: 'Close' }).click()
  await untilState('Write, paste or drop')
})

test('a folder is looked at, imported with its links and images, and known again', async () => {
  const docs = writeFolder('docs', {
    'README.md': '# Manual\n\n[guide](guide/start.md#part)\n\n![shot](img/a%20shot.gif)',
    'guide/start.md':
      '---\nlabels: [a]\n---\n# Start\n\n## Part\n\n[up](../README.md) [x](gone.md)',
    'img/a shot.gif': picture,
    'latin.md': Buffer.from([0x23, 0x20, 0xe4]),
    '.git/config': 'hidden',
  })
  await page.setInputFiles('#importFolder', docs)
  await untilState('Ready: 2 new, 1 to update, 1 not possible. 1 lost.')
  assert.equal(await page.inputValue('#folderSource'), 'docs')
  assert.deepEqual(await titles(), ['Manual', 'Guide', 'Start', 'Latin'])
  assert.match((await page.textContent('#folderPages')) ?? '', /There is no file gone\.md/)
  assert.deepEqual(await accessibilityProblems(page), [], 'dry run')

  // The session ends, then the server stops.
  server.actAs(undefined)
  await page.click(importButton)
  await page.locator('#importProblem a', { hasText: 'Sign in in another tab' }).waitFor()
  server.actAs(server.administrator)
  await page.route('**/import/folder', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('#importProblem', { hasText: 'does not answer' }).waitFor()
  await page.unroute('**/import/folder')
  await page.getByRole('button', { name: 'Try again' }).click()
  await untilState('Ready:')
  await page.getByRole('button', { name: 'Import 3 pages' }).click()
  await untilState('Imported: 2 created, 1 updated, 1 not imported.')
  assert.deepEqual(await accessibilityProblems(page), [], 'report')

  const addresses = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('#folderPages a')].map(({ href }) => href)",
    )
  const [manual = '', , start = ''] = await addresses()
  await page.goto(manual)
  const guide = page.locator('.document a', { hasText: 'guide' })
  assert.equal(await guide.getAttribute('href'), `${new URL(start).pathname}#h-part`)
  assert.equal(await page.locator('.document img').count(), 1)

  rmSync(join(docs, 'latin.md'))
  await page.goto(`${server.url}/import`)
  await page.setInputFiles('#importFolder', docs)
  await untilState('Ready: 3 unchanged.')
  assert.ok(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled())

  renameSync(join(docs, 'guide/start.md'), join(docs, 'guide/begin.md'))
  await page.setInputFiles('#importFolder', docs)
  await untilState(/Ready: .*updat/)
  assert.equal((await addresses())[2], start)
  await page.fill('#folderSource', 'another')
  await page.locator('#folderSource').blur()
  await untilState(/not possible/)
})

test('a folder that cannot be taken says why before anything is sent', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.md`, 'x']))
  await page.setInputFiles('#importFolder', writeFolder('many', many))
  await untilState('more than 10000 files')
  const large = writeFolder('large', { 'a.md': 'x', 'b.bin': '' })
  truncateSync(join(large, 'b.bin'), 257 * 2 ** 20)
  await page.setInputFiles('#importFolder', large)
  await page.locator('#importProblem', { hasText: 'more than 256 MiB' }).waitFor()
})
