/** Constructs of kramdown: notes by `{: .note }`, its own marks, and formulas. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'

const mark = /^\s{0,3}\{:\s*\.([a-z]+)(-title)?\s*\}\s*$/

/** https://just-the-docs.com/docs/ui-components/callouts/ */
export const jekyllNotes: Construct = {
  name: 'note of a theme',
  written: '{: .warning }\nIt is **hot**.',
  becomes: '> [!WARNING]\n> It is **hot**.',
  sign: /^\s{0,3}\{:\s*\.[a-z]+(?:-title)?\s*\}\s*$/m,
  read(lines) {
    const kinds = kindsOf(lines)
    const out: Line[] = []
    const isWords = (index: number): boolean =>
      kinds[index] === 'text' && (lines[index] as Line).text.trim() !== ''
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const [, name = '', titled] = (kinds[index] === 'text' && mark.exec(one.text)) || []
      if (findAlertType(name) === undefined) {
        out.push(one)
        continue
      }
      const block: Line[] = []
      while (isWords(index + 1)) {
        index += 1
        block.push(lines[index] as Line)
      }
      if (block.length === 0) {
        const from = out.findLastIndex(({ text }) => text.trim() === '') + 1
        for (const above of out.splice(from)) block.push(above)
      }
      if (block.length === 0) out.push(one)
      else for (const noted of noteOf(name, titled !== undefined, block, one.line)) out.push(noted)
    }
    return out
  },
}

function noteOf(
  name: string,
  isTitled: boolean,
  block: readonly Line[],
  line: number,
): readonly Line[] {
  const isQuote = block.every(({ text }) => /^\s{0,3}>/.test(text))
  const inside = block.map((one) =>
    isQuote ? { ...one, text: one.text.replace(/^\s{0,3}> ?/, '') } : one,
  )
  const title = isTitled ? inside[0]?.text : undefined
  const content = isTitled ? inside.slice(inside[1]?.text === '' ? 2 : 1) : inside
  return alertAround(name, title, content, line)
}

/** Directives for kramdown itself. */
export const jekyllMarks: Construct = {
  name: "mark of kramdown's own",
  written: '{::options parse_block_html="true" /}\n\nSome words.',
  becomes: '\n\nSome words.',
  sign: /\{:(?::|\/)/,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(
        text,
        /\{::(?:options|nomarkdown|comment)\b[^{}\n]{0,500}\}|\{:\/(?:nomarkdown|comment|options)?\}/g,
        () => '',
      ),
    ),
}

/** https://kramdown.gettalong.org/syntax.html#math-blocks */
export const jekyllFormulas: Construct = {
  name: 'formula in a sentence',
  written: 'So $$x + 1$$ and \\\\(y\\\\).',
  becomes: 'So $x + 1$ and $y$.',
  sign: /\$\$|\\\\[([]/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (/^\s*\$\$[^$]*\$\$\s*$/.test(text)) return text
      return replaceMatches(
        text,
        /(?<![\\$])\$\$(?!\s)([^$\n]{1,1000}?)(?<!\s)\$\$(?!\$)|\\\\\(([^\n]{1,1000}?)\\\\\)|\\\\\[([^\n]{1,1000}?)\\\\\]/g,
        ([, dollars, parentheses, brackets = '']) =>
          `$${(dollars ?? parentheses ?? brackets).trim()}$`,
      )
    }),
}
