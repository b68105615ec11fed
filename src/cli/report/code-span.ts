/**
 * Puts what others wrote into Markdown that we write. It stands in code, by construction: there forges
 * read no mention, no number of an issue, no bare address, no emoji and no formula, and no HTML.
 * @module
 */
import { visibleText } from '../../base/visible-text.ts'

/** GitHub's reader knows fences of up to 80: https://github.com/github/cmark-gfm/blob/master/src/inlines.c */
const longRuns = /`{9,}/g

/**
 * Write a text so that it reads as it is, on one line and in a cell of a table.
 * @param text Whatever somebody wrote.
 * @param maxLength Most UTF-16 code units of it that are shown.
 * @returns Nothing for nothing: code cannot be empty.
 */
export function codeSpan(text: string, maxLength: number): string {
  const written = text.trim().replace(longRuns, '````````…')
  // Nothing becomes shorter by being shown.
  const whole = visibleText(written.slice(0, maxLength + 1))
  const shown =
    whole.length > maxLength ? `${whole.slice(0, maxLength - 1).toWellFormed()}…` : whole
  if (shown === '') return ''
  const fence = '`'.repeat(longestRun(shown) + 1)
  // One space at each side is no part of the code.
  const space = /^`|`$/.test(shown) ? ' ' : ''
  // Tables take the backslash before a bar; readers differ on several, and none ends a cell after an odd number.
  return `${fence}${space}${shown.replace(/(\\*)\|/g, '$1$1\\|')}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

const maxAddressLength = 2_000

/**
 * Make a link of Markdown that may stand in one.
 * @param markdown Our words, or code.
 * @param url Where it leads; what is no address of the web makes no link.
 */
export function linked(markdown: string, url: string | undefined): string {
  if (url === undefined || markdown === '' || !URL.canParse(url)) return markdown
  const { protocol, username, password, href } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || href.length > maxAddressLength) return markdown
  return `[${markdown}](${href.replace(/[^\w.~:/?#[\]@!+,;=%-]/g, plainCharacter)})`
}

/** Nothing is left that ends an address, a cell or a formula, or is read as a character reference. */
function plainCharacter(character: string): string {
  if (character === '&') return '&amp;'
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
