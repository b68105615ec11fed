/** Emoji by their names, as `:smile:`. They become characters, which every wiki shows. @module */
import { nameToEmoji } from 'gemoji'

/** A colon inside a word or a time is no emoji's. */
const shortcode = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}])/giu

/**
 * Replace the names of emoji in a text.
 * @param text Any text that is no code.
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
