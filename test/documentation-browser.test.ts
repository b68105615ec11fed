/** A documentation site that was imported, read in a browser: its order, its neighbours and its tabs. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, testBrowser, watchComplaints } from './support/browser/browser.ts'
import { type DocsFolder, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const files = {
  'mkdocs.yml': `nav:
  - index.md
  - Zero to sea: start.md
  - Harbour:
    - harbour/index.md
    - Tides: harbour/tides.md
    - Berths: harbour/berths.md
  - A last word: end.md
`,
  'docs/index.md': '# Boats\n\nRead [the start](start.md) first.\n',
  'docs/start.md': `# Zero to sea

=== "Sail"

    Hoist the **main** sail, see [tides](harbour/tides.md#low-water).

    !!! tip
        Mind the boom.

=== "Engine"

    \`\`\`sh
    start engine
    \`\`\`
`,
  'docs/harbour/index.md': '# Harbour\n\nWhere boats lie.\n',
  'docs/harbour/tides.md': '# Tides\n\nUp.\n\n## Low water\n\nDown.\n',
  'docs/harbour/berths.md': '# Berths\n\nPlaces.\n',
  'docs/end.md': '# A last word\n\nGoodbye.\n',
}
const inOrder = ['Boats', 'Zero to sea', 'Harbour', 'Tides', 'Berths', 'A last word']

let server: TestServer
let folder: DocsFolder
let addresses: ReadonlyMap<string, string>
const browser = testBrowser()

before(async () => {
  server = await startFreshServer('sqlite')
  folder = docsFolder(files)
  const { pages, warnings } = await importDocs(server, folder, {
    paths: [join(folder.path, 'docs')],
  })
  assert.deepEqual(warnings, [])
  addresses = new Map(Object.values(pages).map(({ title, page }) => [title, page?.url ?? '']))
})
after(async () => {
  folder.remove()
  await server.stop()
})

async function open(title: string, view = {}): Promise<Page> {
  const page = await browser.open(view)
  await page.goto(addresses.get(title) as string)
  return page
}

test('the tree has the order of the navigation, not of the titles', async () => {
  const page = await open('Tides')
  const titles = await page.locator('nav.tree a:not([aria-label])').allTextContents()
  const shown = titles.filter((title) => inOrder.includes(title))
  assert.deepEqual(shown, inOrder)
})

test('next and previous lead through all pages and back', async () => {
  for (const hasScripts of [true, false]) {
    const page = await open('Boats', { hasScripts })
    const neighbours = page.getByRole('navigation', { name: 'Previous and next page' })
    const heading = page.locator('h1').first()
    for (const title of inOrder.slice(1)) {
      await neighbours.locator('a[rel=next]').click()
      await page.waitForURL(addresses.get(title) as string)
      assert.equal(await heading.textContent(), title)
    }
    for (const title of inOrder.slice(0, -1).reverse()) {
      await neighbours.locator('a[rel=prev]').click()
      await page.waitForURL(addresses.get(title) as string)
    }
  }
})

test('tabs are tabs, with all that they hold', async () => {
  const page = await open('Zero to sea')
  const complaints = watchComplaints(page)
  const tabs = page.locator('.document details')
  assert.deepEqual(await tabs.locator('summary').allTextContents(), ['Sail', 'Engine'])
  assert.equal(await tabs.first().locator('strong').first().textContent(), 'main')
  assert.match((await tabs.first().innerText()) ?? '', /Mind the boom/)
  await tabs.last().locator('summary').click()
  assert.match(await tabs.last().locator('pre').innerText(), /start engine/)
  assert.deepEqual(await accessibilityProblems(page), [])
  await tabs.first().locator('summary').click()
  await tabs.first().getByRole('link', { name: 'tides' }).click()
  await page.waitForURL(/#.*low-water$/)
  assert.ok(await page.evaluate('document.querySelector(":target")?.textContent.includes("Low")'))
  assert.deepEqual(complaints, [])
})
