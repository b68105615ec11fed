import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { summaryLines } from '../src/cli/import/import-summary.ts'
import { importPage } from '../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/service-requests.ts'
import { removeOld } from '../src/server/service/housekeeping.ts'
import { assertEach } from './support/base/assert-each.ts'
import { importDocs } from './support/folders/docs-folder.ts'
import {
  askedFiles,
  mergedFiles,
  type PreviewSpaces,
  previewSpaces,
} from './support/folders/preview-space.ts'
import { gif } from './support/samples/images.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { send, validImport } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  let spaces: PreviewSpaces

  before(async () => {
    spaces = previewSpaces(server)
  })
  after(async () => {
    spaces.remove()
  })

  test('keeps what differs alone, and leaves the space and the manifest as they are', async () => {
    const { folder, preview, pages, kept, run, name } = await spaces.start()
    const before = await pages()
    folder.write(askedFiles)
    folder.remove('old.md')
    const { report, pages: results } = await preview()
    assert.deepEqual(report.preview, { name, url: `${server.url}/wiki/previews/${name}` })
    assert.deepEqual(report.counts, {
      created: 2,
      updated: 1,
      unchanged: 3,
      failed: 0,
      'not-sent': 0,
    })
    assert.match(
      results['new/leaf.md']?.previewUrl ?? '',
      new RegExp(`/wiki/previews/${name}/pages/\\d+$`),
    )
    assert.deepEqual(await kept(), [
      { title: 'Leaf', kind: 'page' },
      { title: 'New', kind: 'page' },
      { title: 'Setup', kind: 'page' },
    ])
    assert.deepEqual(await pages(), before)
    assertEach(report.withoutFile, ({ file, became }) => [file, became], [['old.md', undefined]])
    const pruned = (await preview({ prune: true })).report
    assertEach(pruned.withoutFile, ({ file, became }) => [file, became], [['old.md', 'gone']])
    const told = summaryLines(pruned, { mode: 'preview', now: new Date(), editedPages: 0 }).join(
      '\n',
    )
    assert.match(told, /1 page without a file, left out of the preview .*:\n {2}Old /)
    assert.doesNotMatch(told, /They stay/)
    // Control: an import writes them, and the preview left no manifest.
    assert.equal((await run()).report.counts.created, 2)
    assert.equal(Object.keys(await pages()).length, 7)
  })

  test('tells what the pull request loses, and apart from it what was lost before', async () => {
    const { folder, preview, name } = await spaces.start({
      ...mergedFiles,
      'before.md': '# Before\n\nText [x](none.md).\n',
    })
    folder.write({ 'fresh.md': '# Fresh\n\nText <!-- of the request -->.\n' })
    await preview()
    const html = await (await fetch(`${server.url}/wiki/previews/${name}`)).text()
    const [told = '', before = ''] = html.split('<summary>1 warning of the last import as well')
    assert.match(told, /<h2>1 warning<\/h2>/)
    assert.match(told, /fresh\.md:3/)
    assert.doesNotMatch(told, /before\.md:3/)
    assert.match(before, /before\.md:3.*<\/details>/s)
  })

  test('sent again, it follows: reverted pages drop out, and new ones keep their ids', async () => {
    const { folder, preview, kept, name } = await spaces.start()
    folder.write(askedFiles)
    const first = await preview()
    folder.write({ 'guide/setup.md': String(mergedFiles['guide/setup.md']) })
    folder.write({ 'new/leaf.md': '# Leaf\n\nOther words.\n' })
    const second = await preview()
    const ids = [first, second].map(({ pages }) => pages['new/leaf.md']?.page?.id)
    assert.equal(ids[0], ids[1])
    assert.deepEqual(await kept(), [
      { title: 'Leaf', kind: 'page' },
      { title: 'New', kind: 'page' },
    ])
    folder.remove('new')
    folder.remove('old.md')
    await preview()
    assert.deepEqual(await kept(), [])
    const list = await (await fetch(`${server.url}/wiki/previews/${name}`)).text()
    assert.match(list, /old\.md[\s\S]*nothing lets it go without --prune/)
  })

  test('is read with the real reader, every link within it, and nowhere else', async () => {
    const { space, folder, preview, name } = await spaces.start()
    folder.write(askedFiles)
    folder.remove('old.md')
    const { pages: sent } = await preview({ prune: true })
    const read = async (path: string) => {
      const response = await fetch(server.url + path)
      return { status: response.status, text: await response.text(), headers: response.headers }
    }
    const idOf = (file: string): string => sent[file]?.page?.id ?? ''
    const at = `/wiki/previews/${name}`
    const leaf = await read(`${at}/pages/${idOf('new/leaf.md')}`)
    assert.equal(leaf.status, 200)
    assert.equal(leaf.headers.get('x-robots-tag'), 'noindex')
    assert.match(leaf.text, /Below\./)
    const within = [...leaf.text.matchAll(/href="([^"]*\/wiki\/[^"]*)"/g)].map(([, to]) => to ?? '')
    assert.ok(within.some((to) => to.startsWith(`${at}/pages/${idOf('same.md')}`)))
    assert.deepEqual(
      within.filter((to) => !to.startsWith(at) && !/^\/wiki\/spaces\/\w+$/.test(to)),
      [],
    )
    // Unchanged pages are the space's own under a banner, with links inside the preview.
    const use = await read(`${at}/pages/${idOf('guide/use.md')}`)
    assert.match(
      use.text,
      new RegExp(`${at}/pages/${idOf('guide/setup.md')}" rel="[^"]*">the setup`),
    )
    assert.match(use.text, /preview-banner/)
    const setup = await read(`${at}/pages/${idOf('guide/setup.md')}`)
    assert.match(setup.text, /Run it twice/)
    const [, image = ''] = /<img src="([^"]+)"/.exec(setup.text) ?? []
    assert.ok(image.startsWith(`${at}/attachments/`), image)
    const shown = await fetch(server.url + image)
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), gif)
    for (const path of [
      `${at}/pages/${idOf('old.md')}`,
      `/wiki/spaces/${space.key}/pages/${idOf('new/leaf.md')}`,
    ]) {
      assert.equal((await read(path)).status, 404, path)
    }
    const list = (await read(at)).text
    for (const words of ['gone', 'new', 'changed']) {
      assert.ok(list.includes(words), words)
    }
    const change = (await read(`${at}/changes/${idOf('guide/setup.md')}`)).text
    assert.match(change, /<ins>[^<]*twice/)
    const children = (await read(`${at}/children/${idOf('new/README.md')}?part=1`)).text
    assert.match(children, new RegExp(`${at}/pages/${idOf('new/leaf.md')}`))
    for (const path of [
      `/search?q=Leaf&space=${space.key}`,
      `/wiki/spaces/${space.key}/feed.atom`,
      `/wiki/spaces/${space.key}/llms.txt`,
    ]) {
      assert.doesNotMatch((await read(path)).text, /Leaf</, path)
    }
  })

  test('ends by its time, and at once when it is asked to', async () => {
    const { folder, preview, kept, ask, name, space } = await spaces.start()
    folder.write(askedFiles)
    await preview({ previewForMs: 60_000 })
    const at = `${server.url}/wiki/previews/${name}`
    assert.equal((await fetch(at)).status, 200)
    server.advanceClock(60_001)
    assert.equal((await fetch(at)).status, 404)
    const keep = { importsMs: Number.POSITIVE_INFINITY, auditMs: Number.POSITIVE_INFINITY }
    const removed = await removeOld(server.database, server.clock(), keep, async () => {})
    assert.equal(removed.previews, 1)
    assert.deepEqual(await kept(), [])
    await preview()
    assert.equal((await kept()).length, 3)
    assert.equal((await ask('end')).key, 'ended')
    assert.deepEqual(await kept(), [])
    assert.equal((await fetch(at)).status, 404)
    assert.ok(space)
  })

  test('a token for previews does nothing else', async () => {
    const { space, folder, name } = await spaces.start()
    folder.write(askedFiles)
    const { endpoint } = server
    const own = await server.createToken(`previews-${name}`, {
      isPreviewOnly: true,
      spaces: [space.key],
    })
    const given = { endpoint, token: own.token, space }
    const first = await importDocs(given, folder, { preview: `${name}-fork` })
    assert.equal(first.report.stoppedBy, undefined)
    const imported = await importDocs(given, folder)
    assert.match(imported.report.stoppedBy ?? '', /may only preview/)
    const authorization = `Bearer ${own.token}`
    for (const [path, fields] of [
      ['webtrigger', {}],
      ['webtrigger', { dryRun: true }],
      ['reservations', { pages: [] }],
    ] as const) {
      const body = JSON.stringify({ ...validImport({ space }), ...fields })
      const { status, json } = await send(endpoint.replace(/webtrigger$/, path), body, {
        authorization,
      })
      assert.deepEqual([status, json.key], [403, 'forbidden'], path)
    }
    const askAs = (token: string, preview: string, action: 'begin' | 'end') =>
      askPreview({ endpoint, token, maxAttempts: 1 }, preview, action, { spaceId: space.key })
    await importDocs({ ...given, token: server.token }, folder, { preview: `${name}-own` })
    for (const action of ['begin', 'end'] as const) {
      await assert.rejects(askAs(own.token, `${name}-own`, action), /made with another token/)
    }
    const elsewhere = await server.createSpace('ELSEWHERE')
    await assert.rejects(
      importDocs({ ...given, space: elsewhere }, folder, { preview: 'other' }),
      /No such space or page for this token/,
    )
    assert.equal((await askAs(own.token, `${name}-fork`, 'end')).key, 'ended')
  })

  test('of two runs into one preview, the later one is shown, whole', async () => {
    const { folder, preview, name, space, kept } = await spaces.start()
    folder.write(askedFiles)
    const { endpoint, token } = server
    const begin = (runId: string) =>
      askPreview({ endpoint, token, runId, maxAttempts: 1 }, name, 'begin', { spaceId: space.key })
    await begin('first')
    await preview()
    const late = askPreview({ endpoint, token, runId: 'first', maxAttempts: 1 }, name, 'show', {
      spaceId: space.key,
    })
    await assert.rejects(late, /another one has begun since/)
    // An unfinished run does not replace what is shown.
    await begin('third')
    assert.equal((await kept()).length, 3)
    assert.equal((await fetch(`${server.url}/wiki/previews/${name}`)).status, 200)
  })

  test('what is shown stays what somebody looked at: its run takes no more pages', async () => {
    const { name, space, kept } = await spaces.start()
    const { endpoint, token } = server
    const connection = { endpoint, token, runId: 'same', maxAttempts: 1 }
    const asked = { spaceId: space.key }
    const put = (content: string) =>
      importPage(
        { ...connection, endpoint: previewEndpoint(endpoint, name) },
        { ...asked, parentId: space.homepageId, pageTitle: 'Seen', content },
      )
    await askPreview(connection, name, 'begin', asked)
    await put('What somebody looks at.')
    await askPreview(connection, name, 'show', asked)
    await assert.rejects(put('Something else.'), /it is shown already/)
    await assert.rejects(askPreview(connection, name, 'begin', asked), /shows this run already/)
    await askPreview(connection, name, 'show', asked)
    assert.equal((await kept()).length, 1)
  })
})
