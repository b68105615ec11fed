/** Reads components with content: accordions, fields, steps, tabs, notes and file trees. @module */
import { alertAround, nameInWords, oneLine } from '../alert.ts'
import { codeSpanOf } from '../code-block.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { replaceTags, type TagElement } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'
import {
  addressAttributes,
  leaveContent,
  seenAttributes,
  type UnknownPart,
} from '../unknown-parts.ts'
import {
  type Component,
  componentConstruct,
  componentSyntax,
  elementSyntax,
  literalOf,
  readComponentAttributes,
  spokenAttribute,
} from './component-tags.ts'

const accordionGroups = ['AccordionGroup', 'Accordions', 'AccordionList']

export const componentAccordions: Construct = componentConstruct({
  name: 'foldable part',
  written: '<Accordion title="Why?">\n  Because.\n</Accordion>',
  becomes: '<details><summary>Why?</summary>\n\nBecause.\n\n</details>',
  names: [
    ...accordionGroups,
    ...['Accordion', 'AccordionItem', 'Details', 'Expandable', 'Collapse', 'Collapsible'],
    ...['Toggle', 'Dropdown', 'ExpansionPanel', 'Spoiler'],
  ],
  replace({ kind, name, attributes, content, line }) {
    if (accordionGroups.includes(name)) return { block: content }
    if (kind !== 'pair') return undefined
    const label =
      spokenAttribute(attributes, 'title', 'summary', 'label', 'header', 'heading') ?? ''
    return { block: detailsAround(label, content, { line }) }
  },
})

export const componentFields: Construct = componentConstruct({
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
    const head = [`**${codeSpanOf(name)}**`, said.join(', ')].join(' ').trimEnd()
    return { block: content.length === 0 ? [head] : [head, '', ...content] }
  },
})

export const componentSteps: Construct = componentConstruct({
  name: 'steps',
  written: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
  becomes: '1. **Install**\n\n   Run it.',
  names: ['Steps', 'Step', 'Steps.Step', 'Stepper'],
  replace({ kind, name, attributes, content, position }) {
    if (!name.endsWith('Step')) return { block: content }
    const title = spokenAttribute(attributes, 'title', 'label', 'name')
    if (kind !== 'pair' && title === undefined) return undefined
    const number = `${position + 1}. `
    const indented = content.map(({ text, line }) => ({
      text: text === '' ? '' : ' '.repeat(number.length) + text,
      line,
    }))
    if (title !== undefined) {
      const head = `${number}**${oneLine(title)}**`
      return { block: content.length === 0 ? [head] : [head, '', ...indented] }
    }
    const [first = { text: '', line: 0 }, ...others] = indented
    return { block: [{ ...first, text: number + first.text.trimStart() }, ...others] }
  },
})

const tabGroups = new Set(['Tabs', 'TabGroup', 'TabView'])

export const componentTabs: Construct = componentConstruct({
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
    if (tabGroups.has(name)) return { block: content }
    // Astro's own tabs are slots of a site's component, such as `<PackageTabs>`.
    const isSlot = name === 'Fragment'
    if (kind !== 'pair' || (isSlot && !/Tab/.test(parent?.name ?? ''))) return undefined
    return { block: detailsAround(labelOf(component), content, { line, isTab: true }) }
  },
})

function labelOf({ attributes, parent, position }: Component): string {
  const own = spokenAttribute(attributes, 'label', 'title', 'header', 'slot')
  if (own !== undefined) return own
  const value = spokenAttribute(attributes, 'value', 'name')
  const { expressions } = readComponentAttributes(parent?.attributes ?? '')
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
  ...['Note', 'Tip', 'Info', 'Warning', 'Caution', 'Danger', 'Important', 'Hint', 'Success'],
  ...['Check', 'Error', 'Example', 'Deprecated', 'Pitfall'],
]

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

const groups = ['FileTree', 'Files', 'Tree']

export const componentFileTrees: Construct = componentConstruct({
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
  replace({ kind, name, attributes, content }) {
    // Blank lines would split the list.
    const items = content.filter(({ text }) => text.trim() !== '')
    if (groups.includes(name)) return kind === 'pair' ? { block: items } : undefined
    const named = spokenAttribute(attributes, 'name', 'label')
    if (named === undefined) return undefined
    return {
      block: [`- ${codeSpanOf(named)}`, ...items.map((one) => ({ ...one, text: `  ${one.text}` }))],
    }
  },
})

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

export const otherComponents: Construct = {
  name: 'any other component',
  written: '<Panel title="More">\n\nSome words.\n\n</Panel>',
  becomes: '**More**\n\nSome words.',
  sign: /<(?:[A-Z]|>|[a-z][a-z0-9]*-)/,
  read: (lines, context) =>
    [componentSyntax, elementSyntax].reduce(
      (read, syntax) => readAll(read, syntax, context),
      lines,
    ),
}

function readAll(
  lines: readonly Line[],
  syntax: TagSyntax,
  context: ReadingContext,
): readonly Line[] {
  return replaceTags(lines, syntax, (element) => {
    const { name, kind, attributes } = element
    // HTML elements have no hyphens.
    if (syntax === elementSyntax && !name.includes('-')) return undefined
    if (kind === 'open' || kind === 'close') {
      // A bare name may be a placeholder, such as `<your-name>`, which stays visible.
      const isSeen = syntax === componentSyntax || (kind === 'open' && attributes === '')
      return isSeen ? undefined : { inline: '' }
    }
    const part = partOf(element)
    const isSilent = part.words.length === 0 && part.content.length === 0
    if (kind === 'single' && isSilent && Object.hasOwn(signs, name.toLowerCase()))
      return { inline: signs[name.toLowerCase()] as string }
    return leaveContent(part, wordless.has(name) ? { ...context, leaveOut: () => {} } : context)
  })
}

function partOf(element: TagElement): UnknownPart {
  const read = readComponentAttributes(element.attributes)
  return {
    ...element,
    written: `<${element.name}>`,
    words: seenAttributes.flatMap((one) => spokenAttribute(read, one) ?? []),
    address: spokenAttribute(read, ...addressAttributes),
    image: {
      source: read.words.get('src') ?? '',
      alt: read.words.get('alt') ?? '',
      caption: read.words.get('caption') ?? read.words.get('title') ?? '',
    },
  }
}
