/** What is written reads back as the parts that it was made of. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { listed } from '../../../../test/support/samples/listed.ts'
import { plainRules } from '../../../convert/code/code-rules.ts'
import { markdownToAdf } from '../../../convert/markdown-to-page.ts'
import {
  codeInfo,
  makeAlert,
  makeCode,
  makeDetails,
  makeImage,
  makeLink,
  makeSpan,
  makeStrong,
  makeText,
} from './make-parts.ts'
import { type Part, stack } from './part.ts'
import { readParts } from './read-parts.ts'
import { elementTags } from './tag-syntaxes.ts'
import { plainMarkdown } from './words.ts'
import { writeParts } from './write-parts.ts'

/** Words that mean something wherever they are put without care. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...listed(
        'a¦b c¦`¦``¦```¦[¦]¦](x)¦"¦\'¦<¦>¦</details>¦\\¦|¦\n¦\n\n¦<b>¦<!--¦*¦**¦_¦~~¦~~~¦&',
        '&lt;¦$¦#¦>¦- ¦1. ¦{a}¦:::¦\n:::¦\n> ¦```js\n¦\n```\n¦</summary>¦!¦[!NOTE]',
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((words) => `x${words.join('')}y`)
  // As on GitHub, no escape keeps the name of an emoji from being drawn.
  .filter((words) => !/:[\w+-]+:/.test(words))

const code = fc
  .array(
    fc.constantFrom('a', '```', '~~~', '````', '', '  b', '</details>', '<!-- c', '> d', '    e'),
  )
  .map((lines) => ['x', ...lines, 'y'].join('\n'))

/** A part with the outline that a page shows of it. */
interface Case {
  readonly parts: readonly Part[]
  readonly outline: readonly unknown[]
}

const shown = (words: string): string => words.trim().replace(/\s+/g, ' ')
const inAlert = (words: string): string => shown(words)

const leaf: fc.Arbitrary<Case> = fc.oneof(
  code.map((one) => ({ parts: [makeCode('js', one, 1)], outline: [['code', one]] })),
  hostile.map((words) => ({
    parts: makeStrong(plainMarkdown(words)),
    outline: [['words', shown(words)]],
  })),
  fc.tuple(hostile, hostile).map(([words, span]) => ({
    parts: [
      makeText('x '),
      makeSpan(span),
      makeText(' '),
      makeLink('a b.md', plainMarkdown(words)),
    ],
    outline: [['words', `x ${span.replace(/\s*\n\s*/g, ' ')} ${shown(words)}`]],
  })),
  fc.tuple(hostile, hostile).map(([alt, caption]) => ({
    parts: [makeImage('x.png', { alt, caption })],
    outline: [['image', shown(caption).replaceAll('&lt;', '<')]],
  })),
)

const block: fc.Arbitrary<Case> = fc.letrec<{ any: Case }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(hostile, fc.array(tie('any'), { minLength: 1, maxLength: 3 }))
      .map(([words, inside]) => ({
        parts: [makeAlert('tip', plainMarkdown(words), joined(inside), 1)],
        outline: [
          ['panel', [['words', inAlert(words)], ...inside.flatMap(({ outline }) => outline)]],
        ],
      })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((inside) => ({
      parts: [makeDetails('A label', joined(inside), 1)],
      outline: [['expand', inside.flatMap(({ outline }) => outline)]],
    })),
  ),
})).any

function joined(cases: readonly Case[]): readonly Part[] {
  return stack(
    cases.map(({ parts }) => parts),
    1,
  )
}

interface Node {
  readonly type: string
  readonly text?: string
  readonly content?: readonly Node[]
}

function outlineOf(nodes: readonly Node[]): readonly unknown[] {
  return nodes.flatMap((node): readonly unknown[] => {
    const { type, content = [] } = node
    if (type === 'codeBlock') return [['code', textIn(node)]]
    if (type === 'panel') return [['panel', outlineOf(content)]]
    if (type === 'expand' || type === 'nestedExpand') return [['expand', outlineOf(content)]]
    if (type === 'mediaSingle') return [['image', textIn(node)]]
    return [['words', textIn(node)]]
  })
}

function textIn({ text: own = '', content = [] }: Node): string {
  return own + content.map(textIn).join('')
}

function write(parts: readonly Part[]): string {
  return writeParts(parts, 1)
    .map((line) => line.text)
    .join('\n')
}

/** Misfits of ADF are put elsewhere, so panels that hold expands are no matter of the writer. */
function isFitting(outline: readonly unknown[], around = ''): boolean {
  return outline.every((one) => {
    const [kind, inside] = one as [string, readonly unknown[]]
    if (kind === 'image') return around === '' || around === 'expand'
    if (kind !== 'panel' && kind !== 'expand') return true
    return around === '' && isFitting(inside, kind)
      ? true
      : around === 'expand' && kind === 'panel' && isFitting(inside, kind)
  })
}

describe('what is written', () => {
  test('is shown as the parts that it was made of, however hostile their words are', () => {
    const documents = fc
      .array(block, { minLength: 1, maxLength: 4 })
      .filter((cases) => cases.every(({ outline }) => isFitting(outline)))
    fc.assert(
      fc.property(documents, (cases) => {
        const markdown = write(
          cases.flatMap(({ parts }, index): readonly Part[] => [
            ...(index === 0
              ? []
              : [{ type: 'break', line: 1 } as const, { type: 'break', line: 1 } as const]),
            ...parts,
          ]),
        )
        const page = outlineOf(markdownToAdf(markdown).adf.content as readonly Node[])
        assert.deepEqual(
          page,
          cases.flatMap(({ outline }) => outline),
          markdown,
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test('is read as the same code', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (cases) => {
        const markdown = write(joined(cases))
        const again = readParts(markdown, { syntaxes: [elementTags], rules: plainRules })
        assert.deepEqual(codesIn(again), codesIn(joined(cases)), markdown)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is given back as it is written where nothing changes it', () => {
    fc.assert(
      fc.property(fc.array(hostile), (words) => {
        const document = words.join('\n')
        const parts = readParts(document, { syntaxes: [elementTags], rules: plainRules })
        assert.equal(write(parts), document)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stays in its quote where indented code gets a fence', () => {
    const line = { text: 'b', indentation: '    ', line: 2 }
    const lines = [
      { ...line, prefix: '> ' },
      { ...line, prefix: '' },
    ]
    const code = { type: 'code', fence: '', info: '', lines, line: 2 } as const
    const parts = [makeText('a'), { type: 'break', line: 2 } as const, makeText('> '), code]
    assert.equal(write(parts), 'a\n> ```\n> b\n> b\n> ```')
  })

  for (const title of ['a ` b', '```', 'a "b" c', 'a\nb', '<b', '~~~ `']) {
    test(`keeps code below the title ${JSON.stringify(title)}`, () => {
      const page = write([makeCode(codeInfo('js', title), 'x', 1), makeText('\n\nEnd.')])
      const [, ...rest] = outlineOf(markdownToAdf(page).adf.content as readonly Node[])
      assert.deepEqual(rest, [
        ['code', 'x'],
        ['words', 'End.'],
      ])
    })
  }
})

function codesIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.type === 'code') return [part.lines.map((line) => line.text).join('\n')]
    return 'children' in part ? codesIn(part.children) : []
  })
}
