/**
 * The dialect of Nuxt Content and Docus: sites are found by `content.config.ts`, and components are
 * written between colons (`::card … ::`), with properties and slots. @module
 */

import { resolve } from 'node:path'
import { findAlertType } from '../../../convert/alert-types.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { yamlOrNothing } from '../../navigation/yaml-value.ts'
import type { Generator } from '../generator.ts'
import { hasContent } from '../parts/content.ts'
import { makeStrong } from '../parts/make-parts.ts'
import { partsOfRows, rowsOf } from '../parts/part.ts'
import type {
  PartConstruct,
  TagConstruct,
  VisitedTag,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { type Attributes, readAttributes } from '../parts/syntax.ts'
import { attributedWords, pandocAttributeLists } from '../shared/attribute-lists.ts'
import { codeGroup, codeInTag } from '../shared/code.ts'
import { mdcComponents } from '../shared/containers.ts'
import {
  addressAttributes,
  firstValue,
  imageEnding,
  leaveTag,
  otherWordsOf,
  type ReadTag,
  type ReadTagRule,
  seenAttributes,
} from '../shared/tags.ts'
import { asDetails, asTab, noteOf, valuesOf, withTexts } from '../shared/usual-tags.ts'

/** Properties that change only the looks of a component. */
const lookNames = /^(?:ui|class|poster|sync)$|icon$/i
const plainValue = /^(?:true|false|null|[\d.]+)$/

/**
 * Read the properties of a component. Values that are not text become expressions. A `src` that is
 * no image, such as a video, also becomes the `href`, so that the page links to it.
 */
function propertiesOf(entries: Iterable<readonly [name: string, value: unknown]>): Attributes {
  const pairs = new Map<string, string>()
  const expressions = new Map<string, string>()
  for (const [name, value] of entries) {
    const isBound = name.startsWith(':') && !plainValue.test(String(value))
    if (isBound || (typeof value === 'object' && value !== null))
      expressions.set(name.replace(/^:/, ''), '')
    else pairs.set(name, String(value ?? ''))
  }
  const source = pairs.get('src')
  if (source && !imageEnding.test(source) && !addressAttributes.some((name) => pairs.has(name)))
    pairs.set('href', source)
  return { pairs, words: [], expressions }
}

function lostNames({ pairs, expressions }: Attributes): readonly string[] {
  return [...otherWordsOf(pairs), ...expressions.keys()].filter((name) => !lookNames.test(name))
}

const slot = /^#[a-z][\w-]*(?:\{[^{}]*\})?\s*$/
const fence = '---'

/** Read a component: its properties are on the first line and in YAML above the content. */
function componentOf(tag: VisitedTag): ReadTag {
  const { attributes, line } = tag
  const [, propertyText = ''] = /^[^{]*\{(.*)\}/.exec(attributes) ?? []
  const [, label] = /^[^{[]*\[([^\][]*)\]/.exec(attributes) ?? []
  const rows = rowsOf(tag.content, line)
  const isFence = (at: number): boolean =>
    rowText(rows[at] as (typeof rows)[number]).trim() === fence
  const end = isFence(0) ? rows.findIndex((_, at) => at > 0 && isFence(at)) : -1
  const contentRows = rows.slice(end + 1).filter((row) => !slot.test(rowText(row)))
  const first = contentRows.findIndex(hasContent)
  const content = first === -1 ? [] : partsOfRows(contentRows.slice(first))
  const properties = propertiesOf([
    ...readAttributes(propertyText).pairs,
    ...(label === undefined ? [] : [['label', label] as const]),
    ...(end === -1 ? [] : yamlFields(tag)),
  ])
  return { ...tag, ...properties, content, children: content, isBlock: true }
}

function yamlFields(tag: VisitedTag): [name: string, value: unknown][] {
  const [, ...lines] = codeInTag(tag).join('\n').trim().split('\n')
  const end = lines.findIndex((text) => text.trim() === fence)
  const fields = yamlOrNothing(lines.slice(0, end).join('\n'))
  if (fields === undefined) return [['YAML that cannot be read', []]]
  return typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
}

const notes = ['callout', 'alert']

const asNote = noteOf(notes, ({ name }) => `::${name}`)

const asCodeGroup: ReadTagRule['replace'] = (tag) => {
  const title = firstValue(tag, 'title', 'label')
  return { block: [title && makeStrong(title), codeGroup(tag.content)] }
}

const tabTitles = ['label', 'title', 'header', 'slot', 'tabName', 'value', 'name']
const detailsTitles = ['title', 'summary', 'label', 'header', 'heading']

/** Components that have a title, with the properties that may hold it, the surest first. */
const titledComponents: ReadonlyMap<
  string,
  readonly [titles: readonly string[], replace: ReadTagRule['replace']]
> = new Map([
  ['code-group', [['title', 'label'], asCodeGroup]],
  ['tabs-item', [tabTitles, asTab]],
  ['accordion-item', [detailsTitles, asDetails]],
  ['collapsible', [detailsTitles, asDetails]],
])

/** https://content.nuxt.com/docs/files/markdown#block-components */
const components: TagConstruct = {
  name: 'component: a note, code, tabs, or what it holds below its title',
  input:
    '::callout{type="warning"}\nIt is **hot**.\n::\n\n::card\n---\ntitle: More\nto: guide/setup.md\n---\nSome words.\n::',
  becomes: '> [!WARNING]\n> It is **hot**.\n\n**[More](guide/setup.md)**\n\nSome words.',
  syntax: mdcComponents,
  isPair: true,
  tag(tag, context) {
    const component = componentOf(tag)
    if (tag.name === '') return { block: [component.content] }
    const name = tag.name.replace(/^(?:u|prose)-/, '')
    const isNote = notes.includes(name) || findAlertType(name) !== undefined
    const [titles, replace] = titledComponents.get(name) ?? [[], isNote ? asNote : undefined]
    const title = titles.find((key) => firstValue(component, key) !== undefined)
    const otherWords = lostNames(component).filter((key) => key !== title)
    if (replace === undefined) return leaveTag(component, `::${tag.name}`, context, otherWords)
    if (otherWords.length > 0)
      context.leaveOut(`::${tag.name} (${otherWords.join(', ')})`, tag.line)
    const texts = valuesOf(component, ...seenAttributes.filter((key) => key !== title))
    const content = isNote ? component.content : withTexts(component, texts, context)
    return replace({ ...component, name, content }, context)
  },
}

/** https://content.nuxt.com/docs/files/markdown#inline-components */
const inlines: WordsConstruct = {
  name: 'component in a sentence: its words',
  input: 'Click :badge[here]{color="red"} or :u-button{label="There" to="guide/setup.md"}.',
  becomes: 'Click here or [There](guide/setup.md).',
  mark: ':',
  words:
    /(?<![\w:]):br(?![\w:])|(?<![\w:`\\/])::?(?!:)([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\[([^\][\n]{0,500})\](?:\{([^{}\n]{0,1000})\})?|\{([^{}\n]{0,1000})\})/dg,
  replace({ match: [, name, , behind, propertyText], group, line }, context) {
    if (name === undefined) return { type: 'raw', text: '<br>' }
    const properties = propertiesOf(readAttributes(behind ?? propertyText ?? '').pairs)
    const label = group(2)
    const component = { ...properties, content: label, children: label, isBlock: false, line }
    const reporting = name === 'icon' ? { ...context, leaveOut: () => {} } : context
    const words = leaveTag(component, `:${name}`, reporting, lostNames(properties))
    return words && 'inline' in words ? words.inline : label
  },
}

export const mdcConstructs: readonly PartConstruct[] = [
  components,
  inlines,
  attributedWords,
  pandocAttributeLists,
]

export const mdcCode: Partial<CodeRules> = { isIndentedCode: false }

export const mdc: Generator = {
  configNames: ['content.config.ts', 'content.config.js', 'content.config.mjs'],
  // Astro uses the same file name.
  configSign: /@nuxt\/content/,
  siteFolders: ['.', 'docs', 'website'],
  textSign: /^\s*::[a-z][\w-]*(?:\{.*\})?\s*$/,
  read: (_text, folder) => ({
    rootFolders: ['content', '.', 'public'].map((name) => resolve(folder, name)),
  }),
}
