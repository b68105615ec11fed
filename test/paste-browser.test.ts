/** What is pasted from other programs, in a real browser: their clipboards, and the Markdown of each. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { testBrowser } from './support/browser/browser.ts'
import { composedServer, dropDraft } from './support/service/composed-server.ts'

const server = composedServer('sqlite')
const browser = testBrowser()

const content = '#importContent'
const told = '#importPasted'

async function openForm(): Promise<Page> {
  await dropDraft(server)
  const page = await browser.open()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/import`)
  return page
}

interface Clipboard {
  readonly html: string
  readonly text?: string
  /** Images, by their base64. */
  readonly images?: readonly string[]
}

/** @returns Whether the form takes the paste over; else the browser decides. */
async function paste(page: Page, clipboard: Clipboard): Promise<boolean> {
  return page.evaluate(`(() => {
    const { html, text = 'plain', images = [] } = ${JSON.stringify(clipboard)}
    const area = document.getElementById('importContent')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', text)
    for (const image of images) {
      const bytes = Uint8Array.from(atob(image), (sign) => sign.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.gif', { type: 'image/gif' }))
    }
    area.focus()
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    area.dispatchEvent(event)
    return event.defaultPrevented
  })()`)
}

async function pasted(page: Page, clipboard: Clipboard): Promise<string> {
  await page.evaluate(`document.getElementById('importPasted').hidden = true`)
  await page.fill(content, '')
  assert.equal(await paste(page, clipboard), true)
  await page.locator(told).waitFor()
  return page.inputValue(content)
}

/** What cannot be kept of each, as it is told. */
const clipboards: Readonly<Record<string, string>> = {
  word: ' Not kept: 1 list with letters, 1 image.',
  'word-web': '',
  'google-docs': '',
  confluence: ' Not kept: 1 image, 1 macro toc.',
  'confluence-data-center': ' Not kept: 1 link.',
  outlook: ' Not kept: 1 image.',
  'outlook-web': '',
  notion: '',
  'web-page': ' Not kept: 1 video, 1 frame, 1 list with letters.',
}

for (const [name, lost] of Object.entries(clipboards)) {
  test(`the clipboard of ${name} becomes the Markdown of what people saw`, async () => {
    const page = await openForm()
    const read = (ending: string): string =>
      readFileSync(new URL(`fixtures/clipboards/${name}.${ending}`, import.meta.url), 'utf8')
    assert.equal(`${await pasted(page, { html: read('html') })}\n`, read('md'))
    const says = (await page.textContent(told)) ?? ''
    assert.equal(
      says,
      `What was pasted became Markdown.${lost} Ctrl+Z takes it back; Ctrl+Shift+V pastes text alone.`,
    )
    const kind = lost === '' ? 'ready' : 'lossy'
    assert.equal(await page.getAttribute(told, 'data-kind'), kind)
  })
}

const parts: readonly (readonly [what: string, html: string, markdown: string])[] = [
  ['marks', '<p>a <b>b</b> <i>c</i><s>d</s> <code>e`f</code></p>', 'a **b** *c*~~d~~ ``e`f``'],
  ['headings', '<h2>One <em>two</em></h2><p>three</p>', '## One *two*\n\nthree'],
  ['lists', '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c</li></ul>', '- a\n  3. b\n- c'],
  ['loose lists', '<ol><li><p>a</p><p>b</p></li><li>c</li></ol>', '1. a\n\n   b\n\n2. c'],
  ['tasks', '<ul><li><input type="checkbox" checked> done</li></ul>', '- [x] done'],
  [
    'links',
    '<a href="https://e.org/a b">words</a><a href="#x"> here</a>',
    '[words](<https://e.org/a b>) here',
  ],
  [
    'code',
    '<pre><code class="language-js">a\n```\nb</code></pre><p>c</p>',
    '````js\na\n```\nb\n````\n\nc',
  ],
  [
    'tables',
    '<table><tr><th>A</th><th>B|C</th></tr><tr><td>1<br>2</td></tr></table>',
    '| A | B\\|C |\n| --- | --- |\n| 1<br>2 |  |',
  ],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote><hr>', '> a\n>\n> b\n\n***'],
  [
    'what would mean something',
    '<p><b>*a*</b> [b] 1 &lt; 2 &lt;i><br># c &amp;amp; $x$</p><p>1. d</p>',
    '**\\*a\\*** \\[b\\] 1 < 2 \\<i>\\\n\\# c \\&amp; \\$x$\n\n1\\. d',
  ],
  ['style that is no attribute', '<p>a <i>b</i> style="c"</p>', 'a *b* style="c"'],
  ['a normal b', '<b style="font-weight:normal"><p>a <strong>b</strong></p></b>', 'a **b**'],
  ['hostile nesting', `${'<div><b>'.repeat(3_000)}deep`, '**deep**'],
]

test('all that HTML has is written in its signs', async () => {
  const page = await openForm()
  for (const [what, html, markdown] of parts) {
    assert.equal(await pasted(page, { html }), markdown, what)
  }
})

test('plain words, files and code are left to the browser', async () => {
  const page = await openForm()
  for (const html of [
    '<meta charset="utf-8"><span style="color: red">words</span>',
    '<pre style="white-space: pre-wrap"># a file</pre>',
    '<div style="font-family: monospace"><div><b>a</b></div></div>',
  ]) {
    assert.equal(await paste(page, { html }), false, html)
  }
  await page.fill(content, '```\ncode\n')
  assert.equal(await paste(page, { html: '<p>a <b>b</b></p>' }), false, 'inside of code')
  await page.fill(content, '```\ncode\n```\n')
  assert.equal(await paste(page, { html: '<p>a <b>b</b></p>' }), true)
})

const picture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('images that come along are sent with the page', async () => {
  const page = await openForm()
  const within = `<p>a <img src="data:image/gif;base64,${picture}" alt="dot"></p>`
  assert.equal(await pasted(page, { html: within }), 'a ![dot](image.gif)')
  await page.locator('#importPreview img').waitFor({ state: 'attached' })
  const beside = '<p>b</p><img src="file:///C:/clip.gif"><p><b>c</b></p>'
  const text = await pasted(page, { html: beside, images: [picture] })
  assert.equal(text, 'b\n\n![](image-2.gif)\n\n**c**')
  const listed = await page.locator('#importImages li').allTextContents()
  assert.equal(listed.length, 2)
  assert.match((await page.textContent(told)) ?? '', /became Markdown\. Ctrl/)
})

test('what Markdown has no signs for is told of, and the paste can be taken back', async () => {
  const page = await openForm()
  await page.locator(content).pressSequentially('before ')
  await paste(page, { html: '<p>a <b>b</b><video></video><video></video><canvas></canvas></p>' })
  await page.locator(told).waitFor()
  assert.equal(await page.inputValue(content), 'before a **b**')
  assert.match((await page.textContent(told)) ?? '', /Not kept: 2 videos, 1 drawing\. Ctrl\+Z/)
  await page.keyboard.press('ControlOrMeta+z')
  assert.equal(await page.inputValue(content), 'before ')
  assert.equal(await page.locator(told).isVisible(), false)
})

test('without its scripts the words are pasted', async () => {
  const page = await openForm()
  await page.route('**/turndown.js', (route) => route.abort())
  assert.equal(await pasted(page, { html: '<p>a <b>b</b></p>', text: 'a b' }), 'a b')
  assert.match((await page.textContent(told)) ?? '', /Not kept: 1 formatting/)
})
