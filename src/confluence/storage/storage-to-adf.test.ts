/** Storage format as ADF: the way back of what is written, and what people write. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { generatedMarkdown } from '../../../test/support/samples/generated-markdown.ts'
import type { AdfDoc } from '../../adf/types.ts'
import { markdownToAdf } from '../../convert/markdown-to-adf.ts'
import { adfToMarkdown } from '../../render/adf-to-markdown.ts'
import type { AnyNode } from '../../render/unchecked-node.ts'
import { toRemoteDocument } from '../document/to-remote-document.ts'
import { storageDialect } from './storage-dialect.ts'
import { storageToAdf } from './storage-to-adf.ts'

const baseUrl = 'https://wiki.example'
const place = {
  ...{ baseUrl, pageId: '7', spaceKey: 'K' },
  findPageId: (title: string) => (title === 'Other' ? '9' : undefined),
  findPerson: (key: string) => (key === 'ada' ? 'Ada Person' : undefined),
}
const docOf = (content: readonly AnyNode[]): AdfDoc =>
  ({ version: 1, type: 'doc', content }) as unknown as AdfDoc
const canonical = (body: string): readonly string[] =>
  storageDialect.read(body).blocks.map((block) => block.canonical)
const markdown = (body: string): string => adfToMarkdown(docOf(storageToAdf(body, place)))

describe('storage format as ADF', () => {
  test('is the document that it was written from', () => {
    const settings = { diagramMacros: { mermaid: 'chart' }, formulaMacros: undefined }
    const site = { kind: 'data-center', baseUrl, settings, pageId: '7', files: [] } as const
    fc.assert(
      fc.property(generatedMarkdown, (written) => {
        const doc = toRemoteDocument(markdownToAdf(written).adf, site)
        const body = storageDialect.join(storageDialect.write(doc))
        const back = docOf(storageToAdf(body, place))
        const again = storageDialect.join(storageDialect.write(back))
        assert.deepEqual(canonical(again), canonical(body), body)
      }),
      { numRuns: 300 },
    )
  })

  const examples: readonly [what: string, body: string, expected: string][] = [
    ['loose text', 'a <b>b</b><ul><li>c</li></ul>', 'a **b**\n\n- c\n'],
    ['lists without items around them', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b\n'],
    ['definitions', '<dl><dt>Term</dt><dd>What it is</dd></dl>', '**Term**\n\nWhat it is\n'],
    ['code that keeps its spaces', '<pre>a\n  b</pre>', '```\na\n  b\n```\n'],
    [
      'marks and colours',
      '<p><tt>c</tt> <ins>u</ins> <del>s</del> H<sub>2</sub>O <span style="color: rgb(255,0,0);">r</span></p>',
      '`c` <u>u</u> ~~s~~ H<sub>2</sub>O <span style="color: #ff0000">r</span>\n',
    ],
    [
      'links to pages, by the words that readers see',
      '<p><ac:link><ri:page ri:content-title="Other"/></ac:link> <ac:link ac:anchor="x"><ri:page ri:content-title="Far" ri:space-key="Z"/><ac:link-body>far <em>away</em></ac:link-body></ac:link></p>',
      `[Other](${baseUrl}/pages/viewpage.action?pageId=9) [far *away*](${baseUrl}/display/Z/Far#x)\n`,
    ],
    [
      'links to files of other pages',
      '<p><ac:link><ri:attachment ri:filename="a b.txt"><ri:page ri:content-title="Other"/></ri:attachment></ac:link></p>',
      `[a b.txt](${baseUrl}/download/attachments/9/a%20b.txt)\n`,
    ],
    [
      'people, emoticons and days',
      '<p><ac:link><ri:user ri:username="ada"/></ac:link> <ac:link><ri:user ri:userkey="8a7f"/></ac:link> <ac:emoticon ac:name="tick"/> <ac:emoticon ac:name="own"/> <time datetime="2024-05-06"/></p>',
      '@Ada Person @8a7f ✅ :own: 2024-05-06\n',
    ],
    [
      'places of comments',
      '<p>a <ac:inline-comment-marker ac:ref="1">b</ac:inline-comment-marker> c</p>',
      'a b c\n',
    ],
    ['links that may not be followed', '<p><a href="javascript:x()">words</a></p>', 'words\n'],
    [
      'images of the web, in a row and among words',
      '<p><ac:image ac:alt="A"><ri:url ri:value="https://e.example/i.png"/></ac:image></p><p>a <ac:image><ri:url ri:value="https://e.example/i.png"/></ac:image> b</p>',
      '![A](https://e.example/i.png)\n\na ![](https://e.example/i.png) b\n',
    ],
    [
      'what nobody knows',
      '<section><h2>Head</h2><blink>words</blink></section>',
      '## Head\n\nwords\n',
    ],
  ]
  for (const [what, body, expected] of examples) {
    test(`has ${what}`, () => assert.equal(markdown(body), expected))
  }

  test('loses no word, whatever stands where', () => {
    const tag = fc.constantFrom(
      ...[
        'p',
        'ul',
        'li',
        'h1',
        'table',
        'tr',
        'td',
        'blockquote',
        'strong',
        'a',
        'div',
        'dl',
        'dd',
      ],
      ...[
        'ac:layout',
        'ac:layout-section',
        'ac:layout-cell',
        'ac:rich-text-body',
        'ac:link',
        'x:y',
      ],
      ...['ac:link-body', 'pre', 'span', 'thead', 'ac:inline-comment-marker'],
    )
    const word = fc.integer({ min: 0, max: 999 }).map((number) => `w${number}x`)
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.tuple(tag, fc.array(tie('tree'), { maxLength: 3 })).map(([name, inside]) => {
          const whole = `<${name}>${inside.join(' ')}</${name}>`
          return name === 'ac:rich-text-body'
            ? `<ac:structured-macro>${whole}</ac:structured-macro>`
            : whole
        }),
      ),
    }))
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), (parts) => {
        const body = parts.join('')
        const found = JSON.stringify(storageToAdf(body, place))
        for (const [one] of body.matchAll(/w\d+x/g)) assert.ok(found.includes(one), body)
      }),
      { numRuns: 500 },
    )
  })
})
