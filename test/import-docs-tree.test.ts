/** A real docs tree: imported whole, every link between its pages resolves, a second run sends nothing. @module */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { sql } from '../src/database/sql.ts'
import { type DocsFolder, docsFolder, importDocs } from './support/docs-folder.ts'
import { copyDocsTree } from './support/docs-tree.ts'
import { gif, png } from './support/images.ts'
import { createTestStore, forEachEngine } from './support/test-engines.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'

const maxFiles = 200

/** Ids, internal links and the service's own images of a page. */
function readPage(
  html: string,
  origin: string,
): { ids: Set<string>; links: string[]; images: string[] } {
  const ids = new Set<string>()
  const links: string[] = []
  const images: string[] = []
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value)
        if (name === 'src' && node.tagName === 'img' && value.startsWith('/')) images.push(value)
        if (name === 'href' && node.tagName === 'a' && value.startsWith(`${origin}/wiki/`)) {
          links.push(value)
        }
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return { ids, links, images }
}

forEachEngine((_, engine) => {
  let server: TestServer
  let folder: DocsFolder
  let remove: () => Promise<void>
  before(async () => {
    const store = await createTestStore(engine)
    remove = store.remove
    server = await startTestServer(store.options)
    folder = docsFolder()
    copyDocsTree(folder.path, maxFiles)
    folder.write({
      'pictured/README.md':
        '# Pictured\n\n![a](images/a.png) ![b](images/b.gif) ![c](images/c.svg)',
      'pictured/images/a.png': png,
      'pictured/images/b.gif': gif,
      'pictured/images/c.svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
    })
  })
  after(async () => {
    await server.stop()
    await remove()
    folder.remove()
  })
  // Packages of types all have the same title.
  const importTree = () => importDocs(server, folder, { exclude: ['@types'] })
  const countVersions = async (): Promise<{ pages: number; versions: number }> => {
    const [row] = await server.database.read<{ pages: number; versions: number }>(sql`
      select (select count(*) from pages) as pages, (select count(*) from page_versions) as versions`)
    return row as { pages: number; versions: number }
  }

  test('is imported whole, and once', async (t) => {
    const { report, pages } = await importTree()
    const { counts } = report
    const failures = Object.values(pages).filter(({ outcome }) => outcome !== 'created')
    assert.deepEqual(
      failures.map(({ file, message }) => `${file}: ${message}`),
      [],
    )
    assert.ok(counts.created > 150, `only ${counts.created}`)

    await t.test(
      'every link between its pages leads to a page, and to a heading of it; every image is there',
      async () => {
        const idsOf = new Map<string, Set<string>>()
        const links: string[] = []
        const images = new Set<string>()
        for (const { page } of Object.values(pages)) {
          const response = await fetch(page?.url as string)
          assert.equal(response.status, 200, page?.url)
          const read = readPage(await response.text(), server.url)
          idsOf.set(page?.url as string, read.ids)
          links.push(...read.links)
          for (const image of read.images) images.add(image)
        }
        for (const link of links) {
          const [url = '', fragment] = link.split('#')
          const ids = idsOf.get(url)
          assert.ok(ids, `${link} leads to no page`)
          if (fragment !== undefined) assert.ok(ids.has(decodeURIComponent(fragment)), link)
        }
        for (const image of images) {
          const { status, headers } = await fetch(server.url + image)
          assert.equal(status, 200, image)
          assert.match(headers.get('content-type') ?? '', /^image\//, image)
        }
        assert.ok(images.size >= 3, `only ${images.size} images`)
        assert.ok(links.length > 100, `only ${links.length} links`)
        assert.ok(
          links.some((link) => link.includes('#')),
          'no link to a heading',
        )
      },
    )

    await t.test('a second run leaves all as it is, and asks nothing', async () => {
      const before = await countVersions()
      const again = await importTree()
      assert.deepEqual(again.report.counts, { ...counts, created: 0, unchanged: counts.created })
      assert.deepEqual(await countVersions(), before)
    })

    await t.test('so does one without the manifest: pages are found by their titles', async () => {
      const before = await countVersions()
      rmSync(join(folder.path, '.markport'), { recursive: true })
      const again = await importTree()
      assert.deepEqual(again.report.counts, { ...counts, created: 0, unchanged: counts.created })
      assert.deepEqual(await countVersions(), before)
      assert.deepEqual(
        Object.entries(again.pages)
          .map(([file, { page }]) => [file, page?.id])
          .sort(),
        Object.entries(pages)
          .map(([file, { page }]) => [file, page?.id])
          .sort(),
      )
    })
  })
})
