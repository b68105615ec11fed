/** The syntax of shortcodes. @module */
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'

const tag =
  /^\{\{([<%])\s*(?:(\/)\s*)?([A-Za-z_][\w./-]*)((?:[^>%"`{]|\{(?!\{)|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*?)(\/?)\s*\1?[>%]\}\}/

const maxLength = 3_000

export const codeShortcodes: readonly string[] = [
  'highlight',
  'code',
  'codeblock',
  'prism',
  'code-toggle',
]
export const diagramShortcodes: readonly string[] = [
  'mermaid',
  'katex',
  'math',
  'latex',
  'mathjax',
  'plantuml',
]
const holdCode = new Set([...codeShortcodes, ...diagramShortcodes])

/** https://gohugo.io/content-management/shortcodes/#notation */
export const hugoShortcodes: Syntax = {
  name: 'shortcode',
  start: /\{\{[<%]/,
  isReadInTags: true,
  readTag(source, at): SyntaxToken | undefined {
    const [whole, , closes, name = '', attributes = '', single] =
      tag.exec(source.slice(at, at + maxLength)) ?? []
    if (whole === undefined) return undefined
    const kind = closes ? 'close' : single ? 'single' : 'open'
    return { kind, name, attributes: attributes.trim(), end: at + whole.length }
  },
  holdsNone: (name) => (holdCode.has(name) ? 'parts' : undefined),
}
