/** How Liquid writes tags: `{% name … %}`, with or without `{% endname %}`. @module */
import { readAttributes } from '../attributes.ts'
import type { Construct } from '../construct.ts'
import { type ShortcodeNotation, type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'
import type { TagSyntax } from '../tags.ts'

/** A longer tag is none. */
const maxLength = 3_000
const tag = /^\{%-?\s*(end)?([a-z_]\w*)((?:[^%{]|%(?!\})|\{(?!%))*)%\}/

/**
 * Know how such tags are written.
 * @param codeNames Those that hold code.
 */
export function liquidTags(codeNames: readonly string[]): TagSyntax {
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

export const liquidNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{%-?\\s{0,100}(?:${names})\\b`),
  readAttributes,
  tags: liquidTags(['raw', 'highlight']),
}

export function liquidConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct(rule, liquidNotation)
}
