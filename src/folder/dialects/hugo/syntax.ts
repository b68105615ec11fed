/** The syntax of shortcodes, and of examples that show them. @module */
import { makeText } from '../parts/make-parts.ts'
import type { CodeConstruct, WordsConstruct } from '../parts/part-construct.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { changedCode } from '../shared/code.ts'

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

interface ShownShortcode extends Pick<WordsConstruct, 'input' | 'becomes' | 'mark'> {
  readonly inCode: Pick<CodeConstruct, 'input' | 'becomes'>
  /** Groups: opening marks, content, closing marks; flags `dgs`. */
  readonly pattern: RegExp
}

/** Constructs for escaped shortcodes that a page shows; they are read last. */
export function shownShortcodes({
  pattern,
  inCode,
  ...example
}: ShownShortcode): readonly (WordsConstruct | CodeConstruct)[] {
  return [
    {
      ...example,
      name: 'shortcode that is shown',
      words: pattern,
      replace: ({ match: [, open = '', , close = ''], group }) => [
        makeText(`&#123;${open.slice(1)}`),
        ...group(2),
        makeText(close),
      ],
    },
    {
      ...inCode,
      name: 'shortcode that is shown in code',
      code: (code) => changedCode(code, (text) => text.replace(pattern, '$1$2$3')),
    },
  ]
}

/** https://gohugo.io/content-management/shortcodes/ */
export const hugoShown: readonly (WordsConstruct | CodeConstruct)[] = shownShortcodes({
  input: 'Write {{</* note */>}} here.',
  becomes: 'Write &#123;{< note >}} here.',
  inCode: { input: '`{{</* note */>}}`', becomes: '`{{< note >}}`' },
  mark: '*/',
  pattern: /(\{\{[<%])\/\*((?:(?!\{\{[<%]\/\*).){0,1000}?)\*\/([>%]\}\})/dgs,
})
