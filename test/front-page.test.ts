/** The README of a folder as the homepage of its space, in every wiki. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { started } from './support/service/started.ts'

for (const { name, kind } of folderWikis) {
  describe(name, () => {
    const wiki = started(() => startFolderWiki(kind))
    let spaces = 0

    const start = async (files: DocsFiles) => {
      spaces += 1
      const space = await wiki.addSpace(`F${spaces}`)
      const run = (folder: DocsFolder, options: Parameters<typeof importDocs>[2] = {}) =>
        importDocs({ endpoint: wiki.server.endpoint, token: wiki.server.token, space }, folder, {
          frontPage: 'auto',
          ...options,
        })
      const folder = docsFolder(files)
      return { space, run, folder, home: space.homepageId }
    }
    const files = {
      'README.md': '# Start\n\nWelcome. [a](a.md)\n',
      'a.md': '# A\n\n[up](README.md)\n',
    }

    test('the README becomes the homepage, and a second run changes nothing', async () => {
      const { space, run, folder, home } = await start(files)
      const foreseen = await run(folder, { dryRun: true })
      assert.deepEqual(
        [foreseen.pages['README.md']?.outcome, foreseen.pages['README.md']?.page?.id],
        ['updated', home],
      )
      assert.deepEqual(await space.pages(), {})
      const title = space.name
      const { pages, warnings } = await run(folder)
      assert.deepEqual(warnings, [])
      assert.equal(pages['README.md']?.page?.id, home)
      const { A, [title]: front } = await space.pages()
      assert.equal(front?.id, home)
      assert.match(front?.markdown ?? '', /Welcome/)
      assert.equal(A?.parentId, home)
      const { url = 'none' } = pages['README.md']?.page ?? {}
      // Links within the embedded wiki are stored without its address.
      const link = kind === undefined ? url.slice(url.indexOf('spaces/')) : url
      assert.ok(A?.markdown.includes(`(${link})`), A?.markdown)
      const count = await space.countPages()
      assert.equal(count, 2)
      for (const options of [{}, { resend: true }]) {
        const again = await run(folder, options)
        assert.equal(again.report.counts.unchanged, 2, JSON.stringify([options, again.pages]))
        assert.deepEqual(again.report.withoutFile, [])
      }
      folder.write({ 'README.md': '# Start anew\n\nWelcome back. [a](a.md)\n' })
      const changed = await run(folder)
      assert.equal(changed.pages['README.md']?.outcome, 'updated')
      assert.match((await space.pages())[title]?.markdown ?? '', /Welcome back/)
      assert.equal(await space.countPages(), count)
    })

    test('so does a README that is named beside folders, and none that is named alone', async () => {
      const { run, folder, home } = await start({ ...files, 'docs/b.md': '# B\n\nb\n' })
      const paths = (...names: string[]) => ({
        paths: names.map((name) => `${folder.path}/${name}`),
      })
      const alone = await run(folder, { ...paths('README.md', 'a.md'), dryRun: true })
      assert.equal(alone.pages['README.md']?.outcome, 'created')
      const { pages } = await run(folder, paths('README.md', 'docs'))
      assert.equal(pages['README.md']?.page?.id, home)
      const again = await run(folder, paths('README.md', 'docs'))
      assert.equal(again.report.counts.unchanged, 3, JSON.stringify(again.pages))
    })

    test('what somebody wrote there stays, and the README has a page of its own', async () => {
      const { space, run, folder, home } = await start(files)
      await run(folder)
      await space.editPage(home)
      for (const outcome of ['created', 'unchanged']) {
        const { pages, warnings, report } = await run(folder)
        assert.equal(pages['README.md']?.outcome, outcome)
        assert.notEqual(pages['README.md']?.page?.id, home)
        assert.deepEqual(report.withoutFile, [])
        if (outcome === 'created') assert.deepEqual(warnings, ['README.md:0 front-page-kept'])
      }
      const { Start } = await space.pages()
      assert.equal(Start?.parentId, home)
    })

    // The simulated homepage has no text to change.
    if (kind === undefined) {
      test('an edit before the first import counts', async () => {
        const { space, run, folder, home } = await start(files)
        await space.editPage(home)
        const { pages, warnings } = await run(folder)
        assert.deepEqual(warnings, ['README.md:0 front-page-kept'])
        assert.equal(pages['README.md']?.outcome, 'created')
      })
    }

    test('it stays a child below any other page, with --front-page no, and where it was one', async () => {
      const { space, run, folder, home } = await start(files)
      const parentId = await space.addPage('Below')
      const below = await run(folder, { parentId })
      assert.deepEqual(below.warnings, [])
      assert.equal((await space.pages()).Start?.parentId, parentId)
      const other = await start(files)
      await other.run(other.folder, { frontPage: 'no' })
      const { pages, warnings } = await other.run(other.folder)
      assert.deepEqual(warnings, [])
      assert.equal(pages['README.md']?.outcome, 'unchanged')
      assert.notEqual(pages['README.md']?.page?.id, other.home)
      assert.notEqual(home, other.home)
    })

    test('without its file the homepage is listed, and never pruned', async () => {
      const { space, run, folder, home } = await start(files)
      await run(folder)
      folder.remove('README.md')
      const { report, events } = await run(folder, {
        prune: true,
        confirmPrune: async () => true,
      })
      assert.equal(report.pruned, 0)
      assert.equal(await space.statusOf(home), 'current')
      assert.ok(events.some(({ type }) => type === 'prune'))
    })
  })
}

describe('a page that is named as its own parent', () => {
  test('is the homepage, or refused', async () => {
    const server = await startFreshServer('sqlite')
    try {
      const home = server.space.homepageId
      const { json } = await server.post({ pageTitle: 'A' })
      const own = { pageId: json.page.id, parentId: json.page.id, overwrite: true }
      for (const dryRun of [true, false]) {
        const refused = await server.post({ ...own, pageTitle: 'A', dryRun })
        assert.deepEqual([refused.status, refused.json.key], [400, 'bad-request'])
      }
      const fields = { pageId: home, parentId: home, pageTitle: 'Home', content: 'text' }
      const kept = await server.post(fields)
      assert.deepEqual([kept.status, kept.json.key], [400, 'already-exists'])
      const written = await server.post({ ...fields, overwrite: true })
      assert.deepEqual([written.status, written.json.key], [200, 'updated'])
      assert.deepEqual([written.json.page.id, written.json.page.version], [home, 2])
      const again = await server.post({ ...fields, overwrite: true })
      assert.deepEqual([again.json.key, again.json.page.version], ['unchanged', 2])
      const below = await server.post({ ...fields, parentId: json.page.id, overwrite: true })
      assert.deepEqual([below.status, below.json.key], [400, 'bad-request'])
    } finally {
      await server.stop()
    }
  })
})
