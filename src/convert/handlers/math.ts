/** Formulas. ADF has none, so they are kept as TeX in code. @module */
import type { BlockHandler, InlineHandler } from '../conversion.ts'
import { type InlineMath, lineOf, type MathBlock } from '../parse-markdown.ts'
import { codeBlock } from './code.ts'
import { codeText } from './inline-code.ts'

export const math: BlockHandler<MathBlock> = (node, { warnings }) => {
  const line = lineOf(node)
  warnings.add('math-shown', line)
  return [codeBlock(node.value, 'tex', line)]
}

export const inlineMath: InlineHandler<InlineMath> = (node, marks, conversion) => {
  conversion.warnings.add('math-shown', lineOf(node))
  return codeText(node.value.replaceAll('\n', ' '), lineOf(node), marks, conversion)
}
