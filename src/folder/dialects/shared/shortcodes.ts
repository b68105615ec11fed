/** Shortcodes and Liquid tags: tags with arguments. @module */
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

export interface ShortcodeTag extends VisitedTag, Attributes {}

export interface ShortcodeRule extends Example {
  /** By default all names. */
  readonly names?: readonly string[]
  readonly isPair?: boolean
  replace(shortcode: ShortcodeTag, context: Context): Replacement
}

export function shortcodeTags(
  syntax: Syntax,
  { names, isPair = false, replace, ...texts }: ShortcodeRule,
): TagConstruct {
  return {
    ...texts,
    syntax,
    ...(names === undefined ? {} : { names: new Set(names) }),
    tag: (tag, context) =>
      tag.kind === 'close' || (isPair && tag.kind !== 'pair')
        ? undefined
        : replace({ ...tag, ...readAttributes(tag.attributes) }, context),
  }
}

/**
 * Find the first value of a shortcode by name, or else by position.
 * @param names In order of preference.
 */
export function firstArgument(
  { pairs, words }: Attributes,
  names: readonly string[],
  place?: number,
): string | undefined {
  for (const name of names) {
    const value = pairs.get(name)
    if (value !== undefined && value.trim() !== '') return value
  }
  return place === undefined || pairs.size > 0 ? undefined : words[place]
}

export function leaveShortcode(
  shortcode: ShortcodeTag,
  notation: string,
  context: Context,
): Replacement {
  return leaveContent({ ...unknownPart(shortcode), notation }, context)
}

function unknownPart(shortcode: ShortcodeTag): Omit<UnknownPart, 'notation'> {
  const value = (name: string): string | undefined => firstArgument(shortcode, [name])
  const texts = shortcode.words.filter((word) => /\s/.test(word))
  return {
    ...shortcode,
    words: [...texts, ...seenAttributes.flatMap((name) => value(name) ?? [])],
    otherWords: otherWordsOf(shortcode.pairs),
    address: firstArgument(shortcode, addressAttributes),
    image: {
      source: value('src') ?? shortcode.words.find((word) => imageEnding.test(word)) ?? '',
      alt: value('alt') ?? texts[0] ?? '',
      caption: value('caption') ?? '',
    },
  }
}
