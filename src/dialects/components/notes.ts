/** `<Note>`, `<Callout type="warning">` and their like. @module */

import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

/** They say their kind in an attribute. */
const general = ['Callout', 'Admonition', 'Aside', 'Alert', 'Banner', 'Notice']
const kinds = [
  ...['Note', 'Tip', 'Info', 'Warning', 'Caution', 'Danger', 'Important', 'Hint', 'Success'],
  ...['Check', 'Error', 'Example', 'Deprecated', 'Pitfall'],
]

/** Each becomes an alert. */
export const componentNotes: Construct = componentConstruct({
  name: 'note',
  written: '<Callout type="warning" title="Take care">\n  It is **hot**.\n</Callout>',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace({ kind, name, attributes, content, line }) {
    if (kind !== 'pair') return undefined
    const said = spokenAttribute(
      attributes,
      'type',
      'variant',
      'intent',
      'severity',
      'kind',
      'status',
    )
    const alert = general.includes(name) ? (said ?? 'note') : name
    return {
      block: alertAround(alert, spokenAttribute(attributes, 'title', 'label'), content, line),
    }
  },
})
