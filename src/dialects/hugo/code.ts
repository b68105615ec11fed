/** `{{< highlight go >}}`, `mermaid` and formulas: what stands between them is code. @module */
import { codeBetween, codeBlockAround, codeInfo, codeSpanOf } from '../code-block.ts'
import { kindsOf } from '../line.ts'
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

/** What Hugo shows in all its languages of configuration is written in the first of them. */
function languageOfCode(shortcode: Shortcode, title: string | undefined): string {
  if (shortcode.name === 'code-toggle') return 'toml'
  return argumentOf(shortcode, ['lang', 'language'], 0) ?? languageOf(title ?? '')
}

/** Find the language of a file. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Diagrams and formulas. */
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
