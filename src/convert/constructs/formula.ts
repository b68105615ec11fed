/** Formulas: a macro in a sentence, and code on lines of their own. @module */
import { formulaAttributes } from '../adf/formula.ts'
import type { Conversion } from '../conversion.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import { bits, type TextMarks } from '../writer/marks.ts'
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
      const written = writtenFormula(id, conversion.nodes)
      writeFormula(texIn(written), conversion.nodes.lineOf(id), marks, conversion, written)
    },
  },
}

/**
 * Write a formula in a sentence.
 * @param written What is shown where it cannot be a formula.
 */
function writeFormula(
  tex: string,
  line: number,
  marks: TextMarks,
  conversion: Conversion,
  written: string,
): void {
  const { formulas, sentence, warnings } = conversion
  // A macro carries no marks of text, but a formula looks the same when it is bold or italic.
  const isPlain = (marks.authorBits & ~(bits.strong | bits.em)) === 0
  if (isPlain && formulas.take(1)) {
    const attrs = formulaAttributes(tex)
    sentence.node({ type: 'inlineExtension', attrs }, attrs.text)
    return
  }
  warnings.add('math-shown', line)
  writeCode(written.replaceAll('\n', ' '), line, marks, conversion)
}

/** Read the formula that is all of a paragraph; undefined for any other paragraph. */
export function displayedFormula(paragraph: number, { nodes }: Conversion): string | undefined {
  if (nodes.childCount(paragraph) !== 1) return undefined
  const only = nodes.childOf(paragraph, 0)
  const written = nodes.typeOf(only) === 'inlineMath' ? writtenFormula(only, nodes) : ''
  return written.startsWith('$$') ? texIn(written) : undefined
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
function writtenFormula(id: number, nodes: ParsedNodes): string {
  const written = nodes.sourceOf(id)
  const value = nodes.valueOf(id)
  // On several lines marks of quotes stand between, and in tables backslashes before bars.
  const isChanged = written.includes('\n') || (written.includes('\\|') && !value.includes('\\|'))
  return isChanged ? `$${value}$` : written
}

/** Remove the dollar signs, the same number on both sides, and GitHub's backticks inside them. */
function texIn(written: string): string {
  const signs = /^\$*/.exec(written)?.[0].length ?? 0
  const tex = written.slice(signs, written.length - signs).trim()
  return tex.length > 2 && tex.startsWith('`') && tex.endsWith('`') ? tex.slice(1, -1) : tex
}
