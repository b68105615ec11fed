/** Makes constructs of Hugo's shortcodes: `{{< note >}}` … `{{< /note >}}`. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct, DialectContext } from '../construct.ts'
import type { Line } from '../line.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import type { Tag, TagSyntax } from '../tags.ts'

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
  replace(shortcode: Shortcode, context: DialectContext): Replacement
}

/**
 * Make the construct.
 * @param rule The names, and what becomes of them.
 */
export function shortcodeConstruct(rule: ShortcodeRule): Construct {
  const { names, isCode = false, replace, ...texts } = rule
  const own = new Set(names)
  return {
    ...texts,
    sign: new RegExp(`\\{\\{[<%]\\s{0,100}(?:${names.join('|')})[\\s/>%]`),
    read: (lines, context) =>
      replaceHugoShortcodes(
        lines,
        context,
        (shortcode) => (own.has(shortcode.name) ? replace(shortcode, context) : undefined),
        (name) => isCode && own.has(name),
      ),
  }
}

/**
 * Replace the shortcodes of a document, from the inside out.
 * @param lines The document, whole.
 * @param context What there is to know beside it.
 * @param replace Gives what stands in place of one.
 * @param isCode Tells whether what stands between the tags of a name is code.
 */
export function replaceHugoShortcodes(
  lines: readonly Line[],
  context: DialectContext,
  replace: (shortcode: Shortcode, context: DialectContext) => Replacement,
  isCode?: (name: string) => boolean,
): readonly Line[] {
  const syntax = isCode === undefined ? shortcodes : { ...shortcodes, isCode }
  return replaceTags(lines, syntax, ({ attributes, parent, ...element }) => {
    if (element.kind === 'close') return undefined
    const around = parent && { ...parent, attributes: readAttributes(parent.attributes) }
    const shortcode = { ...element, parent: around, attributes: readAttributes(attributes) }
    return replace(shortcode, context)
  })
}

const tag =
  /^\{\{([<%])\s*(?:(\/)\s*)?([A-Za-z][\w./-]*)((?:[^>%"`{]|\{(?!\{)|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*?)(\/?)\s*\1?[>%]\}\}/

/** A longer one is none. */
const maxLength = 3_000

const shortcodes: TagSyntax = {
  start: /\{\{[<%]/g,
  readTag(source, at): Tag | undefined {
    const [written, , closes, name = '', attributes = '', single] =
      tag.exec(source.slice(at, at + maxLength)) ?? []
    if (written === undefined) return undefined
    const kind = closes ? 'close' : single ? 'single' : 'open'
    return { kind, name, attributes: attributes.trim(), end: at + written.length }
  },
}

/**
 * Find the first value that a shortcode has: by one of the names, else by its place.
 * @param shortcode The shortcode.
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
