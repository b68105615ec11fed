/** `<Accordion title="A">` and its like. @module */

import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

const groups = ['AccordionGroup', 'Accordions', 'AccordionList']

/** Each becomes a part that opens. */
export const componentAccordions: Construct = componentConstruct({
  name: 'foldable part',
  written: '<Accordion title="Why?">\n  Because.\n</Accordion>',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: [
    ...groups,
    ...['Accordion', 'AccordionItem', 'Details', 'Expandable', 'Collapse', 'Collapsible'],
    ...['Toggle', 'Dropdown', 'ExpansionPanel', 'Spoiler'],
  ],
  replace({ kind, name, attributes, content, line }) {
    if (groups.includes(name)) return { block: content }
    if (kind !== 'pair') return undefined
    const label =
      spokenAttribute(attributes, 'title', 'summary', 'label', 'header', 'heading') ?? ''
    return { block: detailsAround(label, content, { line }) }
  },
})
