/** Constructs for tags with attributes: components, shortcodes and Liquid tags. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type {
  Context,
  Example,
  Replacement,
  TagConstruct,
  VisitedTag,
} from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import {
  addressAttributes,
  imageEnding,
  leaveContent,
  otherWordsOf,
  seenAttributes,
  type UnknownPart,
} from './unknown-parts.ts'

export interface ReadTag extends VisitedTag, Attributes {}

export interface ReadTagRule extends Example {
  /** By default all names. */
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

/** As `firstValue`; where no value has a name, the one at this place. */
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
  ofSyntax: Partial<Pick<UnknownPart, 'address' | 'otherWords'>> = {},
): Replacement {
  const [source = '', alt = '', title, caption] = ['src', 'alt', 'title', 'caption'].map((name) =>
    firstValue(tag, name),
  )
  const texts = tag.words.filter((word) => /\s/.test(word))
  const image = source || (tag.words.find((word) => imageEnding.test(word)) ?? '')
  const isImage = imageEnding.test(image) && tag.content.length === 0
  const [text = ''] = texts
  const shownTexts = isImage && alt === '' ? texts.slice(1) : texts
  const names = isImage ? seenAttributes.filter((name) => !imageWords.has(name)) : seenAttributes
  return leaveContent(
    {
      ...tag,
      notation,
      words: [...shownTexts, ...names.flatMap((name) => firstValue(tag, name) ?? [])],
      otherWords: otherWordsOf(tag.pairs),
      address: firstValue(tag, ...addressAttributes),
      image: {
        source: image,
        alt: alt || text,
        caption: [title, caption].filter((words) => words !== undefined).join(': '),
      },
      ...ofSyntax,
    },
    context,
  )
}

/** Attributes that an image shows itself. */
const imageWords = new Set(['alt', 'title', 'caption'])
