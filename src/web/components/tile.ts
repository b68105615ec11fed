/** The sign of a space or a person: a letter or two on one of six colours. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

const colors = 6

/**
 * Make the tile of a space.
 * @param size Where it stands alone it is large.
 */
export function spaceTile(name: string, size: 'large' | '' = ''): Markup {
  return tile(name, firstLetter(name), size)
}

/**
 * Make the tile of a person.
 * @param name Their name.
 */
export function personTile(name: string): Markup {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => firstLetter(word))
  return tile(name, initials.join(''), 'round')
}

/**
 * Name a person in a table.
 * @param name Their name.
 */
export function personLine(name: string): Markup {
  return html`<span class="who">${personTile(name)}<span>${name}</span></span>`
}

/** The name itself stands beside it. */
function tile(name: string, letters: string, look: string): Markup {
  const classes = ['tile', `t${1 + (sumOf(name) % colors)}`, look].filter((one) => one !== '')
  return html`<span class="${classes.join(' ')}" aria-hidden="true">${letters}</span>`
}

function firstLetter(word = ''): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toUpperCase()
}

/** The same for the same name, in every process. */
function sumOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum
}
