/** The import form in a real browser: live, by keyboard, without scripts, and when things go wrong. @module */
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { accessibilityProblems, launchBrowser, standingStill } from './support/browser/browser.ts'
import { composedServer, dropDraft } from './support/service/composed-server.ts'

const server = composedServer('sqlite', async () => {
  browser = await launchBrowser()
})
let browser: Browser
let page: Page
let faults: string[]

after(() => browser.close())

async function open(options: BrowserContextOptions = {}, path = '/import'): Promise<void> {
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ viewport, ...standingStill, ...options })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(server.url + path)
}

beforeEach(async () => {
  server.actAs(server.administrator)
  await dropDraft(server)
  faults = []
})
afterEach(async () => {
  await page.context().close()
  assert.deepEqual(faults, [])
})

const write = async (title: string, markdown: string): Promise<void> => {
  await page.fill('#importTitle', title)
  await page.fill('#importContent', markdown)
}
const togglePlace = (): Promise<void> => page.click('#importPlace > summary')
const untilState = (text: string): Promise<unknown> =>
  page.locator('#importState', { hasText: text }).waitFor()
const inEditor = <Value>(expression: string): Promise<Value> =>
  page.evaluate(`(() => {
    const editor = document.getElementById('importContent')
    return ${expression}
  })()`)
const focused = (attribute: string): Promise<string | null> =>
  page.locator(':focus').getAttribute(attribute)
const importButton = 'button[value="import"]'
const pageAddress = /\/wiki\/spaces\/DOCS\/pages\/\d+$/
const readImported = async (): Promise<void> => {
  await page.waitForURL(/\/import\/done\/|\/wiki\/spaces\/DOCS\/pages\/\d+$/)
  if (!pageAddress.test(page.url())) await page.getByRole('link', { name: 'Read the page' }).click()
  await page.waitForURL(pageAddress)
}

describe('with scripts', () => {
  test('the preview follows what is typed, warnings lead to their lines, the import to the page', async () => {
    await open()
    await page.fill('#importTitle', 'Typed live')
    await page.locator('#importContent').pressSequentially('## Part')
    await page.locator('#importPreview h2', { hasText: 'Part' }).waitFor()
    await untilState('Ready: this makes a new page.')
    await page.locator('#importContent').pressSequentially('\n\nA <video> here')
    const warning = page.locator('#importWarnings a', { hasText: 'Line 3' })
    await warning.click()
    const selected = await inEditor<string>(
      'editor.value.slice(editor.selectionStart, editor.selectionEnd)',
    )
    assert.equal(selected, 'A <video> here')
    await page.click(importButton)
    await readImported()
    assert.equal(await page.textContent('h1'), 'Typed live')
    assert.equal(await page.textContent('.document h2'), 'Part')
  })

  test('an answer that comes late never replaces a later one', async () => {
    await open()
    const held: Route[] = []
    await page.route('**/import/preview', async (route) => {
      if (held.length === 0) held.push(route)
      else await route.continue()
    })
    await write('Late', 'first')
    await page.waitForRequest('**/import/preview')
    await page.fill('#importContent', 'second')
    await page.locator('#importPreview', { hasText: 'second' }).waitFor()
    await held[0]?.continue().catch(() => {})
    await held[0]?.request().response()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
    assert.equal(await page.textContent('#importPreview .document'), 'second')
  })

  test('the parent page is found while typing', async () => {
    const above = await server.save({ pageTitle: 'Wallaby' })
    await server.save({ pageTitle: 'Wallaby feeding', parentId: above })
    await open()
    await togglePlace()
    await page.fill('#importSearch', 'feed')
    await page.locator('label', { hasText: 'Wallaby feeding' }).click()
    await page.locator('#importFound', { hasText: '1 page found.' }).waitFor()
    await write('At feeding', 'x')
    await untilState('Ready')
    await page.click(importButton)
    await readImported()
    const path = await page.locator('.breadcrumb').textContent()
    assert.match(path ?? '', /Wallaby\s*Wallaby feeding/)
  })

  test('a space and a file that were chosen before the scripts of the page are taken', async () => {
    const other = await server.createSpace('EARLY')
    await open({}, '/help')
    const chosen = Promise.withResolvers<void>()
    await page.route('**/import-form.js', async (route) => {
      await chosen.promise
      await route.continue()
    })
    await page.goto(`${server.url}/import?space=DOCS`, { waitUntil: 'commit' })
    await togglePlace()
    await page.selectOption('#importSpace', other.id)
    const buffer = Buffer.from('# Early')
    await page.setInputFiles('#importFile', { name: 'a.md', mimeType: 'text/markdown', buffer })
    chosen.resolve()
    await page
      .locator(`[name="parentId"][value="${other.homepageId}"]`)
      .waitFor({ state: 'attached' })
    await page.locator('#importWhere', { hasText: 'EARLY' }).waitFor()
    await page.locator('#importPreview', { hasText: 'Early' }).waitFor()
    assert.equal(await page.inputValue('#importTitle'), 'Early')
  })

  test('another space is still chosen with its pages on the way back', async () => {
    const other = await server.createSpace('LATER')
    await open({}, '/import?space=DOCS')
    await togglePlace()
    await page.selectOption('#importSpace', other.id)
    await page.locator('#importWhere', { hasText: 'LATER' }).waitFor()
    await page.goto(`${server.url}/help`)
    await page.goBack()
    assert.equal(await page.inputValue('#importSpace'), other.id)
    await page.locator('#importWhere', { hasText: 'LATER' }).waitFor()
    assert.equal(await page.locator('[name="parentId"]:checked').inputValue(), other.homepageId)
  })

  test('a page that is there is updated only when that is ticked', async () => {
    await server.save({ pageTitle: 'There' })
    await open()
    await write('There', 'mine')
    await untilState('already there')
    await page.click(importButton)
    await page.locator('#importProblem', { hasText: 'already there' }).waitFor()
    assert.equal(await page.inputValue('#importContent'), 'mine')
    assert.equal(await focused('id'), 'importTitle')
    await page.check('input[name="overwrite"]')
    await untilState('to version 2')
    await page.click(importButton)
    await readImported()
    assert.match((await page.textContent('.byline')) ?? '', /Version 2/)
  })

  test('files are chosen or dropped, and stand beside what was typed', async () => {
    await open()
    await page.setInputFiles('#importFile', {
      name: 'guide.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# The guide\n\nfrom a file'),
    })
    await page.locator('#importPreview', { hasText: 'from a file' }).waitFor()
    assert.equal(await page.inputValue('#importTitle'), 'The guide')
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['dropped text'], 'more.md'))
      return data
    })()`)
    await inEditor('editor.setSelectionRange(editor.value.length, editor.value.length)')
    await page.dispatchEvent('#importContent', 'drop', { dataTransfer: dropped })
    await page.locator('#importPreview', { hasText: 'dropped text' }).waitFor()
    const text = await page.inputValue('#importContent')
    assert.equal(text, '# The guide\n\nfrom a file\n\ndropped text')
    await page.setInputFiles('#importFile', {
      name: 'photo.raw',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from([0xff, 0xd8, 0xff]),
    })
    await untilState('photo.raw is no text in UTF-8.')
    assert.equal(await page.inputValue('#importContent'), text)
  })

  test('nothing is lost when the session ends', async () => {
    await open()
    await write('Session', 'kept')
    await untilState('Ready')
    server.actAs(undefined)
    await page.locator('#importContent').pressSequentially('!')
    await page.locator('#importProblem a', { hasText: 'Sign in in another tab' }).waitFor()
    assert.equal(await focused('id'), 'importContent')
    await page.click(importButton)
    await untilState('Not saved.')
    const link = page.locator('#importProblem a', { hasText: 'Sign in in another tab' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), '/sign-in?next=%2Fimport')
    assert.equal(await page.inputValue('#importContent'), 'kept!')
    server.actAs(server.administrator)
    await page.click(importButton)
    await readImported()
    assert.equal(await page.textContent('.document'), 'kept!')
  })

  test('nothing is lost when the server cannot be reached or the page is loaded again', async () => {
    await open()
    await page.route('**/import', (route) => route.abort())
    await togglePlace()
    await page.fill('#importLabels', 'kept, too')
    await write('Offline', 'kept as well')
    await untilState('Ready')
    await page.click(importButton)
    await page.locator('#importProblem', { hasText: 'does not answer' }).waitFor()
    assert.equal(await page.inputValue('#importContent'), 'kept as well')
    await page.unroute('**/import')
    await page.reload()
    assert.equal(await page.inputValue('#importContent'), 'kept as well')
    assert.equal(await page.inputValue('#importTitle'), 'Offline')
    assert.equal(await page.inputValue('#importLabels'), 'kept, too')
    await untilState('Ready')
    await page.click(importButton)
    await readImported()
    await page.goto(`${server.url}/import`)
    assert.equal(await page.inputValue('#importContent'), '')
  })

  test('a draft comes back with its place and its images, and only leads there from others', async () => {
    await server.save({ pageTitle: 'Above' })
    await open({}, '/import?title=One')
    await page.fill('#importContent', 'a draft of One ')
    const picture = Buffer.from(
      'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      'base64',
    )
    const file = { name: 'dot.gif', mimeType: 'image/gif', buffer: picture }
    await page.setInputFiles('#importFile', file)
    await page.locator('#importPreview img').waitFor({ state: 'attached' })
    await page.goto(`${server.url}/import?title=Another`)
    assert.equal(await page.inputValue('#importContent'), '')
    await write('Another', 'not kept')
    await untilState('Ready')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.click('#importDraft a')
    await page.waitForURL(/draft/)
    assert.equal(await page.inputValue('#importTitle'), 'One')
    assert.equal(await page.inputValue('#importContent'), 'a draft of One ![dot](dot.gif)')
    await page.locator('#importPreview img').waitFor({ state: 'attached' })
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.goto(`${server.url}/import`)
    assert.equal(await page.inputValue('#importContent'), 'a draft of One ![dot](dot.gif)')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await page.locator('#importDraft').waitFor({ state: 'detached' })
    assert.equal(await page.inputValue('#importContent'), '')
  })

  test('a megabyte is pasted and shown, and beyond the limits it is said which', async () => {
    await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.fill('#importTitle', 'Large')
    const paste = async (text: string): Promise<void> => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.focus('#importContent')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('ControlOrMeta+V')
    }
    const paragraph = `*Some* words. ${'A sentence of plain words. '.repeat(150)}\n\n`
    const large = paragraph.repeat(Math.floor((1024 * 1024) / paragraph.length))
    await paste(large)
    await untilState('Ready')
    assert.ok((await page.locator('#importPreview p').count()) > large.length / paragraph.length)
    await paste(large + paragraph.repeat(10))
    await untilState('Markdown must be at most 1048576 bytes')
    await paste('x'.repeat(8 * 1024 * 1024))
    await untilState('more than 8 MiB, the most that can be sent')
    await page.click(importButton)
    await page.locator('#importProblem', { hasText: 'more than 8 MiB' }).waitFor()
  })

  test('works by keyboard, and Enter in a field imports nothing', async () => {
    await open()
    const tabTo = async (attribute: string, value: string): Promise<void> => {
      await page.keyboard.press('Tab')
      assert.equal(await focused(attribute), value)
    }
    await page.focus('#importPlace > summary')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await focused('data-tool'), 'heading')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await tabTo('id', 'importSpace')
    await tabTo('id', 'importSearch')
    await page.keyboard.press('Enter')
    await tabTo('type', 'radio')
    await tabTo('id', 'importLabels')
    await page.keyboard.type('by-hand')
    await tabTo('id', 'importFile')
    await tabTo('id', 'importFolder')
    await page.keyboard.press('Escape')
    await page.locator('#importPlace:not([open])').waitFor()
    await tabTo('id', 'importTitle')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await tabTo('id', 'importContent')
    await page.keyboard.type('typed')
    await untilState('Ready')
    assert.match(page.url(), /\/import$/)
    await tabTo('id', 'importPreview')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await readImported()
    assert.equal(await page.locator('.labels').innerText(), 'by-hand')
  })
})

describe('the look', () => {
  const overflow = (): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - innerWidth')
  const box = async (
    selector: string,
  ): Promise<{ x: number; y: number; width: number; height: number }> => {
    const found = await page.locator(selector).boundingBox()
    assert.ok(found)
    return found
  }

  test('stands side by side where there is room, else one at a time', async () => {
    await open()
    const [editor, preview] = [await box('#importContent'), await box('#importPreview')]
    assert.ok(preview.x >= editor.x + editor.width)
    assert.ok(Math.abs(preview.y - (await box('#importTitle')).y) < 4)
    const row = `|${' a column |'.repeat(12)}\n`
    await write('Wide', `${row}${row.replaceAll(' a column ', '---')}${row}`)
    await page.locator('#importPreview td').first().waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    const above = await box('#importContent')
    assert.ok(above.y < 300, `the text begins at ${above.y}`)
    assert.equal(await page.isVisible('#importPreview'), false)
    assert.ok((await overflow()) <= 0)
    await page.getByText('Preview', { exact: true }).first().click()
    assert.equal(await page.isVisible('#importPreview'), true)
    assert.equal(await page.isVisible('#importContent'), false)
    assert.ok((await overflow()) <= 0)
    await page.goto(`${server.url}/api`)
    assert.ok((await overflow()) <= 0)
  })

  test('keeps the rules of accessibility, light and dark', async () => {
    const check = async (name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityProblems(page), [], `${name} in ${colorScheme}`)
      }
    }
    await open()
    await check('empty form')
    await write(
      'Accessible',
      '# One\n\n<video>\n\n| a |\n|---|\n| b |\n\n> [!NOTE]\n> Note\n\n- [x] d',
    )
    await untilState('Ready')
    await check('form with preview')
    await page.fill('#importTitle', '')
    await page.click(importButton)
    await page.locator('#importProblem:not([hidden])').waitFor()
    await check('form with problem')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${server.url}/api`)
    await page.locator('button.copy:visible').first().waitFor()
    await check('API page')
  })
})

test('without scripts everything works by buttons', async () => {
  const above = await server.save({ pageTitle: 'Numbat' })
  await open({ javaScriptEnabled: false })
  await write('Without scripts', '## Part\n\n<video>')
  await togglePlace()
  await page.fill('#importSearch', 'numb')
  await page.click('button[value="find"]')
  await page.check(`input[name="parentId"][value="${above}"]`)
  await page.click('button[value="preview"]')
  assert.equal(await page.textContent('#importPreview h2'), 'Part')
  assert.match((await page.textContent('#importWarnings')) ?? '', /Line 3/)
  assert.equal(
    await page.textContent('#importState'),
    'Ready: this makes a new page. Nothing gets lost. 1 changed',
  )
  await page.fill('#importTitle', ' ')
  await page.click(importButton)
  assert.match((await page.textContent('#importProblem')) ?? '', /Give the page a title/)
  assert.equal(await page.inputValue('#importContent'), '## Part\n\n<video>')
  await page.fill('#importTitle', 'Without scripts')
  await page.click(importButton)
  await readImported()
  assert.match((await page.textContent('.breadcrumb')) ?? '', /Numbat/)
})

test('examples are copied by a button', async () => {
  await open({ permissions: ['clipboard-read', 'clipboard-write'] }, '/api')
  await page.getByRole('button', { name: 'Copy GitLab CI' }).click()
  await page.locator('output', { hasText: 'Copied' }).waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  assert.equal(copied, await page.textContent('#gitlab-ci-example'))
})
