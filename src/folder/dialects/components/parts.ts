/** Components with content: accordions, fields, steps, tabs, notes and file trees. @module */
import {
  makeAlert,
  makeDetails,
  makeSpan,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Part, stack } from '../parts/part.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { componentTags, elementTags, literalOf, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { nameInWords } from '../parts/words.ts'
import { firstValue, leaveTag, type ReadTag, tagConstruct } from '../shared/tag-construct.ts'
import { seenAttributes } from '../shared/unknown-parts.ts'

const accordionGroups = ['AccordionGroup', 'Accordions', 'AccordionList']

export const componentAccordions: TagConstruct = tagConstruct(componentTags, {
  name: 'foldable part',
  input: '<Accordion title="Why?">\n  Because.\n</Accordion>',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: [
    ...accordionGroups,
    'Accordion',
    'AccordionItem',
    'Details',
    'Expandable',
    'Collapse',
    'Collapsible',
    'Toggle',
    'Dropdown',
    'ExpansionPanel',
    'Spoiler',
  ],
  replace(tag) {
    const { kind, name, content, line } = tag
    if (accordionGroups.includes(name)) return { block: [content] }
    if (kind !== 'pair') return undefined
    const label = firstValue(tag, 'title', 'summary', 'label', 'header', 'heading') ?? ''
    return { block: [makeDetails(label, content, line)] }
  },
})

export const componentFields: TagConstruct = tagConstruct(componentTags, {
  name: 'field of an API',
  input: '<ParamField path="id" type="string" required>\n  The name.\n</ParamField>',
  becomes: '**`id`** string, required\n\nThe name.',
  names: ['ParamField', 'ResponseField', 'Property', 'PropertyDefinition'],
  replace(tag) {
    const { pairs, content } = tag
    const name = firstValue(tag, 'name', 'path', 'query', 'body', 'header')
    if (name === undefined) return undefined
    const initial = firstValue(tag, 'default')
    const details = [
      firstValue(tag, 'type'),
      pairs.has('required') && pairs.get('required') !== 'false' ? 'required' : undefined,
      pairs.has('deprecated') ? 'deprecated' : undefined,
      initial === undefined ? undefined : `default ${initial}`,
    ].filter((detail) => detail !== undefined)
    const detailParts = details.length === 0 ? [] : [makeText(` ${details.join(', ')}`)]
    return { block: [[...makeStrong([makeSpan(name)]), ...detailParts], content] }
  },
})

export const componentSteps: TagConstruct = tagConstruct(componentTags, {
  name: 'steps',
  input: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
  becomes: '1. **Install**\n\n   Run it.',
  names: ['Steps', 'Step', 'Steps.Step', 'Stepper'],
  replace(tag) {
    const { kind, name, content, position, line } = tag
    if (!name.endsWith('Step')) return { block: [content] }
    const title = firstValue(tag, 'title', 'label', 'name')
    if (kind !== 'pair' && title === undefined) return undefined
    const head = title === undefined ? [] : makeStrong(title)
    const children = stack([head, content], line)
    return { block: [{ type: 'item', marker: `${position + 1}. `, children, line }] }
  },
})

const tabGroups = new Set(['Tabs', 'TabGroup', 'TabView'])

export const componentTabs: TagConstruct = tagConstruct(componentTags, {
  name: 'tabs',
  input: '<Tabs>\n  <TabItem value="npm" label="npm">\n\n  Use **npm**.\n\n  </TabItem>\n</Tabs>',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [
    ...tabGroups,
    'TabItem',
    'Fragment',
    'Tab',
    'Tabs.Tab',
    'TabPanel',
    'TabPane',
    'TabView.Tab',
  ],
  replace(tag) {
    const { kind, name, parent, content, line } = tag
    if (tabGroups.has(name)) return { block: [content] }
    // In Astro, tabs may be slots of a component such as `<PackageTabs>`.
    const isSlot = name === 'Fragment'
    if (kind !== 'pair' || (isSlot && !/Tab/.test(parent?.name ?? ''))) return undefined
    return { block: [makeTab(labelOf(tag), content, line)] }
  },
})

function labelOf(tag: ReadTag): string {
  const { parent, position } = tag
  const label = firstValue(tag, 'label', 'title', 'header', 'slot')
  if (label !== undefined) return label
  const value = firstValue(tag, 'value', 'name')
  const { expressions } = readTagAttributes(parent?.attributes ?? '')
  const items = labelsOf(expressions.get('items') ?? expressions.get('values') ?? '')
  if (value === undefined) return items[position]?.label ?? `Tab ${position + 1}`
  return items.find((item) => item.value === value)?.label ?? nameInWords(value)
}

const listedLabel = /\{[^{}]*\}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

function labelsOf(list: string): { label: string; value: string | undefined }[] {
  return Array.from(list.matchAll(listedLabel), ([item]) => {
    if (!item.startsWith('{')) return { label: literalOf(item) ?? item, value: undefined }
    const field = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s*:\\s*(["'])(.*?)\\1`).exec(item)?.[2]
    const value = field('value')
    return { label: field('label') ?? value ?? '', value }
  })
}

const general = ['Callout', 'Admonition', 'Aside', 'Alert', 'Banner', 'Notice']
const kinds = [
  'Note',
  'Tip',
  'Info',
  'Warning',
  'Caution',
  'Danger',
  'Important',
  'Hint',
  'Success',
  'Check',
  'Error',
  'Example',
  'Deprecated',
  'Pitfall',
]
const kindAttributes = ['type', 'variant', 'intent', 'severity', 'kind', 'status']

export const componentNotes: TagConstruct = tagConstruct(componentTags, {
  name: 'note',
  input: '<Callout type="warning" title="Take care">\n  It is **hot**.\n</Callout>',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  isPair: true,
  replace(tag) {
    const { name, content, line } = tag
    const kindName = firstValue(tag, ...kindAttributes)
    const kindOfNote = general.includes(name) ? (kindName ?? 'note') : name
    const title = firstValue(tag, 'title', 'label')
    return { block: [makeAlert(kindOfNote, title, content, line)] }
  },
})

const groups = ['FileTree', 'Files', 'Tree']

export const componentFileTrees: TagConstruct = tagConstruct(componentTags, {
  name: 'tree of files',
  input:
    '<FileTree>\n  <Folder name="docs">\n    <File name="setup.md" />\n  </Folder>\n</FileTree>',
  becomes: '- `docs`\n  - `setup.md`',
  names: [
    ...groups,
    'Folder',
    'File',
    ...['FileTree', 'Tree'].flatMap((component) => [`${component}.Folder`, `${component}.File`]),
  ],
  replace(tag) {
    const { kind, name, content, line } = tag
    if (groups.includes(name))
      return kind === 'pair' ? { block: [withoutBlanks(content)] } : undefined
    const fileName = firstValue(tag, 'name', 'label')
    if (fileName === undefined) return undefined
    const childParts = withoutBlanks(content)
    const below = childParts.length === 0 ? [] : [{ type: 'break', line } as const, ...childParts]
    const children = [makeSpan(fileName), ...below]
    return { inline: { type: 'item', marker: '- ', children, line, isTight: true } }
  },
})

/** Remove blank lines, which would split the list. */
function withoutBlanks(content: readonly Part[]): readonly Part[] {
  return content.filter(
    (part, index) => part.type !== 'break' || content[index + 1]?.type !== 'break',
  )
}

const wordless = new Set(['', 'Icon', 'Spacer', 'Separator', 'Divider', 'Head'])

/** Icons that carry a meaning, mostly in tables. */
const signs = new Map([
  ...['check', 'checkicon', 'yes'].map((name) => [name, '✓'] as const),
  ...['cross', 'crossicon', 'x', 'xicon', 'no'].map((name) => [name, '✗'] as const),
])

export const otherComponents: TagConstruct = {
  name: 'any other component',
  input: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  syntax: [componentTags, elementTags],
  tag(tag, context) {
    const { name, kind, attributes, syntax } = tag
    // Names with a hyphen are components.
    if (syntax === elementTags && !name.includes('-')) return undefined
    if (kind === 'open' || kind === 'close') {
      // A bare name such as `<your-name>` may be a placeholder, which must stay visible.
      const isComponent = syntax === componentTags || (kind === 'open' && attributes === '')
      return isComponent ? undefined : { inline: '' }
    }
    const readTag = { ...tag, ...readTagAttributes(attributes) }
    const isSilent =
      tag.content.length === 0 && firstValue(readTag, ...seenAttributes) === undefined
    const sign = signs.get(name.toLowerCase())
    if (kind === 'single' && isSilent && sign !== undefined) return { inline: sign }
    const reporting = wordless.has(name) ? { ...context, leaveOut: () => {} } : context
    return leaveTag(readTag, `<${name}>`, reporting)
  },
}
