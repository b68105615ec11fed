/** Tags with arguments, which a generator has templates or programs for: shortcodes, and tags of Liquid. @module */

import type { Attributes } from './attributes.ts'
import type { Construct, ReadingContext } from './construct.ts'
import type { Line } from './line.ts'
import { type LineReplacement, replaceTags, type TagElement } from './replace-tags.ts'
import type { TagSyntax } from './tags.ts'

export interface Shortcode extends Omit<TagElement, 'attributes' | 'parent'>, Attributes {
  readonly said: string
  readonly parent: { readonly name: string; attributes(): Attributes } | undefined
  /** The whole document before this construct was read. */
  readonly document: readonly Line[]
}

export interface ShortcodeRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  /** A shortcode without its end stays. */
  readonly isPair?: boolean
  /** Whether the content is code. */
  readonly isCode?: boolean
  replace(shortcode: Shortcode, context: ReadingContext): LineReplacement
}

/** How a generator writes shortcodes. */
export interface ShortcodeNotation {
  readonly tags: TagSyntax
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

export function replaceShortcodes(
  lines: readonly Line[],
  { tags, readAttributes }: ShortcodeNotation,
  replace: (shortcode: Shortcode) => LineReplacement,
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
