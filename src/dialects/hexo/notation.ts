/** How Hexo writes tags: as Liquid's, with values that have no names. @module */
import type { Construct } from '../construct.ts'
import { liquidNotation, liquidTags } from '../jekyll/notation.ts'
import { type ShortcodeNotation, type ShortcodeRule, shortcodeConstruct } from '../shortcodes.ts'

const word = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/gs

const hexoNotation: ShortcodeNotation = {
  ...liquidNotation,
  // They hold code: nothing in them is read.
  tags: liquidTags(['codeblock', 'code', 'mermaid', 'raw']),
  // What stands between quotes is one word.
  readAttributes: (said) => ({
    named: new Map(),
    words: Array.from(said.matchAll(word), ([, a, b, c]) => a ?? b ?? c ?? ''),
  }),
}

export function hexoConstruct(rule: ShortcodeRule): Construct {
  return shortcodeConstruct(rule, hexoNotation)
}
