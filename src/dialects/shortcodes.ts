/** Tags with arguments, which a generator has templates or programs for: shortcodes, and tags of Liquid. @module */
import type { Attributes } from './attributes.ts'
import type { Construct, ReadingContext } from './construct.ts'
import type { Line } from './line.ts'
import { type Replacement, replaceTags, type TagElement } from './replace-tags.ts'
import type { TagSyntax } from './tags.ts'
import {
  addressAttributes,
  leaveContent,
  seenAttributes,
  type UnknownPart,
} from './unknown-parts.ts'

/** A shortcode in a document, with what stands between it and its end. */
export interface Shortcode extends Omit<TagElement, 'attributes' | 'parent'>, Attributes {
  /** What stands behind its name, whole. */
  readonly said: string
  readonly parent: { readonly name: string; attributes(): Attributes } | undefined
  /** The document that it stands in, as it was before it was read. */
  readonly document: readonly Line[]
}

/** Shortcodes of some names, and what becomes of them. */
export interface ShortcodeRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  /** One without its end is left as it is written. */
  readonly isPair?: boolean
  /** What stands between them is code. */
  readonly isCode?: boolean
  replace(shortcode: Shortcode, context: ReadingContext): Replacement
}

/** How a generator writes shortcodes. */
export interface ShortcodeNotation {
  readonly tags: TagSyntax
  /** Gives a pattern of what begins with one of some names. */
  sign(names: string): RegExp
  readAttributes(text: string): Attributes
}

export function shortcodeConstruct(rule: ShortcodeRule, notation: ShortcodeNotation): Construct {
  const { names, isPair = false, isCode = false, replace, ...texts } = rule
  const own = new Set(names)
  const isOwn = ({ name, kind }: Shortcode): boolean =>
    own.has(name) && (!isPair || kind === 'pair')
  return {
    ...texts,
    sign: notation.sign(names.join('|')),
    read: (lines, context) =>
      replaceShortcodes(
        lines,
        isCode
          ? { ...notation, tags: { ...notation.tags, isCode: (name) => own.has(name) } }
          : notation,
        (shortcode) => (isOwn(shortcode) ? replace(shortcode, context) : undefined),
      ),
  }
}

/**
 * Replace the shortcodes of a document, from the inside out.
 * @param lines The document, whole.
 */
export function replaceShortcodes(
  lines: readonly Line[],
  { tags, readAttributes }: ShortcodeNotation,
  replace: (shortcode: Shortcode) => Replacement,
): readonly Line[] {
  return replaceTags(lines, tags, ({ attributes: said, parent, ...element }) => {
    if (element.kind === 'close') return undefined
    const around = parent && {
      name: parent.name,
      attributes: () => readAttributes(parent.attributes),
    }
    return replace({ ...element, ...readAttributes(said), said, parent: around, document: lines })
  })
}

/**
 * Find the first value that a shortcode has: by one of the names, else by its place.
 * @param names The names, in the order of their weight.
 * @param place Which of the values without a name.
 */
export function argumentOf(
  { named, words }: Attributes,
  names: readonly string[],
  place?: number,
): string | undefined {
  for (const name of names) {
    const found = named.get(name)
    if (found !== undefined && found !== '') return found
  }
  return place === undefined || named.size > 0 ? undefined : words[place]
}

/** How a generator writes them. */
interface OtherShortcodes extends Pick<Construct, 'written' | 'sign'> {
  /** How a notice names one. */
  show(name: string): string
}

/**
 * Make the construct, which is read after all other shortcodes.
 * @param rule An example titled `More` that holds `Some words.`, and how a notice names one.
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
    image: {
      source: said('src') ?? '',
      alt: said('alt') ?? '',
      caption: said('caption') ?? '',
    },
  }
}
