/** Notes, tabs and figures of Hugo and popular themes. @module */
import { readAttributes } from '../attributes.ts'
import {
  makeAlert,
  makeCode,
  makeImage,
  makeLink,
  makeStrong,
  makeTab,
} from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { isFenced, outdentedCode } from '../shared/code.ts'
import { firstArgument, type ShortcodeTag, shortcodeTags } from '../shared/shortcodes.ts'
import { codeInShortcode, includedFile } from './code.ts'
import { hugoShortcodes } from './syntax.ts'

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

export const hugoNotes: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'note',
  input: '{{% alert title="Take care" color="warning" %}}\nIt is **hot**.\n{{% /alert %}}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace(shortcode, context) {
    const { kind, name, content, line } = shortcode
    const isGeneral = general.includes(name)
    const alert = isGeneral ? (firstArgument(shortcode, kindNames, 0) ?? 'note') : name
    if (kind === 'pair') {
      const title = firstArgument(shortcode, ['title', 'header'], isGeneral ? 1 : 0)
      return { block: [makeAlert(alert, title, content, line)] }
    }
    const words = isGeneral
      ? firstArgument(shortcode, ['text', 'content'])
      : firstArgument(shortcode, ['text', 'content', 'title'], 0)
    if (words === undefined) return undefined
    return { block: [makeAlert(alert, undefined, context.read(words, line), line)] }
  },
})

const groups = ['tabs', 'tabpane', 'codetabs', 'tabset', 'code-tabs']
const labelNames = ['name', 'header', 'title', 'label', 'tabName']

export const hugoTabs: TagConstruct = shortcodeTags(hugoShortcodes, {
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

function labelOf(shortcode: ShortcodeTag): string {
  const { parent, position } = shortcode
  const items = readAttributes(parent?.attributes ?? '').pairs.get('items')
  const label = firstArgument(shortcode, labelNames, 0)?.replaceAll('**', '')
  return label ?? items?.split(',')[position]?.trim() ?? `Tab ${position + 1}`
}

/** A `tabpane` holds code by default. */
function contentOf(shortcode: ShortcodeTag, context: Context): readonly Part[] {
  const { name, parent, content, line } = shortcode
  const language = firstArgument(shortcode, ['lang', 'codelang'])
  const pane = parent?.name === 'tabpane' ? readAttributes(parent.attributes).pairs : undefined
  const isText =
    firstArgument(shortcode, ['text']) === 'true' || (pane?.get('text') ?? 'false') === 'true'
  const holdsCode = language !== undefined || pane !== undefined || name === 'codetab'
  if (isText || !holdsCode || content.some(isFenced)) return content
  const isLanguageInHeader = pane?.get('langEqualsHeader') === 'true'
  const paneLanguage = pane?.get('lang') ?? (isLanguageInHeader ? labelOf(shortcode) : '')
  return [
    makeCode(language ?? paneLanguage, outdentedCode(codeInShortcode(shortcode, context)), line),
  ]
}

/** https://gohugo.io/shortcodes/figure/ */
export const hugoFigures: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'figure',
  input: '{{< figure src="images/logo.png" alt="Logo" caption="Ours" width="200" >}}',
  becomes: '![Logo](images/logo.png "Ours"){width=200}',
  names: ['figure', 'img', 'image', 'picture'],
  replace(shortcode) {
    const { kind, isBlock } = shortcode
    const source = firstArgument(shortcode, ['src', 'image', 'url', 'file'], 0)
    if (source === undefined || kind === 'pair') return undefined
    const words = ['title', 'caption', 'attr'].flatMap(
      (attribute) => firstArgument(shortcode, [attribute]) ?? [],
    )
    const image = makeImage(source, {
      alt: firstArgument(shortcode, ['alt']),
      caption: words.join(': '),
      width: /^\d+(?=(?:px)?$)/.exec(firstArgument(shortcode, ['width']) ?? '')?.[0],
    })
    const link = firstArgument(shortcode, ['link', 'href'])
    const figure = link === undefined ? image : makeLink(link, [image])
    return isBlock ? { block: [figure] } : { inline: figure }
  },
})
