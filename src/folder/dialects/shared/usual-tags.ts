/** What becomes of tags that most sites have, whatever their names: notes, tabs, cards, links, images. @module */
import {
  isAlertKind,
  makeAlert,
  makeDetails,
  makeImage,
  makeLink,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Part, stack } from '../parts/part.ts'
import type { Context, Replacement } from '../parts/part-construct.ts'
import { readAttributes } from '../parts/syntax.ts'
import { literalOf } from '../parts/tag-syntaxes.ts'
import { oneLine } from '../parts/words.ts'
import {
  addressAttributes,
  firstValue,
  hasParagraphs,
  otherWordsOf,
  type ReadTag,
  type ReadTagRule,
  valueAt,
} from './tags.ts'

type Replace = ReadTagRule['replace']

export function valuesOf(tag: ReadTag, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => firstValue(tag, name) ?? [])
}

/** A group of tabs, cards or columns: what it holds. */
export const asContent: Replace = ({ content }) => ({ block: [content] })

export const asDetails: Replace = (tag) => {
  const label = valueAt(tag, 0, 'title', 'summary', 'label', 'header', 'heading') ?? ''
  return { block: [makeDetails(label, tag.content, tag.line)] }
}

export const asTab: Replace = (tag) => ({
  block: [makeTab(labelOfTab(tag), tag.content, tag.line)],
})

/** The group of a tab may list the labels of all its tabs. */
export function labelOfTab(tag: ReadTag): string {
  const { parent, position, syntax } = tag
  const label = valueAt(tag, 0, 'label', 'title', 'header', 'slot', 'tabName')
  if (label !== undefined) return label.replaceAll('**', '')
  const value = firstValue(tag, 'value', 'name')
  const group = (syntax.readAttributes ?? readAttributes)(parent?.attributes ?? '')
  const list = group.expressions.get('items') ?? group.expressions.get('values')
  const items =
    list === undefined
      ? (group.pairs.get('items')?.split(',') ?? []).map((item) => ({ label: item.trim() }))
      : labelsOf(list)
  if (value === undefined) return items[position]?.label ?? `Tab ${position + 1}`
  return items.find((item) => 'value' in item && item.value === value)?.label ?? value
}

const listedLabel = /\{[^{}]*\}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** Read a list of a program: of texts, or of tables with `label` and `value`. */
function labelsOf(list: string): { label: string; value?: string | undefined }[] {
  return Array.from(list.matchAll(listedLabel), ([item]) => {
    if (!item.startsWith('{')) return { label: literalOf(item) ?? item }
    const field = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s*:\\s*(["'])(.*?)\\1`).exec(item)?.[2]
    const value = field('value')
    return { label: field('label') ?? value ?? '', value }
  })
}

export const asCard: Replace = (tag, context) => {
  const { content, line } = tag
  const [title, ...titles] = valuesOf(tag, 'title', 'label', 'header', 'heading', 'caption')
  const address = firstValue(tag, ...addressAttributes)
  const words = [...titles, ...valuesOf(tag, 'subtitle', 'description', 'footer')]
  const label = title?.replaceAll('**', '') ?? address
  if (label === undefined && words.length === 0 && content.length === 0) return undefined
  const head = label && makeStrong(address === undefined ? label : [makeLink(address, label)])
  return { block: [head, ...words.map((paragraph) => context.read(paragraph, line)), content] }
}

/** An item of a numbered list. */
export const asStep: Replace = (tag) => {
  const { kind, content, position, line } = tag
  const title = firstValue(tag, 'title', 'label', 'name')
  if (kind !== 'pair' && title === undefined) return undefined
  const head = title === undefined ? [] : makeStrong(title)
  const children = stack([head, content], line)
  return { block: [{ type: 'item', marker: `${position + 1}. `, children, line }] }
}

const kindAttributes = ['type', 'variant', 'intent', 'severity', 'kind', 'status']
/** These may name a kind, but also a colour. */
const lookAttributes = ['color', 'style', 'context', 'level']

const titleAttributes = ['title', 'label', 'header', 'heading']
/** What a note says below its title, in this order. */
const textAttributes = [
  ...['text', 'content', 'body', 'subtitle', 'description', 'caption', 'footer', 'alt'],
]
const noteAttributes = [
  ...[...kindAttributes, ...lookAttributes, ...titleAttributes, ...textAttributes],
  ...addressAttributes,
]

/**
 * @param general Names of tags whose attributes tell the kind of note; others are a kind.
 * @param notationOf How notices call a tag.
 */
export function noteOf(general: readonly string[], notationOf: (tag: ReadTag) => string): Replace {
  return (tag, context) => {
    const { kind, name, pairs, line } = tag
    const isGeneral = general.includes(name)
    const ownKind = (): string | undefined =>
      firstValue(tag, ...kindAttributes) ??
      valuesOf(tag, ...lookAttributes).find(isAlertKind) ??
      valueAt(tag, 0)
    const noteKind = isGeneral ? (ownKind() ?? 'note') : name
    const [title = valueAt(tag, isGeneral ? 1 : 0), ...titles] = valuesOf(tag, ...titleAttributes)
    const words = [...titles, ...valuesOf(tag, ...textAttributes)]
    const isTitleAlone = kind !== 'pair' && words.length === 0
    if (isTitleAlone && title === undefined) return undefined
    const lostNames = kind === 'pair' ? [] : otherWordsOf(pairs, noteAttributes)
    if (lostNames.length > 0) context.leaveOut(`${notationOf(tag)} (${lostNames.join(', ')})`, line)
    const paragraphs = isTitleAlone ? [title ?? ''] : words
    const shownTitle = isTitleAlone ? undefined : title
    return { block: [makeAlert(noteKind, shownTitle, withTexts(tag, paragraphs, context), line)] }
  }
}

/** Each run of spaces is looked at only once. */
const outerSpaces = /^[ \t]+|(?<![ \t])[ \t]+$/gm

/** The content of a tag below the texts and the address of its attributes. */
export function withTexts(
  tag: ReadTag,
  texts: readonly string[],
  context: Context,
): readonly Part[] {
  const { content, line } = tag
  const address = firstValue(tag, ...addressAttributes)
  const parts = [
    ...texts.map((text) => context.read(text.replace(outerSpaces, ''), line)),
    address === undefined ? [] : [makeLink(address, address)],
    content,
  ]
  return stack(parts, line)
}

/** @param addressOf Finds an address that sites write in a way of their own. */
export function linkOf(
  addressOf: (tag: ReadTag, context: Context) => string | undefined = () => undefined,
): Replace {
  return (tag, context) => {
    const { content } = tag
    const address = addressOf(tag, context) ?? firstValue(tag, ...addressAttributes)
    const label = firstValue(tag, 'title', 'label', 'text')
    const labelParts = label === undefined ? [] : [makeText(oneLine(label))]
    const words = content.length > 0 ? content : labelParts
    if (address === undefined || words.length === 0) return undefined
    const [first] = words
    const isBlock = first?.type === 'text' && /^\s*[-#>|`!<]/.test(first.text)
    if (hasParagraphs(words) || isBlock) return { block: [words, `<${address}>`] }
    return { inline: makeLink(address, words) }
  }
}

export const asVideo: Replace = (tag) => {
  const { name, content, words } = tag
  const id = firstValue(tag, 'src', 'url', 'href', 'id', 'videoId') ?? words[0]
  if (!id || content.length > 0) return undefined
  const address = /[/.]/.test(id) ? id : videoAddress(name, id)
  const title = firstValue(tag, 'title', 'alt', 'caption')
  const isBare = title === undefined && /^https?:[^\s<>]+$/.test(address)
  return { inline: isBare ? `<${address}>` : makeLink(address, title ?? address) }
}

/** @param site Name of the site or of its tag; by default YouTube. */
export function videoAddress(site: string, id: string): string {
  const name = encodeURIComponent(id)
  return site.toLowerCase() === 'vimeo'
    ? `https://vimeo.com/${name}`
    : `https://www.youtube.com/watch?v=${name}`
}

export function imageOf(tag: ReadTag, source: string): Replacement {
  const image: Part = makeImage(source, {
    alt: firstValue(tag, 'alt'),
    caption: valuesOf(tag, 'title', 'caption', 'attr').join(': '),
    width: /^\d+(?=(?:px)?$)/.exec(firstValue(tag, 'width') ?? '')?.[0],
  })
  const link = firstValue(tag, 'link', 'href')
  const shown = link === undefined ? image : makeLink(link, [image])
  return tag.isBlock ? { block: [shown] } : { inline: shown }
}
