/** Quarto's code cells, and raw content of other formats. @module */
import { codeInfo, makeDetails } from '../parts/make-parts.ts'
import type { Code } from '../parts/part.ts'
import type { CodeConstruct } from '../parts/part-construct.ts'
import { htmlInCode } from '../shared/code.ts'

const cell = /^\{([a-z]\w*)\s*(?:[,\s][^{}]*)?\}$/i
const option = /^\s*(?:#|\/\/|%%|--)\|\s*(?:([\w-]+):\s*(.*))?/

/** https://quarto.org/docs/computations/execution-options.html */
export const quartoCells: CodeConstruct = {
  name: 'cell of code: its name and captions stay, and that it opens',
  input:
    '```{python}\n#| label: fig-a\n#| lst-cap: "The run"\n#| code-fold: true\n#| code-summary: "Show it"\nrun()\n```',
  becomes:
    '<details><summary>Show it</summary>\n\n```python title="The run"\nrun()\n```\n\n</details>',
  sign: /[`~]{3}\s{0,20}\{/,
  inCode: { input: '```{r, echo=FALSE}\n#| eval: true\nrun()\n```', becomes: '```r\nrun()\n```' },
  code(code) {
    if (code.type === 'span') return undefined
    const [, language] = cell.exec(code.info.trim()) ?? []
    // CommonMark allows no backquotes behind a fence of backquotes.
    if (language === undefined) return code.info.includes('`') ? [code] : undefined
    const from = code.lines.findIndex(({ text }) => !option.test(text))
    const { options, lines } = optionsOf(code, from === -1 ? code.lines.length : from)
    const titles = ['filename', 'lst-cap', 'fig-cap', 'tbl-cap'].flatMap(
      (name) => options.get(name) ?? [],
    )
    const title = titles.length === 0 ? undefined : titles.join(': ')
    const codeBlock = { ...code, info: codeInfo(language, title), lines }
    const fold = options.get('code-fold') ?? 'false'
    const summary = options.get('code-summary') ?? (fold === 'false' ? undefined : 'Code')
    if (summary === undefined) return [codeBlock]
    const { closing: _, fence: __, ...unfenced } = codeBlock
    const plainLines = lines.map((line) => ({ ...line, prefix: '' }))
    return [makeDetails(summary, [{ ...unfenced, lines: plainLines }], code.line)]
  },
}

function optionsOf(
  { lines }: Code,
  count: number,
): { readonly options: ReadonlyMap<string, string>; readonly lines: Code['lines'] } {
  const options = new Map<string, string>()
  for (const { text } of lines.slice(0, count)) {
    const [, name, value = ''] = option.exec(text) ?? []
    const words = value.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (name !== undefined && words !== '') options.set(name, words)
  }
  return { options, lines: lines.slice(count) }
}

/** https://quarto.org/docs/authoring/markdown-basics.html#raw-content */
export const quartoRaw: CodeConstruct = {
  name: 'HTML that is shown as such; what is for other formats is left out',
  input: '```{=html}\n<b>Some words.</b>\n```\n\n```{=latex}\n\\newpage\n```',
  becomes: '<b>Some words.</b>\n\n',
  sign: /[`~]{3}\s{0,20}\{=/,
  inCode: { input: '```{=html}\n<b>Some words.</b>\n```', becomes: '<b>Some words.</b>' },
  code(code, context) {
    if (code.type === 'span') return undefined
    const [, format] = /^\{=([a-z]+)\}$/i.exec(code.info.trim()) ?? []
    if (format === undefined) return undefined
    if (!/^html\d?$/i.test(format)) return []
    return [{ type: 'block', children: htmlInCode(code.lines, context), line: code.line }]
  },
}
