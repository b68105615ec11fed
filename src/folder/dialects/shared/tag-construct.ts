/** Constructs for tags with attributes: components, shortcodes and Liquid tags. @module */
import { makeImage, makeLink, makeStrong, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type {
  Context,
  Example,
  Replacement,
  TagConstruct,
  VisitedTag,
} from '../parts/part-construct.ts'
import { type Attributes, readAttributes, type Syntax } from '../parts/syntax.ts'
import { closedMarkdown, hasLink, oneLine } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'
import {
  addressAttributes,
  hasParagraphs,
  imageEnding,
  otherWordsOf,
  seenAttributes,
} from './unknown-parts.ts'

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

/** Replace an unknown tag by its content and visible words; report what is lost. */
export function leaveTag(
  tag: ReadTag,
  notation: string,
  context: Context,
  {
    address = firstValue(tag, ...addressAttributes),
    otherWords = otherWordsOf(tag.pairs),
  }: { readonly address?: string | undefined; readonly otherWords?: readonly string[] } = {},
): Replacement {
  const { content, children, isBlock, line } = tag
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
