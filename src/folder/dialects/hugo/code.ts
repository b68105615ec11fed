/** Hugo's shortcodes for code and included files. @module */

import { codeInfo, makeCode, makeSpan, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type {
  CodeConstruct,
  Context,
  PartConstruct,
  TagConstruct,
} from '../parts/part-construct.ts'
import { changedCode, codeInTag, isFenced } from '../shared/code.ts'
import { languageOf, linesOfFile, withoutBlankEnds } from '../shared/file-parts.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { firstValue, type ReadTag, tagConstruct, valueAt } from '../shared/tags.ts'
import { codeShortcodes, diagramShortcodes, hugoShortcodes } from './syntax.ts'

/** https://gohugo.io/shortcodes/param/ */
const hugoValues: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'value of the site or of the page',
  input: 'Version {{< param "version" >}}.',
  becomes: 'Version v1.2.',
  names: ['param'],
  replace({ words: [name], opening, line }, context) {
    const value = siteValue(name, context)
    if (value === undefined) context.leaveOut(opening, line)
    return { inline: value ?? '' }
  },
})

const hugoCodeValues: CodeConstruct = {
  name: 'value in code',
  input: '`v{{< param "version" >}}`',
  becomes: '`vv1.2`',
  code: (code, context) => changedCode(code, (text) => withValues(text, context)),
}

const shortcode =
  /\{\{[<%]\s{0,100}param\s+(?:"([^"{}\n]{0,100})"|([\w.-]{1,100}))\s{0,100}\/?[>%]\}\}/g

/** Replace the values in code; unknown ones stay visible. */
function withValues(code: string, context: Context): string {
  return code.replace(
    shortcode,
    (match, quoted: string | undefined, bare: string) =>
      siteValue(quoted ?? bare, context) ?? match,
  )
}

function siteValue(name: string | undefined, context: Context): string | undefined {
  if (!name) return undefined
  const pageValue = frontMatterValue(context.document, name) ?? context.inherited(name)
  return pageValue ?? context.variable(`params.${name}`)
}

/** https://gohugo.io/shortcodes/highlight/ */
const hugoCode: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'code that is highlighted',
  input: '{{< highlight go "linenos=table" >}}\nfunc main() {}\n{{< /highlight >}}',
  becomes: '```go\nfunc main() {}\n```',
  names: codeShortcodes,
  isPair: true,
  replace(shortcode, context) {
    const { content, source, isBlock, words, line } = shortcode
    if (!isBlock && words.some((word) => /\bhl_inline=["']?true/.test(word)))
      return { inline: makeSpan(source.trim().replace(/\s+/g, ' ')) }
    if (content.some(isFenced)) return { block: [content] }
    const title = firstValue(shortcode, 'file', 'title', 'filename')
    const [, lineRanges] = /\bhl_lines=["']?([\d\s-]+)/.exec(words.join(' ')) ?? []
    const info = codeInfo(languageOfCode(shortcode, title), title, lineRanges?.trim())
    return { block: [makeCode(info, codeInShortcode(shortcode, context), line)] }
  },
})

export function codeInShortcode(shortcode: ReadTag, context: Context): readonly string[] {
  return codeInTag(shortcode).map((text) => withValues(text, context))
}

/** Hugo shows configuration in several formats; the source has the first one. */
function languageOfCode(shortcode: ReadTag, title: string | undefined): string {
  if (shortcode.name === 'code-toggle') return 'toml'
  return valueAt(shortcode, 0, 'lang', 'language') ?? languageOf(title ?? '')
}

const hugoDiagrams: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'diagram or formula',
  input: '{{< mermaid >}}\ngraph LR\n{{< /mermaid >}}',
  becomes: '```mermaid\ngraph LR\n```',
  names: diagramShortcodes,
  isPair: true,
  replace(shortcode, context) {
    const { name, isBlock, source, line } = shortcode
    const isFormula = name !== 'mermaid' && name !== 'plantuml'
    if (isFormula && !isBlock && !source.includes('\n'))
      return { inline: makeText(`$${source.trim()}$`) }
    const lines = codeInShortcode(shortcode, context)
    return { block: [makeCode(isFormula ? 'math' : name, lines, line)] }
  },
})

const hugoIncludedFiles: TagConstruct = tagConstruct(hugoShortcodes, {
  name: 'file that is shown',
  input: '{{< readfile file="guide/setup.md" >}}',
  becomes: '# Setup\n\nSet up.',
  names: ['include', 'readfile', 'include-file', 'include-code', 'code'],
  replace({ kind, name, pairs, words, isBlock, line }, context) {
    const file = pairs.get('file') ?? pairs.get('path') ?? words[0]
    // A code block may name the file to show.
    const isNone = kind === 'pair' || (name === 'code' && !pairs.has('file'))
    if (file === undefined || isNone) return undefined
    const inclusion = {
      address: file,
      language: pairs.get('language') ?? pairs.get('lang'),
      isCode: pairs.get('code') === 'true',
    }
    const parts = includedFile(inclusion, line, context) ?? []
    return isBlock ? { block: [parts] } : { inline: parts }
  },
})

interface ShownFile {
  readonly address: string
  readonly language?: string | undefined
  readonly isCode?: boolean
  /** Addresses in the file are relative to the page. */
  readonly isPasted?: true
}

/** Include Markdown files as Markdown and others as code. */
export function includedFile(
  { address, language = languageOf(address), isCode = false, isPasted }: ShownFile,
  line: number,
  context: Context,
): readonly Part[] | undefined {
  const isMarkdown = !isCode && /\.(?:q?md|markdown|html?)$/i.test(address)
  return context.include(
    {
      address,
      ...(isPasted ? { isFromPage: isPasted } : { rebase: true }),
      choose: ({ text }) =>
        isMarkdown ? withoutBlankEnds(text) : [makeCode(language, linesOfFile(text), line)],
    },
    line,
  )
}

export const codeConstructs: readonly PartConstruct[] = [
  hugoIncludedFiles,
  hugoValues,
  hugoCodeValues,
  hugoCode,
  hugoDiagrams,
]
