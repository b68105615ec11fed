/** Formulas: macros in a sentence, and TeX in code on lines of their own, which needs no app to be read. @module */
import type { Paragraph } from 'mdast'
import { formulaAttributes } from '../../adf/formula.ts'
import type { AdfMark } from '../../adf/marks.ts'
import type { BlockHandler, Conversion, InlineHandler } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { type InlineMath, lineOf, type MarkdownNode, type MathBlock } from '../parse-markdown.ts'
import { codeBlock } from './code.ts'
import { codeText } from './inline-code.ts'

export const math: BlockHandler<MathBlock> = (node, conversion) => [
  formulaBlock(node.value, lineOf(node), conversion),
]

/**
 * Convert a paragraph that is nothing but a formula between two dollar signs.
 * @returns The block; `undefined` for any other paragraph.
 */
export function displayMath(
  { children }: Paragraph,
  conversion: Conversion,
): LooseNode | undefined {
  const [only, ...others]: readonly MarkdownNode[] = children
  if (only?.type !== 'inlineMath' || others.length > 0 || !only.value.startsWith('$$'))
    return undefined
  return formulaBlock(texIn(only.value), lineOf(only), conversion)
}

function formulaBlock(tex: string, line: number, { warnings }: Conversion): LooseNode {
  warnings.add('math-shown', line)
  return codeBlock(tex, 'tex', line)
}

export const inlineMath: InlineHandler<InlineMath> = (node, marks, conversion) => {
  if (marks.every(isWeight) && conversion.formulas.take(1)) {
    return [{ type: 'inlineExtension', attrs: formulaAttributes(texIn(node.value)) }]
  }
  conversion.warnings.add('math-shown', lineOf(node))
  return codeText(node.value.replaceAll('\n', ' '), lineOf(node), marks, conversion)
}

/** A macro carries no marks of text; a formula looks the same without these. */
function isWeight({ type }: AdfMark): boolean {
  return type === 'strong' || type === 'em'
}

/** Take off the dollar signs, as many on one side as on the other, and GitHub's backticks inside them. */
function texIn(written: string): string {
  const signs = /^\$*/.exec(written)?.[0].length ?? 0
  const tex = written.slice(signs, written.length - signs).trim()
  return tex.length > 2 && tex.startsWith('`') && tex.endsWith('`') ? tex.slice(1, -1) : tex
}
