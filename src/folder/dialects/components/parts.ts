/** Components with content: accordions, fields, steps, tabs, notes and file trees. @module */
import {
  makeAlert,
  makeDetails,
  makeSpan,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { TagConstruct, VisitedTag } from '../parts/part-construct.ts'
import { componentTags, elementTags, literalOf, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { nameInWords } from '../parts/words.ts'
import {
  addressAttributes,
  leaveContent,
  otherWordsOf,
  seenAttributes,
  type UnknownPart,
} from '../shared/unknown-parts.ts'
import { type Component, componentConstruct, spokenAttribute } from './component.ts'

const accordionGroups = ['AccordionGroup', 'Accordions', 'AccordionList']

export const componentAccordions: TagConstruct = componentConstruct({
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
  replace({ kind, name, attributes, content, line }) {
    if (accordionGroups.includes(name)) return { block: [content] }
    if (kind !== 'pair') return undefined
    const label =
      spokenAttribute(attributes, 'title', 'summary', 'label', 'header', 'heading') ?? ''
    return { block: [makeDetails(label, content, line)] }
  },
})

export const componentFields: TagConstruct = componentConstruct({
  name: 'field of an API',
  input: '<ParamField path="id" type="string" required>\n  The name.\n</ParamField>',
  becomes: '**`id`** string, required\n\nThe name.',
  names: ['ParamField', 'ResponseField', 'Property', 'PropertyDefinition'],
  replace({ attributes, content }) {
    const { words } = attributes
    const name = spokenAttribute(attributes, 'name', 'path', 'query', 'body', 'header')
    if (name === undefined) return undefined
    const initial = spokenAttribute(attributes, 'default')
    const details = [
      spokenAttribute(attributes, 'type'),
      words.has('required') && words.get('required') !== 'false' ? 'required' : undefined,
      words.has('deprecated') ? 'deprecated' : undefined,
      initial === undefined ? undefined : `default ${initial}`,
    ].filter((detail) => detail !== undefined)
    const detailParts = details.length === 0 ? [] : [makeText(` ${details.join(', ')}`)]
    return { block: [[...makeStrong([makeSpan(name)]), ...detailParts], content] }
  },
})

export const componentSteps: TagConstruct = componentConstruct({
  name: 'steps',
  input: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
  becomes: '1. **Install**\n\n   Run it.',
  names: ['Steps', 'Step', 'Steps.Step', 'Stepper'],
  replace({ kind, name, attributes, content, position, line }) {
    if (!name.endsWith('Step')) return { block: [content] }
    const title = spokenAttribute(attributes, 'title', 'label', 'name')
    if (kind !== 'pair' && title === undefined) return undefined
    const head = title === undefined ? [] : makeStrong(title)
    const children = head.length === 0 ? content : stackedBelow(head, content, line)
    return { block: [{ type: 'item', marker: `${position + 1}. `, children, line }] }
  },
})

function stackedBelow(
  head: readonly Part[],
  content: readonly Part[],
  line: number,
): readonly Part[] {
  const end = { type: 'break', line } as const
  return content.length === 0 ? head : [...head, end, end, ...content]
}

const tabGroups = new Set(['Tabs', 'TabGroup', 'TabView'])

export const componentTabs: TagConstruct = componentConstruct({
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
  replace(component) {
    const { kind, name, parent, content, line } = component
    if (tabGroups.has(name)) return { block: [content] }
    // In Astro, tabs may be slots of a component such as `<PackageTabs>`.
    const isSlot = name === 'Fragment'
    if (kind !== 'pair' || (isSlot && !/Tab/.test(parent?.name ?? ''))) return undefined
    return { block: [makeTab(labelOf(component), content, line)] }
  },
})

function labelOf({ attributes, parent, position }: Component): string {
  const label = spokenAttribute(attributes, 'label', 'title', 'header', 'slot')
  if (label !== undefined) return label
  const value = spokenAttribute(attributes, 'value', 'name')
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

export const componentNotes: TagConstruct = componentConstruct({
  name: 'note',
  input: '<Callout type="warning" title="Take care">\n  It is **hot**.\n</Callout>',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace({ kind, name, attributes, content, line }) {
    if (kind !== 'pair') return undefined
    const kindName = spokenAttribute(attributes, ...kindAttributes)
    const kindOfNote = general.includes(name) ? (kindName ?? 'note') : name
    const title = spokenAttribute(attributes, 'title', 'label')
    return { block: [makeAlert(kindOfNote, title, content, line)] }
  },
})

const groups = ['FileTree', 'Files', 'Tree']

export const componentFileTrees: TagConstruct = componentConstruct({
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
  replace({ kind, name, attributes, content, line }) {
    if (groups.includes(name))
      return kind === 'pair' ? { block: [withoutBlanks(content)] } : undefined
    const fileName = spokenAttribute(attributes, 'name', 'label')
    if (fileName === undefined) return undefined
    const childParts = withoutBlanks(content)
    const below = childParts.length === 0 ? [] : [{ type: 'break', line } as const, ...childParts]
    const children = [makeSpan(fileName), ...below]
    return { inline: { type: 'item', marker: '- ', children, line, isTight: true } }
  },
})

/** Blank lines would split the list. */
function withoutBlanks(content: readonly Part[]): readonly Part[] {
  return content.filter(
    (part, index) => part.type !== 'break' || content[index + 1]?.type !== 'break',
  )
}

const wordless = new Set(['', 'Icon', 'Spacer', 'Separator', 'Divider', 'Head'])

const signs: Readonly<Record<string, string>> = {
  check: '✓',
  checkicon: '✓',
  yes: '✓',
  cross: '✗',
  crossicon: '✗',
  x: '✗',
  xicon: '✗',
  no: '✗',
}

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
    const part = partOf(tag)
    const isSilent = part.words.length === 0 && part.content.length === 0
    if (kind === 'single' && isSilent && Object.hasOwn(signs, name.toLowerCase()))
      return { inline: signs[name.toLowerCase()] as string }
    return leaveContent(part, wordless.has(name) ? { ...context, leaveOut: () => {} } : context)
  },
}

function partOf(tag: VisitedTag): UnknownPart {
  const tagAttributes = readTagAttributes(tag.attributes)
  const { children, content, isBlock, line } = tag
  return {
    children,
    content,
    isBlock,
    line,
    notation: `<${tag.name}>`,
    words: seenAttributes.flatMap((attribute) => spokenAttribute(tagAttributes, attribute) ?? []),
    otherWords: otherWordsOf(tagAttributes.words),
    address: spokenAttribute(tagAttributes, ...addressAttributes),
    image: {
      source: tagAttributes.words.get('src') ?? '',
      alt: tagAttributes.words.get('alt') ?? '',
      caption: tagAttributes.words.get('caption') ?? tagAttributes.words.get('title') ?? '',
    },
  }
}
