/** Code in a sentence. ADF keeps it apart from other formatting; a link is worth more than the code's look. @module */
import type { InlineCode } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import { textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const inlineCode: InlineHandler<InlineCode> = (node, marks, { warnings }) => {
  const link = marks.filter(({ type }) => type === 'link')
  if (marks.length > 0) warnings.add('mark-dropped', lineOf(node))
  const text = textNode(node.value, link.length > 0 ? link : [{ type: 'code' }])
  return text === undefined ? [] : [text]
}
