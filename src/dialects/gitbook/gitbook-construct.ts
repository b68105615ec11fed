/** Makes constructs of GitBook's tags, `{% name … %}` with or without `{% endname %}`. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct } from '../construct.ts'
import type { Line } from '../line.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'

/** A tag in a document, with what stands between it and its end. */
export type GitbookBlock = Omit<TagElement, 'attributes'> & Attributes

/** Tags of some names, and what becomes of them. */
export interface GitbookRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  /** Blocks of these names may lack their closing tags. */
  readonly isSingle?: boolean
  replace(block: GitbookBlock): Replacement
}

/** Make the construct; a tag without its counterpart is left as it is written. */
export function gitbookConstruct({ names, isSingle, replace, ...texts }: GitbookRule): Construct {
  const own = new Set(names)
  return {
    ...texts,
    sign: new RegExp(`\\{%-?\\s*(?:${names.join('|')})\\b`),
    read: (lines) =>
      replaceGitbookTags(lines, (block) =>
        own.has(block.name) && (block.kind === 'pair' || isSingle) ? replace(block) : undefined,
      ),
  }
}

/**
 * Replace the tags of a document, from the inside out.
 * @param lines The document, whole.
 * @param replace Gives what stands in place of one.
 */
export function replaceGitbookTags(
  lines: readonly Line[],
  replace: (block: GitbookBlock) => Replacement,
): readonly Line[] {
  return replaceTags(lines, syntax, ({ attributes, ...element }) =>
    element.kind === 'close' ? undefined : replace({ ...element, ...readAttributes(attributes) }),
  )
}

const edge = /\{%|%\}/g
const tag = /^(end)?(@?[a-z][\w/-]*)(.*)$/is

const syntax: TagSyntax = {
  start: /\{%/g,
  readTag(source, at) {
    edge.lastIndex = at + 2
    const end = edge.exec(source)
    if (end === null || end[0] === '{%') return undefined
    const written = source.slice(at, edge.lastIndex)
    const [, isEnd, name, attributes = ''] = tag.exec(insideOf(written)) ?? []
    // A quote without its end would take words along.
    const quotes = attributes.replaceAll('\\"', '').split('"').length - 1
    if (name === undefined || quotes % 2 === 1) return undefined
    return { kind: isEnd ? 'close' : 'open', name, attributes, end: at + written.length }
  },
  isCode: (name) => name === 'raw',
}

function insideOf(written: string): string {
  return written.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim()
}
