/** Pruning in every wiki: what is trashed, and what each rule keeps, with its control. @module */
import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import type { FolderOptions } from '../src/folder-import/folder-options.ts'
import { type DocsFiles, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import {
  type FolderSpace,
  type FolderWiki,
  folderWikis,
  startFolderWiki,
} from './support/folders/folder-wiki.ts'
import { dayMs } from './support/prepared-store.ts'
import { callCli } from './support/service/run-cli.ts'
import { startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'

for (const { name, kind } of folderWikis) {
  describe(name, () => pruneCases(() => startFolderWiki(kind)))
}

const yes = async (): Promise<boolean> => true

function pruneCases(startWiki: () => Promise<FolderWiki>): void {
  let wiki: FolderWiki
  let spaces = 0

  before(async () => {
    wiki = await startWiki()
  })
  after(() => wiki.stop())

  async function start(files: DocsFiles) {
    spaces += 1
    const space = await wiki.addSpace(`P${spaces}`)
    const folder = docsFolder(files)
    const { endpoint, token } = wiki.server
    const place = { endpoint, token, space }
    const run = (options: Partial<FolderOptions> = {}) => importDocs(place, folder, options)
    const prune = (options: Partial<FolderOptions> = {}) =>
      run({ prune: true, hostToken: wiki.token, confirmPrune: yes, ...options })
    const statusOf = (id: string | undefined) => space.statusOf(id as string)
    return { folder, space, run, prune, statusOf }
  }

  async function startWithGone(more: DocsFiles = {}) {
    const started = await start({ 'a.md': '# A\n', 'b.md': '# B\n', ...more })
    const { pages } = await started.run()
    const id = pages['b.md']?.page?.id as string
    started.folder.remove('b.md')
    const reason = async (options: Partial<FolderOptions> = {}): Promise<string | undefined> => {
      const { report } = await started.prune(options)
      const status = await started.statusOf(id)
      const kept = report.withoutFile.find(({ pageId }) => pageId === id)
      assert.equal(status, kept === undefined ? 'trashed' : 'current')
      return kept?.staysBecause
    }
    return { ...started, id, reason, pages }
  }

  test('pages whose file is gone are trashed, those below others first, and told', async () => {
    const { folder, run, prune, statusOf } = await start({
      'a.md': '# A\n',
      'x/README.md': '# X\n',
      'x/b.md': '# B\n',
      'x/y/c.md': '# C\n',
    })
    const { pages } = await run()
    folder.remove('x')
    const { report, events } = await prune()
    const gone = ['x/y/c.md', 'x/y/', 'x/b.md', 'x/README.md']
    const types = events.map(({ type }) => type).filter((type) => /prune/.test(type))
    assert.deepEqual(types, ['prune', 'pruned', 'pruned', 'pruned', 'pruned'])
    const order = events.flatMap((event) => (event.type === 'pruned' ? [event.file] : []))
    assert.deepEqual(order.toSorted(), gone.toSorted())
    assert.deepEqual([order[0], order.at(-1)], ['x/y/c.md', 'x/README.md'])
    for (const file of gone) assert.equal(await statusOf(pages[file]?.page?.id), 'trashed')
    assert.equal(await statusOf(pages['a.md']?.page?.id), 'current')
    assert.deepEqual([report.pruned, report.withoutFile], [4, []])
    assert.deepEqual((await prune()).report.withoutFile, [])
  })

  describe('a page stays', () => {
    test('unless nothing speaks against it (control)', async () => {
      const { reason } = await startWithGone()
      assert.equal(await reason(), undefined)
    })

    test('where nobody agrees, in a dry run, and without a host token', async () => {
      const { run, id, statusOf, prune } = await startWithGone()
      for (const options of [
        { confirmPrune: async () => false },
        { confirmPrune: undefined as never },
        { dryRun: true },
      ]) {
        const { report } = await prune(options)
        assert.equal(report.withoutFile[0]?.staysBecause, undefined)
        assert.equal(report.withoutFile.length, 1)
      }
      assert.equal((await run({ prune: true, confirmPrune: yes })).report.withoutFile.length, 1)
      assert.equal(await statusOf(id), 'current')
    })

    test('when a file failed', async () => {
      const { folder, reason } = await startWithGone()
      folder.write({ 'c.md': Buffer.from([0x61, 0xff]) })
      assert.equal(await reason(), 'not all files were imported')
      folder.remove('c.md')
      assert.equal(await reason(), undefined)
    })

    test('when a folder could not be read', async () => {
      const { folder, reason } = await startWithGone({ 'x/c.md': '# C\n' })
      symlinkSync('.gitignore', join(folder.path, 'x/.gitignore'))
      assert.equal(await reason(), 'not every folder could be read')
      folder.remove('x/.gitignore')
      assert.equal(await reason(), undefined)
    })

    test('when the run was stopped', async () => {
      const { reason } = await startWithGone()
      const signal = AbortSignal.abort()
      assert.equal(await reason({ signal }), 'the run was stopped')
    })

    test('when only some files were looked at', async () => {
      const { folder, reason } = await startWithGone()
      const paths = [join(folder.path, 'a.md')]
      assert.equal(await reason({ paths }), 'only some files were looked at')
    })

    test('when no file was found', async () => {
      const { folder, reason } = await startWithGone()
      folder.remove('a.md')
      assert.equal(await reason(), 'no file was found')
    })

    test('when its file is there, though it is no page any more', async () => {
      const { folder, reason } = await startWithGone()
      folder.write({ 'b.md': '---\nmarkport: false\n---\n# B\n' })
      assert.equal(await reason(), 'its file is still there')
    })

    test('when it was there before the import', async () => {
      const { folder, reason, run } = await startWithGone()
      folder.write({ 'b.md': '# B\n' })
      rmSync(join(folder.path, '.markport'), { recursive: true })
      assert.equal((await run()).report.counts.unchanged, 2)
      folder.remove('b.md')
      assert.equal(await reason(), 'no import made it')
    })

    test('when it was changed in the wiki since', async () => {
      const { reason, id, space } = await startWithGone()
      await space.editPage(id)
      assert.equal(await reason(), 'it was changed in the wiki since')
    })

    test('when people commented on it', async () => {
      for (const isInline of [true, false]) {
        const { reason, id, space } = await startWithGone({ 'b.md': '# B\n\nSome words.\n' })
        const { site } = space
        if (site === undefined) continue
        if (isInline) site.addInlineComment(id, 'words')
        else site.addFooterComment(id)
        // Data Center stores an inline comment as a new version.
        const isVersion = site.page(id).versions.length > 1
        assert.equal(
          await reason(),
          isVersion ? 'it was changed in the wiki since' : 'people commented on it',
        )
      }
    })

    test('when it has pages below it that stay, and its parents with it', async () => {
      const { folder, run, prune, statusOf, space } = await start({
        'a.md': '# A\n',
        'x/README.md': '# X\n',
        'x/y/README.md': '# Y\n',
        'x/z.md': '# Z\n',
      })
      const { pages } = await run()
      const id = (file: string) => pages[file]?.page?.id
      await space.addPage('By hand', id('x/y/README.md'))
      folder.remove('x')
      const { report } = await prune()
      const below = 'there are pages below it that stay'
      assert.deepEqual(
        report.withoutFile.map(({ file, staysBecause }) => [file, staysBecause]).sort(),
        [
          ['x/README.md', below],
          ['x/y/README.md', below],
        ],
      )
      assert.equal(await statusOf(id('x/z.md')), 'trashed')
    })

    test('when it is not below the parent of the run', async () => {
      const { folder, run, prune, space } = await start({ 'a.md': '# A\n' })
      const elsewhere = await space.addPage('Elsewhere')
      const deep = await space.addPage('Deep')
      folder.write({ 'b.md': `---\nparent: ${elsewhere}\n---\n# B\n` })
      await run({ parentId: deep })
      folder.remove('b.md')
      const { report } = await prune({ parentId: deep })
      assert.equal(report.withoutFile[0]?.staysBecause, 'it is not below --parent')
    })

    test('when the manifest is that of several folders', async () => {
      const { folder, run, prune } = await start({ 'one/a.md': '# A\n', 'two/b.md': '# B\n' })
      const manifestFile = join(folder.path, 'manifest.json')
      const of = (name: string) => ({ manifestFile, paths: [join(folder.path, name)] })
      await run(of('one'))
      const { report } = await prune(of('two'))
      assert.equal(report.withoutFile[0]?.staysBecause, 'the manifest is that of several folders')
      assert.equal((await prune(of('two'))).report.pruned, 0)
    })
  })

  test('pages are archived where their wiki can, and trashed where it cannot', async () => {
    const { folder, run, prune, statusOf, space } = await start({
      'a.md': '# A\n',
      'b.md': '# B\n',
    })
    const { pages } = await run()
    const [a, b] = ['a.md', 'b.md'].map((file) => pages[file]?.page?.id as string)
    folder.write({ 'c.md': '# C\n' })
    const becameOf = async (file: string): Promise<string[]> => {
      folder.remove(file)
      const { events } = await prune({ archive: true })
      return events.flatMap((event) => (event.type === 'pruned' ? [String(event.became)] : []))
    }
    const way = wiki.kind === 'cloud' ? 'archived' : 'trashed'
    assert.deepEqual(await becameOf('a.md'), [way])
    assert.equal(await statusOf(a), way)
    if (space.site !== undefined) {
      space.site.watch = ({ path }) => (/content.archive/.test(path) ? { status: 410 } : undefined)
    }
    assert.deepEqual(await becameOf('b.md'), ['trashed'])
    assert.equal(await statusOf(b), 'trashed')
    assert.deepEqual((await prune({ archive: true })).report.withoutFile, [])
  })

  describe('the command', () => {
    const target = (space: FolderSpace): Record<string, string> => ({
      MARKPORT_ENDPOINT: wiki.server.endpoint,
      MARKPORT_SPACE: space.key,
      MARKPORT_PARENT: space.homepageId,
      MARKPORT_TOKEN: wiki.server.token,
      MARKPORT_HOST_TOKEN: wiki.token,
      GITHUB_ACTIONS: '',
      CI: '',
      TERM: 'xterm',
    })

    test('lists without --yes where nobody can be asked, and trashes with it', async () => {
      const { folder, space, id, statusOf } = await startWithGone()
      const env = target(space)
      const listed = await callCli(['import', folder.path, '--prune'], { env })
      assert.equal(listed.code, 0)
      assert.match(
        listed.stderr,
        /^1 page without a file can be trashed:\n {2}B {2}\(\d+, was \S+b\.md\).*\nThere is no terminal to ask on: --yes trashes them\.$/m,
      )
      assert.equal(await statusOf(id), 'current')
      const pruned = await callCli(['import', folder.path, '--prune', '--yes'], { env })
      assert.match(pruned.stdout, /^trashed {4}\S+b\.md {2}"B"$/m)
      assert.match(pruned.stdout, /^1 page taken away\.$/m)
      assert.equal(await statusOf(id), 'trashed')
    })

    for (const [reply, isTrashed] of [
      ['y', true],
      [' Yes ', true],
      ['', false],
      ['n', false],
      ['yep', false],
    ] as const) {
      const fate = isTrashed ? 'trashes' : 'keeps'
      test(`${fate} when a person at a terminal answers ${JSON.stringify(reply)}`, async () => {
        const { folder, space, id, statusOf } = await startWithGone()
        const env = target(space)
        const run = await callCli(['import', folder.path, '--prune'], { env, reply })
        assert.equal(run.code, 0, run.stderr)
        assert.match(
          run.stderr,
          /1 page without a file can be trashed:\n {2}B [\s\S]+Trash them\? \[y\/N\] /,
        )
        assert.equal(await statusOf(id), isTrashed ? 'trashed' : 'current')
        assert.match(run.stdout, isTrashed ? /^1 page taken away\.$/m : /^1 page without a file:$/m)
      })
    }

    test('asks nothing of a person for programs, and nothing in a dry run', async () => {
      const { folder, space, id, statusOf } = await startWithGone()
      const env = target(space)
      for (const flag of ['--json', '--dry-run']) {
        const run = await callCli(['import', folder.path, '--prune', flag], { env, reply: 'y' })
        assert.doesNotMatch(run.stderr, /Trash them/)
        assert.equal(await statusOf(id), 'current')
      }
    })
  })
}

describe('the doors of those who prune', () => {
  let api: TestHostApi
  before(async () => {
    api = await startTestHostApi('sqlite')
  })
  after(() => api.stop())

  const call = (path: string, method = 'GET', authorization = `Bearer ${api.token}`) =>
    api.call(`/spaces/${api.server.space.id}/held-pages${path}`, { method, authorization })
  const idsAt = async (path: string): Promise<string[]> =>
    (await call(path)).json.results.map(({ id }: { id: string }) => id)

  test('trash a page with what is below it, once', async () => {
    const id = await api.create('Top')
    const below = await api.create('Below', { parentId: id })
    assert.deepEqual(await idsAt(`/${id}/children`), [below])
    assert.equal((await call(`/${id}`, 'DELETE')).status, 204)
    assert.deepEqual(await idsAt(`?id=${id},${below}`), [])
    assert.equal((await call(`/${id}`, 'DELETE')).status, 404)
    assert.equal((await call('/999999', 'DELETE')).status, 404)
  })

  test('keep a homepage, and pages of other spaces', async () => {
    const { homepageId } = api.server.space
    assert.equal((await call(`/${homepageId}`, 'DELETE')).status, 400)
    const other = await api.server.createSpace('OTHER')
    assert.deepEqual(await idsAt(`?id=${homepageId},${other.homepageId}`), [homepageId])
    assert.equal((await call(`/${other.homepageId}`, 'DELETE')).status, 404)
  })

  test('open to writers of the space alone', async () => {
    const { database, space, createUser, grant } = api.server
    const id = await api.create('Kept')
    const user = await createUser('reader')
    const keeper = hostTokens(database, idAllocator(database), () => new Date())
    const input = { name: 'reads', owner: 'reader', lifetimeMs: dayMs, createdBy: 'test' }
    const authorization = `Bearer ${(await keeper.create(input)).token}`
    await grant(user, space, 'read')
    const doors = [
      ['GET', `?id=${id}`],
      ['GET', `/${id}/children`],
      ['GET', `/${id}/edits`],
      ['GET', `/${id}/comments`],
      ['POST', `/${id}/archive`],
      ['DELETE', `/${id}`],
    ] as const
    for (const [method, path] of doors) {
      assert.equal((await call(path, method, authorization)).status, 404, `${method} ${path}`)
    }
    assert.deepEqual(await idsAt(`?id=${id}`), [id])
    await grant(user, space, 'write')
    assert.equal((await call(`/${id}`, 'DELETE', authorization)).status, 204)
  })
})
