/** Converts text: line breaks become spaces, and emoji names their characters. @module */
import { nameToEmoji } from 'gemoji'
import type { Text } from 'mdast'
import type { InlineHandler } from '../conversion.ts'
import { textNode } from '../loose-adf.ts'
import { jsonInside, type PlainPage, type WriteInline } from '../plain-page.ts'

export const text: InlineHandler<Text> = (node, marks) => {
  const made = textNode(shownText(node.value), marks)
  return made === undefined ? [] : [made]
}

function shownText(value: string): string {
  return replaceEmojiNames(value.includes('\n') ? value.replaceAll('\n', ' ') : value)
}

export const writeText: WriteInline = (id, marks, page) =>
  writePart(page.nodes.valueOf(id), marks, page) || undefined

export function writePart(value: string, marks: string, page: PlainPage): string | undefined {
  if (value === '') return ''
  if (!mayChange.test(value)) {
    page.words += value
    return textOf(value, marks)
  }
  // It may be an image with a size, which the parser reads as text.
  return value.includes('](') ? undefined : writeWords(shownText(value), marks, page)
}

/** Anything that needs JSON escapes, or may be an emoji name or an image with a size. */
const mayChange = /["\\\u0000-\u001f\ud800-\udfff:\]]/

/** Write a text; undefined for empty text, which ADF does not allow. */
export function writeWords(words: string, marks: string, page: PlainPage): string | undefined {
  if (words === '') return undefined
  page.words += words
  return jsonOfText(words, marks)
}

export function jsonOfText(words: string, marks: string): string {
  return textOf(jsonInside(words), marks)
}

function textOf(inside: string, marks: string): string {
  return marks === ''
    ? `{"type":"text","text":"${inside}"}`
    : `{"type":"text","text":"${inside}","marks":[${marks}]}`
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
