/** Imports where the service gives ids in advance: pages are sent once, and keep what they are. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { sql } from '../src/store/sql.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { startMemoryService } from './support/folders/memory-service.ts'
import { type Refusal, startRefusingService } from './support/network/scripted-service.ts'
import { startFreshServer } from './support/service/fresh-server.ts'

const services: { stop(): Promise<void> }[] = []

after(async () => {
  for (const service of services) await service.stop()
})

async function start(files: DocsFiles, options: Parameters<typeof startMemoryService>[0] = {}) {
  const folder = docsFolder(files)
  const service = await startMemoryService(options)
  services.push(service)
  const run = (more: Partial<FolderOptions> = {}) =>
    importDocs(
      { endpoint: service.endpoint, token: 't', space: { key: 'S', homepageId: '1' } as never },
      folder,
      more,
    )
  const pageOf = (title: string) => [...service.pages.values()].find((one) => one.title === title)
  return { folder, service, run, pageOf }
}

const linked = {
  'README.md': '# Start\n\n[a](guide/a.md#part) [guide](guide/)\n',
  'guide/a.md': '# A\n\n[b](b.md) [up](../README.md)\n\n## Part\n',
  'guide/b.md': '# B\n\n[a](a.md)\n',
}

describe('new pages', () => {
  test('are sent once, with the links that stay', async () => {
    const { run, service, pageOf } = await start(linked)
    const { report, pages } = await run()
    assert.equal(report.counts.created, 4)
    assert.deepEqual(service.sent().sort(), ['A', 'B', 'Guide', 'Start'])
    for (const { version } of service.pages.values()) assert.equal(version, 1)
    const link = (file: string): string => `spaces/S/pages/${pages[file]?.page?.id}`
    assert.equal(
      pageOf('Start')?.content,
      `# Start\n\n[a](${link('guide/a.md')}#h-part) [guide](${link('guide/')})\n`,
    )
    assert.equal(pageOf('B')?.content, `# B\n\n[a](${link('guide/a.md')})\n`)
    assert.equal((await run()).report.counts.unchanged, 4)
    // Each run asks for source and parent and closes; one reservation, four pages.
    assert.equal(service.requests.length, 11)
  })

  test('are reserved many at a time, parents before children', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 410 }, (_, index) => [`x/y/${index}.md`, `# P${index}\n`]),
    )
    const { run, service } = await start(files)
    assert.equal((await run({ concurrency: 8 })).report.counts.created, 412)
    const batches = service.requests.filter(({ path }) => path?.endsWith('/reservations'))
    assert.deepEqual(
      batches.map(({ fields }) => (fields.pages as unknown[]).length),
      // The first checks the token.
      [0, 200, 200, 12],
    )
    assert.equal(service.sent().length, 412)
  })

  test('pages below one that fails arrive below the page above it, until it is mended', async () => {
    const { folder, run, pageOf } = await start({
      'guide/README.md': '# Guide\n',
      'guide/part/README.md': `# Part\n\n${'> '.repeat(95)}x\n`,
      'guide/part/a.md': '# A\n\na\n',
    })
    const { report } = await run()
    assert.deepEqual([report.counts.created, report.counts.failed], [2, 1])
    assert.equal(pageOf('A')?.parentId, pageOf('Guide')?.id)
    const again = await run()
    assert.deepEqual([again.report.counts.unchanged, again.report.counts.failed], [2, 1])
    const { id } = pageOf('A') ?? {}
    folder.write({ 'guide/part/README.md': '# Part\n\nmended\n' })
    assert.equal((await run()).pages['guide/part/README.md']?.outcome, 'created')
    assert.deepEqual([pageOf('A')?.id, pageOf('A')?.parentId], [id, pageOf('Part')?.id])
  })

  test('a page that fails is not linked to, by those either that were sent before', async () => {
    const files = { 'a.md': '# A\n\n[b](b.md) [c](c.md)\n', 'b.md': '# B\n', 'c.md': '# C\n' }
    const { run, pageOf, service } = await start(files, { refuses: (title) => title === 'B' })
    const { warnings, report, pages } = await run({ concurrency: 1 })
    assert.deepEqual(warnings, ['a.md:3 link-not-imported'])
    assert.deepEqual([report.counts.created, report.counts.failed], [2, 1])
    assert.equal(
      pageOf('A')?.content,
      `# A\n\n[b](b.md) [c](spaces/S/pages/${pages['c.md']?.page?.id})\n`,
    )
    assert.deepEqual(service.sent(), ['A', 'B', 'C', 'A'])
  })

  test('one wrong parent keeps no other page from its address', async () => {
    const { run, service } = await start({
      ...linked,
      'x.md': '---\nparent: 999\n---\n# X\n\n[a](guide/a.md)\n',
    })
    const { pages, report } = await run()
    assert.deepEqual([report.counts.created, report.counts.failed], [4, 1])
    assert.match(pages['x.md']?.message ?? '', /Check `parent` in its front matter\.$/)
    for (const { version } of service.pages.values()) assert.equal(version, 1)
  })
})

describe('a page that is known', () => {
  test('that is gone is made again by its title', async () => {
    const { run, folder, service } = await start({
      'a.md': '# A\n\na\n',
      'b.md': '# B\n\n[a](a.md)\n',
    })
    const first = await run()
    const gone = first.pages['a.md']?.page?.id as string
    service.pages.delete(gone)
    folder.write({ 'a.md': '# A\n\nother\n' })
    const second = await run()
    assert.deepEqual(
      [second.pages['a.md']?.outcome, second.pages['b.md']?.outcome],
      ['created', 'updated'],
    )
    assert.deepEqual([second.report.withoutFile, second.warnings], [[], []])
    assert.deepEqual(second.report.counts, { ...second.report.counts, created: 1, updated: 1 })
    assert.equal((await run()).report.counts.unchanged, 2)
  })
})

describe('renames of Git', () => {
  const git = (folder: DocsFolder, ...command: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...command], {
      cwd: folder.path,
      encoding: 'utf8',
    })
  const text = Array.from({ length: 30 }, (_, line) => `Line ${line} of this text.\n`).join('\n')
  const commit = (folder: DocsFolder): void => {
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'all')
  }
  const begin = async () => {
    const started = await start({ 'one.md': `# One\n\n${text}` })
    started.folder.remove('.git')
    git(started.folder, 'init', '-q')
    commit(started.folder)
    const first = await started.run()
    return { ...started, id: first.pages['one.md']?.page?.id }
  }
  const rename = (folder: DocsFolder): void => {
    folder.remove('one.md')
    folder.write({ 'zwei ü.md': `# Another title\n\n${text}\nMore.\n` })
  }

  test('are needed for that (control)', async () => {
    const { folder, run, id } = await begin()
    rename(folder)
    const { pages, report } = await run()
    assert.notEqual(pages['zwei ü.md']?.page?.id, id)
    assert.equal(report.withoutFile.length, 1)
  })

  test('run no program that the repository names', async () => {
    const { folder, run, id } = await begin()
    rename(folder)
    folder.write({ '.gitattributes': '*.md diff=evil filter=evil\n' })
    commit(folder)
    const trap = join(folder.path, 'trap')
    writeFileSync(trap, `#!/bin/sh\ntouch '${join(folder.path, 'ran')}'\n`, { mode: 0o755 })
    const settings = ['diff.external', 'core.fsmonitor', 'core.pager', 'core.sshCommand']
    const drivers = ['diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean']
    for (const name of [...settings, ...drivers]) git(folder, 'config', name, trap)
    const { pages } = await run()
    assert.equal(pages['zwei ü.md']?.page?.id, id)
    assert.throws(() => readFileSync(join(folder.path, 'ran')), { code: 'ENOENT' })
    git(folder, 'diff', 'HEAD~1')
    readFileSync(join(folder.path, 'ran'))
  })
})

describe('a service that does not answer', () => {
  async function startBehind(refusalOf: Refusal, files: DocsFiles) {
    const server = await startFreshServer('sqlite')
    const service = await startRefusingService(server.endpoint, refusalOf)
    services.push(service, server)
    const folder = docsFolder(files)
    const run = (endpoint = service.endpoint) => importDocs({ ...server, endpoint }, folder)
    return { server, folder, run }
  }

  for (const hasReservations of [true, false]) {
    const how = hasReservations ? 'with reservations' : 'without reservations'
    test(`keeps back what is below a page, which is then made in one place, ${how}`, async () => {
      let refused = 'X'
      const refusalOf: Refusal = ({ path, fields }) => {
        if (/\/(?:reservations|sources)(?:\?|\/|$)/.test(path ?? ''))
          return hasReservations ? undefined : 404
        return fields.pageTitle === refused ? 503 : undefined
      }
      const { server, run } = await startBehind(refusalOf, {
        'x/README.md': '# X\n\nx',
        'x/a.md': '# A\n\na',
        'x/y/b.md': '# B\n\nb',
        'c.md': '# C\n\nc',
      })
      const { report, pages } = await run()
      const { created, failed, 'not-sent': left } = report.counts
      assert.deepEqual([created, failed, left], [1, 1, 3])
      assert.match(pages['x/y/b.md']?.message ?? '', /^The page above it could not be sent yet\./)
      refused = ''
      assert.equal((await run()).report.counts.created, 4)
      assert.equal((await server.database.read(sql`select id from pages`)).length, 6)
    })
  }

  for (const hasReservations of [true, false]) {
    const how = hasReservations ? 'with reservations' : 'without reservations'
    test(`tells once as new that a linked page could not be imported, ${how}`, async () => {
      const refusalOf: Refusal = ({ path, fields: { pages, pageTitle } }) => {
        const isReserving = path?.endsWith('/reservations') && Object(pages).length > 0
        if (isReserving) return hasReservations ? undefined : 404
        return pageTitle === 'C' ? 503 : undefined
      }
      const { folder, run } = await startBehind(refusalOf, { 'a.md': '# A\n\na' })
      await run()
      const newness = async (title: string) => {
        folder.write({ 'a.md': `# ${title}\n\n[c](c.md)`, 'c.md': '# C\n\nc' })
        const { events } = await run()
        const warnings = events.filter((event) => event.type === 'warning')
        return warnings.map(({ file, code, isNew }) => [file, code, isNew])
      }
      assert.deepEqual(await newness('B'), [['a.md', 'link-not-imported', true]])
      assert.deepEqual(await newness('D'), [['a.md', 'link-not-imported', false]])
    })
  }

  test('is sent a file again, also as it was before', async () => {
    const loses: Refusal = ({ path }) => (path?.endsWith('/webtrigger') ? 'lost' : undefined)
    const { server, folder, run } = await startBehind(loses, { 'a.md': '# A\n\nfirst' })
    const first = await run(server.endpoint)
    folder.write({ 'a.md': '# A\n\nsecond' })
    assert.equal((await run()).report.counts.failed, 1)
    folder.write({ 'a.md': '# A\n\nfirst' })
    const { outcome, page } = (await run(server.endpoint)).pages['a.md'] ?? {}
    const id = first.pages['a.md']?.page?.id
    assert.deepEqual([outcome, page?.id, page?.version], ['updated', id, 3])
    assert.equal((await run(server.endpoint)).report.counts.unchanged, 1)
  })
})
