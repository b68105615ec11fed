/** A code block, fenced or indented, with its language. @module */
import type { Code } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const code: BlockHandler<Code> = (node, conversion) => {
  const line = lineOf(node)
  if (node.meta) conversion.warnings.add('code-info-dropped', line)
  const text = textNode(node.value, [])
  return [
    {
      type: 'codeBlock',
      ...(node.lang ? { attrs: { language: node.lang } } : {}),
      ...(text === undefined ? {} : { content: [text] }),
      line,
    },
  ]
}
