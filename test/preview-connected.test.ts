/** Previews of spaces whose pages are in Confluence: nothing is written there before they are applied. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import { askPreview } from '../src/http-client/ask-preview.ts'
import type { PreviewAction } from '../src/importing/preview-answer.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startWikiServer, type WikiServer, wikiSubjects } from './support/delivery/wiki-server.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { askedFiles, mergedFiles } from './support/folders/preview-space.ts'
import { userPassword } from './support/prepared-store.ts'

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
    const [space] = await server.database.read<{ id: number }>({
      parts: ["select id from spaces where key = 'DOCS'"],
      values: [],
    })
    const user = await server.createUser('writer')
    await server.grant(user, { ...server.space, id: String(space?.id) }, 'write')
    reader = webClient(server.url)
    await reader.signIn('writer', userPassword)
  })
  after(async () => {
    for (const end of ends) await end()
    await server.stop()
  })

  const writes = (): number => site.requests.filter(({ method }) => method !== 'GET').length

  /** A folder of its own below a page of its own, so that titles are told apart by it. */
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
    ends.push(() => folder.remove())
    const run = (options: Partial<FolderOptions> = {}) => importDocs(server, folder, options)
    const { pages } = await run()
    const { endpoint, token } = server
    return {
      ...{ name, mark, folder, run, path: `/wiki/previews/${name}` },
      id: (file: string) => pages[file]?.page?.id as string,
      write: (all: typeof files) => folder.write(marked(all)),
      preview: (options: Partial<FolderOptions> = {}) => run({ preview: name, ...options }),
      ask: (action: PreviewAction) =>
        askPreview({ endpoint, token, maxAttempts: 1 }, name, action, { spaceId: 'DOCS' }),
    }
  }

  test('shows what an import would make of it, and writes nothing there', async () => {
    const { preview, path, id, write, mark, name } = await startPreview()
    site.addInlineComment(id('guide/use.md'), 'After')
    site.humanEdit(id('old.md'), 0, (text) => `${text} And more.`)
    write({
      ...askedFiles,
      'guide/use.md': '# Use\n\nBefore [the leaf](../new/leaf.md).\n',
      'old.md': '# Older\n\nOther words.\n',
    })
    const before = writes()
    const { report, pages, warnings } = await preview()
    assert.equal(writes(), before)
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
    for (const words of [
      `Setup${mark}`,
      `was “Old${mark}”`,
      /overwrites<\/span> what Ada Person wrote/,
      /detaches<\/span> 1 comment, about “After”/,
    ]) {
      assert.ok(
        typeof words === 'string' ? shown.includes(words) : words.test(shown),
        `${words}\n${shown}`,
      )
    }
    const leaf = pages['new/leaf.md']?.page?.id
    const use = await reader.get(`${path}/pages/${id('guide/use.md')}`)
    assert.ok(use.html.includes(`href="${path}/pages/${leaf}"`), use.html)
    assert.match(use.html, new RegExp(`Preview ${name}</strong>`))
    // Unchanged pages are read from what the store keeps, and their links stay in the preview.
    const guide = await reader.get(`${path}/pages/${id('guide/README.md')}`)
    assert.match(guide.html, /Welcome/)
    const made = await reader.get(`${path}/pages/${pages['new/README.md']?.page?.id}`)
    assert.ok(made.html.includes(`href="${path}/pages/${id('guide/setup.md')}`), made.html)
    const setup = await reader.get(`${path}/pages/${id('guide/setup.md')}`)
    const image = setup.elements('img').find(({ attrs }) => attrs.src?.includes('/attachments/'))
    assert.equal((await reader.get(image?.attrs.src ?? '')).status, 200)
    const change = await reader.get(`${path}/changes/${id('guide/setup.md')}`)
    assert.match(change.html, /As last imported/)
    assert.match(change.html, /twice/)
    assert.equal(writes(), before)
  })
}
