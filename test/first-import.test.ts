import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import type { SimulatedPage } from './support/confluence/simulator.ts'
import { personsPages } from './support/delivery/persons-pages.ts'
import { changePolicies, startWikiServer, type WikiServer } from './support/delivery/wiki-server.ts'
import { type DocsFiles, docsFolder, importDocs } from './support/folders/docs-folder.ts'

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

type Site = NonNullable<WikiServer['site']>

async function start(kind: 'cloud' | 'data-center', files: DocsFiles) {
  const server = await startWikiServer('sqlite', kind)
  stops.push(() => server.stop())
  const folder = docsFolder(files)
  const place = { ...server, space: { ...server.space, key: 'DOCS' } }
  return {
    server,
    folder,
    site: server.site as Site,
    run: (options: Partial<FolderOptions> = {}) => importDocs(place, folder, options),
  }
}

function bodyOf(site: Site, text: string): string {
  if (site.kind === 'data-center') return `<p>${text}</p>`
  const content = [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  return JSON.stringify({ version: 1, type: 'doc', content })
}

function addPage(site: Site, title: string, text: string, parentId = site.homepageId) {
  return site.addPage({ title, parentId, body: bodyOf(site, text) })
}

const titled = (site: Site, title: string): readonly SimulatedPage[] =>
  site.pages().filter((page) => page.title === title)

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`a page that a person wrote at ${kind}`, () => {
    test('is left as it is unless somebody wants it taken, and found by its title', async () => {
      const { site, run, server } = await start(kind, { 'setup.md': '# Setup\n\nBrought.\n' })
      const { id } = addPage(site, 'Setup', 'By hand.')
      for (const edits of ['overwrite-imported', 'refuse', 'keep-theirs'] as const) {
        await changePolicies(server, { edits })
        for (const options of [{ dryRun: true }, {}, { resend: true }]) {
          const { pages, report } = await run(options)
          assert.equal(report.counts.failed, 1, edits)
          assert.equal(pages['setup.md']?.key, 'edited-elsewhere')
          assert.match(
            pages['setup.md']?.message ?? '',
            /wrote this page in Confluence.*space edits KEY overwrite/,
          )
        }
      }
      assert.deepEqual(
        titled(site, 'Setup').map((page) => page.id),
        [id],
      )
      assert.equal(site.page(id).versions.length, 1)
    })

    test('is taken where that was asked for, once it was foretold, with comments and labels', async () => {
      const { site, run, server } = await start(kind, {
        'setup.md': '# Setup\n\nBy hand, and brought.\n\nAnother paragraph.\n',
      })
      await changePolicies(server, { edits: 'overwrite' })
      const { id } = addPage(site, 'Setup', 'By hand, and gone.')
      const marker = site.addInlineComment(id, 'By hand')
      const written = site.page(id).versions.length
      const foretold = await run({ dryRun: true })
      const { outcome, page, outlook } = foretold.pages['setup.md'] ?? {}
      assert.deepEqual([outcome, page?.id], ['updated', id])
      assert.ok(outlook?.edited?.by)
      assert.ok(!Number.isNaN(Date.parse(outlook.edited.at)))
      assert.equal(site.page(id).versions.length, written)
      const { pages, warnings } = await run()
      assert.equal(pages['setup.md']?.page?.id, id)
      assert.deepEqual(
        titled(site, 'Setup').map((one) => one.id),
        [id],
      )
      assert.deepEqual(site.anchoredComments(id), [marker])
      assert.ok(warnings.includes('setup.md:0 edited-there'), warnings.join())
      const again = await run({ dryRun: true, resend: true })
      assert.deepEqual(
        [again.pages['setup.md']?.outcome, again.pages['setup.md']?.outlook?.edited],
        ['unchanged', undefined],
      )
    })

    test('may say the same already, and is known from then on', async () => {
      const { site, run } = await start(kind, { 'setup.md': '# Setup\n\nThe same.\n' })
      const { id } = addPage(site, 'Setup', 'The same.')
      const { pages } = await run()
      assert.deepEqual([pages['setup.md']?.outcome, pages['setup.md']?.page?.id], ['unchanged', id])
      assert.equal(site.page(id).versions.length, 1)
    })
  })
}

test('in the wiki of the service, a page of a person is foretold and keeps its history', async () => {
  const server = await startWikiServer('sqlite', undefined)
  stops.push(() => server.stop())
  const folder = docsFolder({ 'setup.md': '# Setup\n\nBrought.\n' })
  const pages = await personsPages(server)
  const id = await pages.add('Setup', pages.homepageId, 'By hand.')
  const foretold = await importDocs(server, folder, { dryRun: true })
  assert.equal(foretold.pages['setup.md']?.page?.id, id)
  await importDocs(server, folder)
  assert.equal(await server.countVersions(id), 2)
  const again = await importDocs(server, folder, { dryRun: true, resend: true })
  assert.equal(again.pages['setup.md']?.outlook?.edited, undefined)
})
