/** Makes documents of code that is full of every dialect's syntax, in every nesting, by a seed. @module */
import type { DialectName } from '../../../src/folder-import/dialects/dialects.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { codeTags, containersOf, htmlAround, tagsAbove } from './around-code.ts'

export interface DocumentOfCode {
  readonly markdown: string
  readonly codes: readonly string[]
}

const syntax = [
  ...[
    '=== "C++"',
    '!!! note "x"',
    '    !!! tip',
    '??? tip',
    '///',
    '/// note | a',
    ':::',
    ':::tip',
  ],
  ...[
    '--8<-- "no.md"',
    '{% include "no.md" %}',
    '{!no.md!}',
    '{* no.py *}',
    '<!--@include: ./no.md-->',
  ],
  ...[
    '{{< note >}}',
    '{{% /note %}}',
    '{{#include no.rs}}',
    '{% hint style="info" %}',
    '{% endhint %}',
  ],
  ...[
    '<Tabs>',
    '</Tabs>',
    '<Card title="a">',
    '<br>',
    '<!--',
    '-->',
    '{/* a */}',
    "{'a'}",
    '<b {...c}>',
  ],
  ...[
    '[[page]]',
    '![[a.png]]',
    '%% a %%',
    '==a==',
    '++ctrl+a++',
    '^^a^^',
    'H~2~O',
    '{++a++}',
    '(1)!',
  ],
  ...[
    ':material-check:',
    '{: .a #b }',
    '{ .annotate }',
    '*[AB]: C',
    '[a]: b',
    '[^1]',
    '^[a]',
    '^id',
  ],
  ...['[!INCLUDE [a](no.md)]', '[!code-js[](no.js)]', '<xref:a>', '# [A](#tab/a)', '***', '---'],
  ...["[a](no.md ':include')", '?> a', '!> a', '## a :id=b', '<<< @/no.js', '$$', '$a$', '\\(a\\)'],
  ...[
    '{{ site.a }}',
    '{{ page.title }}',
    '{% link a %}',
    '{{ image(src="a.png") }}',
    '{% note() %}',
    '{% end %}',
    '- a',
    '1. a',
    '> a',
    '# a',
    '| a | b |',
    '&amp;',
  ],
  ...[
    '    deep',
    '\ttab',
    'a\tb',
    '  two',
    'a\\',
    '<div markdown>',
    '</div>',
    '  ```',
    '    ```',
    '~~',
  ],
  ...[
    'import a from "b"',
    'export const a = 1',
    '@site/docs/a',
    '',
    '',
    'x  ',
    '(http://a.b)',
    '<i>',
  ],
]

const spanSyntax = syntax.map((one) => one.trim()).filter((one) => one !== '' && !/[`\t]/.test(one))

const maxDepth = 4

export function documentOfCode(dialect: DialectName, seed: number): DocumentOfCode {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const codes: string[] = []
  const around = containersOf(dialect)
  const hasIndentedCode = !['mdx', 'docusaurus', 'mdc'].includes(dialect)

  /** The first line ends nothing and occurs in no other code. */
  const codeLines = (): string[] => {
    const lines = [`code${codes.length}x`, ...Array.from({ length: below(6) }, () => oneOf(syntax))]
    return [...lines, 'end']
  }
  const fenced = (): string[] => {
    const code = codeLines()
    codes.push(code.join('\n'))
    const mark = oneOf(['`', '~'])
    const marks = mark.repeat(4 + below(3))
    const indent = ' '.repeat(below(4))
    const info = oneOf(['', 'js', ' title="x"', 'py hl_lines="1"', '{.c++ #a}'])
    return [marks + info, ...code, marks].map((line) => (line === '' ? '' : indent + line))
  }
  const indented = (): string[] => {
    const code = codeLines()
    codes.push(code.join('\n'))
    return ['words', '', ...code.map((line) => (line === '' ? '' : `    ${line}`))]
  }
  const belowTag = (): string[] => {
    const tags = tagsAbove[dialect]
    if (tags === undefined) return indented()
    const [, , ...code] = indented()
    return ['words', '', oneOf(tags), ...code]
  }
  const tagged = (): string[] => {
    const all = codeTags[dialect]
    if (all === undefined) return fenced()
    const code = codeLines()
    codes.push(code.join('\n'))
    const [opening, closing] = oneOf(all)
    return [opening, ...code, closing]
  }
  const inHtml = (): string[] => {
    const [opening, closing] = oneOf(htmlAround(dialect))
    return [...opening.split('\n'), ...fenced(), ...(closing?.split('\n') ?? [])]
  }
  const pre = (): string[] => {
    const code = codeLines().filter((line) => line !== '' && !/[{}&<]/.test(line))
    codes.push(code.join('\n'))
    return ['<pre>', ...code, '</pre>']
  }
  const spans = (): string[] => {
    const words = ['some']
    for (let left = 1 + below(3); left > 0; left -= 1) {
      const code = `code${codes.length}x ${oneOf(spanSyntax)} end`
      codes.push(code)
      // Lines of a paragraph must not begin a block.
      words.push(
        `\`${random() < 0.2 ? code.replace(' end', '\nend') : code}\``,
        oneOf(['and', 'or,', '(1)']),
      )
    }
    return words.join(' ').split('\n')
  }
  const kinds = [
    ...[fenced, fenced, spans, spans, tagged, inHtml, pre],
    ...(hasIndentedCode ? [indented, belowTag] : []),
  ]
  const blocks = (depth: number): string[] => {
    const lines: string[] = []
    for (let left = 1 + below(3); left > 0; left -= 1) {
      lines.push(...(below(depth < maxDepth ? 2 : 1) === 1 ? contained(depth) : oneOf(kinds)()))
      lines.push('')
    }
    return lines
  }
  const contained = (depth: number): string[] => {
    const { before, prefix, after } = oneOf(around)
    const inner = blocks(depth + 1).map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
    return [...(before === '' ? [] : before.split('\n')), ...inner, ...(after?.split('\n') ?? [])]
  }
  return { markdown: `Words.\n\n${blocks(0).join('\n')}\n`, codes }
}
