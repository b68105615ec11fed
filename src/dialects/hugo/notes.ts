/** `{{< note >}}`, `{{% alert color="warning" %}}` and their like. @module */
import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { argumentOf, type Shortcode, shortcodeConstruct } from './shortcode-construct.ts'

/** They say their kind. */
const general = ['alert', 'notice', 'callout', 'hint', 'admonition', 'pageinfo', 'box']
const kinds = [
  ...['note', 'tip', 'warning', 'caution', 'important', 'danger', 'info', 'success', 'error'],
  'attention',
]
const kindNames = ['type', 'color', 'style', 'context', 'level']

/** Of Docsy, Relearn, Book, Hextra and Kubernetes. */
export const hugoNotes: Construct = shortcodeConstruct({
  name: 'note',
  written: '{{% alert title="Take care" color="warning" %}}\nIt is **hot**.\n{{% /alert %}}',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace(shortcode) {
    const { kind, name, content, line } = shortcode
    const isGeneral = general.includes(name)
    const alert = isGeneral ? (argumentOf(shortcode, kindNames, 0) ?? 'note') : name
    const title = argumentOf(shortcode, ['title', 'header'], isGeneral ? 1 : 0)
    if (kind === 'pair') return { block: alertAround(alert, title, content, line) }
    const words = wordsOfSingle(shortcode)
    if (words === undefined) return undefined
    return { block: alertAround(alert, undefined, [{ text: words, line }], line) }
  },
})

/** `{{< note "Words" >}}`. */
function wordsOfSingle(shortcode: Shortcode): string | undefined {
  return kinds.includes(shortcode.name)
    ? argumentOf(shortcode, ['text', 'content', 'title'], 0)
    : argumentOf(shortcode, ['text', 'content'])
}
