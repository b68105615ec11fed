/** Text with line breaks and names of emoji, hard breaks, and dividing lines. @module */
import { nameToEmoji } from 'gemoji'
import type { Conversion } from '../conversion.ts'
import type { AdfWriter } from '../writer/adf-writer.ts'
import type { TextMarks } from '../writer/marks.ts'
import type { MarkdownConstruct } from './construct.ts'

export const text: MarkdownConstruct = {
  docs: [['emoji by name, `:smile:`', 'the character; unknown names stay']],
  examples: { 'a :tada: :none:': 'paragraph("a 🎉 :none:")' },
  inlines: {
    text: (id, marks, conversion) => writeText(conversion.nodes.valueOf(id), marks, conversion),
  },
}

/** Write a text, or a part of one. */
export function writeText(value: string, marks: TextMarks, { sentence }: Conversion): void {
  sentence.text(replaceEmojiNames(value.replaceAll('\n', ' ')), marks)
}

export const hardBreak: MarkdownConstruct = {
  docs: [['hard break, `<br>`', '`hardBreak`']],
  examples: { 'a\\\nb': 'paragraph("a", hardBreak, "b")' },
  inlines: { break: (_, __, { sentence }) => sentence.lineBreak() },
}

export const thematicBreak: MarkdownConstruct = {
  docs: [['dividing line', '`rule`']],
  examples: { '---': 'rule' },
  blocks: { thematicBreak: (id, { nodes, writer }) => writeRule(nodes.lineOf(id), writer) },
}

export function writeRule(line: number, writer: AdfWriter): void {
  writer.block('rule', line, '{"type":"rule"}', '', 'wordless')
}

/** A colon inside a word or a time does not begin an emoji. */
const shortcode = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}])/giu

/** Replace emoji names in a text; unknown names stay. */
export function replaceEmojiNames(text: string): string {
  const first = text.indexOf(':')
  if (first === -1 || text.indexOf(':', first + 1) === -1) return text
  return text.replace(shortcode, (written, name: string) => emojiByName(name) ?? written)
}

function emojiByName(name: string): string | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(nameToEmoji, key) ? nameToEmoji[key] : undefined
}
