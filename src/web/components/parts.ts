/** Parts that pages are made of: headings, notices, tables and ways to more. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

/**
 * Make a heading with an action beside it.
 * @param action Where the action leads, and what it says.
 */
export function pageHead(heading: string, action?: { path: string; label: string }): Markup {
  const link =
    action === undefined ? '' : html`<a class="button" href="${action.path}">${action.label}</a>`
  return html`<div class="title-row"><h1>${heading}</h1>${link}</div>`
}

/**
 * Show the way to a page, from the top down.
 * @param steps The pages above it; none make no way.
 */
export function breadcrumb(
  steps: readonly { readonly path: string; readonly label: string }[],
): Markup {
  if (steps.length === 0) return html``
  return html`<nav aria-label="Breadcrumb"><ol class="breadcrumb">
${steps.map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}
</ol></nav>`
}

/**
 * End a form: what it does, and the way out of it.
 * @param look Whether something is taken away.
 */
export function formActions(
  action: string,
  back: { readonly path: string; readonly label: string },
  look: 'danger' | '' = '',
): Markup {
  return html`<p class="actions"><button${look === '' ? '' : html` class="${look}"`} type="submit">${action}</button> <a class="button quiet" href="${back.path}">${back.label}</a></p>`
}

/**
 * Say that something was done.
 * @param text What; nothing is shown without it.
 */
export function noticeLine(text: string | undefined): Markup {
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

/**
 * Say that a list has nothing yet.
 * @param heading What is not there.
 * @param text What it is for, or the next step.
 * @param action Where that leads; quiet where the page has a main action already.
 */
export function emptyState(
  heading: string,
  text: string,
  action?: { path: string; label: string; isQuiet?: boolean },
): Markup {
  return html`<div class="empty"><h2>${heading}</h2><p>${text}</p>${action === undefined ? '' : html`<p><a class="button${action.isQuiet ? ' plain' : ''}" href="${action.path}">${action.label}</a></p>`}</div>`
}

/**
 * Say that nothing of a list fits what was looked for, and lead back to all of it.
 * @param what One of the list, in a word or two.
 */
export function noneFits(what: string, all: { path: string; label: string }): Markup {
  const text = 'Look for something else, or for less at once.'
  return emptyState(`No ${what} fits`, text, { ...all, isQuiet: true })
}

/**
 * Make the links to the newest part of a list and to its next one, which keep what was chosen.
 * @param chosen What was chosen above the list; an empty text is no choice.
 * @param part Whether it goes on from a part before, and what asks for the next one, if there is one.
 */
export function pager(
  path: string,
  chosen: Readonly<Record<string, string>>,
  { isContinued, next }: { isContinued: boolean; next: Record<string, string> | undefined },
): Markup {
  const query = Object.entries(chosen).filter(([, value]) => value !== '')
  const pathWith = (more: Record<string, string>): string =>
    `${path}?${new URLSearchParams([...query, ...Object.entries(more)])}`
  return html`<nav class="pager" aria-label="Parts of the list">
${isContinued ? html`<a href="${pathWith({})}">Newest</a>` : ''}
${next === undefined ? '' : html`<a href="${pathWith(next)}">Older</a>`}
</nav>`
}

/**
 * Make a table whose rows become cards where the page is narrow. The roles stay with it then, which
 * browsers would drop.
 * @param caption What it lists, for those who do not see the heading.
 * @param rows The cells; the first of each row names it.
 */
export function dataTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  return html`<table class="data" role="table"><caption class="visually-hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((cells) => html`<tr role="row">${cells.map((cell, index) => dataCell(cell, columns[index] ?? '', index))}</tr>`)}</tbody>
</table>`
}

function dataCell(cell: Markup | string, label: string, index: number): Markup {
  return index === 0
    ? html`<th role="rowheader" scope="row">${cell}</th>`
    : html`<td role="cell" data-label="${label}">${cell}</td>`
}

const colors = 6

/** Make the tile of a space. */
export function spaceTile(name: string, size: 'large' | '' = ''): Markup {
  return tile(name, firstLetter(name), size)
}

/** Make the tile of a person. */
export function personTile(name: string): Markup {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => firstLetter(word))
  return tile(name, initials.join(''), 'round')
}

/** Name a person in a table. */
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

/**
 * Make a text with a button that copies it.
 * @param what What it is, for those who hear the button.
 */
export function copyable(id: string, text: string, what: string): Markup {
  return html`<span class="copyable"><code id="${id}">${text}</code>${copyButton(id, what)}</span>`
}

/** Make a block of text with a button that copies it. */
export function copyableBlock(
  id: string,
  text: string,
  what: string,
  { isWrapped = false }: { isWrapped?: boolean } = {},
): Markup {
  return html`<div class="code${isWrapped ? ' wrapped' : ''}"><div class="code-head"><span class="code-language">${what}</span>${copyButton(id, what)}</div>
<pre tabindex="0" role="region" aria-label="${what}"><code id="${id}">${text}</code></pre></div>`
}

/** Hidden until the script that makes it work shows it. */
function copyButton(id: string, what: string): Markup {
  return html`<button class="quiet copy" type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${what}</span></button>`
}
