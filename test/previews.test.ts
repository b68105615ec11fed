/** Previews: what an import would make of a space, seen before it is one, and applied as it was seen. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/database/sql.ts'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import { askPreview } from '../src/http-client/ask-preview.ts'
import { removeOld } from '../src/service/housekeeping.ts'
import {
  type DocsFiles,
  type DocsFolder,
  type DocsImport,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { send, type TestServer, validImport } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const merged: DocsFiles = {
  'guide/README.md': '# Guide\n\nWelcome.\n',
  'guide/setup.md': '# Setup\n\n## Install\n\nRun it.\n',
  'guide/use.md': '# Use\n\nAfter [the setup](setup.md).\n',
  'old.md': '# Old\n\nWords.\n',
  'same.md': '# Same\n\nStays.\n',
}
const asked: DocsFiles = {
  'guide/setup.md': '# Setup\n\n## Get it\n\nRun it twice. ![dot](dot.gif)\n',
  'guide/dot.gif': pixel,
  'new/README.md': '# New\n\nSee [setup](../guide/setup.md).\n',
  'new/leaf.md': '# Leaf\n\nBelow.\n',
}

forEachEngine((_, engine) => {
  let server: TestServer
  let spaces = 0
  const folders: DocsFolder[] = []

  before(async () => {
    server = await startFreshServer(engine)
  })
  after(async () => {
    for (const folder of folders) folder.remove()
    await server.stop()
  })

  /** A space with pages, and the folder that they came from, as a pull request has it. */
  async function start(files: DocsFiles = merged) {
    spaces += 1
    const space = await server.createSpace(`P${engine.slice(0, 1).toUpperCase()}${spaces}`)
    const folder = docsFolder(files)
    folders.push(folder)
    const { endpoint, token } = server
    const name = `pr-${spaces}`
    const run = (options: Partial<FolderOptions> = {}): Promise<DocsImport> =>
      importDocs({ endpoint, token, space }, folder, options)
    await run()
    const pages = async (): Promise<Record<string, [version: number, markdown: string]>> => {
      const rows = await server.database.read<{ title: string; version: number; markdown: string }>(
        sql`select p.title, p.version, v.markdown from pages p
          join page_versions v on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
          where p.space_id = ${Number(space.id)} and p.status = 'current' and p.parent_id <> 0`,
      )
      return Object.fromEntries(rows.map((row) => [row.title, [row.version, row.markdown]]))
    }
    const kept = async (): Promise<{ title: string; kind: string }[]> => {
      const rows = await server.database.read<{ title: string; kind: string }>(sql`
        select title, kind from preview_pages where space_id = ${Number(space.id)} order by title`)
      return rows.map((row) => ({ ...row }))
    }
    const ask = (action: 'apply' | 'end', given = token) =>
      askPreview({ endpoint, token: given, maxAttempts: 1 }, name, action, { spaceId: space.key })
    const preview = (options: Partial<FolderOptions> = {}) => run({ preview: name, ...options })
    /** Another page, whose Markdown may name the addresses of two of them. */
    const post = async (pageTitle: string, content: string): Promise<void> => {
      const rows = await server.database.read<{ id: number; title: string }>(
        sql`select id, title from pages where space_id = ${Number(space.id)}`,
      )
      const urlOf = (title: string): string =>
        `${server.url}/wiki/spaces/${space.key}/pages/${rows.find((row) => row.title === title)?.id}`
      const markdown = content.replace('OLD', urlOf('Old')).replace('SETUP', urlOf('Setup'))
      const { status } = await server.post({
        ...{ spaceId: space.id, parentId: space.homepageId, pageTitle, content: markdown },
      })
      assert.equal(status, 201)
    }
    return { space, folder, name, run, preview, pages, kept, ask, post }
  }

  test('keeps what differs alone, and leaves the space and the manifest as they are', async () => {
    const { folder, preview, pages, kept, run, name } = await start()
    const before = await pages()
    folder.write(asked)
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
    // The control: an import does write them, and finds nothing of the preview in its manifest.
    assert.equal((await run()).report.counts.created, 2)
    assert.equal(Object.keys(await pages()).length, 7)
  })

  test('sent again, it follows: reverted pages drop out, and new ones keep their ids', async () => {
    const { folder, preview, kept } = await start()
    folder.write(asked)
    const first = await preview()
    folder.write({ 'guide/setup.md': String(merged['guide/setup.md']) })
    folder.write({ 'new/leaf.md': '# Leaf\n\nOther words.\n' })
    const second = await preview()
    const ids = [first, second].map(({ pages }) => pages['new/leaf.md']?.page?.id)
    assert.equal(ids[0], ids[1])
    assert.deepEqual(await kept(), [
      { title: 'Leaf', kind: 'page' },
      { title: 'New', kind: 'page' },
    ])
    folder.remove('new')
    await preview()
    assert.deepEqual(await kept(), [])
  })

  test('applies all of it as it was seen: new, changed, moved, exchanged and gone', async () => {
    const { folder, preview, pages, ask, kept, space } = await start({
      ...merged,
      'a.md': '# One\n\nFirst.\n',
      'b.md': '# Two\n\nSecond.\n',
    })
    folder.write(asked)
    folder.write({ 'a.md': '# Two\n\nFirst.\n', 'b.md': '# One\n\nSecond.\n' })
    folder.remove('old.md')
    await preview({ prune: true })
    assert.deepEqual(
      (await kept()).filter(({ kind }) => kind === 'gone'),
      [{ title: 'Old', kind: 'gone' }],
    )
    const told = () =>
      server.database.read<{ type: string; actor_id: number; via: string; token_name: string }>(
        sql`select type, actor_id, via, token_name from changes
          where space_id = ${Number(space.id)} order by changed_at, type`,
      )
    const before = (await told()).length
    const { key, counts } = await ask('apply')
    const changes = (await told()).slice(before)
    assert.deepEqual(changes.map(({ type }) => type).sort(), [
      ...['page.created', 'page.created', 'page.trashed'],
      ...['page.updated', 'page.updated', 'page.updated'],
    ])
    for (const change of changes) {
      assert.ok(change.actor_id > 0)
      assert.deepEqual([change.via, change.token_name], ['import', 'first-token'])
    }
    assert.deepEqual(
      [key, counts],
      ['applied', { created: 2, updated: 3, unchanged: 0, trashed: 1 }],
    )
    const now = await pages()
    assert.deepEqual(Object.keys(now).sort(), [
      'Guide',
      'Leaf',
      'New',
      'One',
      'Same',
      'Setup',
      'Two',
      'Use',
    ])
    assert.equal(now.Two?.[0], 2)
    assert.match(now.Two?.[1] ?? '', /First/)
    assert.match(now.Setup?.[1] ?? '', /twice/)
    assert.equal(now.Same?.[0], 1)
    assert.deepEqual(await kept(), [])
    await assert.rejects(ask('apply'), /There is no preview/)
  })

  test('applies nothing where the space has changed, and says what', async () => {
    const { folder, preview, pages, ask, run } = await start()
    folder.write(asked)
    await preview()
    const other = docsFolder({
      'guide/setup.md': '# Setup\n\nBy somebody else.\n',
      'guide/README.md': '# Guide\n\nWelcome.\n',
    })
    folders.push(other)
    await run({ paths: [other.path], workingFolder: other.path })
    const before = await pages()
    const { changes = [] } = await ask('apply')
    assert.deepEqual(
      changes.map(({ title, message }) => [title, message]),
      [['Setup', 'It has version 2 by now, and had 1.']],
    )
    assert.deepEqual(await pages(), before)
    await preview()
    assert.equal((await ask('apply')).key, 'applied')
    assert.match((await pages()).Setup?.[1] ?? '', /twice/)
  })

  test('is read with the real reader, every link within it, and nowhere else', async () => {
    const { space, folder, preview, name, post } = await start()
    await post('Linking', '[gone](OLD) and [part](SETUP#install)')
    folder.write(asked)
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
      // The head of all pages leads to the space.
      within.filter((to) => !to.startsWith(at) && to !== `/wiki/spaces/${space.key}`),
      [],
    )
    // A page that does not differ is the space's own, told apart by its banner, and leads within as well.
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
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), pixel)
    for (const path of [
      `${at}/pages/${idOf('old.md')}`,
      `/wiki/spaces/${space.key}/pages/${idOf('new/leaf.md')}`,
    ]) {
      assert.equal((await read(path)).status, 404, path)
    }
    const list = (await read(at)).text
    for (const words of [
      'gone',
      'new',
      'changed',
      'that would lead nowhere',
      '#install',
      'Linking',
    ]) {
      assert.ok(list.includes(words), words)
    }
    const change = (await read(`${at}/changes/${idOf('guide/setup.md')}`)).text
    assert.match(change, /<ins>[^<]*twice/)
    assert.match(change, /<h2 id="now-h-install"/)
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
    const { folder, preview, kept, ask, name, space } = await start()
    folder.write(asked)
    await preview({ previewForMs: 60_000 })
    const at = `${server.url}/wiki/previews/${name}`
    assert.equal((await fetch(at)).status, 200)
    server.advanceClock(60_001)
    assert.equal((await fetch(at)).status, 404)
    await assert.rejects(ask('apply'), /There is no preview/)
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
    const { space, folder, name } = await start()
    folder.write(asked)
    const { endpoint } = server
    const own = await server.createToken(`previews-${spaces}`, {
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
    const askAs = (token: string, preview: string, action: 'begin' | 'apply' | 'end') =>
      askPreview({ endpoint, token, maxAttempts: 1 }, preview, action, { spaceId: space.key })
    await assert.rejects(askAs(own.token, `${name}-fork`, 'apply'), /applies no preview/)
    await importDocs({ ...given, token: server.token }, folder, { preview: `${name}-own` })
    for (const action of ['begin', 'end'] as const) {
      await assert.rejects(askAs(own.token, `${name}-own`, action), /made with another token/)
    }
    const elsewhere = await server.createSpace(`E${engine.slice(0, 1).toUpperCase()}${spaces}`)
    await assert.rejects(
      importDocs({ ...given, space: elsewhere }, folder, { preview: 'other' }),
      /names nothing that this token may write to/,
    )
    assert.equal((await askAs(own.token, `${name}-fork`, 'end')).key, 'ended')
  })

  test('of two runs into one preview, the later one is shown, whole', async () => {
    const { folder, preview, name, space, kept } = await start()
    folder.write(asked)
    const { endpoint, token } = server
    const begin = (runId: string) =>
      askPreview({ endpoint, token, runId, maxAttempts: 1 }, name, 'begin', { spaceId: space.key })
    await begin('first')
    await preview()
    const late = askPreview({ endpoint, token, runId: 'first', maxAttempts: 1 }, name, 'show', {
      spaceId: space.key,
    })
    await assert.rejects(late, /another one has begun since/)
    // A run that begins and never ends leaves what is shown.
    await begin('third')
    assert.equal((await kept()).length, 3)
    assert.equal((await fetch(`${server.url}/wiki/previews/${name}`)).status, 200)
  })
})
