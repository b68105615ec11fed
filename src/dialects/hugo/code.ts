/** Code in Hugo's shortcodes, and files that they bring. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { readAttributes } from '../attributes.ts'
import { codeBetween, codeBlockAround, codeBlockOf, codeSpanOf } from '../code-block.ts'
import type { Construct, IncludedFile, ReadingContext } from '../construct.ts'
import { around, type LineInclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { codeInfo } from '../parts/make-parts.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { argumentOf, type Shortcode, type ShortcodeRule } from '../shortcodes.ts'

/** https://gohugo.io/shortcodes/highlight/ */
export const hugoCode: ShortcodeRule = {
  name: 'code that is highlighted',
  written: '{{< highlight go "linenos=table" >}}\nfunc main() {}\n{{< /highlight >}}',
  becomes: '```go\nfunc main() {}\n```',
  names: ['highlight', 'code', 'codeblock', 'prism', 'code-toggle'],
  isPair: true,
  isCode: true,
  replace(shortcode) {
    const { content, source, isBlock, words, line } = shortcode
    if (!isBlock && words.some((word) => /\bhl_inline=["']?true/.test(word))) {
      return { inline: codeSpanOf(source.trim().replace(/\s+/g, ' ')) }
    }
    if (kindsOf(content).includes('fence')) return { block: content }
    const title = argumentOf(shortcode, ['file', 'title', 'filename'])
    const [, marked] = /\bhl_lines=["']?([\d\s-]+)/.exec(words.join(' ')) ?? []
    const info = codeInfo(languageOfCode(shortcode, title), title, marked?.trim())
    return { block: codeBlockAround(info, codeBetween(shortcode), line) }
  },
}

/** Hugo shows configuration in all its formats; the source is in the first of them. */
function languageOfCode(shortcode: Shortcode, title: string | undefined): string {
  if (shortcode.name === 'code-toggle') return 'toml'
  return argumentOf(shortcode, ['lang', 'language'], 0) ?? languageOf(title ?? '')
}

function languageOf(path: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

export const hugoDiagrams: ShortcodeRule = {
  name: 'diagram or formula',
  written: '{{< mermaid >}}\ngraph LR\n{{< /mermaid >}}',
  becomes: '```mermaid\ngraph LR\n```',
  names: ['mermaid', 'katex', 'math', 'latex', 'mathjax', 'plantuml'],
  isPair: true,
  isCode: true,
  replace(shortcode) {
    const { name, isBlock, source, line } = shortcode
    const isFormula = name !== 'mermaid' && name !== 'plantuml'
    if (isFormula && !isBlock && !source.includes('\n')) return { inline: `$${source.trim()}$` }
    return { block: codeBlockAround(isFormula ? 'math' : name, codeBetween(shortcode), line) }
  },
}

const names = 'include|readfile|include-file|include-code|code_sample|codenew|code'
const shortcode = new RegExp(
  `\\{\\{[<%]\\s{0,100}(${names})\\s((?:[^<>%"]|"[^"]*")*?)\\s{0,100}/?[>%]\\}\\}`,
)
const examples = ['code_sample', 'codenew']
const tab =
  /(\{\{[<%]\s{0,100}tab\s[^<>%]*?)\s{0,100}\binclude="([^"]{1,300})"([^<>%]*?)\s{0,100}\/?([>%])\}\}/

export const hugoIncludedFiles: Construct = {
  name: 'file that is shown',
  written: '{{< readfile file="guide/setup.md" >}}',
  becomes: '# Setup\n\nSet up.',
  sign: new RegExp(`\\{\\{[<%]\\s{0,100}(?:(?:${names})\\s|tab\\s[^<>%]*\\binclude=)`),
  read(lines, context) {
    // A code block may name the file that it shows.
    const isBlock = lines.some(({ text }) => /\{\{[<%]\s{0,100}\/code\b/.test(text))
    const find = (text: string): LineInclusion | undefined => {
      if (text.length >= 3_000) return undefined
      return inTab(text, context) ?? inShortcode(text, context, isBlock)
    }
    return readIncludes(lines, context, { find })
  },
}

function inShortcode(
  text: string,
  context: ReadingContext,
  isBlock: boolean,
): LineInclusion | undefined {
  const found = shortcode.exec(text)
  if (found === null) return undefined
  const [, name = '', said = ''] = found
  const { named, words } = readAttributes(said)
  const file = named.get('file') ?? named.get('path') ?? words[0]
  if (file === undefined || (name === 'code' && (isBlock || !named.has('file')))) return undefined
  const isExample = examples.includes(name)
  const isCode = isExample || named.get('code') === 'true' || !isMarkdown(file)
  const language = named.get('language') ?? named.get('lang') ?? languageOf(file)
  return {
    address: isExample ? `/examples/${file.replace(/^\/+/, '')}` : file,
    ...around(found),
    choose: (one) => (isCode ? codeOf(one, language) : withoutBlankEnds(rebaseLinks(one, context))),
  }
}

function inTab(text: string, context: ReadingContext): LineInclusion | undefined {
  const found = tab.exec(text)
  if (found === null) return undefined
  const [, start = '', file = '', end = '', mark = '>'] = found
  const address = /\.\w+$/.test(file) ? file : `${file}.md`
  return {
    address,
    ...around(found),
    choose(one) {
      const content = isMarkdown(address)
        ? withoutBlankEnds(rebaseLinks(one, context))
        : codeOf(one, languageOf(address))
      const open = mark === '%' ? '{{%' : '{{<'
      return [
        { text: `${start}${end} ${mark}}}`, line: 1 },
        ...content,
        { text: `${open} /tab ${mark}}}`, line: 1 },
      ]
    },
  }
}

function isMarkdown(file: string): boolean {
  return /\.(?:q?md|markdown|html?)$/i.test(file)
}

function codeOf({ text }: IncludedFile, language: string): readonly Line[] {
  return codeBlockOf(language, splitLines(text.replace(/\n$/, '')), 1)
}
