/** How GitBook writes blocks: `{% name … %}`, with or without `{% endname %}`, or `{% /name %}` as Markdoc does. @module */
import { readAttributes } from '../attributes.ts'
import type { Construct } from '../construct.ts'
import { type ShortcodeNotation, type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'

const edge = /\{%|%\}/g
/** Markdoc ends a block with `{% /name %}`, and what has no content with `/%}`. */
const tag = /^(end|\/)?\s*(@?[a-z][\w/-]*)(.*?)(\/)?$/is

export const gitbookNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{%-?\\s*(?:${names})\\b`),
  readAttributes,
  tags: {
    start: /\{%/g,
    readTag(source, at) {
      edge.lastIndex = at + 2
      const end = edge.exec(source)
      if (end === null || end[0] === '{%') return undefined
      const written = source.slice(at, edge.lastIndex)
      const [, isEnd, name, attributes = '', isSingle] = tag.exec(insideOf(written)) ?? []
      // A quote without its end would take words along.
      const quotes = attributes.replaceAll('\\"', '').split('"').length - 1
      if (name === undefined || quotes % 2 === 1) return undefined
      const kind = isEnd ? 'close' : isSingle ? 'single' : 'open'
      return { kind, name, attributes, end: at + written.length }
    },
    isCode: (name) => name === 'raw',
  },
}

/** Make a construct of blocks, of which most have an end. */
export function gitbookConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct({ isPair: true, ...rule }, gitbookNotation)
}

function insideOf(written: string): string {
  return written.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim()
}
