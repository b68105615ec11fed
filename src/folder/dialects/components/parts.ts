/** Reads components with content: accordions, fields, steps, tabs, notes and file trees. @module */
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
  written: '<Accordion title="Why?">\n  Because.\n</Accordion>',
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
  written: '<ParamField path="id" type="string" required>\n  The name.\n</ParamField>',
  becomes: '**`id`** string, required\n\nThe name.',
  names: ['ParamField', 'ResponseField', 'Property', 'PropertyDefinition'],
  replace({ attributes, content }) {
    const { words } = attributes
    const name = spokenAttribute(attributes, 'name', 'path', 'query', 'body', 'header')
    if (name === undefined) return undefined
    const initial = spokenAttribute(attributes, 'default')
    const said = [
      spokenAttribute(attributes, 'type'),
      words.has('required') && words.get('required') !== 'false' ? 'required' : undefined,
      words.has('deprecated') ? 'deprecated' : undefined,
      initial === undefined ? undefined : `default ${initial}`,
    ].filter((one) => one !== undefined)
    const more = said.length === 0 ? [] : [makeText(` ${said.join(', ')}`)]
    return { block: [[...makeStrong([makeSpan(name)]), ...more], content] }
  },
})

export const componentSteps: TagConstruct = componentConstruct({
  name: 'steps',
  written: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
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
  written: '<Tabs>\n  <TabItem value="npm" label="npm">\n\n  Use **npm**.\n\n  </TabItem>\n</Tabs>',
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
    // Astro's own tabs are slots of a site's component, such as `<PackageTabs>`.
    const isSlot = name === 'Fragment'
    if (kind !== 'pair' || (isSlot && !/Tab/.test(parent?.name ?? ''))) return undefined
    return { block: [makeTab(labelOf(component), content, line)] }
  },
})

function labelOf({ attributes, parent, position }: Component): string {
  const own = spokenAttribute(attributes, 'label', 'title', 'header', 'slot')
  if (own !== undefined) return own
  const value = spokenAttribute(attributes, 'value', 'name')
  const { expressions } = readTagAttributes(parent?.attributes ?? '')
  const listed = labelsOf(expressions.get('items') ?? expressions.get('values') ?? '')
  if (value === undefined) return listed[position]?.label ?? `Tab ${position + 1}`
  return listed.find((one) => one.value === value)?.label ?? nameInWords(value)
}

const listedLabel = /\{[^{}]*\}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

function labelsOf(list: string): { label: string; value: string | undefined }[] {
  return Array.from(list.matchAll(listedLabel), ([one]) => {
    if (!one.startsWith('{')) return { label: literalOf(one) ?? one, value: undefined }
    const field = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s*:\\s*(["'])(.*?)\\1`).exec(one)?.[2]
    const value = field('value')
    return { label: field('label') ?? value ?? '', value }
  })
}

/** Components that name the kind of note in an attribute. */
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
  written: '<Callout type="warning" title="Take care">\n  It is **hot**.\n</Callout>',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: [...general, ...kinds],
  replace({ kind, name, attributes, content, line }) {
    if (kind !== 'pair') return undefined
    const said = spokenAttribute(attributes, ...kindAttributes)
    const kindOfNote = general.includes(name) ? (said ?? 'note') : name
    const title = spokenAttribute(attributes, 'title', 'label')
    return { block: [makeAlert(kindOfNote, title, content, line)] }
  },
})

const groups = ['FileTree', 'Files', 'Tree']

export const componentFileTrees: TagConstruct = componentConstruct({
  name: 'tree of files',
  written:
    '<FileTree>\n  <Folder name="docs">\n    <File name="setup.md" />\n  </Folder>\n</FileTree>',
  becomes: '- `docs`\n  - `setup.md`',
  names: [
    ...groups,
    'Folder',
    'File',
    ...['FileTree', 'Tree'].flatMap((one) => [`${one}.Folder`, `${one}.File`]),
  ],
  replace({ kind, name, attributes, content, line }) {
    if (groups.includes(name))
      return kind === 'pair' ? { block: [withoutBlanks(content)] } : undefined
    const named = spokenAttribute(attributes, 'name', 'label')
    if (named === undefined) return undefined
    const inside = withoutBlanks(content)
    const below = inside.length === 0 ? [] : [{ type: 'break', line } as const, ...inside]
    const children = [makeSpan(named), ...below]
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

/** Icons with a meaning, by their names in lower case. */
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
  written: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  syntax: [componentTags, elementTags],
  tag(tag, context) {
    const { name, kind, attributes, syntax } = tag
    // HTML elements have no hyphens.
    if (syntax === elementTags && !name.includes('-')) return undefined
    if (kind === 'open' || kind === 'close') {
      // A bare name may be a placeholder, such as `<your-name>`, which stays visible.
      const isSeen = syntax === componentTags || (kind === 'open' && attributes === '')
      return isSeen ? undefined : { inline: '' }
    }
    const part = partOf(tag)
    const isSilent = part.words.length === 0 && part.content.length === 0
    if (kind === 'single' && isSilent && Object.hasOwn(signs, name.toLowerCase()))
      return { inline: signs[name.toLowerCase()] as string }
    return leaveContent(part, wordless.has(name) ? { ...context, leaveOut: () => {} } : context)
  },
}

function partOf(tag: VisitedTag): UnknownPart {
  const read = readTagAttributes(tag.attributes)
  const { children, content, isBlock, line } = tag
  return {
    children,
    content,
    isBlock,
    line,
    written: `<${tag.name}>`,
    words: seenAttributes.flatMap((one) => spokenAttribute(read, one) ?? []),
    otherWords: otherWordsOf(read.words),
    address: spokenAttribute(read, ...addressAttributes),
    image: {
      source: read.words.get('src') ?? '',
      alt: read.words.get('alt') ?? '',
      caption: read.words.get('caption') ?? read.words.get('title') ?? '',
    },
  }
}
