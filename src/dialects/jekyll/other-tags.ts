/** Tags of Liquid that nobody knows: what they hold stays, and the words of their tags. @module */
import type { Construct } from '../construct.ts'
import { replaceShortcodes, type Shortcode } from '../shortcodes.ts'
import {
  addressAttributes,
  imageEnding,
  leaveContent,
  seenAttributes,
  type UnknownPart,
} from '../unknown-parts.ts'
import { liquidNotation } from './notation.ts'

/** What they hold is no page before they are run: they choose, repeat and keep values. */
const programs = new Set([
  ...['if', 'elsif', 'else', 'unless', 'case', 'when', 'for', 'break', 'continue', 'tablerow'],
  ...['assign', 'capture', 'increment', 'decrement', 'cycle', 'liquid', 'raw'],
  // Of Nunjucks.
  ...['set', 'macro', 'call', 'filter', 'block', 'extends', 'import', 'from'],
  // In addresses: without them a link leads nowhere.
  ...['link', 'post_url'],
])

/** Read after all others. */
export const jekyllOthers: Construct = {
  name: 'any other tag',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceShortcodes(lines, liquidNotation, (block) =>
      isLiquidProgram(block.name) ? undefined : leaveContent(unknownTag(block), context),
    ),
}

/**
 * Tell what a tag says that nobody knows.
 * @param block The tag, with what it holds.
 */
export function unknownTag({ named, words, ...block }: Shortcode): UnknownPart {
  const isInclude = block.name === 'include' && words[0] !== undefined
  const value = (name: string): string | undefined => named.get(name)?.trim() || undefined
  const said = words.filter((word) => /\s/.test(word))
  const source = value('src') ?? words.find((word) => imageEnding.test(word))
  return {
    ...block,
    written: `{% ${isInclude ? `include ${words[0]}` : block.name} %}`,
    words: [...said, ...seenAttributes.flatMap((name) => value(name) ?? [])],
    address: addressAttributes.map(value).find((one) => one !== undefined),
    image: {
      source: source ?? '',
      alt: value('alt') ?? said[0] ?? '',
      caption: value('caption') ?? '',
    },
  }
}

/** Tell whether a tag is a part of a program. */
export function isLiquidProgram(name: string): boolean {
  return programs.has(name)
}
