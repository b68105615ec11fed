/** The conversion as a whole: constructs, and what holds for every document. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  assertSound,
  type Expected,
  li,
  node,
  ol,
  p,
  refusedOrSound,
  same,
  t,
  ul,
  warned,
} from '../../test/support/conversion/conversion-cases.ts'
import { generatedMarkdown } from '../../test/support/samples/generated-markdown.ts'
import { anchorMacro } from './adf/heading-names.ts'
import { problems } from './adf/problems.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { markdownToAdf } from './markdown-to-page.ts'

const table = (head: string) => node('table')(node('tableRow')(node('tableHeader')(p(head))))

describe('constructs in each other', () => {
  for (const markdown of [
    '| a |\n|---|\n| ![i](u) text ![j](v) |',
    '- [ ] task\n- bullet\n- [x] task',
    '1. [ ] numbered\n2. [x] tasks',
    '- [ ] task\n\n  second paragraph\n\n  ```\n  code\n  ```\n- [ ] next',
    '- [ ] ![image](u) in a task\n  - bullet\n    1. number',
    'Note[^1] and note[^b].\n\n[^1]: First.\n[^b]: Second\n\n    - with a list[^1]',
    '[^unused]: Nothing refers to this.',
    '> - > quote in a list in a quote\n>   ***\n>   # heading\n>\n>   | t |\n>   |---|\n>   | c |',
    '1. one\n2. two\n\n   | t |\n   |---|\n   | c |\n\n   after\n3. three',
    '# ![logo](u) Title',
    '[![badge](a)](b) [![badge](c)](d)',
    '---\ntitle: x\n---\n\ntext',
  ]) {
    test(`keeps ${JSON.stringify(markdown.slice(0, 40))} valid and whole`, () =>
      assertSound(markdown))
  }
})

describe('constructs', () => {
  for (const [fact, markdown, ...expected] of [
    ['replaces NUL as CommonMark does', 'a\0b', p('a\uFFFDb')],
    ['gives an empty item a paragraph', '-', ul(li(p()))],
    ['gives a list in a bare item a paragraph', '- - a', ul(li(p(), ul(li(p('a')))))],
    [
      'makes a heading in a list bold',
      '- # a',
      ul(li(p(anchorMacro('heading-a') as Expected, t('a', 'strong')))),
    ],
    ['takes a quote in a list apart', '- > a', ul(li(p('a')))],
    ['takes a quote in a quote apart', '> > a', node('blockquote')(p('a'))],
    [
      'leaves an empty header out, and keeps its columns',
      '| | |\n|---|---|\n| a |',
      node('table')(node('tableRow')(node('tableCell')(p('a')), node('tableCell')(p()))),
    ],
    [
      'keeps an empty header that is all there is',
      '| |\n|---|',
      node('table')(node('tableRow')(node('tableHeader')(p()))),
    ],
    [
      'lifts a table out of a list and goes on counting',
      '1. a\n\n   | t |\n   |---|\n2. b',
      ol()(li(p('a'))),
      table('t'),
      ol(2)(li(p('b'))),
    ],
    [
      'does not begin another item with what follows a lifted block',
      '- a\n\n  | t |\n  |---|\n\n  b\n\n  c\n- d',
      ul(li(p('a'))),
      table('t'),
      p('b'),
      p('c'),
      ul(li(p('d'))),
    ],
    [
      'goes on with a quote below a lifted block',
      '> a\n>\n> | t |\n> |---|\n>\n> b\n>\n> c',
      node('blockquote')(p('a')),
      table('t'),
      node('blockquote')(p('b'), p('c')),
    ],
    [
      'puts tasks of a task beside it',
      '- [ ] a\n  - [x] b',
      node('taskList', { localId: 'local-1' })(
        node('taskItem', { localId: 'local-2', state: 'TODO' })(t('a')),
        node('taskList', { localId: 'local-3' })(
          node('taskItem', { localId: 'local-4', state: 'DONE' })(t('b')),
        ),
      ),
    ],
    ['fills an empty document', '<!-- only -->', p()],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }
})

describe('warnings', () => {
  for (const [markdown, ...expected] of [
    ['plain'],
    ['---\na: 1\n---\n\ntext', 'front-matter:1'],
    ['a\n\n<!-- c -->', 'html-comment-dropped:3'],
    ['a\n\n<video>', 'html-shown:3'],
    ['- # a', 'heading-flattened:1'],
    ['- a\n\n  | t |\n  |---|', 'block-lifted:3'],
    [
      `- a\n\n${'  <details name=tabs><summary>b</summary>\n\n  c\n\n  </details>\n\n'.repeat(3)}`,
      'block-lifted:3',
    ],
    [
      `- a\n\n${'  <details><summary>b</summary>\n\n  c\n\n  </details>\n\n'.repeat(2)}`,
      'block-lifted:3',
      'block-lifted:9',
    ],
    ['a ![b](https://c/)'],
    ['# ![b](https://c/)'],
    ['[![a](b:)](c:)\n[![d](e:)](f:)'],
    ['a <img src="https://c/" align="right">', 'alignment-dropped:1'],
    ['**`a`**', 'mark-dropped:1'],
    ['[](https://u/)', 'empty-link:1'],
    ['[`a`](https://u/)'],
    ['**[`a`](https://u/)**'],
    ['[**`a`**](https://u/)'],
    ['<a href="https://u/"><code>a</code></a>'],
    ['a [b](c.md)', 'relative-address:1'],
    ['[a](/b)', 'relative-address:1'],
    ['![a](b.png)', 'relative-address:1'],
    ['a\n\n<a href="b.md">c</a> <img src="d.png">', 'relative-address:3', 'relative-address:3'],
    ['[a][b]\n\n[b]: c.md', 'relative-address:3'],
    ['[a](#) [b]() [c](mailto:d@e.fr) [f](//g.hi) [j](HTTP://k/) <l@m.no>'],
    ['> ***', 'rule-dropped:1'],
    ['```js x\n```', 'code-info-dropped:1'],
    ['1. [ ] a', 'task-number-dropped:1'],
  ] as const) {
    test(`of ${JSON.stringify(markdown)} are ${expected.join() || 'none'}`, () => {
      warned(markdown, ...expected)
    })
  }

  test('stop after 1,000, with one that says so', () => {
    const { warnings } = markdownToAdf('a\n\n<!-- c -->\n\n'.repeat(2_000))
    assert.equal(warnings.length, 1_000)
    const { code, severity } = warnings.at(-1) ?? {}
    assert.deepEqual([code, severity], ['more-warnings', 'note'])
  })

  test('are as severe as the worst of those that are not listed', () => {
    const more = '[a](b)\n\n<!-- c -->'
    const { warnings } = markdownToAdf(`${'<!-- c -->\n\n'.repeat(1_000)}${more}`)
    assert.equal(warnings.at(-1)?.severity, 'lost')
  })

  test('tell what readers will not find from what they never see', () => {
    const { warnings } = markdownToAdf('a [b](c)\n\n<x>\n\n<!-- d -->')
    assert.deepEqual(
      warnings.map(({ code, severity }) => `${code} ${severity}`),
      ['relative-address lost', 'html-shown changed', 'html-comment-dropped note'],
    )
  })
})

describe('limits', () => {
  for (const [name, make] of [
    ['quotes', (depth: number) => `${'> '.repeat(depth)}x`],
    ['lists', (depth: number) => `${'- '.repeat(depth)}x`],
    ['emphasis', (depth: number) => `${'*a **b '.repeat(depth / 2)}x${'** *'.repeat(depth / 2)}`],
  ] as const) {
    test(`keeps ${name} 90 deep`, () => assertSound(make(90)))
  }

  test('refuses quotes 91 deep, and says where', () => {
    assert.throws(() => markdownToAdf(`a\n\n${'> '.repeat(91)}x`), {
      constructor: MarkdownLimitError,
      message:
        'content nests 91 levels deep at line 3; at most 90 are allowed. Flatten the lists or quotes there.',
    })
  })

  test('refuses lists 91 deep', () => {
    assert.throws(() => markdownToAdf(`${'- '.repeat(91)}x`), MarkdownLimitError)
  })

  const literal: readonly [name: string, markdown: string][] = [
    ['inside a code fence', `\`\`\`\n${'>'.repeat(500)}\n\`\`\``],
    ['inside a fence in a list', `- ~~~\n  ${'>'.repeat(500)}\n  ~~~`],
    ['inside indented code', `    ${'>'.repeat(500)}`],
    ['inside a comment', `<!--\n${'>'.repeat(500)}\n-->`],
    ['inside a sentence', `see ${'>'.repeat(500)}`],
  ]
  for (const [name, markdown] of literal) {
    test(`takes a row of > ${name} as text`, () => {
      assert.doesNotThrow(() => markdownToAdf(markdown))
    })
  }
})

describe('large documents', () => {
  const many = 130_000
  for (const [name, markdown] of [
    ['blocks in an element', `<div>\n\n${'a\n\n'.repeat(many)}`],
    ['quotes in a quote', '> > a\n> >\n'.repeat(many)],
    ['notes of one name', 'a[^1]\n\n[^1]: x\n'.repeat(many / 16)],
    ['rows', `| a |\n|-|\n${'|b|\n'.repeat(many)}`],
    ['sized images', '![a](u =1x1)\n\n'.repeat(many / 16)],
  ] as const) {
    test(`keep many ${name}`, () => {
      assert.deepEqual(problems(markdownToAdf(markdown).adf), [])
    })
  }
})

describe('front matter', () => {
  for (const [format, markdown] of [
    ['YAML', '---\ntitle: a\ntags: [b]\n---\n\nc'],
    ['TOML', '+++\ntitle: a\ntags: [b]\n+++\n\nc'],
  ] as const) {
    test(`in ${format} is given back`, () => {
      const { adf, frontMatter } = markdownToAdf(markdown)
      assert.equal(frontMatter, 'title: a\ntags: [b]')
      assert.deepEqual(JSON.parse(JSON.stringify(adf.content)), [p('c')])
    })
  }

  test('is none further down', () => {
    assert.equal('frontMatter' in markdownToAdf('a\n\n---\nb: c\n---'), false)
  })
})

test('fills up no more rows than a page can use', () => {
  const wide = `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|\n'.repeat(4_000)}`
  const { adf } = markdownToAdf(wide)
  assert.ok(JSON.stringify(adf).length < 5_000_000)
  refusedOrSound(wide)
})

test('is deterministic and sound for generated documents', () => {
  fc.assert(
    fc.property(generatedMarkdown, (markdown) => {
      assertSound(markdown)
      assert.deepEqual(markdownToAdf(markdown), markdownToAdf(markdown))
    }),
    { numRuns: Number(process.env.MARKPORT_TEST_DOCUMENTS ?? 150) },
  )
})
