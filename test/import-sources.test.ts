/** Sources as folder imports use them: renames, two repositories, edits by people, prunes. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import {
  type DocsFiles,
  type DocsFolder,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { type FolderWiki, folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import { started } from './support/service/started.ts'

for (const { name, kind } of folderWikis) {
  describe(name, () => sourceCases(kind))
}

function sourceCases(kind: FolderWiki['kind']): void {
  const wiki = started(() => startFolderWiki(kind))
  let spaces = 0

  const start = async (files: DocsFiles) => {
    spaces += 1
    const space = await wiki.addSpace(`Q${spaces}`)
    const { endpoint, token } = wiki.server
    const folder = docsFolder(files)
    const run = (options: Partial<FolderOptions> = {}, from: DocsFolder = folder) =>
      importDocs({ endpoint, token, space }, from, { source: 'docs', ...options })
    return { space, folder, run }
  }

  const text = (title: string): string =>
    `# ${title}\n\n${'Words enough to know this page by. '.repeat(5)}\n`

  test('two sources do not write into each other unheard', async () => {
    const { run, space } = await start({ 'a.md': text('A'), 'b.md': text('B') })
    await run({ source: 'one' })
    const other = docsFolder({ 'b.md': '# B\n\nOf the other repository.\n', 'c.md': text('C') })
    const foretold = await run({ source: 'two', dryRun: true }, other)
    assert.equal(foretold.pages['b.md']?.key, 'belongs-to-another')
    assert.match(foretold.pages['b.md']?.message ?? '', /one/)
    const refused = await run({ source: 'two' }, other)
    assert.equal(refused.pages['b.md']?.key, 'belongs-to-another')
    assert.equal(refused.pages['c.md']?.outcome, 'created')
    assert.match((await space.pages()).B?.markdown ?? '', /know this page/)
    const taken = await run({ source: 'two', takeOver: true }, other)
    assert.equal(taken.pages['b.md']?.outcome, 'updated')
    assert.ok(taken.warnings.includes('b.md:0 source-taken'), taken.warnings.join())
    const back = await run({ source: 'one' })
    assert.equal(back.pages['b.md']?.key, 'belongs-to-another')
  })

  test('pages that stand elsewhere are not moved unasked', async () => {
    const { run, space } = await start({ 'a.md': text('A') })
    await run()
    const parentId = await space.addPage('Below')
    const refused = await run({ parentId })
    assert.match(refused.report.stoppedBy ?? '', /--source.*--move/)
    assert.equal(refused.report.counts['not-sent'], 1)
    const moved = await run({ parentId, move: true })
    assert.equal(moved.report.stoppedBy, undefined)
    assert.equal((await space.pages()).A?.parentId, parentId)
  })

  describe('a renamed file keeps its page', () => {
    test('of a file that nothing else happened to, also when it is rewritten later', async () => {
      const { run, folder, space } = await start({ 'a.md': text('A'), 'b.md': text('B') })
      const { pages } = await run()
      folder.remove('a.md')
      folder.write({ 'z.md': text('A') })
      const { pages: moved } = await run()
      assert.equal(moved['z.md']?.outcome, 'unchanged')
      folder.write({ 'z.md': '# Zeta\n\nThese are all other words.\n' })
      const { pages: now, warnings } = await run()
      assert.deepEqual(warnings, [])
      assert.equal(now['z.md']?.page?.id, pages['a.md']?.page?.id)
      assert.deepEqual(Object.keys(await space.pages()).sort(), ['B', 'Zeta'])
    })

    test('without Git by its title below the same parent', async () => {
      const { run, folder } = await start({ 'a.md': '# A\n\nShort.\n' })
      const { pages } = await run()
      folder.remove('a.md')
      folder.write({ 'z.md': '# A\n\nOther.\n' })
      assert.equal((await run()).pages['z.md']?.page?.id, pages['a.md']?.page?.id)
    })

    // Only the client reads the history of Git.
    if (kind !== undefined) return

    const git = (path: string, ...command: string[]): void => {
      const name = ['-c', 'user.name=A', '-c', 'user.email=a@b.example']
      execFileSync('git', ['-C', path, ...name, ...command], { stdio: 'pipe' })
    }
    const commit = (folder: DocsFolder, message: string): void => {
      git(folder.path, 'add', '-A')
      git(folder.path, 'commit', '-qm', message)
    }
    const repository = async (files: DocsFiles) => {
      const started = await start(files)
      rmSync(join(started.folder.path, '.git'), { recursive: true })
      git(started.folder.path, 'init', '-q')
      commit(started.folder, 'First')
      return started
    }
    const shallowClone = (folder: DocsFolder): DocsFolder => {
      const clone = docsFolder()
      rmSync(join(clone.path, '.git'), { recursive: true })
      git(tmp(clone), 'clone', '-q', '--depth', '1', `file://${folder.path}`, clone.path)
      return clone
    }
    const tmp = ({ path }: DocsFolder): string => join(path, '..')

    test('under another title, by the history of Git', async () => {
      const { run, folder, space } = await repository({ 'a.md': text('A'), 'b.md': text('B') })
      const { pages } = await run()
      folder.remove('a.md')
      folder.write({
        'guide/z.md': `${text('Zeta')}More is said here, and so the text is another.\n`,
      })
      commit(folder, 'Rename')
      folder.write({ 'b.md': text('Beta') })
      commit(folder, 'Another')
      const { pages: now, warnings } = await run()
      assert.equal(now['guide/z.md']?.page?.id, pages['a.md']?.page?.id)
      assert.ok(warnings.includes('guide/z.md:0 file-moved'), warnings.join())
      assert.equal((await space.pages()).A, undefined)
    })

    test('in a shallow clone by its text, and what is missing is said', async () => {
      const { run, folder } = await repository({
        'a.md': text('A'),
        'b.md': `${text('B')}And b.\n`,
      })
      const { pages } = await run()
      folder.remove('a.md', 'b.md')
      folder.write({ 'z.md': text('Zeta'), 'y.md': '# Ypsilon\n\nThese are all other words.\n' })
      commit(folder, 'Rename')
      const { pages: now, warnings } = await run({}, shallowClone(folder))
      assert.equal(now['z.md']?.page?.id, pages['a.md']?.page?.id)
      assert.notEqual(now['y.md']?.page?.id, pages['b.md']?.page?.id)
      assert.ok(
        warnings.some((one) => /history-missing/.test(one)),
        warnings.join(),
      )
    })
  })
}
