/** Whatever fails at one page, that page arrives as plain Markdown, and the others as they are. @module */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type Mock, type TestContext, test } from 'node:test'
import { assertEach } from '../../../test/support/base/assert-each.ts'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { checkFolder } from '../check-folder.ts'
import { headingFinder } from '../content/page-markdown.ts'
import { constructsOf, type DialectName, dialectNames } from '../dialects/dialects.ts'
import type { PartConstruct } from '../dialects/parts/part-construct.ts'
import { fileIndex } from '../files/file-index.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import type { FolderEvent } from '../folder-events.ts'
import { findSite, generatorNames } from '../site/find-site.ts'
import type { Site } from '../site/site.ts'
import { type DocumentReader, documentReader } from './document-reader.ts'
import { fileWatch } from './file-watch.ts'

type Read = (given: unknown) => unknown

/** Put a function in the place of what a construct reads with. */
function mockReader(t: TestContext, construct: PartConstruct, read: Read): Mock<Read> {
  const mock = t.mock.fn(read)
  for (const name of ['evaluate', 'tag', 'code', 'rows', 'replace']) {
    if (name in construct) t.mock.method(construct as unknown as Record<string, Read>, name, mock)
  }
  return mock
}

/** Constructs of rows give back what they get; others give nothing. */
const unchanged: Read = (given) => (Array.isArray(given) ? given : undefined)

const top = temporaryFolder()

const fileSystem = guardedFiles({ top, named: [], allowIgnored: [], generatorNames })

/** Long enough for a busy machine, and short for what never ends. */
const timeoutMs = 1_000

function readerOf(dialect: DialectName, own: Partial<Site> = {}): DocumentReader {
  const tree = { fileSystem, base: top, repository: top, paths: [] }
  const site = { ...findSite({ ...tree, dialects: [dialect], onRefused: assert.fail }), ...own }
  const files = fileIndex([])
  return documentReader({
    ...tree,
    files,
    maxBodyBytes: 1_000,
    watch: fileWatch(timeoutMs),
    sites: { of: () => site },
  })
}

const fails = (): never => {
  throw new TypeError('a secret of the page')
}
/** Sleeps rather than spins, to leave the processor to others. */
const hangs = (): never => {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function assertPlain(
  t: TestContext,
  reader: DocumentReader,
  path: string,
  written: string,
  code: string,
): void {
  const { markdown, notices } = reader.read(path, written)
  assert.equal(markdown, written)
  assertEach(notices, (notice) => notice.code, [code])
  assert.doesNotMatch(notices[0]?.message ?? '', /secret/)
  // The same constructs read every document, so they must work again.
  t.mock.restoreAll()
  const other = reader.read('other.md', 'Some *words*.\n')
  assert.deepEqual([other.markdown, other.notices], ['Some *words*.\n', []])
}

describe('a page is plain Markdown where a reader fails', () => {
  const tried = new Set<PartConstruct>()
  for (const dialect of dialectNames) {
    test(`of ${dialect}`, (t: TestContext) => {
      const constructs = constructsOf([dialect], 'page.md')
      for (const construct of constructs) {
        if (tried.has(construct)) continue
        tried.add(construct)
        const document = `${construct.input}\n`
        const failing = mockReader(t, construct, fails)
        readerOf(dialect).read('page.md', document)
        if (failing.mock.callCount() === 0) {
          for (const one of constructs) {
            if (one !== construct) mockReader(t, one, unchanged)
          }
        }
        assertPlain(t, readerOf(dialect), 'page.md', document, 'reading-failed')
      }
    })
  }

  for (const [kind, broken, code] of [
    ['fails', fails, 'reading-failed'],
    ['hangs', hangs, 'reading-ended'],
  ] as const) {
    test(`that ${kind}`, (t: TestContext) => {
      const [construct] = constructsOf(['mkdocs'], 'page.md')
      assert.ok(construct)
      mockReader(t, construct, broken)
      assertPlain(t, readerOf('mkdocs'), 'page.md', `${construct.input}\n`, code)
    })

    test(`of front matter, that ${kind}`, (t: TestContext) => {
      t.mock.method(Date.prototype, 'toISOString', broken)
      const { markdown, bodyStart, notices } = readerOf('hugo').read(
        'page.md',
        '+++\ntitle = 1979-05-27T07:32:00Z\n+++\nWords.\n',
      )
      assert.equal(markdown.slice(bodyStart), 'Words.\n')
      assertEach(notices, (notice) => notice.code, [code])
    })
  }
})

test('a link leads to the top of a page whose headings cannot be found', async () => {
  const reader = { ...readerOf('github'), read: fails }
  const find = headingFinder(reader, false)
  const node = { path: 'a.md', title: 'A' } as Parameters<typeof find>[0]
  assert.equal(await find(node, 'b'), undefined)
})

test('a configuration that costs more than its size is named, with the limit', async () => {
  const folder = join(top, 'aliases')
  mkdirSync(folder)
  const aliases = Array.from({ length: 3_000 }, (_, at) => `  k${at}: {<<: *a}\n`).join('')
  writeFileSync(join(folder, 'mkdocs.yml'), `docs_dir: .\na: &a {x: 1}\nextra:\n${aliases}`)
  writeFileSync(join(folder, 'a.md'), '# A\n')
  const warnings: string[] = []
  const { counts } = await checkFolder({
    paths: [folder],
    workingFolder: folder,
    onEvent: (event) => {
      if (event.type === 'warning') warnings.push(`${event.file} ${event.code} ${event.message}`)
    },
  })
  assert.equal(counts.unchanged, 1)
  assert.match(warnings.join('\n'), /^mkdocs\.yml settings-not-read .*more than 500 aliases/m)
})

test('the pages beside one that no reader can read are checked', async (t: TestContext) => {
  const [construct] = constructsOf(['mkdocs'], 'page.md')
  assert.ok(construct)
  mockReader(t, construct, fails)
  const folder = join(top, 'beside')
  mkdirSync(folder)
  writeFileSync(join(folder, 'mkdocs.yml'), 'site_name: A\ndocs_dir: .\n')
  writeFileSync(join(folder, 'a.md'), `# A\n\n${construct.input}\n`)
  writeFileSync(join(folder, 'b.md'), '# B\n\n[a](a.md#a)\n')
  const events: FolderEvent[] = []
  const { counts } = await checkFolder({
    paths: [folder],
    workingFolder: folder,
    onEvent: (event) => events.push(event),
  })
  assert.deepEqual([counts.failed, counts['not-sent']], [0, 0])
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'warning' ? [[event.file, event.code]] : [])),
    [['a.md', 'reading-failed']],
  )
})
