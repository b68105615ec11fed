/** Plain characters; a line break in the source is a space, the name of an emoji its character. @module */
import type { Text } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import { replaceShortcodes } from '../emoji.ts'
import { textNode } from '../loose-adf.ts'

export const text: InlineHandler<Text> = (node, marks) => {
  const made = textNode(replaceShortcodes(node.value.replaceAll('\n', ' ')), marks)
  return made === undefined ? [] : [made]
}
