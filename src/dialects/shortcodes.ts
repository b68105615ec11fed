/** The family of shortcodes: tags with arguments that a generator has templates for. @module */
import type { Attributes } from './attributes.ts'
import type { Construct, ReadingContext } from './construct.ts'
import type { Line } from './line.ts'
import { type Replacement, replaceTags, type TagElement } from './replace-tags.ts'
import type { TagSyntax } from './tags.ts'

/** A shortcode in a document. */
export interface Shortcode extends Omit<TagElement, 'attributes' | 'parent'> {
  readonly attributes: Attributes
  readonly parent: { readonly name: string; readonly attributes: Attributes } | undefined
}

/** Shortcodes of some names, and what becomes of them. */
export interface ShortcodeRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
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
  const { names, isCode = false, replace, ...texts } = rule
  const own = new Set(names)
  return {
    ...texts,
    sign: notation.sign(names.join('|')),
    read: (lines, context) =>
      replaceShortcodes(
        lines,
        isCode
          ? { ...notation, tags: { ...notation.tags, isCode: (name) => own.has(name) } }
          : notation,
        (shortcode) => (own.has(shortcode.name) ? replace(shortcode, context) : undefined),
      ),
  }
}

/**
 * Replace the shortcodes of a document, from the inside out.
 * @param lines The document, whole.
 * @param replace Gives what stands in place of one.
 */
export function replaceShortcodes(
  lines: readonly Line[],
  { tags, readAttributes }: ShortcodeNotation,
  replace: (shortcode: Shortcode) => Replacement,
): readonly Line[] {
  return replaceTags(lines, tags, ({ attributes, parent, ...element }) => {
    if (element.kind === 'close') return undefined
    const around = parent && { ...parent, attributes: readAttributes(parent.attributes) }
    return replace({ ...element, parent: around, attributes: readAttributes(attributes) })
  })
}

/**
 * Find the first value that a shortcode has: by one of the names, else by its place.
 * @param names The names, in the order of their weight.
 * @param place Which of the values without a name.
 */
export function argumentOf(
  { attributes }: Pick<Shortcode, 'attributes'>,
  names: readonly string[],
  place?: number,
): string | undefined {
  for (const name of names) {
    const found = attributes.named.get(name)
    if (found !== undefined && found !== '') return found
  }
  return place === undefined || attributes.named.size > 0 ? undefined : attributes.words[place]
}
