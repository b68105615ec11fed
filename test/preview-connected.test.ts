import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { apiTokens } from '../src/auth/tokens/api-tokens.ts'
import type { PreviewAction } from '../src/contract/paths.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { purgesOf } from '../src/embedded-wiki/store/purging/purges.ts'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import { askPreview } from '../src/http-client/ask-preview.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import {
  changePolicies,
  connectSpace,
  startWikiServer,
  type WikiServer,
  wikiSubjects,
} from './support/delivery/wiki-server.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { askedFiles, mergedFiles, pixel } from './support/folders/preview-space.ts'
import { dayMs, prepareStore, userPassword } from './support/prepared-store.ts'
import { startService } from './support/service/service-process.ts'
import { createTestStore } from './support/store/test-engines.ts'
import { runStatement } from './support/store/test-transactions.ts'

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
    reader = webClient(server.url)
    await reader.signIn('writer', userPassword)
  })
  after(async () => {
    for (const end of ends) await end()
    await server.stop()
  })

  const writes = (): number => site.requests.filter(({ method }) => method !== 'GET').length

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

  test('tells of links on pages that nobody touched, and goes with a page that is purged', async () => {
    const { preview, path, id, write, mark, folder } = await startPreview({
      ...mergedFiles,
      'guide/use.md': '# Use\n\nAfter [the setup](setup.md#install).\n',
    })
    write(askedFiles)
    await preview({ paths: [join(folder.path, 'guide', 'setup.md')] })
    const { html } = await reader.get(path)
    assert.match(
      html,
      new RegExp(`Use${mark}</a>.*“Setup${mark}”, where nothing is called #\\S*install`, 'i'),
    )
    const { database, clock } = server
    const purges = purgesOf({ database, ids: idAllocator(database), clock })
    await purges.page(id('guide/setup.md'), { withPagesBelow: false, purgedBy: 'test' })
    assert.equal((await reader.get(path)).status, 404)
  })

  test('pages stand where they are to, also below what people made, and titles are told apart', async () => {
    const { preview, path, write, mark, folder, run, name } = await startPreview({})
    const theirs = site.addPage({ title: `Theirs${mark}` })
    write({
      'deep/README.md': `---\nparent: '${theirs.id}'\n---\n# Deep\n\nAbove.\n`,
      'deep/low.md': '# Low\n\nBelow.\n',
      'taken.md': '# Theirs\n\nAnother.\n',
      'deep/far.md': '# theirs\n\nBelow what is yet to be made.\n',
    })
    const before = writes()
    const { pages } = await preview()
    assert.equal(writes(), before)
    const outcomes = Object.entries(pages).map(([file, { outcome, key }]) => [file, outcome, key])
    assert.deepEqual(outcomes.toSorted(), [
      ['deep/README.md', 'created', undefined],
      ['deep/far.md', 'failed', 'already-exists'],
      ['deep/low.md', 'created', undefined],
      ['taken.md', 'failed', 'edited-elsewhere'],
    ])
    const low = await reader.get(`${path}/pages/${pages['deep/low.md']?.page?.id}`)
    assert.match(low.html, new RegExp(`aria-label="Breadcrumb".*Deep${mark}</a>`, 's'))
    assert.match((await reader.get(path)).html, /2 files not imported/)
    const { endpoint, token } = server
    const connection = { endpoint, token, maxAttempts: 1 }
    const { counts } = await askPreview(connection, name, 'apply', { spaceId: 'DOCS' })
    assert.equal(counts?.created, 2)
    const deep = site.pages().find(({ title }) => title === `Deep${mark}`)
    assert.equal(deep?.parentId, theirs.id)
    folder.remove('taken.md', 'deep/far.md')
    assert.equal((await run({ resend: true })).report.counts.unchanged, 2)
  })

  test('is made by tokens that may only preview, read by readers, and applied by writers alone', async () => {
    const { preview, path, write, name, folder } = await startPreview()
    const { database, clock, endpoint } = server
    const [space] = await database.read<{ id: number }>(
      sql`select id from spaces where key = 'DOCS'`,
    )
    const tokens = apiTokens(database, idAllocator(database), clock)
    const narrow = await tokens.create({
      ...{ name: `narrow-${previews}`, owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' },
      ...{ isPreviewOnly: true, spaces: ['DOCS'] },
    })
    write(askedFiles)
    const before = writes()
    const place = { ...server, token: narrow.token }
    const { report } = await importDocs(place, folder, { preview: name })
    assert.equal(report.counts.created, 2)
    const ask = (action: PreviewAction) =>
      askPreview({ endpoint, token: narrow.token, maxAttempts: 1 }, name, action, {
        spaceId: 'DOCS',
      })
    await assert.rejects(ask('apply'), { key: 'forbidden' })
    const refused = await importDocs(place, folder)
    assert.match(refused.report.stoppedBy ?? '', /may only preview/)
    const looker = webClient(server.url)
    const user = await server.createUser(`looker-${previews}`)
    await server.grant(user, { ...server.space, id: String(space?.id) }, 'read')
    await looker.signIn(`looker-${previews}`, userPassword)
    assert.equal((await looker.get(path)).status, 200)
    for (const step of ['apply', 'end']) {
      assert.equal((await looker.submit(`${path}/${step}`, { space: 'DOCS' })).status, 404)
    }
    assert.equal(writes(), before)
    assert.equal((await ask('end')).key, 'ended')
    assert.equal((await reader.get(path)).status, 404)
    await preview()
    await assert.rejects(ask('end'), { key: 'forbidden' })
  })

  const standing = (mark: string) =>
    Object.fromEntries(
      site
        .pages()
        .filter(({ title, status }) => title.endsWith(mark) && status === 'current')
        .map((page) => [
          page.title.slice(0, -mark.length),
          [page.versions.length, page.parentId, page.versions.at(-1)?.body ?? ''] as const,
        ]),
    )

  test('applies exactly what it showed, once, and an import of the same has nothing to do', async () => {
    const { preview, ask, write, mark, id, run, folder, path } = await startPreview()
    write(askedFiles)
    write({ 'same.md': '# Other name\n\nStays.\n', 'guide/use.md': '# Same\n\nTakes a title.\n' })
    folder.remove('old.md')
    await preview({ prune: true, concurrency: 1 })
    const { key, counts } = await ask('apply')
    assert.deepEqual(
      [key, counts],
      ['applied', { created: 2, updated: 3, unchanged: 0, trashed: 1 }],
    )
    const pages = standing(mark)
    assert.deepEqual(Object.keys(pages).sort(), [
      'Guide',
      'Leaf',
      'New',
      'Other name',
      'Same',
      'Setup',
    ])
    assert.equal(pages.Leaf?.[1], site.pages().find(({ title }) => title === `New${mark}`)?.id)
    assert.equal(site.page(id('guide/use.md')).title, `Same${mark}`)
    assert.equal(site.page(id('old.md')).status, 'trashed')
    assert.match(pages.Setup?.[2] ?? '', /twice/)
    assert.ok(pages.New?.[2].includes(id('guide/setup.md')))
    const again = await ask('apply')
    assert.deepEqual([again.key, again.counts], ['applied', counts])
    assert.match(again.body, /before/)
    const before = writes()
    const { report } = await run({ resend: true })
    assert.deepEqual([report.counts.unchanged, report.counts.failed], [6, 0])
    assert.equal(writes(), before)
    assert.equal((await reader.get(path)).status, 303)
    const page = await reader.get(`${path}/pages/${id('guide/use.md')}`)
    assert.ok(page.location?.startsWith(site.baseUrl) && page.location.includes(id('guide/use.md')))
  })

  test('titles are told apart by the page above, where the space has it so, as they were seen', async () => {
    await changePolicies(server, { titleClash: 'suffix' })
    try {
      const { preview, ask, write, mark, run, path } = await startPreview()
      write({
        'api/README.md': '# Api\n\nAbove.\n',
        'api/setup.md': '# Setup\n\nOf the [other](../cli/setup.md).\n',
        'api/twin.md': '# Twin\n\nOne.\n',
        'cli/README.md': '# Cli\n\nAbove.\n',
        'cli/setup.md': '# Setup\n\nOf the [first](../api/setup.md).\n',
        'cli/twin.md': '# Twin\n\nTwo.\n',
      })
      const { pages } = await preview()
      const seen = await Promise.all(
        ['api/setup.md', 'cli/setup.md', 'api/twin.md', 'cli/twin.md'].map(async (file) => {
          const { html } = await reader.get(`${path}/pages/${pages[file]?.page?.id}`)
          return /<title>(.*?) \(preview/.exec(html)?.[1] ?? html
        }),
      )
      const apart = ['Api', 'Cli'].map((above) => `Setup${mark} (${above}${mark})`)
      assert.deepEqual(seen.slice(0, 2), apart)
      const twins = [
        `Twin${mark}`,
        ...['Api', 'Cli'].map((above) => `Twin${mark} (${above}${mark})`),
      ]
      assert.ok(twins.includes(seen[2] ?? '') && twins.includes(seen[3] ?? ''), String(seen))
      assert.deepEqual((await ask('apply')).counts?.created, 6)
      const made = seen.map((title) =>
        site.pages().find((page) => page.title === title && page.status === 'current'),
      )
      assert.deepEqual(
        made.map((page) => site.page(page?.parentId ?? '').title),
        [`Api${mark}`, `Cli${mark}`, `Api${mark}`, `Cli${mark}`],
      )
      assert.deepEqual(new Set(made.map((page) => page?.versions.length)), new Set([2]))
      assert.ok(made[0]?.versions.at(-1)?.body.includes(made[1]?.id ?? 'none'))
      const { counts } = (await run({ resend: true })).report
      assert.deepEqual([counts.created, counts.updated, counts.failed], [0, 0, 0])
    } finally {
      await changePolicies(server, {})
    }
  })

  test('where a site makes no page, pages that are there are applied, and new ones say why not', async () => {
    const { preview, ask, write, mark, path } = await startPreview()
    write({ 'guide/setup.md': askedFiles['guide/setup.md'] ?? '', 'guide/dot.gif': pixel })
    site.watch = ({ when, method, path }) =>
      when === 'before' && method === 'POST' && /\/(?:pages|content)$/.test(path)
        ? { status: 400 }
        : undefined
    try {
      await preview()
      assert.deepEqual((await ask('apply')).counts, {
        ...{ created: 0, updated: 1, unchanged: 0, trashed: 0 },
      })
      assert.match(standing(mark).Setup?.[2] ?? '', /twice/)
      write(askedFiles)
      write({ 'same.md': '# Same\n\nSays more.\n' })
      await preview()
      const before = [standing(mark), writes()]
      const answer = await ask('apply')
      assert.equal(answer.key, 'precondition-failed')
      assert.deepEqual(
        answer.changes
          ?.map(({ title, message }) => [title, /refuses this page/.test(message)])
          .toSorted(),
        [
          [`Leaf${mark}`, true],
          [`New${mark}`, true],
        ],
      )
      assert.deepEqual(standing(mark), before[0])
      assert.match((await reader.get(path)).html, /refuses this page/)
    } finally {
      site.watch = () => undefined
    }
    assert.deepEqual((await ask('apply')).counts, {
      ...{ created: 2, updated: 1, unchanged: 0, trashed: 0 },
    })
    assert.match(standing(mark).Same?.[2] ?? '', /more/)
  })

  test('applies nothing where the space has changed, and says it page by page', async () => {
    const { preview, ask, write, mark, id, path } = await startPreview()
    write(askedFiles)
    await preview()
    site.humanEdit(id('guide/setup.md'), 0, (text) => `${text} And more.`)
    const rival = site.addPage({ title: `New${mark}` })
    const before = [standing(mark), writes()]
    const changesOf = async () =>
      (await ask('apply')).changes?.map(({ title, message }) => [title, message])
    assert.deepEqual(await changesOf(), [[`Setup${mark}`, 'It has version 3 by now, and had 2.']])
    const list = await reader.get(path)
    assert.match(list.html, /The space moved on/)
    const fields = () =>
      Object.fromEntries(
        ['space', 'run', 'state', 'csrf'].map((name) => [
          name,
          list.elements('input').find(({ attrs }) => attrs.name === name)?.attrs.value ?? '',
        ]),
      )
    const refused = await reader.submit(`${path}/apply`, fields())
    assert.equal(refused.status, 412)
    assert.match(refused.html, /New \d+ \(\d+\): Another page has its title there/)
    assert.deepEqual([standing(mark), writes()], before)
    site.trash(rival.id)
    const applied = await reader.submit(`${path}/apply`, fields())
    assert.equal(applied.status, 303)
    await waitUntil('it is applied', async () => (await reader.get(path)).status === 303)
    assert.match(standing(mark).Setup?.[2] ?? '', /twice/)
    assert.ok(standing(mark).Leaf)
  })

  test('what keeps a page from being sent is told with it, and the rest goes on', async () => {
    const { preview, ask, write, mark, id, path, name } = await startPreview()
    write({ ...askedFiles, 'same.md': '# Same\n\nSays more.\n' })
    await preview()
    let isEdited = false
    site.watch = ({ method }) => {
      if (isEdited || method === 'GET') return undefined
      isEdited = true
      for (const file of ['same.md', 'guide/setup.md']) {
        site.humanEdit(id(file), 0, (text) => `${text} And more.`)
      }
      return undefined
    }
    const answer = await ask('apply')
    site.watch = () => undefined
    assert.equal(answer.key, 'precondition-failed')
    assert.match(answer.body, /Error: 1 of 4 pages are in Confluence/)
    assert.deepEqual(
      answer.changes?.map(({ title, message }) => [title, /version 3/.test(message)]).toSorted(),
      [
        [`Same${mark}`, true],
        [`Setup${mark}`, true],
      ],
    )
    const list = await reader.get(path)
    assert.match(list.html, /applied in part/)
    assert.match(list.html, /The space moved on/)
    // As if a process was killed before it recorded its write, and another one applies over it.
    const applier = sql`'{"holder":"gone","startedAtMs":0,"versions":{},"applier":{"requestId":"x",
      "actor":"test","apiTokenId":' || api_token_id || ',"writer":{"userId":' || user_id || '}}}'`
    for (const statement of [
      sql`update preview_pages set delivered = '' where name = ${name}`,
      sql`update previews set applying = ${applier} where name = ${name}`,
    ]) {
      await server.database.write(runStatement, { statement })
    }
    await waitUntil('it is applied', async () => (await reader.get(path)).status === 303)
    const pages = standing(mark)
    assert.deepEqual([pages.Same?.[0], pages.Setup?.[0], pages.New?.[0]], [4, 4, 2])
    assert.match(pages.Setup?.[2] ?? '', /twice/)
    assert.equal(pages.Leaf?.[1], site.pages().find(({ title }) => title === `New${mark}`)?.id)
  })
}

for (const [kind, engine] of [
  ['cloud', 'sqlite'],
  ['data-center', 'sqlite'],
  ['cloud', 'postgres'],
] as const) {
  test(`a service that is killed goes on where it was, and makes no page of ${kind} twice, ${engine}`, async (t) => {
    const store = await createTestStore(engine)
    const prepared = await prepareStore(store.options)
    const site = await startConfluence(kind)
    const folder = docsFolder(mergedFiles)
    const credential = docsFolder()
    await connectSpace({ ...prepared, clock: () => new Date() }, prepared.space, {
      site,
      folder: credential.path,
    })
    let service = await startService(store.options)
    t.after(async () => {
      site.watch = () => undefined
      await service.end('SIGKILL')
      await site.stop()
      for (const one of [folder, credential]) one.remove()
      await prepared.database.close()
      await store.remove()
    })
    const space = { ...prepared.space, homepageId: site.homepageId }
    const run = (options: Partial<FolderOptions> = {}) =>
      importDocs({ endpoint: service.endpoint, token: prepared.token, space }, folder, options)
    await run()
    folder.write({ ...askedFiles, 'same.md': '# Same\n\nSays more.\n' })
    await run({ preview: 'pr-1' })
    const apply = () =>
      askPreview(
        { endpoint: service.endpoint, token: prepared.token, maxAttempts: 1 },
        'pr-1',
        'apply',
        { spaceId: space.key },
      )
    const isEnded = async () => {
      const [row] = await prepared.database.read<{ applied: string }>(
        sql`select applied from previews where name = 'pr-1'`,
      )
      return row?.applied !== ''
    }
    let killAt = 2
    let seen = 0
    for (; !(await isEnded()); killAt += 3, seen = 0) {
      const killed = Promise.withResolvers<void>()
      site.watch = async ({ when, method }) => {
        if (method === 'GET' || when !== 'carried-out') return undefined
        seen += 1
        if (seen !== killAt) return undefined
        killed.resolve()
        await service.end('SIGKILL')
        return 'close'
      }
      if (killAt === 2) await Promise.all([killed.promise, apply().catch(() => {})])
      else {
        await Promise.race([killed.promise, waitUntil('it is applied', isEnded)])
        if (await isEnded()) break
      }
      service = await startService(store.options)
    }
    site.watch = () => undefined
    const { counts } = await apply()
    assert.deepEqual(counts, { created: 2, updated: 2, unchanged: 0, trashed: 0 })
    const titles = site
      .pages()
      .flatMap(({ title, status }) => (status === 'current' ? [title] : []))
    assert.deepEqual(
      titles.filter((title) => ['New', 'Leaf', 'Setup', 'Same'].includes(title)).sort(),
      ['Leaf', 'New', 'Same', 'Setup'],
    )
    for (const [title, versions] of [
      ['New', 2],
      ['Leaf', 2],
      ['Setup', 3],
      ['Same', 3],
    ] as const) {
      const page = site.pages().find((one) => one.title === title && one.status === 'current')
      assert.equal(page?.versions.length, versions, title)
    }
    const { report } = await run({ resend: true })
    assert.deepEqual([report.counts.created, report.counts.updated], [0, 0])
  })
}
