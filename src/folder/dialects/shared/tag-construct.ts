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
  const texts = tag.words.filter((word) => /\s/.test(word))
  return leaveContent(
    {
      ...tag,
      notation,
      words: [...texts, ...seenAttributes.flatMap((name) => firstValue(tag, name) ?? [])],
      otherWords: otherWordsOf(tag.pairs),
      address: firstValue(tag, ...addressAttributes),
      image: {
        source: firstValue(tag, 'src') ?? tag.words.find((word) => imageEnding.test(word)) ?? '',
        alt: firstValue(tag, 'alt') ?? texts[0] ?? '',
        caption: firstValue(tag, 'caption', 'title') ?? '',
      },
      ...ofSyntax,
    },
    context,
  )
}
