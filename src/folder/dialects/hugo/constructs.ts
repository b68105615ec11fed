/** Constructs of Hugo and of popular themes. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { makeCode, makeStrong, makeTab } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { readAttributes } from '../parts/syntax.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { isFenced, outdentedCode } from '../shared/code.ts'
import { firstValue, leaveTag, type ReadTag, tagConstruct, valueAt } from '../shared/tags.ts'
import {
  asCard,
  asContent,
  asDetails,
  asTab,
  asVideo,
  imageOf,
  labelOfTab,
  linkOf,
  noteOf,
} from '../shared/usual-tags.ts'
import { codeConstructs, codeInShortcode, includedFile } from './code.ts'
import { hugoShortcodes } from './syntax.ts'

/** https://gohugo.io/shortcodes/details/ */
const hugoDetails: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'part that opens',
  input: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  isPair: true,
  replace: asDetails,
})

const hugoCards: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'card',
  input: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace(shortcode, context) {
    const { line, pairs } = shortcode
    if (pairs.get('code') !== 'true') return asCard(shortcode, context)
    const lines = outdentedCode(codeInShortcode(shortcode, context))
    const code = makeCode(pairs.get('lang') ?? '', lines, line)
    return asCard({ ...shortcode, content: [code] }, context)
  },
})

const hugoGroups: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'group of cards, tabs or columns',
  input: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: [
    ...['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
    ...['tabs', 'tabpane', 'codetabs', 'tabset', 'code-tabs'],
  ],
  isPair: true,
  replace: asContent,
})

const hugoButtons: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'button',
  input: '{{< button href="guide/setup.md" >}}Begin{{< /button >}}',
  becomes: '[Begin](guide/setup.md)',
  names: ['button', 'link', 'btn'],
  replace: linkOf((shortcode, context) => {
    const page = firstValue(shortcode, 'relref', 'ref')
    return page === undefined ? undefined : referenceTo(page, context)
  }),
})

/** https://gohugo.io/shortcodes/ref/ */
const hugoReferences: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'address of a page',
  input: '[Setup]({{< relref "guide/setup.md#first" >}})',
  becomes: '[Setup](guide/setup.md#first)',
  names: ['ref', 'relref'],
  replace(shortcode, context) {
    const path = valueAt(shortcode, 0, 'path')
    return path === undefined ? undefined : { inline: referenceTo(path, context) }
  },
})

/**
 * @param path Path of a page, with or without ending and anchor.
 * @returns The address for a link; from the site's root if there is no such page.
 */
function referenceTo(path: string, context: Context): string {
  const [page = '', anchor] = path.split('#')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  if (page === '') return fragment
  const name = page.replace(/^\/+|\/+$/g, '')
  const file = context.findFile(name) ?? context.findFile(`${name}/_index`)
  return (file ?? (page.startsWith('.') ? page : `/${name}`)) + fragment
}

const hugoEmbeds: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'video, frame or gist',
  input: '{{< youtube dQw4w9WgXcQ >}}',
  becomes: '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
  names: ['youtube', 'vimeo', 'gist', 'iframe'],
  replace(shortcode, context) {
    const { kind, name, words } = shortcode
    if (kind === 'pair') return undefined
    const [owner, id] = words
    if (name !== 'gist') return asVideo(shortcode, context)
    if (id === undefined) return undefined
    return asVideo({ ...shortcode, words: [`https://gist.github.com/${owner}/${id}`] }, context)
  },
})

const hugoComments: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'comment',
  input: 'Some {{% comment %}}not sure{{% /comment %}}words.',
  becomes: 'Some words.',
  names: ['comment'],
  isPair: true,
  replace: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
})

const generalNotes = ['alert', 'notice', 'callout', 'hint', 'admonition', 'pageinfo', 'box']

const hugoNotes: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'note',
  input: '{{% alert title="Take care" color="warning" %}}\nIt is **hot**.\n{{% /alert %}}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [
    ...generalNotes,
    ...['note', 'tip', 'warning', 'caution', 'important', 'danger', 'info', 'success', 'error'],
    'attention',
  ],
  replace: noteOf(generalNotes, ({ name }) => `{{< ${name} >}}`),
})

const hugoTabs: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'tabs',
  input: '{{< tabs >}}\n{{% tab "npm" %}}\nUse **npm**.\n{{% /tab %}}\n{{< /tabs >}}',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: ['tab', 'codetab'],
  replace(shortcode, context) {
    const { kind, line } = shortcode
    if (kind === 'pair')
      return asTab({ ...shortcode, content: contentOf(shortcode, context) }, context)
    const label = labelOfTab(shortcode)
    const file = shortcode.pairs.get('include')
    if (file === undefined) return { block: [makeStrong(label)] }
    const address = /\.\w+$/.test(file) ? file : `${file}.md`
    return { block: [makeTab(label, includedFile({ address }, line, context) ?? [], line)] }
  },
})

/** A `tabpane` holds code by default. */
function contentOf(shortcode: ReadTag, context: Context): readonly Part[] {
  const { name, parent, content, line } = shortcode
  const language = firstValue(shortcode, 'lang', 'codelang')
  const pane = parent?.name === 'tabpane' ? readAttributes(parent.attributes).pairs : undefined
  const isText =
    firstValue(shortcode, 'text') === 'true' || (pane?.get('text') ?? 'false') === 'true'
  const holdsCode = language !== undefined || pane !== undefined || name === 'codetab'
  if (isText || !holdsCode || content.some(isFenced)) return content
  const isLanguageInHeader = pane?.get('langEqualsHeader') === 'true'
  const paneLanguage = pane?.get('lang') ?? (isLanguageInHeader ? labelOfTab(shortcode) : '')
  return [
    makeCode(language ?? paneLanguage, outdentedCode(codeInShortcode(shortcode, context)), line),
  ]
}

/** https://gohugo.io/shortcodes/figure/ */
const hugoFigures: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'figure',
  input: '{{< figure src="images/logo.png" alt="Logo" caption="Ours" width="200" >}}',
  becomes: '![Logo](images/logo.png "Ours"){width=200}',
  names: ['figure', 'img', 'image', 'picture'],
  replace(shortcode) {
    const source = valueAt(shortcode, 0, 'src', 'image', 'url', 'file')
    return source === undefined || shortcode.kind === 'pair'
      ? undefined
      : imageOf(shortcode, source)
  },
})

const otherShortcodes: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'any other shortcode',
  input: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
  becomes: '**More**\n\nSome words.',
  replace: (shortcode, context) => leaveTag(shortcode, `{{< ${shortcode.name} >}}`, context),
})

export const hugoConstructs: readonly PartConstruct[] = [
  ...codeConstructs,
  hugoComments,
  hugoReferences,
  hugoFigures,
  hugoEmbeds,
  hugoButtons,
  hugoTabs,
  hugoNotes,
  hugoDetails,
  hugoCards,
  hugoGroups,
  otherShortcodes,
  attributeLists,
]

export const hugoCodeRules: Partial<CodeRules> = {
  tags: [
    {
      opening: /^\{\{[<%]\s*[a-z_]/i,
      tag: /\{\{[<%]\s*(\/)?\s*([a-z_][\w./-]*)/gi,
    },
  ],
  codeTags: [
    {
      opening: /^\{\{[<%]\s*highlight\s[^{}]*[>%]\}\}\s*$/,
      closing: /^\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/,
    },
  ],
}
