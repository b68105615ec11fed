/** Constructs of tags with attributes, and what becomes of unknown tags and of elements that a wiki cannot run. @module */
import { makeElement, makeImage, makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type {
  Context,
  Example,
  Replacement,
  TagConstruct,
  VisitedTag,
} from '../parts/part-construct.ts'
import { type Attributes, readAttributes, type Syntax } from '../parts/syntax.ts'
import { elementTags, isSlot, programNames } from '../parts/tag-syntaxes.ts'
import { closedMarkdown, hasLink, oneLine } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'

export interface ReadTag extends VisitedTag, Attributes {}

export interface ReadTagRule extends Example {
  /** The names of tags; by default all. */
  readonly names?: readonly string[]
  readonly isPair?: boolean
  replace(tag: ReadTag, context: Context): Replacement
}

export function tagConstruct(
  syntax: Syntax,
  { names, replace, ...texts }: ReadTagRule,
): TagConstruct {
  const read = syntax.readAttributes ?? readAttributes
  return {
    ...texts,
    syntax,
    ...(names === undefined ? {} : { names: new Set(names) }),
    tag(tag, context) {
      const { kind } = tag
      if (kind === 'close' || (kind === 'open' && syntax.readAttributes !== undefined))
        return undefined
      return replace({ ...tag, ...read(tag.attributes) }, context)
    },
  }
}

/** @returns The value of the first of these names that has words. */
export function firstValue(
  { pairs, expressions }: Attributes,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = pairs.get(name) ?? markupOf(expressions.get(name))
    if (value?.trim()) return value.trim()
  }
  return undefined
}

/** In JSX a value may be markup: `title={<b>A</b>}`. */
function markupOf(expression: string | undefined): string | undefined {
  if (expression === undefined || !/^<.*>$/s.test(expression)) return undefined
  return expression.replace(/<\/?(?:[A-Z][^<>]{0,500})?>/g, '')
}

/** As `firstValue`; where no value has a name, the value at this position. */
export function valueAt(
  tag: Attributes,
  place: number,
  ...names: readonly string[]
): string | undefined {
  return firstValue(tag, ...names) ?? (tag.pairs.size > 0 ? undefined : tag.words[place])
}

/**
 * Replace an unknown tag by its content and visible words; report what is lost.
 * @param otherWords Names of the attributes whose words are lost.
 */
export function leaveTag(
  tag: Attributes & Pick<VisitedTag, 'content' | 'children' | 'isBlock' | 'line'>,
  notation: string,
  context: Context,
  otherWords: readonly string[] = otherWordsOf(tag.pairs),
): Replacement {
  const { content, children, isBlock, line } = tag
  const address = firstValue(tag, ...addressAttributes)
  const values = (names: readonly string[]): string[] =>
    names.flatMap((name) => firstValue(tag, name) ?? [])
  const source = firstValue(tag, 'src') ?? tag.words.find((word) => imageEnding.test(word)) ?? ''
  const isImage = imageEnding.test(source)
  const isImageShown = isImage && content.length === 0
  const texts = tag.words.filter((word) => /\s/.test(word))
  const alt = firstValue(tag, 'alt') ?? (isImageShown ? texts.shift() : undefined)
  const names = isImageShown
    ? seenAttributes.filter((name) => !imageAttributes.has(name))
    : seenAttributes
  const words = [...texts, ...values(names)].map(oneLine).join(': ')
  const image = makeImage(source, { alt, caption: values(['title', 'caption']).join(': ') })
  const shownImage = isImageShown ? [address ? makeLink(address, [image]) : image] : []
  const head = headOf(words, isImageShown ? undefined : address)
  const lostNames = isImage && !isImageShown ? [...otherWords, 'src'] : otherWords
  const isShown = content.length > 0 || isImageShown || head.length > 0
  if (!isShown || lostNames.length > 0)
    context.leaveOut(
      lostNames.length === 0 ? notation : `${notation} (${lostNames.join(', ')})`,
      line,
    )
  if (content.length > 0) {
    if (isBlock || hasParagraphs(content))
      return { block: [head.length === 0 ? undefined : makeStrong(head), content] }
    if (head.length === 0) return { inline: children }
    const isLinkAlone = words === '' && address && !hasLink(writtenText(children))
    if (isLinkAlone) return { inline: makeLink(address, children) }
    return { inline: [...children, makeText(' ('), ...head, makeText(')')] }
  }
  if (isBlock) return { block: [shownImage, head] }
  const space = isImageShown && head.length > 0 ? [makeText(' ')] : []
  return { inline: [...shownImage, ...space, ...head] }
}

/** Attributes that an image shows itself. */
const imageAttributes = new Set(['alt', 'title', 'caption'])

function headOf(words: string, address: string | undefined): readonly Part[] {
  if (address) return [makeLink(address, (words || address).replace(/[[\]]/g, '\\$&'))]
  return words === '' ? [] : [makeText(closedMarkdown(words))]
}

export const seenAttributes: readonly string[] = [
  'title',
  'label',
  'heading',
  'header',
  'text',
  'caption',
  'subtitle',
  'description',
  'footer',
  'alt',
]
export const addressAttributes: readonly string[] = ['href', 'to', 'link', 'url']

/** The repeat is bounded, because an attribute may have many endings before a line break. */
export const imageEnding: RegExp = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].{0,2000})?$/i

/** Attributes for style or programs, which hold no words. */
const lookNames =
  /^(?:align|animated?|as|autoplay|bg|border|class(?:Name)?|cols?|colou?r|columns?|controls|default\w*|dir|fill|gap|group(?:Id)?|height|icon\w*|id|is[A-Z]\w*|key|kind|lang|language|layout|level|loading|margin|mode|on[A-Z]\w*|open|orientation|padding|position|priority|ref|rel|role|rounded|rows?|shape|size\w*|slot|span|src|stroke|style|tabindex|target|theme|type|variant|view\w*|width)$|^(?:aria|client|data|v|x)-|[:@]/i
const lookValue =
  /^(?:true|false|auto|none|null|#[\da-f]{3,8}|[\d.,\s]+(?:px|%|r?em|v[hw]|ms|s)?)?$/i

export function otherWordsOf(
  attributes: ReadonlyMap<string, string>,
  shownNames: readonly string[] = [...seenAttributes, ...addressAttributes],
): readonly string[] {
  return [...attributes].flatMap(([name, value]) =>
    shownNames.includes(name) || lookNames.test(name) || lookValue.test(value.trim()) ? [] : [name],
  )
}

export function hasParagraphs(parts: readonly Part[]): boolean {
  return parts.some((part, index) => {
    if (part.type === 'block' || part.type === 'alert' || part.type === 'details') return true
    const next = parts[index + 1]
    return part.type === 'break' && next?.type === 'break'
  })
}

const controls = [
  'form',
  'fieldset',
  'input',
  'button',
  'textarea',
  'select',
  'option',
  'label',
  'progress',
  'link',
  'meta',
  'base',
  'noscript',
  'embed',
]
/** Elements that can be dropped without a notice. */
const silentNames = new Set([
  'style',
  'link',
  'meta',
  'base',
  'noscript',
  'form',
  'fieldset',
  'label',
])

/** Vue's `<script setup>` and decorative elements need no notice. */
const unseenProgram = /^setup\b|\baria-hidden=["']?true\b/

/** A wiki runs no scripts and has no forms: only their words stay. */
export const pagePrograms: TagConstruct = {
  name: 'program, style or form',
  input:
    '<style>\nh1 { color: red }\n</style>\n\n<form action="/a"><label>Your name</label></form>',
  becomes: 'Your name',
  syntax: elementTags,
  names: new Set([...programNames, ...controls]),
  tag({ kind, name, attributes, isBlock, content, children, line }, context) {
    // A slot of a component holds words.
    const isProgram = programNames.has(name) && !isSlot(attributes)
    // A program without an end tag would swallow the following text.
    if (kind === 'close' || (isProgram && kind === 'open')) return undefined
    const isEmpty = isProgram || content.length === 0
    const isSilent = silentNames.has(name) || unseenProgram.test(attributes)
    if (isEmpty && !isSilent) context.leaveOut(`<${name}>`, line)
    if (isBlock) return { block: [isEmpty ? undefined : content] }
    return { inline: isEmpty ? '' : children }
  },
}

const source = /<source\s[^<>]{0,2000}?\bsrc=["']([^"'\n]{1,2000})["']/

export const embeds: TagConstruct = tagConstruct(elementTags, {
  name: 'frame of another site, or a film',
  input: '<iframe src="https://example.org/film" title="A film"></iframe>',
  becomes: '[A film](https://example.org/film)',
  names: ['iframe', 'video', 'audio'],
  replace({ pairs, source: content, isBlock, parent }) {
    const address = pairs.get('src') ?? source.exec(content)?.[1]
    if (address === undefined || address.trim() === '') return undefined
    const target = address.trim().replace(/^\/\//, 'https://')
    const label = oneLine(pairs.get('title') ?? '') || target
    const link = makeLink(target, label.replace(/[[\]]/g, '\\$&'))
    if (isBlock) return { block: [link] }
    // On a line of HTML, Markdown would show its marks instead of formatting.
    const isInHtml = parent?.syntax === elementTags
    return { inline: isInHtml ? makeElement('a', [makeText(label)], [['href', target]]) : link }
  },
})
