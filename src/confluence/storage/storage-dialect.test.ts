/** Storage format: what is noise and what is not, its text, its comments, and documents that are written. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { node, p, t } from '../../../test/support/conversion/conversion-cases.ts'
import { xmlFault } from '../../../test/support/conversion/written-documents.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { storageDialect } from './storage-dialect.ts'

const { read, write, join } = storageDialect
const canonical = (body: string): readonly string[] =>
  read(body).blocks.map((block) => block.canonical)
const doc = (...content: unknown[]): AdfDoc => ({
  version: 1,
  type: 'doc',
  content: content as AdfDoc['content'],
})
const marker = (ref: string, inside: string): string =>
  `<ac:inline-comment-marker ac:ref="${ref}">${inside}</ac:inline-comment-marker>`
const code = (language: string, text: string, attributes = ''): string =>
  `<ac:structured-macro ac:name="code"${attributes}><ac:parameter ac:name="language">${language}</ac:parameter><ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`

describe('what a save makes of a page is the same page', () => {
  const pairs: readonly [what: string, sent: string, stored: string][] = [
    [
      'ids and versions of macros, and a space before the end of a tag',
      `${code('bash', 'ls')}<hr/>`,
      `${code('bash', 'ls', ' ac:schema-version="1" ac:macro-id="38d9de58-9bf6"')}<hr />`,
    ],
    [
      'the order of attributes',
      '<a href="b" title="c">d</a>',
      '<p><a title="c" href="b">d</a></p>',
    ],
    [
      'the order of parameters',
      '<ac:structured-macro ac:name="toc"><ac:parameter ac:name="a">1</ac:parameter><ac:parameter ac:name="b">2</ac:parameter></ac:structured-macro>',
      '<ac:structured-macro ac:name="toc"><ac:parameter ac:name="b">2</ac:parameter><ac:parameter ac:name="a">1</ac:parameter></ac:structured-macro>',
    ],
    ['names of languages', code('py', 'x'), code('Python', 'x')],
    [
      'white space between blocks',
      '<p>a</p><ul><li>b</li></ul>',
      '<p>a</p>\n <ul>\n<li>b</li>\n</ul>\n',
    ],
    ['references to characters', '<p>a – b</p>', '<p>a &ndash;&nbsp;b</p>'],
    ['places of comments', '<p>one two</p>', `<p>one ${marker('x', 'two')}</p>`],
    [
      'texts that stand beside each other',
      '<p><strong>one two</strong></p>',
      `<p><strong>one </strong><strong>${marker('x', 't')}wo</strong></p>`,
    ],
    ['the order of marks', '<p><em><s>a</s></em></p>', '<p><del><i>a</i></del></p>'],
    [
      'empty lines around a macro',
      `<p>a</p>${code('', 'x')}`,
      `<p class="auto-cursor-target">a</p><p class="auto-cursor-target"><br /></p>${code('', 'x')}<p><br /></p>`,
    ],
    [
      'what the editor wraps cells in',
      '<table><tbody><tr><th><p>a</p></th><td><p>b</p></td><td><p></p></td></tr></tbody></table>',
      '<table class="wrapped"><colgroup><col /><col /></colgroup><tbody><tr><th scope="col">a</th><td colspan="1" class="confluenceTd"><div class="content-wrapper"><p>b</p></div></td><td><br /></td></tr></tbody></table>',
    ],
    [
      'ids of tasks',
      '<ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>a</ac:task-body></ac:task></ac:task-list>',
      '<ac:task-list ac:task-list-id="1"><ac:task><ac:task-id>1</ac:task-id><ac:task-uuid>u</ac:task-uuid><ac:task-status>incomplete</ac:task-status><ac:task-body><span class="placeholder-inline-tasks">a</span></ac:task-body></ac:task></ac:task-list>',
    ],
    [
      'the version of a file',
      '<p><ac:image><ri:attachment ri:filename="a.png"/></ac:image></p>',
      '<p><ac:image ac:original-width="9"><ri:attachment ri:filename="a.png" ri:version-at-save="2" /></ac:image></p>',
    ],
    [
      'how a style is spelled',
      '<p style="margin-left: 30.0px;text-align: center;">a</p>',
      '<p style="text-align:center; margin-left:30px">a</p>',
    ],
  ]
  for (const [what, sent, stored] of pairs) {
    test(what, () => assert.deepEqual(canonical(stored), canonical(sent)))
  }
})

describe('what a person changes is another page', () => {
  const pairs: readonly [what: string, before: string, after: string][] = [
    ['a word', '<p>one two</p>', '<p>one three</p>'],
    ['a space between words', '<p>one two</p>', '<p>onetwo</p>'],
    ['a mark', '<p>one <em>two</em></p>', '<p>one <strong>two</strong></p>'],
    ['where a mark ends', '<p><em>one</em> two</p>', '<p><em>one two</em></p>'],
    ['where an image leads', '<a href="a"><ac:image /></a>', '<a href="b"><ac:image /></a>'],
    ['where a link leads', '<p><a href="a">b</a></p>', '<p><a href="c">b</a></p>'],
    [
      'which page a link leads to',
      '<p><ac:link><ri:page ri:content-title="A"/><ac:link-body>b</ac:link-body></ac:link></p>',
      '<p><ac:link><ri:page ri:content-title="C"/><ac:link-body>b</ac:link-body></ac:link></p>',
    ],
    ['code', code('sh', 'a  b'), code('sh', 'a b')],
    ['a language', code('js', 'a'), code('php', 'a')],
    ['a level', '<h1>a</h1>', '<h2>a</h2>'],
    ['a line break', '<p>a<br/>b</p>', '<p>a b</p>'],
    ['paragraphs in a cell', '<td><p>a</p><p>b</p></td>', '<td><p>a b</p></td>'],
    ['a color', '<p><span style="color: red;">a</span></p>', '<p>a</p>'],
    [
      'a task that is done',
      '<ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>a</ac:task-body></ac:task>',
      '<ac:task><ac:task-status>complete</ac:task-status><ac:task-body>a</ac:task-body></ac:task>',
    ],
    [
      'an image',
      '<p><ac:image><ri:attachment ri:filename="a.png"/></ac:image></p>',
      '<p><ac:image><ri:attachment ri:filename="b.png"/></ac:image></p>',
    ],
    [
      'a person',
      '<ac:link><ri:user ri:userkey="a"/></ac:link>',
      '<ac:link><ri:user ri:userkey="b"/></ac:link>',
    ],
    [
      'the width of a column',
      '<table><colgroup><col style="width: 9px;"/></colgroup></table>',
      '<table></table>',
    ],
  ]
  for (const [what, before, after] of pairs) {
    test(what, () => assert.notDeepEqual(canonical(after), canonical(before)))
  }

  test('any word of a document', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), fc.nat(), (choices, nth) => {
        const body = join(write(generatedDoc(choices) as AdfDoc))
        const words = [...body.matchAll(/>a</g)]
        const at = words[nth % words.length]?.index
        if (at === undefined) return
        const changed = `${body.slice(0, at + 1)}b${body.slice(at + 2)}`
        assert.notDeepEqual(canonical(changed), canonical(body))
      }),
      { numRuns: 200 },
    )
  })
})

describe('text', () => {
  const texts: readonly [what: string, body: string, text: string][] = [
    ['a line for each sentence', '<h1>a</h1><p>b <em>c</em></p>', 'a\nb c\n'],
    [
      'a sign for what is no text',
      '<p>a<br/>b <time datetime="2026-01-01"/></p>',
      'a\uFFFCb \uFFFC\n',
    ],
    ['cells', '<table><tr><th>a</th><td><p>b</p></td></tr></table>', 'a\nb\n'],
    ['lists in lists', '<ul><li>a<ul><li>b</li></ul></li></ul>', 'a\nb\n'],
    ['code', code('js', 'a\n  b'), 'a\n  b\n'],
    [
      'no settings',
      '<ac:structured-macro ac:name="toc"><ac:parameter ac:name="x">y</ac:parameter></ac:structured-macro>',
      '',
    ],
    ['a macro in a sentence', '<p>a <ac:structured-macro ac:name="status"/></p>', 'a \uFFFC\n'],
    [
      'no place that a heading begins with',
      '<h2><ac:structured-macro ac:name="anchor"/>a</h2>',
      'a\n',
    ],
    ['an image is a block', '<p> <a href="b"><ac:image/></a></p><p>c<ac:image/></p>', 'c\uFFFC\n'],
    [
      'a link of Confluence',
      '<p><ac:link><ri:page/><ac:plain-text-link-body><![CDATA[a & b]]></ac:plain-text-link-body></ac:link></p>',
      'a & b\n',
    ],
    ['text without a block', 'a &eacute; &unknown; <b>c', 'a é &unknown; c\n'],
    ['what is not well-formed', '<p>a < b</i></p> & c <!-- d', 'a < b\n & c <!-- d\n'],
  ]
  for (const [what, body, text] of texts) test(what, () => assert.equal(read(body).text, text))

  test('finds comments by their places in it', () => {
    const body = `<p>one</p><p>a ${marker('r', 'b')} <em>${marker('r', `c${marker('s', 'd')}`)}</em></p>`
    const { text, markers } = read(body)
    assert.deepEqual(
      markers.map((one) => [one.marker, text.slice(one.start, one.end)]),
      [
        ['r', 'b'],
        ['s', 'd'],
        ['r', 'cd'],
      ],
    )
    assert.equal(text, 'one\na b cd\n')
  })

  test('gives each block its source', () => {
    const body = '<p>a</p>\n<ul><li>b</li></ul>loose <b>text</b><hr />'
    const sources = read(body).blocks.map(({ source }) => source)
    assert.deepEqual(sources, ['<p>a</p>', '<ul><li>b</li></ul>', 'loose <b>text</b>', '<hr />'])
  })
})

describe('documents', () => {
  test('are well-formed, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 400 }), (choices) => {
        const body = join(write(generatedDoc(choices) as AdfDoc))
        assert.equal(xmlFault(body), undefined)
        assert.equal(canonical(body.replaceAll('/>', ' />')).join(), canonical(body).join())
      }),
      { numRuns: 200 },
    )
  })

  test('have comments on texts and images', () => {
    const comment = (id: string): object => ({
      type: 'annotation',
      attrs: { id, annotationType: 'inlineComment' },
    })
    const [words, image] = write(
      doc(
        p(t('a & b', 'strong', comment('y"'), comment('x'))),
        node('mediaSingle', { layout: 'center' })(
          {
            type: 'media',
            attrs: { type: 'file', id: 'a&b.png', collection: 'c' },
            marks: [comment('z')],
          },
          node('caption')(t('d')),
        ),
      ),
    )
    assert.equal(words, `<p><strong>${marker('y&quot;', marker('x', 'a &amp; b'))}</strong></p>`)
    assert.equal(
      image,
      `<p>${marker('z', '<ac:image ac:align="center" ac:layout="center"><ri:attachment ri:filename="a&amp;b.png"/></ac:image>')}</p><p>d</p>`,
    )
  })
})

describe('hostile bodies', () => {
  test('are refused when they nest too deep', () => {
    assert.throws(() => read('<div>'.repeat(10_000)), RangeError)
  })

  test('are read however much stands in one block', () => {
    const many = `<p>${marker('r', 'a')}</p>`.repeat(130_000)
    const { blocks, markers } = read(`<div>${many}</div>`)
    assert.deepEqual([blocks.length, markers.length], [1, 130_000])
  })

  test('may have many quotes in values that stand without them', () => {
    const started = performance.now()
    read(`<p ${'a=b"'.repeat(28)}`)
    assert.ok(performance.now() - started < 5_000)
  })

  test('do not grow with the depth of what is inside of what', () => {
    const inside = (depth: number): string =>
      depth === 0
        ? 'x'
        : `<ac:structured-macro ac:name="m"><ac:parameter ac:name="p"><p><ac:link><ri:page ri:content-title="&quot;"><p>${inside(depth - 1)}</p></ri:page><ac:link-body>y</ac:link-body></ac:link></p></ac:parameter></ac:structured-macro>`
    assert.ok(canonical(inside(60)).join().length < 10_000)
    const marks = Array.from({ length: 400 }, (_, at) => `<span style="color: ${at}">`).join('')
    assert.ok(canonical(`<p>${marks}${'x<br/>'.repeat(1_000)}y</p>`).join().length < 1e6)
  })
})
