/** Components of Nuxt Content between colons, with properties and slots. @module */

import { findAlertType } from '../../../convert/alert-types.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { readAttributes } from '../attributes.ts'
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
  Context,
  PartConstruct,
  TagConstruct,
  VisitedTag,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { oneLine } from '../parts/words.ts'
import { attributedWords, pandocAttributeLists } from '../shared/attribute-lists.ts'
import { codeGroup, codeInTag } from '../shared/code.ts'
import { mdcComponents } from '../shared/containers.ts'
import {
  addressAttributes,
  imageEnding,
  leaveContent,
  otherWordsOf,
  seenAttributes,
  type UnknownPart,
} from '../shared/unknown-parts.ts'

interface Properties {
  readonly words: ReadonlyMap<string, string>
  /** Properties whose value is a list, table or program. */
  readonly programs: readonly string[]
}

const lookNames = /^(?:ui|class|poster|sync)$|icon$/i
const plainValue = /^(?:true|false|null|[\d.]+)$/

function propertiesOf(entries: readonly (readonly [name: string, value: unknown])[]): Properties {
  const words = new Map<string, string>()
  const programs: string[] = []
  for (const [name, value] of entries) {
    const isBound = name.startsWith(':') && !plainValue.test(String(value))
    if (!isBound && (typeof value !== 'object' || value === null))
      words.set(name, String(value ?? ''))
    else if (!lookNames.test(name.replace(/^:/, ''))) programs.push(name.replace(/^:/, ''))
  }
  return { words, programs }
}

function firstOf({ words }: Properties, names: readonly string[]): string | undefined {
  return names.map((name) => words.get(name)).find((value) => value?.trim())
}

function seenWords(properties: Properties): readonly string[] {
  return seenAttributes.flatMap((name) => firstOf(properties, [name]) ?? [])
}

function lostNames({ words, programs }: Properties): readonly string[] {
  return [...otherWordsOf(words).filter((name) => !lookNames.test(name)), ...programs]
}

const slot = /^#[a-z][\w-]*(?:\{[^{}]*\})?\s*$/
const fence = '---'

interface Component {
  readonly properties: Properties
  readonly content: readonly Part[]
}

/** Properties are on the first line, and in YAML above the content. */
function componentOf(tag: VisitedTag, context: Context): Component {
  const { attributes, content, line } = tag
  const [, propertyText = ''] = /^[^{]*\{(.*)\}/.exec(attributes) ?? []
  const [, label] = /^[^{[]*\[([^\][]*)\]/.exec(attributes) ?? []
  const rows = rowsOf(content, line)
  const isFence = (at: number): boolean =>
    rowText(rows[at] as (typeof rows)[number]).trim() === fence
  const end = isFence(0) ? rows.findIndex((_, at) => at > 0 && isFence(at)) : -1
  const contentRows = rows.slice(end + 1).filter((row) => !slot.test(rowText(row)))
  const first = contentRows.findIndex(hasContent)
  return {
    properties: propertiesOf([
      ...readAttributes(propertyText).pairs,
      ...(label === undefined ? [] : [['label', label] as const]),
      ...(end === -1 ? [] : yamlFields(tag, context)),
    ]),
    content: first === -1 ? [] : partsOfRows(contentRows.slice(first)),
  }
}

function yamlFields(tag: VisitedTag, { readYaml }: Context): [name: string, value: unknown][] {
  const [, ...lines] = codeInTag(tag).join('\n').trim().split('\n')
  const end = lines.findIndex((text) => text.trim() === fence)
  const fields = readYaml(lines.slice(0, end).join('\n'))
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
    const kind = name.replace(/^(?:u|prose)-/, '')
    const { properties, content } = componentOf(tag, context)
    if (name === '') return { block: [content] }
    const titleName = ['title', 'label'].find((key) => firstOf(properties, [key]) !== undefined)
    const title = titleName && firstOf(properties, [titleName])
    const address = addressOf(properties)
    const replacement = knownComponent(kind, properties, title, { content, line })
    if (replacement !== undefined) {
      const otherNames = seenAttributes.filter(
        (key) => key !== titleName && firstOf(properties, [key]) !== undefined,
      )
      const lostProperties = [...otherNames, ...lostNames(properties)]
      if (lostProperties.length > 0)
        context.leaveOut(`::${name} (${lostProperties.join(', ')})`, line)
      return { block: [replacement, address && makeLink(address, address)] }
    }
    return leaveContent(
      {
        content,
        children: content,
        isBlock: true,
        line,
        notation: `::${name}`,
        words: seenWords(properties),
        otherWords: lostNames(properties),
        address,
        image: imageOf(properties),
      },
      context,
    )
  },
}

/** If it is no image, the source is a video, frame or file. */
function addressOf(properties: Properties): string | undefined {
  const source = firstOf(properties, ['src'])
  const isImage = source !== undefined && imageEnding.test(source)
  return firstOf(properties, addressAttributes) ?? (isImage ? undefined : source)
}

function imageOf(properties: Properties): UnknownPart['image'] {
  const value = (attribute: string): string => firstOf(properties, [attribute]) ?? ''
  return { source: value('src'), alt: value('alt'), caption: value('caption') }
}

function knownComponent(
  kind: string,
  properties: Properties,
  title: string | undefined,
  { content, line }: Pick<VisitedTag, 'content' | 'line'>,
): Part | readonly Part[] | undefined {
  if (kind === 'code-group') {
    const tabs = codeGroup(content)
    return title === undefined ? tabs : stack([makeStrong(title), tabs], line)
  }
  if (kind === 'tabs-item') return makeTab(title ?? 'More', content, line)
  if (kind === 'accordion-item' || kind === 'collapsible')
    return makeDetails(title ?? 'More', content, line)
  const isNote = notes.has(kind)
  if (!isNote && findAlertType(kind) === undefined) return undefined
  const note = isNote ? (firstOf(properties, ['type', 'color']) ?? 'note') : kind
  return makeAlert(note, title, content, line)
}

/** https://content.nuxt.com/docs/files/markdown#inline-components */
const inlines: WordsConstruct = {
  name: 'component in a sentence: its words',
  input: 'Click :badge[here]{color="red"} or :u-button{label="There" to="guide/setup.md"}.',
  becomes: 'Click here or [There](guide/setup.md).',
  mark: ':',
  words:
    /(?<![\w:]):br(?![\w:])|(?<![\w:`\\/])::?(?!:)([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\[([^\][\n]{0,500})\](?:\{([^{}\n]{0,1000})\})?|\{([^{}\n]{0,1000})\})/dg,
  isProtected: false,
  replace({ match: [, name, , behind, propertyText], group, line }, context) {
    if (name === undefined) return { type: 'raw', text: '<br>' }
    const properties = propertiesOf([...readAttributes(behind ?? propertyText ?? '').pairs])
    const output = inlineWords(properties, group(2))
    const address = addressOf(properties)
    const lostProperties = name === 'icon' ? [] : lostNames(properties)
    const isSilent = output.length === 0 && address === undefined && name !== 'icon'
    if (lostProperties.length > 0) context.leaveOut(`:${name} (${lostProperties.join(', ')})`, line)
    else if (isSilent) context.leaveOut(`:${name}`, line)
    return address === undefined
      ? output
      : makeLink(address, output.length === 0 ? address : output)
  },
}

function inlineWords(properties: Properties, label: readonly Part[]): readonly Part[] {
  const words = seenWords(properties).map(oneLine).join(': ')
  if (label.length > 0) return words === '' ? label : [...label, makeText(` (${words})`)]
  const { source, ...image } = imageOf(properties)
  if (imageEnding.test(source)) return [makeImage(source, image)]
  return words === '' ? [] : [makeText(words)]
}

export const mdcConstructs: readonly PartConstruct[] = [
  components,
  inlines,
  attributedWords,
  pandocAttributeLists,
]

export const mdcCode: Partial<CodeRules> = { isIndentedCode: false }
