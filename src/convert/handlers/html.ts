/** HTML between blocks: shown as text, but for comments, which are left out. @module */
import type { Html } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

/** A comment, by the rule of the HTML parser: it ends at the first `-->`. */
const onlyComments = /^(?:\s*<!--(?:(?!-->)[\s\S])*-->)+\s*$/

export const html: BlockHandler<Html> = (node, { warnings }) => {
  const line = lineOf(node)
  if (onlyComments.test(node.value)) {
    warnings.add('html-comment-dropped', line)
    return []
  }
  warnings.add('html-shown', line)
  const content = node.value.split('\n').flatMap((text, index): LooseNode[] => {
    const shown = textNode(text, [])
    return [...(index === 0 ? [] : [{ type: 'hardBreak' }]), ...(shown ? [shown] : [])]
  })
  return [{ type: 'paragraph', content, line }]
}
