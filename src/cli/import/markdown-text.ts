/** Puts what others wrote into Markdown that we write. @module */
import { visibleText } from '../../base/visible-text.ts'

/**
 * What Markdown, its tables, HTML, formulas and mentions begin with. As references, characters never
 * have such a meaning: https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references
 * A bare address may become a link: it shows where it leads.
 */
const meaningful = /[&<>|\\`*_~[\]$@]/g

/** Write a text so that it reads as it is, on one line and in any cell of a table. */
export function markdownText(text: string, maxLength: number): string {
  const shown = visibleText(text)
  const cut = shown.length > maxLength ? `${shown.slice(0, maxLength - 1).toWellFormed()}…` : shown
  return cut.replace(meaningful, (character) => `&#${character.charCodeAt(0)};`)
}
