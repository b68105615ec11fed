/** Plain characters; a line break in the source is a space, the name of an emoji its character. @module */
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

/** Write a part of a text; none becomes nothing. */
export function writePart(value: string, marks: string, page: PlainPage): string | undefined {
  if (value === '') return ''
  if (!mayChange.test(value)) {
    page.words += value
    return textOf(value, marks)
  }
  // It may be part of an image with its size, which the parser does not know.
  return value.includes('](') ? undefined : writeWords(shownText(value), marks, page)
}

/** What most texts have none of: what JSON escapes, names of emoji, images with a size. */
const mayChange = /["\\\u0000-\u001f\ud800-\udfff:\]]/

/**
 * Write a text.
 * @returns `undefined` for no text, which ADF does not have.
 */
export function writeWords(words: string, marks: string, page: PlainPage): string | undefined {
  if (words === '') return undefined
  page.words += words
  return jsonOfText(words, marks)
}

/** Write the ADF of words. */
export function jsonOfText(words: string, marks: string): string {
  return textOf(jsonInside(words), marks)
}

function textOf(inside: string, marks: string): string {
  return marks === ''
    ? `{"type":"text","text":"${inside}"}`
    : `{"type":"text","text":"${inside}","marks":[${marks}]}`
}

/** A colon inside a word or a time is no emoji's. */
const shortcode = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}])/giu

/**
 * Replace the names of emoji in a text.
 * @returns The text; names that are not known stay as they are.
 */
export function replaceEmojiNames(text: string): string {
  const first = text.indexOf(':')
  if (first === -1 || text.indexOf(':', first + 1) === -1) return text
  return text.replace(shortcode, (written, name: string) => emojiByName(name) ?? written)
}

function emojiByName(name: string): string | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(nameToEmoji, key) ? nameToEmoji[key] : undefined
}
