/** Documents as files have them. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf } from '../../../test/support/conversion/dialect-context.ts'
import { codeRulesOf } from './dialects.ts'
import { readParts } from './parts/read-parts.ts'
import { noticeLeftovers, readDialects } from './read-dialects.ts'

function read(document: string): { markdown: string; lines: number[]; noticed: string[] } {
  const noticed: string[] = []
  const { markdown, lineInFile } = readDialects(document, ['github'], contextOf({}, noticed))
  return { markdown, lines: markdown.split('\n').map((_, line) => lineInFile(line + 1)), noticed }
}

test('dialects that share a notation read each tag once', () => {
  const { markdown } = readDialects(
    '{% raw %}\n{{ b }}\n{% endraw %}',
    ['mkdocs', 'jekyll'],
    contextOf(),
  )
  assert.match(markdown, /^\s*&#123;\{ b \}\}\s*$/)
})

test('front matter may stand below blank lines', () => {
  assert.deepEqual(read('\n \n+++\na = 1\n+++\nb {{ c }}'), {
    markdown: '+++\na = 1\n+++\nb {{ c }}',
    lines: [3, 4, 5, 6],
    noticed: ['syntax-shown {{ … }} (c):6'],
  })
  assert.equal(read('\r\n---\r\na: 1\r\n---\r\n').markdown, '---\na: 1\n---\n')
})

test('what is none keeps its blank lines', () => {
  for (const document of ['\n---\na\n---\n', '\n+++\na', '\n\na\n+++\n+++']) {
    assert.equal(read(document).markdown, document)
  }
})

for (const [fact, written, becomes] of [
  [
    'stay in paragraphs, quotes and items',
    'a\nb\n\n> c\n> d\n\n- e\n  f',
    'a  \nb\n\n> c  \n> d\n\n- e  \n  f',
  ],
  ['stay as they are where they are broken', 'a\\\nb   \nc', 'a\\\nb  \nc'],
  ['say nothing at the end of a block', 'a\n\n> b\n>\n> c', 'a\n\n> b\n>\n> c'],
  [
    'are left in code, formulas and front matter',
    '---\na: b\n---\n```\na\nb\n```\n\n$$\nc\nd\n$$',
    '---\na: b\n---\n```\na\nb\n```\n\n$$\nc\nd\n$$',
  ],
] as const) {
  test(`line ends ${fact}`, () => {
    const context = { ...contextOf(), keepsLines: true }
    assert.equal(readDialects(written, ['obsidian'], context).markdown, becomes)
    assert.equal(readDialects(written, ['obsidian'], contextOf()).markdown, written)
  })
}

describe('leftovers', () => {
  for (const [document, ...expected] of [
    ['a\n{% if b %}\n{% endif %}\n{% if c %}', '{% … %} (if):2'],
    ['{% hint %}', '{% … %} (hint):1'],
    ['{{ name }} {{< x >}}', '{{< … >}} (x):1', '{{ … }} (name):1'],
    ['{{.a.b}} and {{ .c }} of Go'],
    ['An [old\n> one][A  b] and [`c`][d], [e f][g]\n\n[G]: h', '[ … ][a b]:2', '[ … ][d]:2'],
    ['an [i][1], ab[cd][e], [fg][^1] \\[hi][j]'],
    ['[Ab][], [Cd][] and [`e`][], f[g][]\n\n[ab]: h', '[Cd][]:1'],
    ['!!! foo\n!!! note\n??? foo', '!!! (foo):1'],
    ['--8<-- "https://a.b/c"', '--8<--:1'],
    ['[[a]] [[_TOC_]]', '[[ … ]]:1'],
    ['=== "A"\n/// b', '=== "":1', '/// (b):2'],
    ['[[_TOC_]] [[toc]]'],
    ['{% endif %} {.small} a[^b] c[^d] [^e]\n\n[^d]: f', '[^b]:1', '{% … %} (if):1', '{ .… }:1'],
    ['`{% if %}`\n\n```\n{{ a }}\n```'],
    [':::note\n:::'],
  ] as const) {
    test(`in ${document.replaceAll('\n', ' ')}`, () => {
      const noticed: string[] = []
      const parts = readParts(document, { syntaxes: [], rules: codeRulesOf([], 'a.md') })
      noticeLeftovers(parts, 1, new Set(), contextOf({}, noticed))
      assert.deepEqual(
        noticed,
        expected.map((one) => `syntax-shown ${one}`),
      )
    })
  }
})
