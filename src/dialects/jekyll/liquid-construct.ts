/** Makes constructs of Liquid's tags, `{% name … %}` with or without `{% endname %}`. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct, DialectContext } from '../construct.ts'
import type { Line } from '../line.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'

/** A tag in a document, with what stands between it and its end. */
export type LiquidBlock = Omit<TagElement, 'attributes'> & Attributes

/** Tags of some names, and what becomes of them. */
export interface LiquidRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  replace(block: LiquidBlock, context: DialectContext): Replacement
}

export function liquidConstruct({ names, replace, ...texts }: LiquidRule): Construct {
  const own = new Set(names)
  return {
    ...texts,
    sign: new RegExp(`\\{%-?\\s{0,100}(?:${names.join('|')})\\b`),
    read: (lines, context) =>
      replaceLiquidTags(lines, (block) =>
        own.has(block.name) ? replace(block, context) : undefined,
      ),
  }
}

/**
 * Replace the tags of a document, from the inside out.
 * @param lines The document, whole.
 * @param replace Gives what stands in place of one.
 */
export function replaceLiquidTags(
  lines: readonly Line[],
  replace: (block: LiquidBlock) => Replacement,
): readonly Line[] {
  return replaceTags(lines, syntax, ({ attributes, ...element }) =>
    element.kind === 'close' ? undefined : replace({ ...element, ...readAttributes(attributes) }),
  )
}

/** A longer tag is none. */
const maxLength = 3_000
const tag = /^\{%-?\s*(end)?([a-z_]\w*)((?:[^%{]|%(?!\})|\{(?!%))*)%\}/

const syntax = liquidSyntax(['raw', 'highlight'])

/**
 * Know how such tags are written.
 * @param codeNames Those that hold code.
 */
export function liquidSyntax(codeNames: readonly string[]): TagSyntax {
  return {
    start: /\{%/g,
    readTag(source, at) {
      const [written, isEnd, name, said = ''] = tag.exec(source.slice(at, at + maxLength)) ?? []
      if (written === undefined || name === undefined) return undefined
      const attributes = said.replace(/-$/, '').trim()
      return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + written.length }
    },
    isCode: (name) => codeNames.includes(name),
  }
}
