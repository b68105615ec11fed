/** Constructs of Hugo and of popular themes. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { videoAddress } from '../components/links.ts'
import {
  makeAlert,
  makeCode,
  makeDetails,
  makeImage,
  makeLink,
  makeStrong,
  makeTab,
} from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { readAttributes } from '../parts/syntax.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { isFenced, outdentedCode } from '../shared/code.ts'
import {
  firstValue,
  leaveTag,
  type ReadTag,
  tagConstruct,
  valueAt,
} from '../shared/tag-construct.ts'
import {
  codeInShortcode,
  hugoCode,
  hugoCodeValues,
  hugoDiagrams,
  hugoFormulas,
  hugoIncludedFiles,
  hugoValues,
  includedFile,
} from './code.ts'
import { hugoShortcodes, hugoShown } from './syntax.ts'

/** https://gohugo.io/shortcodes/details/ */
const hugoDetails: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'part that opens',
  input: '{{< details "Why?" >}}\nBecause.\n{{< /details >}}',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: ['details', 'expand', 'collapse', 'accordion', 'accordion-item', 'spoiler', 'toggle'],
  isPair: true,
  replace(shortcode) {
    const { content, line } = shortcode
    const label = valueAt(shortcode, 0, 'summary', 'title', 'header', 'label') ?? ''
    return { block: [makeDetails(label, content, line)] }
  },
})

const hugoCards: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'card',
  input: '{{< card title="Setup" link="guide/setup.md" subtitle="How to begin." >}}',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card'],
  replace(shortcode, context) {
    const values = (...names: string[]): string[] =>
      names.flatMap((name) => firstValue(shortcode, name) ?? [])
    const [title, ...subtitles] = values('title', 'header', 'heading', 'caption')
    const link = firstValue(shortcode, 'link', 'href', 'url')
    const words = [...subtitles, ...values('subtitle', 'description', 'footer')]
    const { content, line, pairs } = shortcode
    const name = title?.replaceAll('**', '') ?? link
    if (name === undefined && words.length === 0 && content.length === 0) return undefined
    const head = name && makeStrong(link === undefined ? name : [makeLink(link, name)])
    const body =
      pairs.get('code') === 'true'
        ? makeCode(
            pairs.get('lang') ?? '',
            outdentedCode(codeInShortcode(shortcode, context)),
            line,
          )
        : content
    return { block: [head, ...words.map((paragraph) => context.read(paragraph, line)), body] }
  },
})

const hugoGroups: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'group of cards or columns',
  input: '{{< columns >}}\nSome words.\n{{< /columns >}}',
  becomes: 'Some words.',
  names: ['cards', 'cardpane', 'columns', 'column', 'row', 'col', 'steps', 'grid', 'accordions'],
  isPair: true,
  replace: ({ content }) => ({ block: [content] }),
})

const hugoButtons: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'button',
  input: '{{< button href="guide/setup.md" >}}Begin{{< /button >}}',
  becomes: '[Begin](guide/setup.md)',
  names: ['button', 'link', 'btn'],
  replace(shortcode, context) {
    const page = firstValue(shortcode, 'relref', 'ref')
    const href = firstValue(shortcode, 'href', 'url', 'link', 'to')
    const address = page === undefined ? href : referenceTo(page, context)
    const { content } = shortcode
    const label = content.length > 0 ? content : firstValue(shortcode, 'text', 'title', 'label')
    if (address === undefined || label === undefined) return undefined
    return { inline: makeLink(address, label) }
  },
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

function embeddedAddress({ name, pairs, words }: ReadTag): string | undefined {
  const [first, second] = words
  if (name === 'gist') return second && `https://gist.github.com/${first}/${second}`
  if (name === 'iframe') return pairs.get('src') ?? first
  const id = pairs.get('id') ?? first
  return id && videoAddress(name === 'vimeo' ? name : 'youtube', id)
}

const hugoEmbeds: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'video, frame or gist',
  input: '{{< youtube dQw4w9WgXcQ >}}',
  becomes: '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
  names: ['youtube', 'vimeo', 'gist', 'iframe'],
  replace(shortcode) {
    const address = embeddedAddress(shortcode)
    if (!address || shortcode.kind === 'pair') return undefined
    const title = firstValue(shortcode, 'title', 'caption')
    const isWeb = /^https?:[^\s<>]+$/.test(address)
    if (title === undefined && isWeb) return { inline: `<${address}>` }
    return { inline: makeLink(address, title ?? address) }
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

const general = ['alert', 'notice', 'callout', 'hint', 'admonition', 'pageinfo', 'box']
const kinds = [
  'note',
  'tip',
  'warning',
  'caution',
  'important',
  'danger',
  'info',
  'success',
  'error',
  'attention',
]
const kindNames = ['type', 'color', 'style', 'context', 'level']

const hugoNotes: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'note',
  input: '{{% alert title="Take care" color="warning" %}}\nIt is **hot**.\n{{% /alert %}}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace(shortcode, context) {
    const { kind, name, content, line } = shortcode
    const isGeneral = general.includes(name)
    const alert = isGeneral ? (valueAt(shortcode, 0, ...kindNames) ?? 'note') : name
    if (kind === 'pair') {
      const title = valueAt(shortcode, isGeneral ? 1 : 0, 'title', 'header')
      return { block: [makeAlert(alert, title, content, line)] }
    }
    const words = isGeneral
      ? firstValue(shortcode, 'text', 'content')
      : valueAt(shortcode, 0, 'text', 'content', 'title')
    if (words === undefined) return undefined
    return { block: [makeAlert(alert, undefined, context.read(words, line), line)] }
  },
})

const groups = ['tabs', 'tabpane', 'codetabs', 'tabset', 'code-tabs']
const labelNames = ['name', 'header', 'title', 'label', 'tabName']

const hugoTabs: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'tabs',
  input: '{{< tabs >}}\n{{% tab "npm" %}}\nUse **npm**.\n{{% /tab %}}\n{{< /tabs >}}',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [...groups, 'tab', 'codetab'],
  replace(shortcode, context) {
    const { kind, name, content, line } = shortcode
    if (groups.includes(name)) return kind === 'pair' ? { block: [content] } : { inline: '' }
    const label = labelOf(shortcode)
    const file = shortcode.pairs.get('include')
    if (kind === 'pair') return { block: [makeTab(label, contentOf(shortcode, context), line)] }
    if (file === undefined) return { block: [makeStrong(label)] }
    const address = /\.\w+$/.test(file) ? file : `${file}.md`
    return { block: [makeTab(label, includedFile({ address }, line, context) ?? [], line)] }
  },
})

function labelOf(shortcode: ReadTag): string {
  const { parent, position } = shortcode
  const items = readAttributes(parent?.attributes ?? '').pairs.get('items')
  const label = valueAt(shortcode, 0, ...labelNames)?.replaceAll('**', '')
  return label ?? items?.split(',')[position]?.trim() ?? `Tab ${position + 1}`
}

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
  const paneLanguage = pane?.get('lang') ?? (isLanguageInHeader ? labelOf(shortcode) : '')
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
    const { kind, isBlock } = shortcode
    const source = valueAt(shortcode, 0, 'src', 'image', 'url', 'file')
    if (source === undefined || kind === 'pair') return undefined
    const words = ['title', 'caption', 'attr'].flatMap(
      (attribute) => firstValue(shortcode, attribute) ?? [],
    )
    const image = makeImage(source, {
      alt: firstValue(shortcode, 'alt'),
      caption: words.join(': '),
      width: /^\d+(?=(?:px)?$)/.exec(firstValue(shortcode, 'width') ?? '')?.[0],
    })
    const link = firstValue(shortcode, 'link', 'href')
    const figure = link === undefined ? image : makeLink(link, [image])
    return isBlock ? { block: [figure] } : { inline: figure }
  },
})

const otherShortcodes: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'any other shortcode',
  input: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
  becomes: '**More**\n\nSome words.',
  replace: (shortcode, context) => leaveTag(shortcode, `{{< ${shortcode.name} >}}`, context),
})

export const hugoConstructs: readonly PartConstruct[] = [
  hugoIncludedFiles,
  hugoValues,
  hugoCodeValues,
  hugoFormulas,
  hugoComments,
  hugoCode,
  hugoDiagrams,
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
  otherAlerts,
  attributeLists,
  ...hugoShown,
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
