import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { readerOfAll } from '../src/accounts/reader.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/ask-preview.ts'
import { importPage, type PageFields } from '../src/folder/client/import-page.ts'
import { sql } from '../src/store/sql.ts'
import { applyPreview } from '../src/wiki/store/previews/apply-preview.ts'
import { comparePreview, findPreviews, type Preview } from '../src/wiki/store/previews/previews.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { webClient } from './support/browser/web-client.ts'
import { docsFolder } from './support/folders/docs-folder.ts'
import {
  askedFiles,
  mergedFiles,
  type PreviewSpaces,
  previewSpaces,
} from './support/folders/preview-space.ts'
import { prepareStore, userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { startService } from './support/service/service-process.ts'
import type { TestServer } from './support/service/test-server.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  let server: TestServer
  let spaces: PreviewSpaces

  before(async () => {
    server = await startFreshServer(engine)
    spaces = previewSpaces(server)
  })
  after(async () => {
    spaces.remove()
    await server.stop()
  })

  test('applies all of it as it was seen: new, changed, moved, exchanged and gone', async () => {
    const { folder, preview, pages, ask, kept, space } = await spaces.start({
      ...mergedFiles,
      'a.md': '# One\n\nFirst.\n',
      'b.md': '# Two\n\nSecond.\n',
    })
    folder.write(askedFiles)
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
      'page.created',
      'page.created',
      'page.renamed',
      'page.renamed',
      'page.trashed',
      'page.updated',
      'page.updated',
      'page.updated',
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
  })

  test('applies nothing where the space has changed, and says what', async () => {
    const { folder, preview, pages, ask, run } = await spaces.start()
    folder.write(askedFiles)
    await preview()
    const other = docsFolder({
      'guide/setup.md': '# Setup\n\nBy somebody else.\n',
      'guide/README.md': '# Guide\n\nWelcome.\n',
    })
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

  test('applied once, it says so to whoever lost the answer, and leads to what became of it', async () => {
    const { folder, preview, pages, ask, name, space } = await spaces.start()
    folder.write(askedFiles)
    const { pages: sent } = await preview()
    const writer = webClient(server.url)
    await server.grant(await server.createUser(`writer-${name}`), space, 'write')
    await writer.signIn(`writer-${name}`, userPassword)
    const shown = await writer.get(`/wiki/previews/${name}`)
    await ask('apply')
    const applied = await ask('apply')
    const counts = { created: 2, updated: 1, unchanged: 0, trashed: 0 }
    assert.deepEqual([applied.key, applied.counts], ['applied', counts])
    assert.match(applied.body, /was applied before/)
    assert.equal((await pages()).Setup?.[0], 2)
    const toSpace = `/wiki/spaces/${space.key}/pages/${space.homepageId}?done=preview-applied`
    const fields = Object.fromEntries(
      shown.elements('input').map(({ attrs }) => [attrs.name ?? '', attrs.value ?? '']),
    )
    assert.equal((await writer.submit(`/wiki/previews/${name}/apply`, fields)).location, toSpace)
    assert.equal((await writer.get(`/wiki/previews/${name}`)).location, toSpace)
    const id = sent['new/leaf.md']?.page?.id
    for (const kind of ['pages', 'changes']) {
      const { location } = await writer.get(`/wiki/previews/${name}/${kind}/${id}`)
      assert.equal(location, `/wiki/spaces/${space.key}/pages/${id}`)
    }
    const [records] = await server.database.read<{ count: number }>(sql`
      select count(*) as count from audit_records where action = 'preview-apply' and subject = ${name}`)
    assert.equal(Number(records?.count), 1)
    folder.write({ 'new/leaf.md': '# Leaf\n\nOther words.\n' })
    await preview()
    assert.equal((await writer.get(`/wiki/previews/${name}`)).status, 200)
    const next = await ask('apply')
    assert.deepEqual(next.counts, { ...counts, created: 0 })
    assert.doesNotMatch(next.body, /before/)
  })

  test('says of each page what has become of it, and of what it needs', async () => {
    const top = (title: string, words: string) => `# ${title}\n\n${words}\n`
    const { folder, preview, pages, ask, space } = await spaces.start({
      ...mergedFiles,
      'moved.md': top('Moved', 'First.'),
      'renamed.md': top('Renamed', 'First.'),
    })
    const { endpoint, token, database } = server
    folder.write({
      ...askedFiles,
      'guide/extra.md': top('Extra', 'New.'),
      'moved.md': top('Moved', 'Second.'),
      'renamed.md': top('Renamed', 'Second.'),
    })
    folder.remove('old.md')
    await preview({ prune: true })
    const rows = await database.read<{ id: number; title: string }>(
      sql`select id, title from pages where space_id = ${Number(space.id)}`,
    )
    const idOf = (title: string): string => String(rows.find((row) => row.title === title)?.id)
    const put = (fields: Omit<PageFields, 'spaceId' | 'content'> & { content?: string }) =>
      importPage(
        { endpoint, token, maxAttempts: 1 },
        { spaceId: space.key, content: 'First.', overwrite: true, ...fields },
      )
    const { homepageId } = space
    const rival = await put({ parentId: homepageId, pageTitle: 'New' })
    await put({ parentId: idOf('Old'), pageTitle: 'Below' })
    await put({ pageId: idOf('Renamed'), parentId: homepageId, pageTitle: 'Called otherwise' })
    const same = { pageId: idOf('Moved'), pageTitle: 'Moved', content: top('Moved', 'First.') }
    await put({ ...same, parentId: idOf('Same') })
    await trashPage(server, idOf('Guide'), 'test')
    const before = await pages()
    const { changes = [] } = await ask('apply')
    assert.deepEqual(Object.fromEntries(changes.map(({ title, message }) => [title, message])), {
      Extra: 'The page above it is not there any more.',
      Moved: 'It was moved since.',
      New: `Another page has its title there by now: ${rival.page?.id}.`,
      Old: 'There are pages below it by now, so it stays.',
      Renamed: 'It is called “Called otherwise” by now.',
      Setup: 'It is not there any more.',
    })
    assert.deepEqual(await pages(), before)
  })

  test('on its page it is what somebody looked at that is applied, and nothing else', async () => {
    const { folder, preview, pages, run, name, space, applying } = await spaces.start()
    folder.write(askedFiles)
    await preview()
    const writer = webClient(server.url)
    await server.grant(await server.createUser(`looks-${name}`), space, 'write')
    await writer.signIn(`looks-${name}`, userPassword)
    const at = `/wiki/previews/${name}`
    const look = async () => {
      const inputs = (await writer.get(at)).elements('input')
      return Object.fromEntries(inputs.map(({ attrs }) => [attrs.name ?? '', attrs.value ?? '']))
    }
    const refused = async (fields: Record<string, string>, message: RegExp): Promise<void> => {
      const before = await pages()
      const { status, html } = await writer.submit(`${at}/apply`, fields)
      assert.deepEqual([status, message.test(html)], [412, true], html)
      assert.deepEqual(await pages(), before)
    }
    const first = await look()
    folder.write({ 'new/leaf.md': '# Leaf\n\nSomething else.\n' })
    await preview()
    await refused(first, /was sent again in the meantime/)
    const asked = await applying()
    const earlier = { ...asked, run: { ...asked.run, run: first.run ?? '' } }
    const gone = await server.database.write(applyPreview, earlier)
    assert.deepEqual(gone, { outcome: 'gone' })
    const second = await look()
    const other = docsFolder({ 'guide/setup.md': '# Setup\n\nBy somebody else.\n' })
    await run({ paths: [other.path], workingFolder: other.path })
    other.remove()
    await refused(second, /has changed since you looked/)
    assert.equal((await writer.submit(`${at}/apply`, await look())).status, 303)
    assert.match((await pages()).Leaf?.[1] ?? '', /Something else/)
    assert.match((await pages()).Setup?.[1] ?? '', /twice/)
  })

  test('asked for by many at once, it is applied once, and all are told of it', async () => {
    const { folder, preview, pages, ask } = await spaces.start()
    folder.write(askedFiles)
    await preview()
    const answers = await Promise.all([ask('apply'), ask('apply'), ask('apply')])
    const counts = { created: 2, updated: 1, unchanged: 0, trashed: 0 }
    for (const answer of answers) assert.deepEqual(answer.counts, counts)
    assert.equal(answers.filter(({ body }) => !body.includes('before')).length, 1)
    assert.equal((await pages()).Setup?.[0], 2)
  })

  test('beside imports into the space it is applied before them or not at all', async () => {
    const { folder, preview, pages, ask, run } = await spaces.start()
    folder.write(askedFiles)
    await preview()
    const [applied, ...imports] = await Promise.all([
      ask('apply'),
      ...['Setup', 'Use', 'Guide'].map(async (title) => {
        const [file] =
          Object.entries(mergedFiles).find(([, text]) => `${text}`.startsWith(`# ${title}`)) ?? []
        const other = docsFolder({ [`${file}`]: `# ${title}\n\nBy somebody else.\n` })
        try {
          return await run({ paths: [other.path], workingFolder: other.path })
        } finally {
          other.remove()
        }
      }),
    ])
    assert.deepEqual(
      imports.map(({ report }) => report.counts.failed),
      [0, 0, 0],
    )
    const now = await pages()
    const isApplied = applied.key === 'applied'
    assert.deepEqual(now.Setup?.[0], isApplied ? 3 : 2)
    assert.match(now.Setup?.[1] ?? '', /somebody else/)
    assert.equal('Leaf' in now, isApplied)
    if (!isApplied)
      assert.deepEqual(
        applied.changes?.map(({ title }) => title),
        ['Setup'],
      )
  })

  test('swaps titles, renames, and moves below a page that the same preview makes', async () => {
    const { space, name, pages, ask } = await spaces.start()
    const { endpoint, token, database } = server
    const connection = { endpoint, token, runId: 'swap', maxAttempts: 1 }
    const spaceId = space.key
    await askPreview(connection, name, 'begin', { spaceId })
    const rows = await database.read<{ id: number; title: string; parent_id: number }>(
      sql`select id, title, parent_id from pages where space_id = ${Number(space.id)}`,
    )
    const idOf = (title: string): string => String(rows.find((row) => row.title === title)?.id)
    const put = async (fields: Omit<PageFields, 'spaceId'>): Promise<string> => {
      const into = { ...connection, endpoint: previewEndpoint(endpoint, name) }
      return (await importPage(into, { spaceId, overwrite: true, ...fields })).page?.id ?? ''
    }
    const guide = idOf('Guide')
    const made = await put({
      parentId: space.homepageId,
      pageTitle: 'Made',
      content: 'Made by the preview.',
    })
    const words = (of: string) => ({ content: `Words of ${of}.` })
    const swapped = { parentId: guide, pageTitle: 'Use', ...words('Setup') }
    await put({ pageId: idOf('Setup'), ...swapped, parentId: made })
    await put({ pageId: idOf('Use'), ...swapped, pageTitle: 'Setup', ...words('Use') })
    await put({ pageId: idOf('Old'), ...words('Old'), parentId: made, pageTitle: 'Older' })
    // The two pages exchange their places in the tree.
    const same = idOf('Same')
    await put({ pageId: same, parentId: made, pageTitle: 'Same', content: '# Same\n\nStays.\n' })
    await put({ pageId: guide, ...words('Guide'), parentId: same, pageTitle: 'Guide' })
    await askPreview(connection, name, 'show', { spaceId })
    const { counts } = await ask('apply')
    assert.deepEqual(counts, { created: 1, updated: 4, unchanged: 1, trashed: 0 })
    const after = await database.read<{ id: number; title: string; parent_id: number }>(sql`
      select id, title, parent_id from pages
      where space_id = ${Number(space.id)} and parent_id <> 0 and status = 'current'`)
    const placed = Object.fromEntries(
      after.map((row) => [row.id, [row.title, String(row.parent_id)]]),
    )
    assert.deepEqual(placed, {
      [made]: ['Made', space.homepageId],
      [idOf('Setup')]: ['Use', made],
      [idOf('Use')]: ['Setup', guide],
      [idOf('Old')]: ['Older', made],
      [same]: ['Same', made],
      [guide]: ['Guide', same],
    })
    assert.match((await pages()).Use?.[1] ?? '', /Words of Setup/)
    const keys = await database.read<{ title_key: string }>(sql`
      select title_key from pages where space_id = ${Number(space.id)} and title_key like ' %'`)
    assert.deepEqual(keys, [])
  })

  test('puts no page below itself, however the space has been turned round', async () => {
    const { space, name, pages, ask, applying } = await spaces.start()
    const { endpoint, token, database } = server
    const rows = await database.read<{ id: number; title: string }>(
      sql`select id, title from pages where space_id = ${Number(space.id)}`,
    )
    const idOf = (title: string): string => String(rows.find((row) => row.title === title)?.id)
    const connection = { endpoint, token, runId: 'turn', maxAttempts: 1 }
    const under = (pageTitle: string, above: string, content: string) => {
      const named = { pageId: idOf(pageTitle), parentId: idOf(above), pageTitle, content }
      return { spaceId: space.key, overwrite: true, ...named }
    }
    await askPreview(connection, name, 'begin', { spaceId: space.key })
    const into = { ...connection, endpoint: previewEndpoint(endpoint, name) }
    await importPage(into, under('Same', 'Old', '# Same\n\nStays.\n'))
    await askPreview(connection, name, 'show', { spaceId: space.key })
    await importPage(connection, under('Old', 'Same', '# Old\n\nWords.\n'))
    const before = await pages()
    const { changes = [] } = await ask('apply')
    assert.deepEqual(
      changes.map(({ title, message }) => [title, message]),
      [['Same', 'The page above it stands below it by now.']],
    )
    const [found] = await findPreviews(readerOfAll(server.database), name, { now: server.clock() })
    const { state } = await comparePreview(server.database, found as Preview)
    const forced = await server.database.write(applyPreview, { ...(await applying()), seen: state })
    assert.equal(forced.outcome, 'changed')
    assert.deepEqual(await pages(), before)
  })

  test('a service that is killed meanwhile has applied all of it or nothing, and does it once', async (t) => {
    const store = await createTestStore(engine)
    const prepared = await prepareStore(store.options)
    let service = await startService(store.options)
    const ownSpaces = previewSpaces({ ...prepared, ...service })
    t.after(async () => {
      await service.end('SIGKILL')
      ownSpaces.remove()
      await prepared.database.close()
      await store.remove()
    })
    const files = (words: string) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_i, index) => [
          `page-${index}.md`,
          `# Page ${index}\n\n${`${words} `.repeat(2_000)}\n`,
        ]),
      )
    const { folder, preview, pages, name, space } = await ownSpaces.start(files('first'))
    folder.write(files('second'))
    await preview()
    const apply = () => {
      const { endpoint } = service
      const connection = { endpoint, token: prepared.token, maxAttempts: 1 }
      return askPreview(connection, name, 'apply', { spaceId: space.key })
    }
    const states = async () =>
      new Set(
        Object.values(await pages()).map(
          ([version, text]) => `${version} ${text.includes('second')}`,
        ),
      )
    const moment =
      'databaseUrl' in store.options
        ? await beforeCommit(store.options.databaseUrl)
        : withinCommit(store.options.dataDirectory)
    const lost = apply().catch(() => 'lost')
    await moment.come()
    await service.end('SIGKILL')
    await moment.pass()
    const answered = await lost
    // PostgreSQL cannot commit then.
    if (engine === 'postgres') assert.equal(answered, 'lost')
    service = await startService(store.options)
    assert.equal((await states()).size, 1)
    const answers = [await apply(), await apply()]
    for (const { counts } of answers) {
      assert.deepEqual(counts, { created: 0, updated: 8, unchanged: 0, trashed: 0 })
    }
    assert.match(answers[1]?.body ?? '', /before/)
    assert.deepEqual(await states(), new Set(['2 true']))
  })
})

interface Moment {
  come(): Promise<void>
  pass(): Promise<void>
}

async function beforeCommit(databaseUrl: string): Promise<Moment> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table audit_records in share mode')
  return {
    come: () =>
      waitUntil('a transaction waits', async () => {
        const { rows } = await client.query(`select 1 from pg_locks where not granted
          and relation = 'audit_records'::regclass
          and database = (select oid from pg_database where datname = current_database())`)
        return rows.length > 0
      }),
    pass: () => client.end(),
  }
}

function withinCommit(dataDirectory: string): Moment {
  const size = (): number => statSync(join(dataDirectory, 'markport.db-wal')).size
  const before = size()
  return {
    async come() {
      while (size() === before) await new Promise((resolve) => setImmediate(resolve))
    },
    async pass() {},
  }
}
