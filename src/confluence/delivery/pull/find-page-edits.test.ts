import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { generatedMarkdown } from '../../../../test/support/samples/generated-markdown.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { markdownToAdf } from '../../../convert/markdown-to-page.ts'
import type { BodyDialect } from '../../body/page-body.ts'
import { adfDialect } from '../../body/site-kinds.ts'
import { toRemoteDocument } from '../../document/to-remote-document.ts'
import { storageDialect } from '../../storage/storage-dialect.ts'
import { findPageEdits, type PulledPage } from './find-page-edits.ts'

const place: Omit<PulledPage, 'kind' | 'markdown' | 'base' | 'theirs'> = {
  title: 'Title',
  baseUrl: 'https://w.example/wiki',
  pageId: '7',
  settings: { diagramMacros: {}, formulaMacros: undefined },
  files: [{ sha256: 'a'.repeat(64), name: 'markport-aaa.png', fileId: 'f-1' }],
}

type Edit = (body: string) => string

function pulled(kind: PulledPage['kind'], markdown: string, edit: Edit): PulledPage {
  const dialect: BodyDialect = kind === 'cloud' ? adfDialect : storageDialect
  const { adf } = markdownToAdf(markdown, { title: place.title })
  const base = dialect.join(dialect.write(toRemoteDocument(adf, { ...place, kind })))
  return { ...place, kind, markdown, base, theirs: edit(base) }
}

const editsOf = (markdown: string, edit: Edit, kind: PulledPage['kind'] = 'cloud') =>
  findPageEdits(pulled(kind, markdown, edit))

const says =
  (from: string, to: string): Edit =>
  (body) => {
    assert.ok(body.includes(from), body)
    return body.replace(from, to)
  }
const content =
  (change: (blocks: object[]) => object[]): Edit =>
  (body) => {
    const doc = JSON.parse(body) as AdfDoc
    return JSON.stringify({ ...doc, content: change([...doc.content]) })
  }
const p = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] })

describe('edits in Confluence', () => {
  test('of words change the words alone, in the style of the file', () => {
    const markdown =
      '# Title\n\nIntro with _emphasis_ and\na [link][l].\n\n* one\n* two\n\n[l]: https://w.example/\n'
    assert.deepEqual(editsOf(markdown, says('"Intro with "', '"Opening with "')), [
      {
        line: 3,
        endLine: 4,
        before: 'Intro with _emphasis_ and\na [link][l].',
        after: 'Opening with _emphasis_ and\na [link][l].',
      },
    ])
    assert.deepEqual(editsOf(markdown, says('"two"', '"three"')), [
      { line: 6, endLine: 7, before: '* one\n* two', after: '* one\n* three' },
    ])
  })

  test('of the look are written anew', () => {
    const edit = says(
      '{"type":"text","text":"b"}',
      '{"type":"text","text":"b","marks":[{"type":"strong"}]}',
    )
    const [one, ...others] = editsOf('a\n\nb\n\n***\n', edit)
    assert.deepEqual([one, others], [{ line: 3, endLine: 3, before: 'b', after: '**b**' }, []])
  })

  test('beside an image in a sentence leave it there', () => {
    const image = `![i](attachment:${'a'.repeat(64)})`
    const edit = says(
      '{"type":"text","text":" b"}',
      '{"type":"text","text":" b","marks":[{"type":"em"}]}',
    )
    const before = `a ${image} b`
    assert.deepEqual(editsOf(`${before}\n`, edit), [
      { line: 1, endLine: 1, before, after: `a ${image}<em> b</em>` },
    ])
  })

  test('that add and remove blocks are told by the lines around them', () => {
    const markdown = '# Title\n\none\n\ntwo\n\nthree\n'
    const added = editsOf(
      markdown,
      content(([a, ...rest]) => [a as object, p('new'), ...rest]),
    )
    assert.deepEqual(added, [{ line: 4, endLine: 3, before: '', after: 'new' }])
    const first = editsOf(
      markdown,
      content((blocks) => [p('quite another'), ...blocks]),
    )
    assert.deepEqual(first, [{ line: 3, endLine: 2, before: '', after: 'quite another' }])
    const removed = editsOf(
      markdown,
      content(([a, , c]) => [a as object, c as object]),
    )
    assert.deepEqual(removed, [{ line: 5, endLine: 5, before: 'two', after: '' }])
  })

  test('that Markdown has no notation for are ADF, or tell that the look is lost', () => {
    const decision = { type: 'decisionList', attrs: { localId: 'x' }, content: [] }
    const item = {
      type: 'decisionItem',
      attrs: { localId: 'y', state: 'DECIDED' },
      content: [{ type: 'text', text: 'yes' }],
    }
    const [adf] = editsOf(
      'one\n',
      content((blocks) => [...blocks, { ...decision, content: [item] }]),
    )
    assert.match(adf?.after ?? '', /^```adf\n/)
    assert.deepEqual([adf?.isRough, adf?.problem], [undefined, undefined])
    const mention = { type: 'mention', attrs: { id: '5', text: '@Ann' } }
    const [rough] = editsOf(
      'one\n',
      content(() => [{ type: 'paragraph', content: [{ type: 'text', text: 'one ' }, mention] }]),
    )
    assert.equal(rough?.after, 'one @Ann')
    assert.ok(rough?.isRough === true || rough?.problem !== undefined)
  })

  test('keep images by what they were imported as', () => {
    const image = `![An image](attachment:${'a'.repeat(64)})`
    const edits = editsOf(`${image} one\n\ntwo\n`, says('"An image"', '"A picture"'))
    assert.deepEqual(
      edits.map(({ after }) => after),
      [`${image.replace('An image', 'A picture')} one`],
    )
  })

  test('of footnotes have no lines, and say so', () => {
    const [one] = editsOf('a[^1]\n\n[^1]: note\n\nb\n', says('"note', '"remark'))
    assert.match(one?.problem ?? '', /footnote/)
    assert.equal(one?.line, undefined)
  })

  test('are none where the editor only saved the page, empty paragraphs included', () => {
    const saved = content((blocks) => [
      ...blocks.map((block) => ({
        ...block,
        attrs: { localId: 'abc', ...(block as { attrs?: object }).attrs },
      })),
      { type: 'paragraph' },
    ])
    assert.deepEqual(editsOf('# Title\n\none\n\n- a\n- b\n', saved), [])
  })

  test('that put another block in the place of one are one', () => {
    assert.deepEqual(editsOf('one\n', says('"one"', '"two"')), [
      { line: 1, endLine: 1, before: 'one', after: 'two' },
    ])
  })

  test('on Data Center change words, and tell what has to be done by hand', () => {
    const markdown = 'one **two** three\n\n- a\n'
    assert.deepEqual(editsOf(markdown, says('three', 'four'), 'data-center'), [
      { line: 1, endLine: 1, before: 'one **two** three', after: 'one **two** four' },
    ])
    const [added] = editsOf(markdown, (body) => `${body}<h2>More</h2>`, 'data-center')
    assert.equal(added?.after, 'More')
    assert.ok(added?.isRough === true || added?.problem !== undefined)
  })

  test('are none of any page that nobody edited', () => {
    fc.assert(
      fc.property(generatedMarkdown, fc.constantFrom('cloud', 'data-center'), (markdown, kind) => {
        assert.deepEqual(
          editsOf(markdown, (body) => body, kind),
          [],
        )
      }),
      { numRuns: 60 },
    )
  })

  test('come to the page as it is, whatever was put on it', () => {
    fc.assert(
      fc.property(generatedMarkdown, generatedMarkdown, (markdown, other) => {
        const theirs = pulled('cloud', other, (body) => body).base
        for (const edit of findPageEdits({
          ...pulled('cloud', markdown, (body) => body),
          theirs,
        })) {
          assert.equal(typeof edit.after, 'string')
        }
      }),
      { numRuns: 60 },
    )
  })
})
