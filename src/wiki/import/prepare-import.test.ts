import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textOf } from '../../contract/base/message.ts'
import type { RequestError } from '../../contract/errors.ts'
import { extractDocument } from '../store/saving/storable-document.ts'
import { type PrepareImportOptions, readPrepared } from './import-work.ts'
import { prepareImport } from './prepare-import.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 1024 * 1024, maxAdfBytes: 5 * 1024 * 1024 }

async function prepare(
  fields: Record<string, unknown>,
  options: Partial<PrepareImportOptions> = {},
) {
  const body = { spaceId: 'DOCS', parentId: '1', pageTitle: 'T', content: 'Hello.', ...fields }
  const value = { limits, engine: 'sqlite', isHashed: true, ownHosts: [], ...options }
  const call = { value, parts: [Buffer.from(JSON.stringify(body))] }
  return readPrepared(await prepareImport(extractDocument)(call))
}

test('tells other Markdown, and other fields, apart', async () => {
  const hashes = await Promise.all(
    [
      {},
      { content: 'Other.' },
      { labels: [] },
      { dryRun: true },
      { removeTitleHeading: false },
    ].map(async (fields) => {
      const { asked, document } = await prepare(fields)
      return [asked.requestHash, document.digest]
    }),
  )
  assert.equal(new Set(hashes.map(([requestHash]) => requestHash)).size, 5)
  assert.equal(new Set(hashes.map(([, digest]) => digest)).size, 2)
})

test('takes a field at its default for one that is not there', async () => {
  const [asked, repeated] = await Promise.all([prepare({}), prepare({ removeTitleHeading: true })])
  assert.equal(asked.asked.requestHash, repeated.asked.requestHash)
})

test('digests a long page alike, whether links in it lead to the wiki itself or elsewhere', async () => {
  const link = `[Seen](https://wiki.example/wiki/spaces/DOCS/pages/7#x) ${'and so on '.repeat(30)}`
  const content = Array(100).fill(link).join('\n\n')
  const [own, others] = await Promise.all([
    prepare({ content }, { ownHosts: ['wiki.example'] }),
    prepare({ content }),
  ])
  assert.notEqual(own.document.adf.length, others.document.adf.length)
  // Versions in stores have it: another digest would make every page anew.
  const digest = '2641930acb8d78405d1c4d224d44a1a0b89f752e72a56d82fe99210d2c3e07b9'
  assert.deepEqual([own.document.digest, others.document.digest], [digest, digest])
})

test('indexes words without the marks of footnotes, also at the end of a long page', async () => {
  const long = `${'and so on '.repeat(4_000)}\n\n`
  const { document } = await prepare({ content: `${long}Moon[^1] rises.\n\n[^1]: Seen.` })
  assert.equal(textOf(document.indexed.text).slice(-18), 'Moon rises.\nSeen. ')
})

test('warns of fields that are not known first, and counts what finds no room', async () => {
  const content = Array.from({ length: 1_200 }, () => '<!-- a -->').join('\n\n')
  const { document } = await prepare({ content, one: 1, two: 2 })
  const { warnings } = document
  assert.equal(warnings.length, 1_000)
  const [first, second] = ['one', 'two'].map((name) => ({
    code: 'unknown-field',
    severity: 'note',
    message: `The field "${name}" is not known and was ignored.`,
    line: 0,
  }))
  assert.deepEqual(warnings.slice(0, 2), [first, second])
  assert.deepEqual(warnings.at(-1), {
    code: 'more-warnings',
    severity: 'note',
    message: 'There were 3 more warnings, which are not listed.',
    line: 0,
  })
})

test('texts are UTF-8 without NUL, whatever was sent', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1 })
  await fc.assert(
    fc.asyncProperty(text, text, async (pageTitle, content) => {
      const { document } = await prepare({ pageTitle, content }).catch((error) => {
        assert.equal((error as RequestError).key, 'bad-request')
        return { document: undefined }
      })
      if (document === undefined) return
      const { adf, markdown, indexed } = document
      for (const bytes of [adf, markdown, indexed.text, indexed.words]) {
        assert.equal(bytes.includes(0), false)
        assert.doesNotThrow(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      }
    }),
    {
      numRuns: 40,
      examples: [
        ['T', 'a\0b \ud800 c'],
        ['T', '`\udc00`'],
      ],
    },
  )
})
