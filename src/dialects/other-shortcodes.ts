/** Shortcodes that nobody knows: what they hold stays, and the words of their tags. @module */
import type { Construct } from './construct.ts'
import {
  argumentOf,
  replaceShortcodes,
  type Shortcode,
  type ShortcodeNotation,
} from './shortcodes.ts'
import {
  addressAttributes,
  leaveContent,
  seenAttributes,
  type UnknownPart,
} from './unknown-parts.ts'

/** How a generator writes them. */
interface OtherShortcodes extends Pick<Construct, 'written' | 'sign'> {
  /** How a notice names one. */
  show(name: string): string
}

/**
 * Make the construct, which is read after all other shortcodes.
 * @param rule An example titled `More` that holds `Some words.`, and how a notice names one.
 * @param notation How the generator writes them.
 */
export function otherShortcodes(
  { show, ...texts }: OtherShortcodes,
  notation: ShortcodeNotation,
): Construct {
  return {
    ...texts,
    name: 'any other shortcode',
    becomes: '**More**\n\nSome words.',
    read: (lines, context) =>
      replaceShortcodes(lines, notation, (shortcode) =>
        leaveContent({ ...partOf(shortcode), written: show(shortcode.name) }, context),
      ),
  }
}

function partOf(shortcode: Shortcode): Omit<UnknownPart, 'written'> {
  const said = (name: string): string | undefined => argumentOf(shortcode, [name])
  return {
    ...shortcode,
    words: [
      // Words with spaces are no option.
      ...shortcode.words.filter((word) => /\s/.test(word)),
      ...seenAttributes.flatMap((name) => said(name) ?? []),
    ],
    address: argumentOf(shortcode, addressAttributes),
    image: { source: said('src') ?? '', alt: said('alt') ?? '', caption: said('caption') ?? '' },
  }
}
