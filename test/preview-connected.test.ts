import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { sql } from '../src/store/sql.ts'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startWikiServer, type WikiServer, wikiSubjects } from './support/delivery/wiki-server.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { askedFiles, mergedFiles } from './support/folders/preview-space.ts'
import { dayMs } from './support/prepared-store.ts'

for (const { name: subject, kind, engine } of wikiSubjects) {
  if (kind !== undefined) describe(subject, () => cases(() => startWikiServer(engine, kind)))
}

function cases(start: () => Promise<WikiServer>): void {
  let server: WikiServer
  let site: ConfluenceSimulator
  let reader: WebClient
  let previews = 0
  const ends: (() => unknown)[] = []

  before(async () => {
    server = await start()
    site = server.site as ConfluenceSimulator
    const [space] = await server.database.read<{ id: number }>(
      sql`select id from spaces where key = 'DOCS'`,
    )
    const user = await server.createUser('writer')
    await server.grant(user, { ...server.space, id: String(space?.id) }, 'write')
    reader = await signedIn(server, 'writer')
  })
  after(async () => {
    for (const end of ends) await end()
    await server.stop()
  })

  async function startPreview(files = mergedFiles) {
    previews += 1
    const [name, mark] = [`pr-${previews}`, ` ${previews}`]
    const marked = (all: typeof files) =>
      Object.fromEntries(
        Object.entries(all).map(([path, text]) => [
          path,
          typeof text === 'string' ? text.replace(/^# .*$/m, (title) => title + mark) : text,
        ]),
      )
    const folder = docsFolder(marked(files))
    const run = (options: Partial<FolderOptions> = {}) => importDocs(server, folder, options)
    const { pages } = await run()
    return {
      name,
      mark,
      folder,
      run,
      path: `/wiki/previews/${name}`,
      id: (file: string) => pages[file]?.page?.id as string,
      write: (all: typeof files) => folder.write(marked(all)),
      preview: (options: Partial<FolderOptions> = {}) => run({ preview: name, ...options }),
    }
  }

  test('shows what an import would make of what was last imported, and asks the site for no text', async () => {
    const { preview, path, id, write, mark, name } = await startPreview()
    site.humanEdit(id('old.md'), 0, (text) => `${text} And more.`)
    write({
      ...askedFiles,
      'guide/use.md': '# Use\n\nBefore [the leaf](../new/leaf.md).\n',
      'old.md': '# Older\n\nOther words.\n',
    })
    const before = site.requests.length
    const { report, pages, warnings } = await preview()
    // The pages of the source and the parent are asked for their versions, and nothing else.
    const asked = site.requests.slice(before).map(({ method, path }) => `${method} ${path}`)
    assert.ok(
      asked.length <= 12 &&
        asked.every((one) =>
          /^GET .*(?:[?&]ids?=|\/content\/\d+\?expand=version,space,ancestors,history$)/.test(one),
        ),
      asked.join('\n'),
    )
    assert.deepEqual(
      Object.entries(pages)
        .map(([file, { outcome }]) => [file, outcome])
        .toSorted(),
      [
        ['guide/README.md', 'unchanged'],
        ['guide/setup.md', 'updated'],
        ['guide/use.md', 'updated'],
        ['new/README.md', 'created'],
        ['new/leaf.md', 'created'],
        ['old.md', 'updated'],
        ['same.md', 'unchanged'],
      ],
      JSON.stringify(warnings),
    )
    assert.equal(report.preview?.url, `${server.url}${path}`)
    const list = await reader.get(path)
    assert.equal(list.status, 200)
    const shown = list.html.replace(/\s+/g, ' ')
    for (const words of [`Setup${mark}`, `was “Old${mark}”`])
      assert.ok(shown.includes(words), shown)
    assert.match(shown, /Compared with what was last imported, the newest <time datetime="\d{4}-/)
    const leaf = pages['new/leaf.md']?.page?.id
    const use = await reader.get(`${path}/pages/${id('guide/use.md')}`)
    assert.ok(use.html.includes(`href="${path}/pages/${leaf}"`), use.html)
    assert.match(use.html, new RegExp(`Preview ${name}</strong>`))
    const guide = await reader.get(`${path}/pages/${id('guide/README.md')}`)
    assert.match(guide.html, /Welcome/)
    const made = await reader.get(`${path}/pages/${pages['new/README.md']?.page?.id}`)
    assert.ok(made.html.includes(`href="${path}/pages/${id('guide/setup.md')}`), made.html)
    const setup = await reader.get(`${path}/pages/${id('guide/setup.md')}`)
    const image = setup.elements('img').find(({ attrs }) => attrs.src?.includes('/attachments/'))
    assert.equal((await reader.get(image?.attrs.src ?? '')).status, 200)
    const change = await reader.get(`${path}/changes/${id('guide/setup.md')}`)
    assert.match(change.html, /as last imported, \d/)
    assert.match(change.html, /twice/)
  })

  test('tells which edits were known when a page was last imported, and that time', async () => {
    const { preview, run, id, write, path, mark } = await startPreview()
    const pageId = id('same.md')
    site.humanEdit(pageId, 0, (text) => `${text} And more.`)
    write({ 'same.md': '# Same\n\nSays more.\n' })
    await run()
    server.advanceClock(dayMs / 12)
    const again = { pageId, pageTitle: `Same${mark}`, content: 'Says more.', overwrite: true }
    assert.equal((await server.post(again)).json.key, 'unchanged')
    write({ 'same.md': '# Same\n\nSays most.\n' })
    await preview()
    const { html } = await reader.get(path)
    const [, day, time] =
      /As of the last import, (\S+)T(\d\d:\d\d)\S+Z: Ada Person edited/.exec(html) ?? []
    const change = await reader.get(`${path}/changes/${pageId}`)
    assert.ok(change.html.includes(`as last imported, ${day} ${time} UTC`), change.html)
  })

  test('pages stand where they are to, also below what people made', async () => {
    const { preview, path, write, mark } = await startPreview({})
    const theirs = site.addPage({ title: `Theirs${mark}` })
    write({
      'deep/README.md': `---\nparent: '${theirs.id}'\n---\n# Deep\n\nAbove.\n`,
      'deep/low.md': '# Low\n\nBelow.\n',
    })
    const { pages } = await preview({ concurrency: 1 })
    const outcomes = Object.entries(pages).map(([file, { outcome, key }]) => [file, outcome, key])
    assert.deepEqual(outcomes.toSorted(), [
      ['deep/README.md', 'created', undefined],
      ['deep/low.md', 'created', undefined],
    ])
    const low = await reader.get(`${path}/pages/${pages['deep/low.md']?.page?.id}`)
    assert.match(low.html, new RegExp(`aria-label="Breadcrumb".*Deep${mark}</a>`, 's'))
  })
}
