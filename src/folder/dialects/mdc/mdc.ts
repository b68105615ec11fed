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
import {
  makeAlert,
  makeDetails,
  makeImage,
  makeLink,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Part, partsOfRows, rowsOf, stack } from '../parts/part.ts'
import type {
  PartConstruct,
  TagConstruct,
  VisitedTag,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { type Attributes, readAttributes } from '../parts/syntax.ts'
import { oneLine } from '../parts/words.ts'
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
  seenAttributes,
} from '../shared/tags.ts'

/** Properties that change only the looks of a component. */
const lookNames = /^(?:ui|class|poster|sync)$|icon$/i
const plainValue = /^(?:true|false|null|[\d.]+)$/

/** @returns Lists, tables and programs as expressions. */
function propertiesOf(entries: Iterable<readonly [name: string, value: unknown]>): Attributes {
  const pairs = new Map<string, string>()
  const expressions = new Map<string, string>()
  for (const [name, value] of entries) {
    const isBound = name.startsWith(':') && !plainValue.test(String(value))
    if (isBound || (typeof value === 'object' && value !== null))
      expressions.set(name.replace(/^:/, ''), '')
    else pairs.set(name, String(value ?? ''))
  }
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

const notes = new Set(['callout', 'alert'])

/** https://content.nuxt.com/docs/files/markdown#block-components */
const components: TagConstruct = {
  name: 'component: a note, code, tabs, or what it holds below its title',
  input:
    '::callout{type="warning"}\nIt is **hot**.\n::\n\n::card\n---\ntitle: More\nto: guide/setup.md\n---\nSome words.\n::',
  becomes: '> [!WARNING]\n> It is **hot**.\n\n**[More](guide/setup.md)**\n\nSome words.',
  syntax: mdcComponents,
  tag(tag, context) {
    const { name, line } = tag
    if (tag.kind !== 'pair') return undefined
    const component = componentOf(tag)
    if (name === '') return { block: [component.content] }
    const titleName = ['title', 'label'].find((key) => firstValue(component, key) !== undefined)
    const known = knownComponent(component, titleName && firstValue(component, titleName))
    const address = addressOf(component)
    if (known === undefined)
      return leaveTag(component, `::${name}`, context, {
        address,
        otherWords: lostNames(component),
      })
    const otherNames = seenAttributes.filter(
      (key) => key !== titleName && firstValue(component, key) !== undefined,
    )
    const lostProperties = [...otherNames, ...lostNames(component)]
    if (lostProperties.length > 0)
      context.leaveOut(`::${name} (${lostProperties.join(', ')})`, line)
    return { block: [known, address && makeLink(address, address)] }
  },
}

/** The address that a component links to; a source that is no image is a video, frame or file. */
function addressOf(properties: Attributes): string | undefined {
  const source = firstValue(properties, 'src') ?? ''
  return (
    firstValue(properties, ...addressAttributes) ??
    (imageEnding.test(source) ? undefined : source || undefined)
  )
}

function knownComponent(
  component: ReadTag,
  title: string | undefined,
): Part | readonly Part[] | undefined {
  const { content, line } = component
  const kind = component.name.replace(/^(?:u|prose)-/, '')
  if (kind === 'code-group')
    return stack([title === undefined ? [] : makeStrong(title), codeGroup(content)], line)
  if (kind === 'tabs-item') return makeTab(title ?? 'More', content, line)
  if (kind === 'accordion-item' || kind === 'collapsible')
    return makeDetails(title ?? 'More', content, line)
  if (notes.has(kind))
    return makeAlert(firstValue(component, 'type', 'color') ?? 'note', title, content, line)
  return findAlertType(kind) && makeAlert(kind, title, content, line)
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
    const output = inlineWords(properties, group(2))
    const address = addressOf(properties)
    if (name !== 'icon') {
      const lostProperties = lostNames(properties)
      const isSilent = output.length === 0 && address === undefined
      if (lostProperties.length > 0)
        context.leaveOut(`:${name} (${lostProperties.join(', ')})`, line)
      else if (isSilent) context.leaveOut(`:${name}`, line)
    }
    return address === undefined
      ? output
      : makeLink(address, output.length === 0 ? address : output)
  },
}

function inlineWords(properties: Attributes, label: readonly Part[]): readonly Part[] {
  const value = (name: string): string | undefined => firstValue(properties, name)
  const words = seenAttributes.flatMap((name) => oneLine(value(name) ?? '') || []).join(': ')
  if (label.length > 0) return words === '' ? label : [...label, makeText(` (${words})`)]
  const source = value('src') ?? ''
  if (imageEnding.test(source))
    return [makeImage(source, { alt: value('alt'), caption: value('caption') })]
  return words === '' ? [] : [makeText(words)]
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
