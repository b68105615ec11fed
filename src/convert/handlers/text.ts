/** Plain characters; a line break in the source is a space. @module */
import type { Text } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import { textNode } from '../loose-adf.ts'

export const text: InlineHandler<Text> = (node, marks) => {
  const made = textNode(node.value.replaceAll('\n', ' '), marks)
  return made === undefined ? [] : [made]
}
