/** Which blocks are plain; that they become what their handlers make is tested with `markdown-to-page`. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markHeading } from '../../adf/sections.ts'
import { collectDefinitions } from '../conversion.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { jsonOfPlain, type PlainBlock } from '../plain-page.ts'
import { plainWriter } from './writers.ts'

function firstPlain(markdown: string): PlainBlock | undefined {
  const root = parseMarkdown(markdown, { hasMath: true })
  const { nodes } = root
  return plainWriter(nodes, collectDefinitions(root).definitions)(nodes.childOf(0, 0))
}

test('a plain block is written with its text', () => {
  assert.deepEqual(firstPlain('- a **"b"**\n- c\n  > d'), undefined)
  assert.deepEqual(firstPlain('- a **"b"**\n- c'), {
    json: '{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"a "},{"type":"text","text":"\\"b\\"","marks":[{"type":"strong"}]}]}]},{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"c"}]}]}]}',
    text: 'a "b"\nc',
    headings: [],
    warnings: [],
    links: [],
    targets: [],
  })
})

test('a heading is noted, and what there is to warn of', () => {
  const { text, headings, warnings } = firstPlain('## a **`b`** [c](d)') ?? {}
  assert.equal(text, markHeading('a b c'))
  assert.deepEqual(headings, [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'a b c' }], line: 1 },
  ])
  assert.deepEqual(warnings, [
    { code: 'mark-dropped', line: 1 },
    { code: 'relative-address', line: 1 },
  ])
})

test('links inside the page have the address that they have at last', () => {
  const block = firstPlain('# a [*b* c](#d) [e](#f) {#g}') as PlainBlock
  assert.deepEqual(block.targets, [{ name: 'g', line: 1 }])
  assert.deepEqual(
    block.links.map(({ attrs, line }) => [attrs.href, line]),
    [
      ['#d', 1],
      ['#f', 1],
    ],
  )
  for (const { attrs } of block.links) attrs.href += '"'
  const shown = [...jsonOfPlain(block).matchAll(/"href":"(.*?)"}}/g)].map(([, href]) => href)
  assert.deepEqual(shown, ['#d\\"', '#d\\"', '#f\\"'])
})

describe('is plain', () => {
  for (const markdown of [
    'a **b *c* ~~d~~** `e`\nf  \ng',
    '**a **b****',
    '[a](https://b)',
    '**[a *b*](https://c "d")**',
    'see [0] and {1}, :smile:',
    '[0] is more than [1], *and* [2]',
    '1. a\n\n   b\n2. c\n   - d',
    '```js\na\n```',
    '    a',
    '| a | b |\n|:-:|--:|\n| c | |',
    '> a\n>\n> - b',
    '# a',
    '[a]\n\n[a]: https://b',
    '[a](b)',
    '**`a`**',
    '[`a`](https://b)',
    '```js {1}\na\n```',
    '---',
    '# a {#b}',
    '[a](#b)',
    '- - a',
    '-',
    '>',
    '> [!NOTE]\n> a',
    '> [!tip]- a *b*\n> c',
    '> [!?]',
    '```\n```',
    '```math\na\n```',
    '```js title="a"\nb\n```',
    '---\na: b\n---',
    '![a](https://b "c")',
  ]) {
    test(JSON.stringify(markdown), () => assert.notEqual(firstPlain(markdown), undefined))
  }
})

describe('is not plain', () => {
  for (const markdown of [
    '#',
    'a  \nb\n=',
    'a <b>b</b>',
    '<p>a</p>',
    'a ![a](https://b)',
    '![a](data:image/png;base64,AA==)',
    'a[^1]\n\n[^1]: b',
    '$a$',
    '[](https://b)',
    'a [](https://b)',
    '[<https://a>](https://b)',
    '[toc]',
    '![a](b =3x4)',
    '- [ ] a',
    '- # a',
    '- > a',
    '> # a',
    '> > a',
    '> ---',
    '> [!NOTE]\n> > a',
    '> [!NOTE] a\n> ![b](c)',
    '> | a |\n> |---|',
    '```adf\n[]\n```',
    '| | |\n|---|---|\n| a | b |',
    '| ![a](https://b) |\n|---|',
    'term\n: text',
  ]) {
    test(JSON.stringify(markdown), () => assert.equal(firstPlain(markdown), undefined))
  }
})
