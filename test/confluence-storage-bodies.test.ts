/** Bodies of Data Center, planned again after a site saved them: what changed there, and the comments. @module */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { BodyRequest } from '../src/confluence/body/page-body.ts'
import { planBody } from '../src/confluence/body/plan-body.ts'
import { storageDialect } from '../src/confluence/storage/storage-dialect.ts'
import { markdownToAdf } from '../src/convert/markdown-to-page.ts'
import type { BodyPage } from './support/confluence/site-body.ts'
import { storageBody } from './support/confluence/storage-body.ts'
import { generatedDoc } from './support/samples/generated-adf.ts'

const page: BodyPage = { id: '7', files: [], find: () => undefined, mentionOf: () => undefined }
const documents = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => JSON.stringify(markdownToAdf(readFileSync(`docs/${name}`, 'utf8')).adf))

function wanted(adf: string, more: Partial<BodyRequest> = {}): BodyRequest {
  return {
    kind: 'data-center',
    baseUrl: 'https://wiki.example.com',
    adf,
    settings: { diagramMacros: {}, formulaMacros: undefined },
    pageId: '7',
    files: [],
    theirs: undefined,
    base: undefined,
    edits: 'overwrite',
    comments: [],
    ...more,
  }
}

function store(adf: string): string {
  return storageBody.apiSave(planBody(wanted(adf)).body, page)
}

describe('a body of Data Center', () => {
  test('says the same once it is saved, by programs and by the editor', () => {
    for (const adf of documents) {
      const base = store(adf)
      const edited = storageBody.editorSave(base)
      for (const theirs of [base, edited, storageBody.editorSave(edited)]) {
        const plan = planBody(wanted(adf, { base, theirs }))
        assert.deepEqual([plan.isSame, plan.keptEdits], [true, []])
      }
    }
  })

  test('says the same once it is saved, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), (choices) => {
        const body = storageDialect.join(storageDialect.write(generatedDoc(choices) as never))
        const stored = storageBody.editorSave(storageBody.apiSave(body, page))
        const read = (text: string): string[] =>
          storageDialect.read(text).blocks.map(({ canonical }) => canonical)
        assert.deepEqual(read(stored), read(body))
      }),
      { numRuns: 300 },
    )
  })

  test('tells every block in which a person changed a word', () => {
    for (const adf of documents) {
      const base = store(adf)
      const { blocks } = storageDialect.read(base)
      for (const [index, { text }] of blocks.entries()) {
        if (!/[a-z]{4}/.test(text) || index % 7 !== 0) continue
        let isDone = false
        const theirs = storageBody.changeBlock(base, index, (words) => {
          if (isDone || !/[a-z]{4}/.test(words)) return words
          isDone = true
          return words.replace(/[a-z]{4}/, 'edited')
        })
        const { keptEdits } = planBody(wanted(adf, { base, theirs }))
        if (theirs !== base) assert.equal(keptEdits.length, 1, text)
      }
    }
  })

  test('keeps comments where they were, and those of blocks that moved', () => {
    const adf = (markdown: string): string => JSON.stringify(markdownToAdf(markdown).adf)
    const before =
      '# Title\n\nThe first thing to know.\n\n- one item\n- two **bold items** here\n\nThe end.'
    const after =
      '# Title\n\nNew.\n\n- two **bold items** here\n- one item\n\nThe first thing to know is this.\n\nThe end.'
    const base = store(adf(before))
    const theirs = ['first thing', 'two bold', 'end'].reduce(
      (body, text, at) => storageBody.addMarker(body, text, 0, `m${at}`),
      base,
    )
    const comments = ['first thing', 'two bold', 'end'].map((quoted, at) => ({
      marker: `m${at}`,
      quoted,
    }))
    const plan = planBody(wanted(adf(after), { base, theirs, comments }))
    assert.deepEqual(plan.keptEdits, [])
    assert.ok(plan.comments.every(({ isKept }) => isKept))
    const { text, markers } = storageDialect.read(storageBody.apiSave(plan.body, page))
    const quoted = (marker: string): string =>
      markers
        .filter((one) => one.marker === marker)
        .map(({ start, end }) => text.slice(start, end))
        .join('')
    assert.deepEqual(
      comments.map(({ marker }) => quoted(marker)),
      ['first thing', 'two bold', 'end'],
    )
  })

  test('keeps what they changed where that is wanted', () => {
    const adf = (words: string): string =>
      JSON.stringify(markdownToAdf(`# A\n\nOne two.\n\n${words}\n`).adf)
    const base = store(adf('Three.'))
    const theirs = storageBody.changeBlock(base, 1, (text) => text.replace('two', 'deux'))
    const plan = planBody(wanted(adf('Four.'), { base, theirs, edits: 'keep-theirs' }))
    assert.deepEqual(storageDialect.read(plan.body).text, 'A\nOne deux.\nFour.\n')
    assert.deepEqual(plan.keptEdits, [true])
  })
})
