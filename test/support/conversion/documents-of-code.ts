/** Makes documents of code that is full of every dialect's syntax, in every nesting, by a seed. @module */
import { codeOf, eachNode, findMark, textValue } from '../../../src/convert/adf/any-node.ts'
import type { AdfDoc } from '../../../src/convert/adf/types.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import type { DialectName } from '../../../src/folder/dialects/dialects.ts'
import { readDialects } from '../../../src/folder/dialects/read-dialects.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { listed } from '../samples/listed.ts'
import { contextOf } from './dialect-context.ts'

export interface DocumentOfCode {
  readonly markdown: string
  readonly codes: readonly string[]
}

/** What means something in one dialect or another. */
export const syntaxOfDialects: readonly string[] = listed(
  '=== "C++"¦!!! note "x"¦    !!! tip¦??? tip¦///¦/// note | a¦:::¦:::tip¦--8<-- "no.md"',
  '{% include "no.md" %}¦{!no.md!}¦{* no.py *}¦<!--@include: ./no.md-->¦{{< note >}}',
  '{{% /note %}}¦{{#include no.rs}}¦{% hint style="info" %}¦{% endhint %}¦<Tabs>¦</Tabs>',
  '<Card title="a">¦<br>¦<!--¦-->¦{/* a */}¦{\'a\'}¦<b {...c}>¦[[page]]¦![[a.png]]¦%% a %%',
  '==a==¦++ctrl+a++¦^^a^^¦H~2~O¦{++a++}¦(1)!¦:material-check:¦{: .a #b }¦{ .annotate }¦*[AB]: C',
  '[a]: b¦[^1]¦^[a]¦^id¦[!INCLUDE [a](no.md)]¦[!code-js[](no.js)]¦<xref:a>¦# [A](#tab/a)¦***',
  "---¦[a](no.md ':include')¦?> a¦!> a¦## a :id=b¦<<< @/no.js¦$$¦$a$¦\\(a\\)¦{{ site.a }}",
  '{{ page.title }}¦{% link a %}¦{{ image(src="a.png") }}¦{% note() %}¦{% end %}¦- a¦1. a¦> a',
  '# a¦| a | b |¦&amp;¦    deep¦\ttab¦a\tb¦  two¦a\\¦<div markdown>¦</div>¦  ```¦    ```¦~~',
  'import a from "b"¦export const a = 1¦@site/docs/a¦¦¦x  ¦(http://a.b)¦<i>',
)

const spanSyntax = syntaxOfDialects
  .map((one) => one.trim())
  .filter((one) => one !== '' && !/[`\t]/.test(one))

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
    const lines = [
      `code${codes.length}x`,
      ...Array.from({ length: below(6) }, () => oneOf(syntaxOfDialects)),
    ]
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
    fenced,
    fenced,
    spans,
    spans,
    tagged,
    inHtml,
    pre,
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

export interface Container {
  readonly before: string
  readonly prefix: string
  readonly after?: string
}

const everywhere: readonly Container[] = [
  { before: '', prefix: '> ' },
  { before: '- item\n', prefix: '  ' },
  { before: '1. item\n', prefix: '   ' },
  { before: '-   item\n', prefix: '    ' },
  { before: 'term\n:   meaning\n', prefix: '    ' },
  { before: 'term\n\n: meaning\n\n: other', prefix: '  ' },
]
const notes: readonly Container[] = [
  { before: '!!! note "A"', prefix: '    ' },
  { before: '!!! my-type', prefix: '    ' },
  { before: '??? tip "B"', prefix: '    ' },
  { before: '=== "C"', prefix: '    ' },
]
const markdownElements: readonly Container[] = [
  { before: '<div markdown="1">', prefix: '', after: '\n</div>' },
  { before: '<div markdown="1">\nwords\n</div>', prefix: '' },
]
const components: readonly Container[] = [
  { before: '<Note>\n', prefix: '', after: '\n</Note>' },
  { before: '<Tabs>\n<TabItem label="A">\n', prefix: '', after: '\n</TabItem>\n</Tabs>' },
  { before: '<Steps>\n  <Step title="A">\n', prefix: '    ', after: '\n  </Step>\n</Steps>' },
  { before: '    <Unknown>\n', prefix: '        ', after: '\n    </Unknown>' },
  { before: 'words\n', prefix: '      ' },
]

export const tagsAbove: Partial<Readonly<Record<DialectName, readonly string[]>>> = {
  hugo: ['{{< figure src="a.png" >}}', '{{< br >}}'],
  jekyll: ['{% seo %}', '{% comment %}a{% endcomment %}'],
  gitbook: ['{% embed url="https://a.example" %}'],
}

type Around = readonly [opening: string, closing?: string]

const replacedHtml: readonly Around[] = [
  ['<Card title="a" />'],
  ['<Panel>', '</Panel>'],
  ['<Panel>\nwords\n</Panel>'],
  ['<a-b c>', '</a-b>'],
  ['<a-b></a-b>'],
  ['<iframe src="https://a.example"></iframe>'],
  ['<video controls src="https://a.example">\n</video>'],
  ['<form>', '</form>'],
]
const elements: readonly Around[] = [
  ['<div markdown="1">', '</div>'],
  ['<div markdown="1">\nwords\n</div>'],
  ['<div markdown="1">\n<div>\nwords\n</div>', '</div>'],
  ['<div>', '</div>'],
  ['<div>\n\nwords\n\n</div>'],
  ['<details markdown="1">\n<summary>A</summary>', '</details>'],
  ['<details>\n<summary>\nA\n</summary>', '</details>'],
  ['<table>\n<tr>\n<td markdown="1">', '</td>\n</tr>\n</table>'],
  ['<p align="center">\n<img src="a.png">\n</p>'],
]
const elementsAround: Partial<Readonly<Record<DialectName, readonly Around[]>>> = {
  mkdocs: elements,
  jekyll: elements,
  quarto: elements,
  mdx: elements,
  docusaurus: elements,
  mdbook: [['<div class="warning">', '</div>'], ['<div class="tip">\nwords\n</div>']],
  vitepress: [
    ['<div v-pre>', '</div>'],
    ['<div class="options-api">', '</div>'],
    ['<div class="composition-api">\nwords\n</div>'],
  ],
}

export const codeTags: Partial<
  Readonly<Record<DialectName, readonly (readonly [opening: string, closing: string])[]>>
> = {
  hugo: [['{{< highlight go "linenos=table" >}}', '{{< /highlight >}}']],
  jekyll: [['{% highlight ruby linenos %}', '{% endhighlight %}']],
}
const containers: Readonly<Record<DialectName, readonly Container[]>> = {
  github: [{ before: '> [!NOTE]', prefix: '> ' }],
  mkdocs: [
    ...notes,
    ...markdownElements,
    { before: '/// details | A\n', prefix: '', after: '\n///' },
  ],
  docusaurus: [{ before: ':::tip[A]\n', prefix: '', after: '\n:::' }],
  mdx: components,
  vitepress: [{ before: '::: my-rule\n', prefix: '', after: '\n:::' }],
  hugo: [
    { before: '{{% alert title="A" %}}\n', prefix: '', after: '\n{{% /alert %}}' },
    {
      before: '{{< tabs >}}\n{{% tab "A" %}}\n',
      prefix: '',
      after: '\n{{% /tab %}}\n{{< /tabs >}}',
    },
  ],
  jekyll: [
    ...markdownElements,
    { before: '{% if site.version %}\n', prefix: '', after: '\n{% endif %}' },
    { before: '{% if unknown %}\n', prefix: '', after: '\n{% endif %}' },
  ],
  mdbook: [{ before: '<div class="warning">\n', prefix: '', after: '\n</div>' }],
  gitbook: [
    { before: '{% hint style="info" %}\n', prefix: '', after: '\n{% endhint %}' },
    {
      before: '{% tabs %}\n{% tab title="A" %}\n',
      prefix: '',
      after: '\n{% endtab %}\n{% endtabs %}',
    },
  ],
  obsidian: [{ before: '> [!my-type]- A', prefix: '> ' }],
  docfx: [{ before: '::: zone pivot="a"\n', prefix: '', after: '\n::: zone-end' }],
  docsify: [],
  gollum: [],
  azure: [{ before: '::: video\n', prefix: '', after: '\n:::' }],
  quarto: [
    { before: '::: {.callout-tip}\n', prefix: '', after: '\n:::' },
    { before: '::::: {.panel-tabset}\n## A\n', prefix: '', after: '\n:::::' },
  ],
  mdc: [
    { before: '::note\n', prefix: '', after: '\n::' },
    { before: '::a-b\n---\ntitle: c\n---\n#d\n', prefix: '', after: '\n::' },
    { before: '::tabs\n:::tabs-item{label="A"}\n', prefix: '', after: '\n:::\n::' },
  ],
  myst: [
    { before: ':::{note}\n', prefix: '', after: '\n:::' },
    { before: '::::{admonition} A\n:class: tip\n', prefix: '', after: '\n::::' },
    { before: '::::{tab-set}\n:::{tab-item} A\n', prefix: '', after: '\n:::\n::::' },
    { before: ':::{unknown} A\n', prefix: '', after: '\n:::' },
  ],
  starlight: [{ before: '::::tip[A]{icon="b"}\n', prefix: '', after: '\n::::' }],
}

export function containersOf(dialect: DialectName): readonly Container[] {
  return [...everywhere, ...containers[dialect], ...containers[dialect]]
}

export function htmlAround(dialect: DialectName): readonly Around[] {
  return [...replacedHtml, ...(elementsAround[dialect] ?? [])]
}

interface TouchedCode {
  readonly markdown: string
  readonly missing: readonly string[]
}

export function touchedCode(dialect: DialectName, seed: number): TouchedCode | undefined {
  const { markdown, codes } = documentOfCode(dialect, seed)
  const read = readDialects(markdown, [dialect], contextOf()).markdown
  const shown = new Set(codesOfPage(markdownToAdf(read).adf))
  const missing = codes.filter((code) => !shown.has(code))
  return missing.length === 0 ? undefined : { markdown, missing }
}

function codesOfPage(document: AdfDoc): string[] {
  const codes: string[] = []
  eachNode(document, (node) => {
    if (node.type === 'codeBlock') codes.push(codeOf(node))
    else if (findMark(node, 'code') !== undefined)
      codes.push(textValue(node.text).replaceAll('\n', ' '))
  })
  return codes
}
