/** `{{< tabs >}}` with `{{< tab "A" >}}`, and Docsy's `tabpane`. @module */
import { codeBlockAround } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { argumentOf, type Shortcode, shortcodeConstruct } from './shortcode-construct.ts'

const groups = ['tabs', 'tabpane', 'codetabs', 'tabset', 'code-tabs']
const labelNames = ['name', 'header', 'title', 'label', 'tabName']

/** Each tab becomes a part that opens. */
export const hugoTabs: Construct = shortcodeConstruct({
  name: 'tabs',
  written: '{{< tabs >}}\n{{% tab "npm" %}}\nUse **npm**.\n{{% /tab %}}\n{{< /tabs >}}',
  becomes: '<details><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [...groups, 'tab', 'codetab'],
  replace(shortcode) {
    const { kind, name, line } = shortcode
    if (groups.includes(name)) return kind === 'pair' ? { block: shortcode.content } : undefined
    const label = labelOf(shortcode)
    if (kind !== 'pair') return { block: [`**${label}**`] }
    return { block: detailsAround(label, contentOf(shortcode), { line }) }
  },
})

function labelOf(shortcode: Shortcode): string {
  const { parent, position } = shortcode
  const listed = parent?.attributes.named.get('items')?.split(',')[position]?.trim()
  const label = argumentOf(shortcode, labelNames, 0)?.replaceAll('**', '')
  return label ?? listed ?? `Tab ${position + 1}`
}

/** A `tabpane` holds code, unless it says that it holds text. */
function contentOf(shortcode: Shortcode): readonly Line[] {
  const { name, parent, content, line } = shortcode
  const language = argumentOf(shortcode, ['lang', 'codelang'])
  const pane = parent?.name === 'tabpane' ? parent.attributes.named : undefined
  const isText =
    argumentOf(shortcode, ['text']) === 'true' || (pane?.get('text') ?? 'false') === 'true'
  const holdsCode = language !== undefined || pane !== undefined || name === 'codetab'
  if (isText || !holdsCode || kindsOf(content).includes('fence')) return content
  const isNamedSo = pane?.get('langEqualsHeader') === 'true'
  const other = pane?.get('lang') ?? (isNamedSo ? labelOf(shortcode) : '')
  return codeBlockAround(language ?? other, content, line)
}
