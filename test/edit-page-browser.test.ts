/** Writing in a real browser: the toolbar and its keys, drafts of a page, two people at one. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, testBrowser } from './support/browser/browser.ts'
import { composedServer, dropDraft } from './support/service/composed-server.ts'

const server = composedServer('sqlite')
const browser = testBrowser()

const importPage = (pageTitle: string, content: string): Promise<string> =>
  server.save({ overwrite: true, pageTitle, content })
const editPath = (id: string): string => `${server.url}/wiki/spaces/DOCS/edit/${id}`
const content = '#importContent'
const save = 'button[value="import"]'

async function openForm(path = '/import', view = {}): Promise<Page> {
  await dropDraft(server)
  const page = await browser.open(view)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path.startsWith('/') ? server.url + path : path)
  return page
}

function inEditor(page: Page, statements: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const area = document.getElementById('importContent')
    ${statements}
  })()`)
}

test('tools and keys write the signs of Markdown around what is chosen, and take them away', async () => {
  const page = await openForm()
  const typed = async (
    text: string,
    from: string,
    act: () => Promise<unknown>,
  ): Promise<string> => {
    await page.fill(content, text)
    const start = text.indexOf(from)
    await inEditor(page, `area.focus(); area.setSelectionRange(${start}, ${start + from.length})`)
    await act()
    return page.inputValue(content)
  }
  const press = (key: string) => () => page.keyboard.press(`ControlOrMeta+${key}`)
  const tool = (name: string) => () => page.click(`[data-tool="${name}"]`)
  assert.equal(await typed('some words here', 'words', press('b')), 'some **words** here')
  assert.equal(await typed('some **words** here', 'words', press('b')), 'some words here')
  assert.equal(await typed('some **words** here', 'words', press('i')), 'some ***words*** here')
  assert.equal(await typed('some words here', ' words ', press('i')), 'some *words* here')
  assert.equal(await typed('a b c', 'b', press('e')), 'a `b` c')
  assert.equal(await typed('a\nb', 'a\nb', tool('code')), '```\na\nb\n```\n')
  assert.equal(await typed('go here', 'here', press('k')), 'go [here](https://)')
  assert.equal(
    await typed('https://e.org', 'https://e.org', tool('link')),
    '[words](https://e.org)',
  )
  assert.equal(await typed('one\ntwo', 'one\ntwo', tool('list')), '- one\n- two')
  assert.equal(await typed('- one\n- two', '- one\n- two', tool('list')), 'one\ntwo')
  assert.equal(await typed('one\ntwo', 'two', tool('tasks')), 'one\n- [ ] two')
  assert.equal(await typed('one', 'one', tool('heading')), '## one')
  assert.equal(await typed('one', 'one', tool('quote')), '> one')
  assert.match(await typed('', '', tool('table')), /^\| Column \| Column \|\n\| --- \| --- \|\n/)
  assert.equal(await typed('some words', 'words', press('b')), 'some **words**')
  await page.keyboard.press('ControlOrMeta+z')
  assert.equal(await page.inputValue(content), 'some words')
  await page.fill('#importTitle', 'Saved by a key')
  await page.locator(content).press('ControlOrMeta+s')
  await page.waitForURL(/\/pages\/\d+$/)
})

test('Enter goes on with a list, and ends it at an empty item', async () => {
  const page = await openForm()
  const area = page.locator(content)
  await area.pressSequentially('- one\ntwo')
  assert.equal(await page.inputValue(content), '- one\n- two')
  await area.pressSequentially('\n\nplain\n9. nine\nten\n\n> * [x] done\nnext')
  const lists = '- one\n- two\nplain\n9. nine\n10. ten\n> * [x] done\n> * [ ] next'
  assert.equal(await page.inputValue(content), lists)
  await page.keyboard.press('Shift+Enter')
  await area.pressSequentially('x')
  assert.equal(await page.inputValue(content), `${lists}\nx`)
})

test('a button adds images and files', async () => {
  const page = await openForm()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add images or files' }).click()
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await (await choosing).setFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: picture })
  await page.locator('#importPreview img').waitFor({ state: 'attached' })
  assert.equal(await page.inputValue(content), '![dot](dot.gif)')
})

test('the panel leaves the button free on every screen, and where one writes is outlined', async () => {
  const page = await openForm()
  for (const [width, height] of [
    [1440, 900],
    [1280, 640],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.click('#importPlace > summary')
    const panel = await page.locator('.place-panel > .side').boundingBox()
    const button = await page.locator(save).boundingBox()
    const boxes = JSON.stringify([panel, button])
    assert.ok(panel && button && panel.y + panel.height <= button.y, `${width}: ${boxes}`)
    await page.keyboard.press('Escape')
  }
  for (const field of ['#importTitle', content]) {
    await page.focus(field)
    const outline = await inEditor(page, 'return getComputedStyle(document.activeElement).outline')
    assert.match(String(outline), /solid [12]|[12]px.* solid/, field)
  }
})

test('a draft of a page comes back with it anywhere, and goes when it is discarded or taken back', async () => {
  const [id, other] = [await importPage('Drafted', 'kept'), await importPage('Another', 'its own')]
  const page = await openForm(editPath(id))
  const state = (words: string): Promise<unknown> =>
    page.locator('#importState', { hasText: words }).waitFor()
  await state('Nothing has changed')
  await page.locator(content).press('ControlOrMeta+End')
  await page.locator(content).pressSequentially(' and more')
  await state('to version 2')
  await page.goto(editPath(other))
  assert.equal(await page.inputValue(content), 'its own')
  assert.equal(await page.locator('#importDraft').count(), 0)
  await importPage('Drafted', 'theirs')
  const elsewhere = await openForm(editPath(id))
  assert.equal(await elsewhere.inputValue(content), 'kept and more')
  assert.match((await elsewhere.textContent('#importConflict')) ?? '', /What admin saved meanwhile/)
  assert.deepEqual(await accessibilityProblems(elsewhere), [])
  await elsewhere.getByRole('button', { name: 'Discard it' }).click()
  await elsewhere.locator('#importDraft').waitFor({ state: 'detached' })
  assert.equal(await elsewhere.inputValue(content), 'theirs')
  await page.goto(editPath(other))
  await page.fill(content, 'changed')
  await state('to version 2')
  await page.fill(content, 'its own')
  await state('Nothing has changed')
  await page.goto(editPath(other))
  assert.equal(await page.locator('#importDraft').count(), 0)
})

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const) {
  test(`who saves second sees both texts, ${width} px wide, ${colorScheme}`, async () => {
    const title = `Of two ${width} ${colorScheme}`
    const id = await importPage(title, 'first')
    const page = await openForm(editPath(id), { width, colorScheme })
    await page.locator('#importState[data-kind="unchanged"]').waitFor()
    const top = (await page.locator(content).boundingBox())?.y ?? Number.NaN
    assert.ok(top < 300, `the text begins at ${top}`)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.click('#importPlace > summary')
    assert.deepEqual(await accessibilityProblems(page), [], 'the panel')
    await page.keyboard.press('Escape')
    await importPage(title, 'theirs')
    await page.fill(content, 'mine')
    await page.click(save)
    await page.locator('#importProblem', { hasText: 'Both texts are here' }).waitFor()
    assert.equal(
      await page.getByRole('textbox', { name: /What admin saved/ }).inputValue(),
      'theirs',
    )
    assert.deepEqual(await accessibilityProblems(page), [], 'both texts')
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.ok(Number(overflow) <= 0)
    await page.click(save)
    await page.waitForURL(/\/pages\/\d+$/)
    await page.goto(`${server.url}/wiki/spaces/DOCS/history/${id}`)
    assert.match((await page.textContent('main')) ?? '', /Version 3/)
  })
}
