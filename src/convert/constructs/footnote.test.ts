/** Footnotes, and the links between a note and its place in the text. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertSound,
  type Expected,
  li,
  linkTo,
  node,
  ol,
  p,
  refusedOrSound,
  same,
  subsup,
  t,
} from '../../../test/support/conversion/conversion-cases.ts'
import { adfToHtml, markdownToAdf } from '../../library.ts'
import { anchorMacro } from '../adf/heading-names.ts'

const anchor = (name: string): Expected => anchorMacro(name) as Expected
const reference = (number: number): Expected[] => [
  anchor(`footnote-${number}-text`),
  t(String(number), subsup('sup'), linkTo(`#footnote-${number}`)),
]
const back = (number: number): Expected => t('↩', linkTo(`#footnote-${number}-text`))

describe('footnotes', () => {
  for (const [fact, markdown, ...expected] of [
    [
      'stand at the end, linked both ways',
      'a[^x] b[^y]\n\n[^x]: c\n[^y]: d',
      p('a', ...reference(1), ' b', ...reference(2)),
      node('rule')(),
      ol()(
        li(p(anchor('footnote-1'), 'c', ' ', back(1))),
        li(p(anchor('footnote-2'), 'd', ' ', back(2))),
      ),
    ],
    [
      'lead back to the first of several references',
      'a[^x] b[^x]\n\n[^x]: c',
      p('a', ...reference(1), ' b', t('1', subsup('sup'), linkTo('#footnote-1'))),
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c', ' ', back(1)))),
    ],
    [
      'that nothing refers to lead nowhere',
      '[^x]: c',
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c'))),
    ],
    [
      'of a heading leave its name alone, and lead nowhere',
      '# a[^x]\n\n[^x]: c',
      node('heading', { level: 1 })(t('a'), t('1', subsup('sup'), linkTo('#footnote-1'))),
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c'))),
    ],
    [
      'of a heading and of words lead back to the words',
      '# a[^x]\n\nb[^x]\n\n[^x]: c',
      node('heading', { level: 1 })(t('a'), t('1', subsup('sup'), linkTo('#footnote-1'))),
      p('b', ...reference(1)),
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c', ' ', back(1)))),
    ],
    [
      'end with the way back, behind the last words',
      'a[^x]\n\n[^x]: c\n\n    d',
      p('a', ...reference(1)),
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c'), p('d', ' ', back(1)))),
    ],
    [
      'inside a link leave the link alone',
      '<a href="/u">a[^x]</a>\n\n[^x]: c',
      p(t('a', linkTo('/u')), anchor('footnote-1-text'), t('1', subsup('sup'))),
      node('rule')(),
      ol()(li(p(anchor('footnote-1'), 'c', ' ', back(1)))),
    ],
    [
      'keep blocks, and refer to each other',
      'a[^x]\n\n[^x]:\n    ```\n    c\n    ```\n[^y]: d[^x]',
      p('a', ...reference(1)),
      node('rule')(),
      ol()(
        li(p(anchor('footnote-1')), node('codeBlock')(t('c')), p(back(1))),
        li(p(anchor('footnote-2'), 'd', t('1', subsup('sup'), linkTo('#footnote-1')))),
      ),
    ],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  test('are linked in HTML, each address to one element', () => {
    const html = adfToHtml(markdownToAdf('# footnote 1\n\na[^x] b[^y]\n\n[^x]: c\n[^y]: d').adf)
    const addresses = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    assert.equal(addresses.length, 4)
    for (const id of addresses) assert.equal(html.split(`id="${id}"`).length, 2, id)
  })

  for (const markdown of [
    '<details><summary>a[^x]</summary>b</details>\n\n[^x]: c',
    '- [ ] a[^x]\n\n[^x]: c',
    '| a[^x] |\n|---|\n\n[^x]: | b |\n    |---|\n    | c |',
    '[^x]: a[^x]',
    '![a](u)[^x]\n\n[^x]: ![b](v)',
    ...[
      '{"type":"paragraph","content":[{"type":"text","text":"c"}],"attrs":{"localId":"d"}}',
      '{"type":"paragraph","content":[]}',
    ].map((adf) => `a[^x]\n\n[^x]: b\n\n    \`\`\`adf\n    ${adf}\n    \`\`\``),
  ]) {
    test(`stay valid and whole in ${JSON.stringify(markdown)}`, () => assertSound(markdown))
  }

  test('are quick, however many', () => {
    const many = Array.from({ length: 8_000 }, (_, index) => index)
    refusedOrSound(
      `${many.map((at) => `a[^${at}]`).join(' ')}\n\n${many.map((at) => `[^${at}]: b\n`).join('')}`,
    )
  })
})
