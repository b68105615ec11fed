/** Formulas: a macro in a sentence, and code on lines of their own. @module */
import { formulaAttributes } from '../adf/formula.ts'
import type { Conversion } from '../conversion.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import { bits } from '../writer/marks.ts'
import { writeCodeBlock } from './code.ts'
import type { MarkdownConstruct } from './construct.ts'
import { writeCode } from './formatting.ts'

export const formula: MarkdownConstruct = {
  docs: [
    [
      'formula in a sentence, `$x$`',
      '`inlineExtension` with the TeX: the macro `eazy-math-inline` of the app LaTeX Math for Confluence; prices and variables are no formulas',
      '`math-shown` where it is `code` instead: under a link or other marks but bold and italic, and after 2,000 of them',
    ],
    ['formula of its own, `$$` … `$$`, ` ```math `', 'TeX in a `codeBlock`', '`math-shown`'],
  ],
  examples: {
    'a $x$': 'paragraph("a ", inlineExtension $x$)',
    '$$\nx\n$$': 'codeBlock tex("x")',
  },
  blocks: {
    math: (id, conversion) =>
      writeFormulaBlock(conversion.nodes.valueOf(id), conversion.nodes.lineOf(id), conversion),
  },
  inlines: {
    inlineMath(id, marks, conversion) {
      const { formulas, nodes, sentence, warnings } = conversion
      const source = formulaSource(id, nodes)
      // A macro carries no marks of text, but a formula looks the same when it is bold or italic.
      const isPlain = (marks.authorBits & ~(bits.strong | bits.em)) === 0
      if (isPlain && formulas.take(1)) {
        const attrs = formulaAttributes(texIn(source))
        sentence.node({ type: 'inlineExtension', attrs }, attrs.text)
        return
      }
      warnings.add('math-shown', nodes.lineOf(id))
      writeCode(source.replaceAll('\n', ' '), nodes.lineOf(id), marks, conversion)
    },
  },
}

/** Read the formula that is all of a paragraph; undefined for any other paragraph. */
export function displayedFormula(paragraph: number, { nodes }: Conversion): string | undefined {
  if (nodes.childCount(paragraph) !== 1) return undefined
  const only = nodes.childOf(paragraph, 0)
  const source = nodes.typeOf(only) === 'inlineMath' ? formulaSource(only, nodes) : ''
  return source.startsWith('$$') ? texIn(source) : undefined
}

export function writeFormulaBlock(
  tex: string,
  line: number,
  { warnings, writer }: Conversion,
): void {
  warnings.add('math-shown', line)
  writeCodeBlock(tex, { language: 'tex' }, line, writer)
}

/** Give a formula of a sentence as it is written, with its dollar signs. */
function formulaSource(id: number, nodes: ParsedNodes): string {
  const source = nodes.sourceOf(id)
  const value = nodes.valueOf(id)
  // On several lines marks of quotes stand between, and in tables backslashes before bars.
  const isChanged = source.includes('\n') || (source.includes('\\|') && !value.includes('\\|'))
  return isChanged ? `$${value}$` : source
}

/** Remove the dollar signs, the same number on both sides, and GitHub's backticks inside them. */
function texIn(source: string): string {
  const signs = /^\$*/.exec(source)?.[0].length ?? 0
  const tex = source.slice(signs, source.length - signs).trim()
  return tex.length > 2 && tex.startsWith('`') && tex.endsWith('`') ? tex.slice(1, -1) : tex
}
