/** What dialects put around code, for documents that are made of it. @module */
import type { DialectName } from '../../../src/folder-import/dialects/dialects.ts'

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
