/** Text: line breaks become spaces, and names of emoji their characters. @module */
import type { Conversion } from '../conversion.ts'
import { replaceEmojiNames } from '../emoji-names.ts'
import type { TextMarks } from '../writer/marks.ts'
import type { MarkdownConstruct } from './construct.ts'

export const text: MarkdownConstruct = {
  docs: [['emoji by name, `:smile:`', 'the character; unknown names stay']],
  examples: { 'a :tada: :none:': 'paragraph("a 🎉 :none:")' },
  inlines: {
    text: (id, marks, conversion) => writeText(conversion.nodes.valueOf(id), marks, conversion),
  },
}

/** What JSON escapes, and what may be the name of an emoji. */
const mayChange = /["\\\u0000-\u001f\ud800-\udfff:]/

/** Write a text, or a part of one. */
export function writeText(value: string, marks: TextMarks, { sentence }: Conversion): void {
  if (value === '') return
  if (!mayChange.test(value)) sentence.plainText(value, marks)
  else sentence.text(replaceEmojiNames(value.replaceAll('\n', ' ')), marks)
}
