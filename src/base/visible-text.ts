/**
 * Text that others wrote, made fit for terminals, logs and agents: nothing in it moves the cursor, changes
 * the order of what is read, hides, or speaks to the program that runs a CI job.
 * @module
 */

/**
 * Controls (C0, DEL, C1), format characters (bidirectional ones, zero-width ones, tags), separators
 * of lines and paragraphs, lone surrogates and whatever else has no shape. Variation selectors only
 * choose between shapes, and emoji need them. Private and unassigned characters have a shape, if
 * only that of a box.
 */
export const hidden: RegExp =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u{fe00}-\u{fe0f}]]/gv

/** `##vso[`, `##[` and `##teamcity[` are commands anywhere in a line. */
const command = /##(?=\w*\[)/g
/** `::name::` is a command of GitHub at the start of a line, also after spaces. */
const commandStart = /^(\s*):(?=:)/

const shortNames: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Show what cannot be seen as an escape such as `\u001b`, and break commands of CI systems up.
 * @returns One line; the same again for what it returned.
 */
export function visibleText(text: string): string {
  return text
    .replace(hidden, (character) => shortNames[character] ?? escaped(character))
    .replace(command, '#\\u0023')
}

/** Show text that stands at the start of a line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(commandStart, '$1\\u003a')
}

/**
 * Spell JSON so that it holds no such character and no such command; it stays the same value.
 * @param json JSON as `JSON.stringify` writes it, or lines of it.
 */
export function visibleJson(json: string): string {
  return json
    .replace(hidden, (character) => (character === '\n' ? character : codeUnits(character)))
    .replace(command, '#\\u0023')
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : codeUnits(character)
}

function codeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Between lines, in emoji, and between letters of some scripts they are needed. */
const needed = ['\n', '\r', '\t', '\u200c', '\u200d']

/** Of one after the other, only the first chooses a shape; the others could spell anything. */
const idleSelectors = /(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+/g

/** Leave out the signs of a text that people do not see, in which orders to agents are hidden. */
export function visibleOnly(text: string): string {
  return text
    .replace(hidden, (sign) => (needed.includes(sign) ? sign : ''))
    .replace(idleSelectors, '')
}

/**
 * Word a number of things, such as `1 page` and `2 pages`.
 * @param noun What one is called; with an `s` it must be what several are called.
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
