/** Reads the names of emoji, such as `:smile:`. @module */
import { nameToEmoji } from 'gemoji'

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
