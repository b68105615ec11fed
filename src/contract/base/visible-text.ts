/** Makes text by others safe for terminals, logs, agents and CI systems. @module */

/**
 * Control characters, format characters (bidirectional, zero-width, tags), separators of lines and
 * paragraphs, lone surrogates and other invisible characters. Variation selectors are allowed,
 * because emoji need them.
 */
export const hidden: RegExp =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u{fe00}-\u{fe0f}]]/gv

/** `##vso[`, `##[` and `##teamcity[` are commands anywhere in a line. */
const command = /##(?=\w*\[)/g
/** `::name::` is a command of GitHub at the start of a line, also after spaces. */
const commandStart = /^(\s*):(?=:)/

const shortNames: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Escape invisible characters such as `\u001b`, and break commands of CI systems. The result is one
 * line, and stays the same when it is escaped again.
 */
export function visibleText(text: string): string {
  return text
    .replace(hidden, (character) => shortNames[character] ?? escapeCharacter(character))
    .replace(command, '#\\u0023')
}

/** For text at the start of a line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(commandStart, '$1\\u003a')
}

/**
 * Escape the same in JSON without changing its value.
 * @param json As `JSON.stringify` writes it, or lines of it.
 */
export function visibleJson(json: string): string {
  return json
    .replace(hidden, (character) => (character === '\n' ? character : codeUnits(character)))
    .replace(command, '#\\u0023')
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : codeUnits(character)
}

function codeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Needed between lines, in emoji, and between letters of some scripts. */
const neededCharacters = ['\n', '\r', '\t', '\u200c', '\u200d']

/** Only the first of several selectors has an effect; the others could hide a message. */
const idleSelectors = /(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+/g

/** Remove invisible characters, which could hide orders to agents. */
export function visibleOnly(text: string): string {
  return text
    .replace(hidden, (sign) => (neededCharacters.includes(sign) ? sign : ''))
    .replace(idleSelectors, '')
}

/** Cut a long text, with an ellipsis as its last character. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

/** @param noun In the singular; its plural must be formed with `s`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
