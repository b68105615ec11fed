/** Plain characters; a line break in the source is a space, the name of an emoji its character. @module */
import type { Text } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import { replaceShortcodes } from '../emoji.ts'
import { textNode } from '../loose-adf.ts'

export const text: InlineHandler<Text> = (node, marks) => {
  const { value } = node
  const line = value.includes('\n') ? value.replaceAll('\n', ' ') : value
  const made = textNode(replaceShortcodes(line), marks)
  return made === undefined ? [] : [made]
}
