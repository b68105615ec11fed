/** The reader's pages in a real browser: the tree, copying, keys, colours and axe's rules. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { waitUntil } from './support/base/wait-until.ts'
import { accessibilityProblems, launchBrowser, visit } from './support/browser/browser.ts'
import { freshServer } from './support/service/fresh-server.ts'

const content = `## First part

Text with a note[^1], \`code\` and a [link](https://example.org/).

\`\`\`js
const answer = '${'long '.repeat(40)}'
\`\`\`

| A | B | C | D | E | F |
|---|---|---|---|---|---|
| \`--an-option <with:value>\` | \`MARKPORT_OPTION\` | \`127.0.0.1:8787\` | words and more words | x | \`another-long-code-word\` |

## ${'Averylongwordwithoutanybreak'.repeat(6)}

> [!NOTE]
> A panel.

[^1]: The note.
`

const server = freshServer('sqlite', {}, async () => {
  const save = async (pageTitle: string, fields: object = {}): Promise<string> =>
    await server.save({ pageTitle, content, ...fields })
  parentId = await save('Parent')
  pageId = await save('Child', { parentId })
  await save('Child', { parentId, overwrite: true, content: content.replace('Text with', 'More') })
  await save('Grandchild', { parentId: pageId })
  const many = await save('Many')
  for (let index = 100; index < 320; index += 1) {
    await save(`Entry ${index}`, { parentId: many, content: 'x' })
  }
  deepId = pageId
  for (let level = 1; level <= 9; level += 1) {
    deepId = await save(`Level ${level} of a rather deep tree`, { parentId: deepId, content: 'x' })
  }
  browser = await launchBrowser()
})
let browser: Browser
let pageId: string
let parentId: string
let deepId: string

after(async () => {
  await browser.close()
})

const open = (
  path: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> => visit(browser, server.url + path, use, options)

const homepage = (): string => `/wiki/spaces/DOCS/pages/${server.space.homepageId}`
const address = (): string => `/wiki/spaces/DOCS/pages/${pageId}`

test('the tree opens and closes in place, level by level', async () => {
  await open(homepage(), async (page) => {
    const tree = page.locator('nav.tree')
    await tree.getByRole('link', { name: 'Pages below Parent' }).click()
    await tree.getByRole('link', { name: 'Pages below Child' }).click()
    await tree.getByRole('link', { name: 'Grandchild', exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    const toggle = tree.getByRole('link', { name: 'Pages below Parent' })
    assert.equal(await toggle.getAttribute('aria-expanded'), 'true')
    await toggle.click()
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
    assert.equal(await tree.getByRole('link', { name: 'Child', exact: true }).count(), 0)
    await toggle.press('Enter')
    await tree.getByRole('link', { name: 'Grandchild', exact: true }).waitFor()
  })
})

test('the tree shows more pages of a large level in place', async () => {
  await open(homepage(), async (page) => {
    const tree = page.locator('nav.tree')
    await tree.getByRole('link', { name: 'Pages below Many' }).click()
    await tree.getByRole('link', { name: 'Entry 299', exact: true }).waitFor()
    await tree.getByRole('link', { name: 'More pages' }).click()
    await tree.getByRole('link', { name: 'Entry 319', exact: true }).waitFor()
    assert.equal(await tree.getByRole('link', { name: /^Entry/ }).count(), 220)
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Entry 300')
  })
})

test('the field above the tree searches the space', async () => {
  await open(homepage(), async (page) => {
    const tree = page.locator('nav.tree')
    await tree.getByRole('searchbox').fill('panel')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?space=DOCS&q=panel/)
  })
})

test('a button copies the code, and nothing but the code', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await open(
    address(),
    async (page) => {
      await page.getByRole('button', { name: 'Copy this code' }).click()
      await page.getByText('Copied').first().waitFor()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      assert.equal(copied, `const answer = '${'long '.repeat(40)}'`)
    },
    { permissions },
  )
})

test('keys lead to the content, the tree and the headings', async () => {
  await open(address(), async (page) => {
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).hash, '#main')
    await page.locator('#a-h-first-part').focus()
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).opacity'), '1')
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).hash, '#h-first-part')
  })
})

test('the outline says which part is being read', async () => {
  await open(address(), async (page) => {
    const current = page.locator('nav.outline [aria-current]')
    assert.equal(await current.textContent(), 'First part')
    await page.evaluate("document.body.style.paddingBottom = '100vh'; scrollTo(0, 1e6)")
    await page.locator('nav.outline [aria-current]', { hasText: 'Averylong' }).waitFor()
  })
})

const views = (): string[] => [
  '/',
  address(),
  homepage(),
  `/wiki/spaces/DOCS/pages/${deepId}`,
  `/wiki/spaces/DOCS/history/${pageId}`,
  `/wiki/spaces/DOCS/history/${pageId}/1`,
  `/wiki/spaces/DOCS/compare/${pageId}?from=1&to=2`,
  `/wiki/spaces/DOCS/markdown/${pageId}`,
  `/wiki/spaces/DOCS/children/${parentId}`,
  '/search?q=text&space=DOCS',
]

test('every view keeps the rules that axe knows, and none scrolls sideways, on any screen', async () => {
  for (const path of views()) {
    await open(path, async (page) => {
      for (const width of [320, 390, 768, 1000, 1280, 1920]) {
        const colorScheme = width < 1000 ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.ok(Number(over) <= 0, `${path} at ${width}: ${over}`)
        if (width !== 390 && width !== 1280) continue
        assert.deepEqual(await accessibilityProblems(page), [], `${path} ${colorScheme} ${width}`)
      }
    })
  }
})

test('a wide table takes more room than sentences', async () => {
  const columns = Array.from({ length: 14 }, (_, index) => `\`column_number_${index}\``)
  const wide = [columns, columns.map(() => '---'), columns].map((row) => `| ${row.join(' | ')} |`)
  const words = 'Words that are long enough for a line. '.repeat(10)
  const { json } = await server.post({
    pageTitle: 'Wide',
    content: [words, '', ...wide].join('\n'),
  })
  await open(new URL(json.page.url).pathname, async (page) => {
    const frame = page.getByRole('region', { name: 'Table 1' })
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1400, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const { sentences, table, inside, over } = (await page.evaluate(`(() => {
        const frame = document.querySelector('.table')
        return {
          sentences: document.querySelector('.document > p').clientWidth,
          table: frame.clientWidth,
          inside: frame.scrollWidth,
          over: document.documentElement.scrollWidth - innerWidth,
        }
      })()`)) as Record<'sentences' | 'table' | 'inside' | 'over', number>
      assert.equal(over, 0)
      assert.ok(inside > table)
      assert.ok(width < 500 ? table === sentences : table > sentences, `${table} ${sentences}`)
      await frame.focus()
      await frame.press('ArrowRight')
      await waitUntil('the table scrolls', async () => (await isScrolled(page)) === true)
    }
  })
})

const isScrolled = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelector('.table').scrollLeft > 0")
