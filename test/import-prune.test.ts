/** Pruning in every wiki: what is trashed, and what each rule keeps, with its control. @module */
import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { type DocsFiles, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import {
  type FolderSpace,
  type FolderWiki,
  folderWikis,
  startFolderWiki,
} from './support/folders/folder-wiki.ts'
import { callCli } from './support/service/run-cli.ts'
import { started } from './support/service/started.ts'

for (const { name, kind } of folderWikis) {
  describe(name, () => pruneCases(kind))
}

const yes = async (): Promise<boolean> => true

function pruneCases(kind: FolderWiki['kind']): void {
  const wiki = started(() => startFolderWiki(kind))
  let spaces = 0

  async function start(files: DocsFiles) {
    spaces += 1
    const space = await wiki.addSpace(`P${spaces}`)
    const folder = docsFolder(files)
    const { endpoint, token } = wiki.server
    const place = { endpoint, token, space }
    const run = (options: Partial<FolderOptions> = {}) => importDocs(place, folder, options)
    const prune = (options: Partial<FolderOptions> = {}) =>
      run({ prune: true, confirmPrune: yes, ...options })
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

  test('pages whose file is gone are trashed with what is below them, and told', async () => {
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

    test('when it was there before this source', async () => {
      const { folder, reason, run } = await startWithGone()
      folder.write({ 'b.md': '# B\n' })
      const taken = await run({ source: 'other', takeOver: true })
      assert.equal(taken.report.counts.unchanged, 2, JSON.stringify(taken.pages))
      folder.remove('b.md')
      assert.equal(
        await reason({ source: 'other' }),
        'it was there before this source was imported',
      )
    })

    test('when it was changed in the wiki since', async () => {
      const { reason, id, space } = await startWithGone()
      await space.editPage(id)
      assert.equal(await reason(), 'people edited it since the last import')
    })

    test('when people commented on it', async () => {
      for (const isInline of [true, false]) {
        const { reason, id, space } = await startWithGone({ 'b.md': '# B\n\nSome words.\n' })
        const { site } = space
        if (site === undefined) continue
        const before = site.page(id).versions.length
        if (isInline) site.addInlineComment(id, 'words')
        else site.addFooterComment(id)
        // Data Center stores an inline comment as a new version.
        const isVersion = site.page(id).versions.length > before
        assert.equal(
          await reason(),
          isVersion ? 'people edited it since the last import' : 'people commented on it',
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
      const below = 'pages below it stay'
      assert.deepEqual(
        report.withoutFile.map(({ file, staysBecause }) => [file, staysBecause]).sort(),
        [
          ['x/README.md', below],
          ['x/y/README.md', below],
        ],
      )
      assert.equal(await statusOf(id('x/z.md')), 'trashed')
    })
  })
  // The rest is the client's own.
  if (kind !== undefined) return

  describe('a page stays by the rules of the client', () => {
    test('where nobody agrees, and in a dry run', async () => {
      const { id, statusOf, prune } = await startWithGone()
      for (const options of [
        { confirmPrune: async () => false },
        { confirmPrune: undefined as never },
        { dryRun: true },
      ]) {
        const { report } = await prune(options)
        assert.equal(report.withoutFile[0]?.staysBecause, undefined)
        assert.equal(report.withoutFile.length, 1)
      }
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

    test('when the run was stopped, or no file was found', async () => {
      const { folder, prune, id, statusOf } = await startWithGone()
      await prune({ signal: AbortSignal.abort() })
      assert.equal(await statusOf(id), 'current')
      folder.remove('a.md')
      assert.match((await prune()).report.stoppedBy ?? '', /nothing to import/)
      assert.equal(await statusOf(id), 'current')
    })

    test('when only some files were looked at', async () => {
      const { folder, reason } = await startWithGone()
      const paths = [join(folder.path, 'a.md')]
      assert.equal(await reason({ paths }), 'only some files were looked at')
    })

    test('when its file is there, though it is no page any more', async () => {
      const { folder, reason } = await startWithGone()
      folder.write({ 'b.md': '---\nmarkport: false\n---\n# B\n' })
      assert.equal(await reason(), 'its file is still there')
    })
  })

  describe('the command', () => {
    const target = (space: FolderSpace): Record<string, string> => ({
      MARKPORT_ENDPOINT: wiki.server.endpoint,
      MARKPORT_SPACE: space.key,
      MARKPORT_PARENT: space.homepageId,
      MARKPORT_TOKEN: wiki.server.token,
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
      assert.match(pruned.stdout, /^1 page trashed\.$/m)
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
        assert.match(run.stdout, isTrashed ? /^1 page trashed\.$/m : /^1 page without a file:$/m)
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
