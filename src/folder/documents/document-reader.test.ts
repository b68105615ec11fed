/** What documents of a tree become before they are read. @module */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { fileIndex } from '../files/file-index.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import { findSite, generatorNames } from '../site/find-site.ts'
import { documentReader } from './document-reader.ts'
import { fileWatch } from './file-watch.ts'

const top = temporaryFolder()

const fileSystem = guardedFiles({ top, named: [], allowIgnored: [], generatorNames })

interface ReaderOptions {
  readonly fileSystem?: typeof fileSystem
  readonly base?: string
  readonly paths?: readonly string[]
  /** Undefined finds the dialect by the files of the site. */
  readonly dialects?: Parameters<typeof findSite>[0]['dialects']
  readonly watch?: ReturnType<typeof fileWatch>
}

/** A reader of one site; of MkDocs, if no other dialect is named. */
function readerOf({ watch = fileWatch(10_000), ...options }: ReaderOptions) {
  const tree = { fileSystem, base: top, paths: [], repository: top, ...options }
  const site = findSite({ dialects: ['mkdocs'], ...tree, onRefused: assert.fail })
  const files = fileIndex(tree.paths)
  return documentReader({ ...tree, sites: { of: () => site }, files, maxBodyBytes: 1_000, watch })
}

test('calls a note of a vault what its file is called', () => {
  const { read } = readerOf({ dialects: ['obsidian'] })
  assert.equal(read('a/My note-1.md', '# Boat').titleHeading, 'My note-1')
  assert.equal(read('a/README.md', '# Boat').titleHeading, 'Boat')
})

test('puts the snippets of the site below each page with text, but not below themselves', () => {
  const base = join(top, 'docs')
  mkdirSync(base)
  writeFileSync(
    join(top, 'mkdocs.yml'),
    'markdown_extensions:\n  - pymdownx.snippets:\n      auto_append: [docs/words.md, missing.md]\n',
  )
  writeFileSync(join(base, 'words.md'), '[boat]: https://boat.example\n')
  const paths = ['a.md', 'words.md']
  const { read } = readerOf({ base, paths, dialects: undefined })

  const page = read('a.md', '---\ntitle: A\n---\nA [boat].')
  assert.match(page.markdown, /^A \[boat\]\.\n\n\[boat\]: https:\/\/boat\.example$/m)
  assert.deepEqual(page.notices, [])
  assert.equal(read('b.md', '---\ntitle: B\n---\n\n').says, 'nothing')
  assert.doesNotMatch(read('words.md', 'Words.').markdown, /boat/)
})

test('takes a file that only code includes for a sample where it is missing', () => {
  const reader = readerOf({})
  const directive = '{% include "missing.md" %}'
  const codes = (text: string): readonly string[] =>
    reader.read('a.md', text).notices.map(({ code }) => code)

  const sample = `\`\`\`\n${directive}\n\`\`\`\n\n\`${directive}\`\n`
  assert.ok(reader.read('a.md', sample).markdown.startsWith(sample))
  assert.deepEqual(codes(sample), [])
  assert.deepEqual(codes(directive), ['include-missing'])
})

test('reads as plain Markdown what never ends in its dialect, and then the next file', () => {
  const endless = {
    ...fileSystem,
    readText(path: string) {
      if (path.endsWith('endless.md')) for (;;);
      return fileSystem.readText(path)
    },
  }
  const reader = readerOf({ fileSystem: endless, watch: fileWatch(300) })
  const written = '---\ntitle: A\n---\n# B\n\n--8<-- "endless.md"\n\n[c](d.md)\n'

  const page = reader.read('a.md', written)
  assert.equal(page.markdown, written)
  assert.equal(page.frontMatter.title, 'A')
  assert.deepEqual(
    page.addresses.map(({ url, line }) => [url, line]),
    [['d.md', 8]],
  )
  assert.deepEqual(
    page.notices.map(({ code, message }) => [code, message]),
    [
      [
        'reading-ended',
        'This file takes longer than 0.3 s to read with its dialect: it was sent as plain Markdown.',
      ],
    ],
  )
  assert.equal(reader.read('a.md', written), page)
  assert.equal(reader.read('b.md', '!!! note\n    Words.\n').notices.length, 0)
})

test('tries no second time what fails, though too much is kept to keep it as well', (t) => {
  const watch = fileWatch(60_000, () => true)
  const reader = readerOf({ watch })
  const line = `${'x'.repeat(1_023)}\n`
  reader.read('large.md', `~~~\n${line.repeat(16 * 1_024 - 1)}${'x'.repeat(1_000)}\n~~~\n`)
  const run = t.mock.method(watch, 'run', () => {
    throw new Error('fails')
  })
  const text = 'A page of many words, for which there is no room.\n'
  for (let times = 0; times < 2; times += 1)
    assert.equal(reader.read('a.md', text).notices[0]?.code, 'reading-failed')
  assert.equal(run.mock.callCount(), 1)
})

test('names the line that is no text, also below a character that stands for such', async () => {
  const base = join(top, 'latin')
  mkdirSync(base)
  const reader = readerOf({ base, dialects: [] })
  const file = join(base, 'a.md')
  writeFileSync(file, Buffer.concat([Buffer.from('A \uFFFD\r\nb\n'), Buffer.from([0xe9, 0x0a])]))
  await assert.rejects(reader.load(file), /^DocumentError: Line 3: this is not UTF-8/)
})
