/** `<Tabs>` with `<TabItem label="A">` or `<Tab title="A">`. @module */

import { nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { type Component, componentConstruct, spokenAttribute } from './component-construct.ts'
import { literalOf, readComponentAttributes } from './component-tags.ts'

const groups = new Set(['Tabs', 'TabGroup', 'TabView'])

/** Each tab becomes a part that opens. */
export const componentTabs: Construct = componentConstruct({
  name: 'tabs',
  written: '<Tabs>\n  <TabItem value="npm" label="npm">\n\n  Use **npm**.\n\n  </TabItem>\n</Tabs>',
  becomes: '<details><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [...groups, 'TabItem', 'Tab', 'Tabs.Tab', 'TabPanel', 'TabPane', 'TabView.Tab'],
  replace(component) {
    const { kind, name, content, line } = component
    if (groups.has(name)) return { block: content }
    if (kind !== 'pair') return undefined
    return { block: detailsAround(labelOf(component), content, { line }) }
  },
})

function labelOf({ attributes, parent, position }: Component): string {
  const own = spokenAttribute(attributes, 'label', 'title', 'header')
  if (own !== undefined) return own
  const value = spokenAttribute(attributes, 'value', 'name')
  const { expressions } = readComponentAttributes(parent?.attributes ?? '')
  const listed = labelsOf(expressions.get('items') ?? expressions.get('values') ?? '')
  if (value === undefined) return listed[position]?.label ?? `Tab ${position + 1}`
  return listed.find((one) => one.value === value)?.label ?? nameInWords(value)
}

const listedLabel = /\{[^{}]*\}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** `['A', 'B']`, or `[{ label: 'A', value: 'a' }]`. */
function labelsOf(list: string): { label: string; value: string | undefined }[] {
  return Array.from(list.matchAll(listedLabel), ([one]) => {
    if (!one.startsWith('{')) return { label: literalOf(one) ?? one, value: undefined }
    const field = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s*:\\s*(["'])(.*?)\\1`).exec(one)?.[2]
    const value = field('value')
    return { label: field('label') ?? value ?? '', value }
  })
}
