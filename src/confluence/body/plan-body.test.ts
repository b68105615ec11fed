import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { saveAdf } from '../../../test/support/confluence/adf-api-save.ts'
import type { AdfJson } from '../../../test/support/confluence/adf-node.ts'
import { node, p, t } from '../../../test/support/conversion/conversion-cases.ts'
import { isSchemaValid } from '../../../test/support/conversion/written-documents.ts'
import type { BodyRequest, PlannedBody } from './page-body.ts'
import { planBody } from './plan-body.ts'
import { adfDialect } from './site-kinds.ts'

const wanted: BodyRequest = {
  kind: 'cloud',
  baseUrl: 'https://acme.atlassian.net/wiki',
  pageId: '7',
  adf: '',
  settings: { diagramMacros: {}, formulaMacros: undefined },
  files: [],
  theirs: undefined,
  base: undefined,
  edits: 'overwrite',
  comments: [],
}

const comment = (id: string) => ({
  type: 'annotation',
  attrs: { id, annotationType: 'inlineComment' },
})
const body = (...content: object[]) => JSON.stringify({ version: 1, type: 'doc', content })
const quoted = (...markers: string[]) => markers.map((marker) => ({ marker, quoted: '' }))

function commented({ body: planned }: PlannedBody, dialect = adfDialect): Record<string, string> {
  const { text: words, markers } = dialect.read(planned)
  const found: Record<string, string> = {}
  for (const { marker, start, end } of markers) {
    found[marker] = (found[marker] ?? '') + words.slice(start, end)
  }
  return found
}

describe('a page', () => {
  const page = { id: '7', files: [], find: () => undefined, mentionOf: () => undefined }
  const adf = body(p('one'), node('codeBlock', { language: 'js' })())
  const stored = JSON.stringify(saveAdf(JSON.parse(adf) as AdfJson, page))

  test('that somebody changed is written over, and told of', () => {
    const theirs = body(p('one more'), node('codeBlock', { language: 'javascript' })())
    const planned = planBody({ ...wanted, adf, theirs, base: stored })
    assert.equal(planned.isSame, false)
    assert.deepEqual(planned.keptEdits, [false])
    assert.equal(adfDialect.read(planned.body).text, 'one\n')
  })

  test('that says what nobody can read is written over', () => {
    const planned = planBody({
      ...wanted,
      adf,
      theirs: '{"type":"doc","content":"gone"}',
      base: '!',
    })
    assert.equal(adfDialect.read(planned.body).text, 'one\n')
  })

  test('that nests too deep to be read is refused', () => {
    const theirs = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    assert.throws(() => planBody({ ...wanted, adf, theirs }), RangeError)
  })
})

test('without a list of comments all keep their words whose markers are in the body', () => {
  const theirs = body(p('See ', t('the words', comment('c')), ' here.'))
  const adf = body(p('Now see the words here.'))
  const planned = planBody({ ...wanted, adf, theirs, comments: undefined })
  assert.deepEqual(planned.comments, [{ marker: 'c', quoted: 'the words', isKept: true }])
  assert.deepEqual(commented(planned), { c: 'the words' })
})

describe('edits that are kept', () => {
  const base = body(p('the first one'), p('the second one'), p('the third'))
  const theirs = body(
    p('the first one'),
    p('the second ', t('one, edited', comment('c')), ' by us'),
  )
  const adf = body(p('the first one is new'), p('the second one'), p('the third'))
  const planned = planBody({
    ...wanted,
    adf,
    theirs,
    base,
    edits: 'keep-theirs',
    comments: quoted('c'),
  })

  test('stand beside what was imported, with their comments', () => {
    assert.equal(
      adfDialect.read(planned.body).text,
      'the first one is new\nthe second one, edited by us\n',
    )
    assert.deepEqual(planned.keptEdits, [true, true])
    assert.deepEqual(commented(planned), { c: 'one, edited' })
  })
})

describe('comments', () => {
  test('stay on their words, across other marks, and whatever stands beside them', () => {
    const theirs = body(
      p('Run ', t('the', comment('c')), t(' server', comment('c'), { type: 'strong' }), ' now.'),
    )
    const adf = body(p('New.'), p('Run the ', t('ser', { type: 'code' }), 'ver today.'))
    const planned = planBody({ ...wanted, adf, theirs, comments: quoted('c') })
    assert.deepEqual(commented(planned), { c: 'the server' })
    assert.equal(planned.comments[0]?.isKept, true)
    assert.ok(isSchemaValid(JSON.parse(planned.body)))
  })

  test('go where their words are gone, and that is told', () => {
    const theirs = body(p('Run ', t('the server', comment('c')), ' now.'))
    const planned = planBody({
      ...wanted,
      adf: body(p('Gone.')),
      theirs,
      comments: quoted('c'),
    })
    assert.deepEqual(planned.comments, [{ marker: 'c', quoted: '', isKept: false }])
    assert.deepEqual(commented(planned), {})
  })

  test('that lost their place get it back where their words stand once', () => {
    const adf = body(p('Run the server.'), p('the end, and the end'))
    const comments = [
      { marker: 'c', quoted: 'the server' },
      { marker: 'd', quoted: 'the end' },
      { marker: 'e', quoted: ' ' },
    ]
    const planned = planBody({ ...wanted, adf, theirs: body(p('No.')), comments })
    assert.deepEqual(commented(planned), { c: 'the server' })
  })

  test('stay on images and on code as long as their block says the same', () => {
    const image = (...marks: object[]) =>
      node('mediaSingle', { layout: 'center' })({
        type: 'media',
        attrs: { type: 'external', url: 'https://a.example/b.png' },
        marks,
      })
    const code = (...marks: object[]) => node('codeBlock')(t('let a = 1', ...marks))
    const theirs = body(p('one'), image(comment('i')), code(comment('c')))
    const adf = body(p('other'), p('words'), image(), code())
    const planned = planBody({ ...wanted, adf, theirs, comments: quoted('i', 'c') })
    assert.deepEqual(
      planned.comments.map(({ isKept }) => isKept),
      [true, true],
    )
    const changed = body(image(), node('codeBlock')(t('let a = 2')))
    const later = planBody({ ...wanted, adf: changed, theirs, comments: quoted('i', 'c') })
    assert.deepEqual(
      later.comments.map(({ isKept }) => isKept),
      [true, false],
    )
    assert.ok(isSchemaValid(JSON.parse(later.body)))
  })
})

describe('of any two pages', () => {
  const word = fc.constantFrom('one', 'two ', ' three', 'one two', '🎉', 'é', '\uFFFC')
  const piece = fc.record({
    words: word,
    comments: fc.subarray(['c', 'd']),
    mark: fc.constantFrom('strong', 'code', undefined),
    isBreak: fc.boolean(),
  })
  const page = fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 6 }).map((paragraphs) => {
    const written = paragraphs.map((pieces) =>
      pieces.map(({ words, comments, mark, isBreak }) => {
        const marks = [...comments.map(comment), ...(mark === undefined ? [] : [{ type: mark }])]
        return isBreak ? { type: 'hardBreak' } : t(words, ...marks)
      }),
    )
    return body(...written.map((pieces) => p(...pieces)))
  })
  for (const edits of ['overwrite', 'keep-theirs'] as const) {
    test(`the planned one is whole, and comments are only on their words (${edits})`, () => {
      fc.assert(
        fc.property(page, page, page, (theirs, mine, base) => {
          const adf = withoutComments(mine)
          const plan = { ...wanted, adf, theirs, base, edits, comments: quoted('c', 'd') }
          const planned = planBody(plan)
          const without = planBody({ ...plan, comments: [] })
          const [one, other] = [planned, without].map((each) => adfDialect.read(each.body))
          assert.deepEqual(
            one?.blocks.map(({ canonical }) => canonical),
            other?.blocks.map(({ canonical }) => canonical),
          )
          if (edits === 'overwrite') assert.ok(isSchemaValid(JSON.parse(planned.body)))
          const before = commented({ ...planned, body: theirs })
          for (const [marker, words] of Object.entries(commented(planned))) {
            const left = [...(before[marker] ?? '')]
            for (const character of words) {
              assert.ok(left.includes(character), words)
              left.splice(left.indexOf(character), 1)
            }
          }
          const { markers } = adfDialect.read(planned.body)
          for (const { marker, isKept } of planned.comments) {
            assert.equal(
              isKept,
              markers.some((found) => found.marker === marker),
            )
          }
        }),
        { numRuns: 300 },
      )
    })
  }
})

function withoutComments(adf: string): string {
  return JSON.stringify(
    JSON.parse(adf, (key, value) =>
      key === 'marks' ? value.filter(({ type }: AdfJson) => type !== 'annotation') : value,
    ),
  )
}
