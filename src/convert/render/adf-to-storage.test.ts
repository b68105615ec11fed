/** Storage format: each node and mark as Confluence's own editor has it. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Expected, node, p, t } from '../../../test/support/conversion/conversion-cases.ts'
import { missingWordsInStorage } from '../../../test/support/conversion/missing-words.ts'
import { xmlFault } from '../../../test/support/conversion/written-documents.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import { formulaAttributes } from '../adf/formula.ts'
import { inlineAttributes } from '../adf/images.ts'
import { problems } from '../adf/problems.ts'
import type { AdfDoc } from '../adf/types.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { adfToStorage } from './adf-to-storage.ts'

const doc = (...content: unknown[]): AdfDoc => ({
  version: 1,
  type: 'doc',
  content: content as AdfDoc['content'],
})
const mark = (type: string, attrs: object): Expected => ({ type, attrs })
const link = (href: string, title?: string): Expected => mark('link', { href, title })
const image = (media: object, frame: object = {}, ...caption: Expected[]): Expected =>
  node('mediaSingle', { layout: 'center', ...frame })(
    node('media', { type: 'external', ...media })(),
    ...caption,
  )
const ofCenter = 'ac:align="center" ac:layout="center"'
const code = (language: string): Expected => node('codeBlock', { language })(t('a'))
const codeMacro = (parameter: string): string =>
  `<ac:structured-macro ac:name="code">${parameter}<ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>`
const panel = (attrs: object): Expected => node('panel', attrs)(p(t('a')))
const task = (text: string): Expected => node('taskItem', { localId: '', state: 'TODO' })(t(text))
const taskXml = (inside: string): string =>
  `<ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>${inside}</ac:task-body></ac:task>`
const cell = (type: string, attrs: object = {}): Expected => ({ type, attrs, content: [p(t('a'))] })
const column = (width: number): Expected => node('layoutColumn', { width })(p(t('a')))
const layout = (type: string, count: number): string =>
  `<ac:layout><ac:layout-section ac:type="${type}">${'<ac:layout-cell><p>a</p></ac:layout-cell>'.repeat(count)}</ac:layout-section></ac:layout>`

const cases: readonly [fact: string, block: Expected, storage: string][] = [
  ['marks text', p(t('a & b', mark('strong', {}))), '<p><strong>a &amp; b</strong></p>'],
  [
    'colours text and what is behind it',
    p(
      t('a', mark('textColor', { color: '#ff0080' })),
      t('b', mark('backgroundColor', { color: '#FFF0B3' })),
    ),
    '<p><span style="color: rgb(255,0,128);">a</span><span style="background-color: rgb(255,240,179);">b</span></p>',
  ],
  ['leaves odd colours out', p(t('a', mark('textColor', { color: 'red;x:y' }))), '<p>a</p>'],
  [
    'aligns and indents',
    {
      type: 'heading',
      attrs: { level: 2 },
      content: [t('a')],
      marks: [mark('alignment', { align: 'center' }), mark('indentation', { level: 2 })],
    },
    '<h2 style="text-align: center; margin-left: 60.0px;">a</h2>',
  ],
  [
    'keeps code in a macro, whatever it holds',
    node('codeBlock', { language: 'js' })(t('a]]>b')),
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[a]]]]><![CDATA[>b]]></ac:plain-text-body></ac:structured-macro>',
  ],
  [
    "names languages by the macro's own list",
    code('Shell'),
    codeMacro('<ac:parameter ac:name="language">bash</ac:parameter>'),
  ],
  ['leaves out languages that the macro does not know', code('rust'), codeMacro('')],
  [
    'makes panels macros',
    panel({ panelType: 'error' }),
    '<ac:structured-macro ac:name="warning"><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
  ],
  [
    'keeps the look of a panel of its own',
    panel({ panelType: 'custom', panelColor: '#ffebe6', panelIconText: '🚀' }),
    '<ac:structured-macro ac:name="panel"><ac:parameter ac:name="bgColor">#ffebe6</ac:parameter><ac:parameter ac:name="panelIconText">🚀</ac:parameter><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
  ],
  [
    'embeds images by address',
    image({ url: 'https://x.org/a?b&c', alt: 'x' }),
    `<p><ac:image ac:alt="x" ${ofCenter}><ri:url ri:value="https://x.org/a?b&amp;c"/></ac:image></p>`,
  ],
  [
    'embeds images beside the page as attachments',
    image({ url: '../img/a%20b.png?raw=1' }),
    `<p><ac:image ${ofCenter}><ri:attachment ri:filename="a b.png"/></ac:image></p>`,
  ],
  [
    'embeds an image of another host by address',
    image({ url: '//x.org/a.png' }),
    `<p><ac:image ${ofCenter}><ri:url ri:value="//x.org/a.png"/></ac:image></p>`,
  ],
  [
    'sizes and places images',
    image(
      { url: 'a.png', width: 1200, height: 800 },
      { layout: 'wrap-left', width: 300, widthType: 'pixel' },
    ),
    '<p><ac:image ac:align="left" ac:layout="wrap-left" ac:width="300" ac:original-width="1200" ac:original-height="800"><ri:attachment ri:filename="a.png"/></ac:image></p>',
  ],
  [
    'sizes images by their share of the page',
    image({ url: 'a.png' }, { width: 50 }),
    `<p><ac:image ${ofCenter} ac:width="380"><ri:attachment ri:filename="a.png"/></ac:image></p>`,
  ],
  [
    'captions images',
    image({ url: 'a.png' }, {}, node('caption')(t('b', mark('em', {})))),
    `<p><ac:image ${ofCenter}><ri:attachment ri:filename="a.png"/><ac:caption><p><em>b</em></p></ac:caption></ac:image></p>`,
  ],
  [
    'keeps the caption of a file',
    image({ url: 'javascript:x', alt: 'a' }, {}, node('caption')(t('b'))),
    '<p>a<br/>b</p>',
  ],
  [
    'links images',
    { ...image({ url: 'a.png' }), marks: [link('https://x.org/')] },
    `<p><a href="https://x.org/"><ac:image ${ofCenter}><ri:attachment ri:filename="a.png"/></ac:image></a></p>`,
  ],
  [
    'leaves images in their sentence',
    p(t('a '), {
      type: 'mediaInline',
      attrs: inlineAttributes(
        { type: 'external', url: 'https://x.org/i.png', alt: 'i', width: 20, height: 9 },
        true,
      ),
      marks: [link('https://x.org/')],
    }),
    '<p>a <a href="https://x.org/"><ac:image ac:alt="i" ac:width="20"><ri:url ri:value="https://x.org/i.png"/></ac:image></a></p>',
  ],
  [
    'describes files of Confluence in a sentence',
    p(node('mediaInline', { type: 'image', id: 'f', collection: 'c', alt: 'i' })()),
    '<p>i</p>',
  ],
  [
    'leads to places of the page',
    p(t('a', mark('strong', {}), link('#b%20c', 'd'))),
    '<p><ac:link ac:anchor="b c" ac:tooltip="d"><ac:link-body><strong>a</strong></ac:link-body></ac:link></p>',
  ],
  [
    'shows a card as what it is',
    node('blockCard', { url: 'https://x.org/' })(),
    '<p><a href="https://x.org/" data-card-appearance="block">https://x.org/</a></p>',
  ],
  [
    'keeps tasks',
    node('taskList', { localId: '1' })(task('a')),
    `<ac:task-list>${taskXml('a')}</ac:task-list>`,
  ],
  [
    'keeps tasks inside the one above them',
    node('taskList')(
      task('a'),
      node('taskList')(task('b')),
      node('taskList')(task('c')),
      task('d'),
    ),
    `<ac:task-list>${taskXml(`a<ac:task-list>${taskXml('b')}</ac:task-list><ac:task-list>${taskXml('c')}</ac:task-list>`)}${taskXml('d')}</ac:task-list>`,
  ],
  [
    'keeps quotes in quotes',
    node('blockquote')(node('blockquote')(p(t('a')))),
    '<blockquote><blockquote><p>a</p></blockquote></blockquote>',
  ],
  [
    'keeps widths, spans and colours of tables',
    node('table', { layout: 'wide', width: 960 })(
      node('tableRow')(
        cell('tableHeader', { colspan: 2, colwidth: [100, 200] }),
        cell('tableCell', { background: '#deebff' }),
      ),
    ),
    '<table data-layout="wide" data-table-width="960"><colgroup><col style="width: 100px;"/><col style="width: 200px;"/><col/></colgroup><tbody><tr><th colspan="2"><p>a</p></th><td data-highlight-colour="#deebff"><p>a</p></td></tr></tbody></table>',
  ],
  [
    'keeps expands',
    node('expand', { title: 'T' })(p(t('a'))),
    '<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">T</ac:parameter><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
  ],
  [
    'keeps a status',
    p(node('status', { text: 'a', color: 'green' })()),
    '<p><ac:structured-macro ac:name="status"><ac:parameter ac:name="title">a</ac:parameter><ac:parameter ac:name="colour">Green</ac:parameter></ac:structured-macro></p>',
  ],
  [
    'keeps dates, and words that are none',
    p(node('date', { timestamp: '0' })(), node('date', { timestamp: 'soon' })()),
    '<p><time datetime="1970-01-01"/>soon</p>',
  ],
  [
    'names users and emoji',
    p(node('mention', { id: '7' })(), node('emoji', { shortName: ':a:', text: '😀' })()),
    '<p>@7😀</p>',
  ],
  [
    'shows formulas in sentences as TeX, which needs no app',
    p(node('inlineExtension', formulaAttributes('a<b'))()),
    '<p><code>$a&lt;b$</code></p>',
  ],
  [
    'lays columns out by their widths',
    node('layoutSection')(column(66), column(33)),
    layout('two_right_sidebar', 2),
  ],
  [
    'lays columns out between others',
    node('layoutSection')(column(25), column(50), column(25)),
    layout('three_with_sidebars', 3),
  ],
  ['lays columns out alike', node('layoutSection')(column(50), column(50)), layout('two_equal', 2)],
  ['replaces characters that XML forbids', p(t('a\u0001b\ud800')), '<p>a\ufffdb\ufffd</p>'],
]

describe('storage format', () => {
  for (const [fact, node, storage] of cases) {
    test(fact, () => {
      const written = adfToStorage(doc(node))
      assert.equal(written, storage)
      assert.equal(xmlFault(written), undefined)
    })
  }

  test('keeps every word of valid documents', () => {
    let checked = 0
    const choices = fc.array(fc.nat(), { maxLength: 200 })
    fc.assert(
      fc.property(choices, (numbers) => {
        const adf = generatedDoc(numbers) as AdfDoc
        if (problems(adf).length > 0 || JSON.stringify(adf).includes('xtension"')) return
        checked += 1
        assert.equal(missingWordsInStorage(adf, adfToStorage(adf)), '')
      }),
      { numRuns: 300 },
    )
    assert.ok(checked > 150, `only ${checked} of them were valid`)
  })

  test('marks the headings that links lead to, and no others', () => {
    const place = (name: string): string =>
      `<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">${name}</ac:parameter></ac:structured-macro>`
    const { adf } = markdownToAdf('# A b\n\n# A b\n\n# C\n\n[x](#a-b-1)')
    assert.equal(
      adfToStorage(adf),
      `<h1>A b</h1><h1>${place('A-b.1')}A b</h1><h1>C</h1><p><ac:link ac:anchor="A-b.1"><ac:link-body>x</ac:link-body></ac:link></p>`,
    )
    const heading = node('heading', { level: 1 })(t('A b'))
    const bySlug = adfToStorage(doc(heading, p(t('x', link('#a-b')))))
    assert.ok(bySlug.startsWith(`<h1>${place('a-b')}A b</h1>`), bySlug)
  })
})
