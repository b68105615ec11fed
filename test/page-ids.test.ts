import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { type PersonsPages, personsPages } from './support/delivery/persons-pages.ts'
import { startWikiServer } from './support/delivery/wiki-server.ts'
import {
  type DocsFiles,
  type DocsFolder,
  type DocsImport,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

const withId = (id: string, text: string): string => `---\npage_id: ${id}\n---\n${text}`

for (const kind of [undefined, 'cloud', 'data-center'] as const) {
  describe(`pages that files name, ${kind ?? 'in the wiki of the service'}`, () => {
    let pages: PersonsPages
    let top: string
    let run: (folder: DocsFolder, options?: Partial<FolderOptions>) => Promise<DocsImport>

    before(async () => {
      const server = await startWikiServer('sqlite', kind)
      stops.push(() => server.stop())
      pages = await personsPages(server)
      top = pages.homepageId
      const place = { ...server, space: { ...server.space, key: 'DOCS' } }
      run = (folder, options = {}) => importDocs(place, folder, options)
    })
    const folderOf = (files: DocsFiles): DocsFolder => {
      const folder = docsFolder(files)
      return folder
    }
    const failureOf = ({ pages: results }: DocsImport, file: string): string => {
      assert.equal(results[file]?.outcome, 'failed', JSON.stringify(results[file]))
      return results[file]?.message ?? ''
    }

    test('are renamed and moved, with the pages below them, and links lead to them at once', async () => {
      const other = await pages.add('Elsewhere', top)
      const guide = await pages.add('The old guide', other)
      const setup = await pages.add('Old setup', top)
      const folder = folderOf({
        'a.md': '# A\n\nSee [setup](guide/setup.md).\n',
        'guide/README.md': withId(guide, '# Guide\n\nText.\n'),
        'guide/setup.md': `# Setup\n\n<!-- confluence-page-id: ${setup} -->\n\nText.\n`,
        'guide/more.md': '# More\n\nText.\n',
      })
      const count = (await pages.titles()).length
      const dry = await run(folder, { dryRun: true })
      // In the embedded wiki a plain call wrote the page, and it is nobody's.
      const isByPeople = dry.pages['guide/setup.md']?.outlook?.edited !== undefined
      assert.equal(isByPeople, kind !== undefined)
      assert.equal((await pages.titles()).length, count)
      const { report, pages: results } = await run(folder)
      assert.equal(report.counts.failed, 0)
      assert.deepEqual(
        [results['guide/README.md']?.page?.id, results['guide/setup.md']?.page?.id],
        [guide, setup],
      )
      assert.deepEqual(await pages.placeOf(guide), { title: 'Guide', parentId: top })
      assert.deepEqual(await pages.placeOf(setup), { title: 'Setup', parentId: guide })
      const more = results['guide/more.md']?.page?.id as string
      assert.deepEqual(await pages.placeOf(more), { title: 'More', parentId: guide })
      assert.equal((await pages.titles()).length, count + 2)
      const again = await run(folder, { resend: true })
      assert.deepEqual([again.report.counts.unchanged, again.report.counts.failed], [4, 0])
    })

    test('fail alone where there is no such page, and none is made in their place', async () => {
      const elsewhere = await pages.addElsewhere('Foreign')
      const trashed = await pages.add('Trashed', top)
      await pages.trash(trashed)
      const folder = folderOf({
        'elsewhere.md': withId(elsewhere, '# Of another space\n\nText.\n'),
        'trashed.md': withId(trashed, '# Trashed once\n\nText.\n'),
        'none.md': withId('999999999', '# Of nothing\n\nText.\n'),
        'huge.md': withId('9'.repeat(400), '# Huge\n\nText.\n'),
        'top.md': withId(top, '# Of all\n\nText.\n'),
        'sub/README.md': withId('999999998', '# Sub\n\nText.\n'),
        'sub/page.md': '# Below\n\nText.\n',
        'good.md': '# Good\n\nText.\n',
      })
      const before = await pages.titles()
      for (const options of [{ dryRun: true }, {}, { resend: true }]) {
        const done = await run(folder, options)
        for (const file of ['elsewhere.md', 'trashed.md', 'none.md', 'huge.md', 'sub/README.md']) {
          assert.match(
            failureOf(done, file),
            /^The file names the page \d+, which is not there: .*--no-page-ids/,
          )
        }
        assert.match(failureOf(done, 'top.md'), /give the page above it as --parent/)
        assert.equal(done.report.counts.failed, 6)
      }
      const made = (await pages.titles()).filter((title) => !before.includes(title))
      assert.deepEqual(made.sort(), ['Below', 'Good'])
      assert.equal((await pages.placeOf(elsewhere)).title, 'Foreign')
    })

    test('are one file’s each: neither of two has a page, nor one that is another’s', async () => {
      const one = await pages.add('One', top)
      const two = await pages.add('Two', top)
      const folder = folderOf({ 'two.md': withId(two, '# Two\n\nText.\n') })
      await run(folder)
      folder.write({
        'a.md': withId(one, '# A copy\n\nText.\n'),
        'b.md': withId(one, '# Another copy\n\nText.\n'),
        'two.md': '# Two\n\nText.\n',
        'thief.md': withId(two, '# Thief\n\nText.\n'),
      })
      const done = await run(folder)
      assert.match(failureOf(done, 'a.md'), /^This file and b\.md both name the page/)
      assert.match(failureOf(done, 'b.md'), /^This file and a\.md both name the page/)
      assert.match(failureOf(done, 'thief.md'), /which is that of two\.md/)
      assert.equal((await pages.placeOf(one)).title, 'One')
      assert.equal(done.pages['two.md']?.outcome, 'unchanged')
      folder.remove('two.md')
      const moved = await run(folder)
      assert.equal(moved.pages['thief.md']?.page?.id, two)
    })

    test('are those of the file where the store remembers another page', async () => {
      const folder = folderOf({ 'page.md': '# Page\n\nText.\n' })
      const first = (await run(folder)).pages['page.md']?.page?.id as string
      const other = await pages.add('Meant', top)
      folder.write({ 'page.md': withId(other, '# Page of its own\n\nText.\n') })
      const done = await run(folder)
      assert.equal(done.pages['page.md']?.page?.id, other)
      assert.equal((await pages.placeOf(first)).title, 'Page')
      assert.equal((await pages.placeOf(other)).title, 'Page of its own')
    })

    test('keep to their page where another has its title, and may exchange their titles', async () => {
      const mine = await pages.add('Mine', top)
      const taken = await pages.add('Taken', top)
      const folder = folderOf({ 'mine.md': withId(mine, '# Taken\n\nText.\n') })
      assert.match(failureOf(await run(folder), 'mine.md'), /titled "Taken"/)
      assert.equal((await pages.placeOf(mine)).title, 'Mine')
      folder.write({
        'mine.md': withId(mine, '# Taken\n\nText.\n'),
        'taken.md': withId(taken, '# Given\n\nText.\n'),
      })
      const done = await run(folder)
      assert.equal(done.report.counts.failed, 0, JSON.stringify(done.pages))
      assert.equal((await pages.placeOf(mine)).title, 'Taken')
      assert.equal((await pages.placeOf(taken)).title, 'Given')
    })

    test('are unread where that is wanted', async () => {
      const folder = folderOf({ 'unread.md': withId('999999999', '# Unread\n\nText.\n') })
      const done = await run(folder, { pageIds: false })
      assert.equal(done.pages['unread.md']?.outcome, 'created')
    })
  })
}
