/** Makes constructs of Hexo's tags, which are written as Liquid's, with values that have no names. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import { liquidSyntax } from '../jekyll/liquid-construct.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'

/** A tag in a document, with what stands between it and its end. */
export interface HexoTag extends Omit<TagElement, 'attributes' | 'parent'> {
  /** What stands behind its name, whole. */
  readonly said: string
  /** The same as words; what stands between quotes is one. */
  readonly words: readonly string[]
}

/** Tags of some names, and what becomes of them. */
export interface HexoRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  replace(tag: HexoTag, context: ReadingContext): Replacement
}

/** They hold code: nothing in them is read. */
const syntax = liquidSyntax(['codeblock', 'code', 'mermaid', 'raw'])

const word = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/gs

export function hexoConstruct({ names, replace, ...texts }: HexoRule): Construct {
  const own = new Set(names)
  return {
    ...texts,
    sign: new RegExp(`\\{%-?\\s{0,100}(?:${names.join('|')})\\b`),
    read: (lines, context) =>
      replaceTags(lines, syntax, ({ attributes: said, ...element }) => {
        if (element.kind === 'close' || !own.has(element.name)) return undefined
        const words = Array.from(said.matchAll(word), ([, a, b, c]) => a ?? b ?? c ?? '')
        return replace({ ...element, said, words }, context)
      }),
  }
}
