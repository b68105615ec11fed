/** Emoji by their names, as `:smile:`. They become characters, which every wiki shows. @module */
import { emojiShortcodes } from './emoji-shortcodes.ts'
import { flagShortcodes } from './flag-shortcodes.ts'

/** A colon inside a word or a time is no emoji's. */
const shortcode = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}])/giu

/**
 * Replace the names of emoji in a text.
 * @param text Any text that is no code.
 * @returns The text; names that are not known stay as they are.
 */
export function replaceShortcodes(text: string): string {
  const first = text.indexOf(':')
  if (first === -1 || text.indexOf(':', first + 1) === -1) return text
  return text.replace(shortcode, (written, name: string) => emojiByName(name) ?? written)
}

let table: Map<string, string> | undefined

function emojiByName(name: string): string | undefined {
  table ??= readTable(emojiShortcodes + flagShortcodes)
  return table.get(name.toLowerCase())
}

function readTable(list: string): Map<string, string> {
  const names = new Map<string, string>()
  let emoji = ''
  for (const word of list.trim().split(/\s+/)) {
    if (/^[a-z0-9_+-]+$/.test(word)) names.set(word, emoji)
    else emoji = word
  }
  return names
}
