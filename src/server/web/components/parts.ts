/** Parts of pages: headings, notices, tables, links and menus. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { type IconName, icon } from './icon-names.ts'

/** A link that leads on, or back. */
export interface Way {
  readonly path: string
  readonly label: string
}

export function pageHead(heading: string, action?: Way): Markup {
  const link =
    action === undefined ? '' : html`<a class="button" href="${action.path}">${action.label}</a>`
  return html`<div class="title-row"><h1>${heading}</h1>${link}</div>`
}

export function breadcrumb(steps: readonly Way[]): Markup {
  if (steps.length === 0) return html``
  return html`<nav aria-label="Breadcrumb"><ol class="breadcrumb">
${steps.map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}
</ol></nav>`
}

export function formActions(action: string, back: Way, look: 'danger' | '' = ''): Markup {
  return html`<p class="actions"><button${look === '' ? '' : html` class="${look}"`} type="submit">${action}</button> <a class="button quiet" href="${back.path}">${back.label}</a></p>`
}

export function noticeLine(text: string | undefined): Markup {
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

export type Tone = 'good' | 'care' | 'stop' | 'info' | ''

/** How something is, in a word with an icon: never by its colour alone. */
export function stateBadge(tone: Tone, words: string, sign: IconName = signs[tone]): Markup {
  return html`<span class="badge${tone === '' ? '' : ` ${tone}`}">${icon(sign)}${words}</span>`
}

const signs: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  care: 'triangle-alert',
  stop: 'circle-x',
  info: 'info',
  '': 'circle-dashed',
}

/**
 * Say that a list is still empty.
 * @param heading What is missing.
 * @param text What the list is for, or the next step.
 * @param action The link to that step; give it the quiet look where the page has a main action.
 */
export function emptyState(
  heading: string,
  text: string,
  action?: Way & { isQuiet?: boolean },
): Markup {
  return html`<div class="empty"><h2>${heading}</h2><p>${text}</p>${action === undefined ? '' : html`<p><a class="button${action.isQuiet ? ' plain' : ''}" href="${action.path}">${action.label}</a></p>`}</div>`
}

/** @param what One entry of the list, in a word or two. */
export function noneFits(what: string, all: Way): Markup {
  const text = 'Look for something else, or for less at once.'
  return emptyState(`No ${what} fits`, text, { ...all, isQuiet: true })
}

/**
 * Make a table whose rows become cards on narrow pages. It states its roles, since browsers drop
 * those of tables that are laid out otherwise.
 * @param caption What it lists, for screen readers.
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

export type Column<Entry> = readonly [head: string, cell: (entry: Entry) => Markup | string]

export function tableOf<Entry>(
  caption: string,
  columns: readonly Column<Entry>[],
  entries: readonly Entry[],
): Markup {
  return dataTable(
    caption,
    columns.map(([head]) => head),
    entries.map((entry) => columns.map(([, cell]) => cell(entry))),
  )
}

export function facts(rows: readonly (readonly [name: string, value: Markup | string])[]): Markup {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`
}

/** A link that asks first. */
export function dangerLink(path: string, label: string): Markup {
  return html`<p><a class="danger-link" href="${path}">${label}</a></p>`
}

const colors = 6

export function spaceTile(name: string, size: 'large' | '' = ''): Markup {
  return tile(name, firstLetter(name), size)
}

export function personTile(name: string): Markup {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => firstLetter(word))
  return tile(name, initials.join(''), 'round')
}

export function personLine(name: string): Markup {
  return html`<span class="who">${personTile(name)}<span>${name}</span></span>`
}

function tile(name: string, letters: string, look: string): Markup {
  const classes = ['tile', `t${1 + (sumOf(name) % colors)}`, look].filter((one) => one !== '')
  return html`<span class="${classes.join(' ')}" aria-hidden="true">${letters}</span>`
}

function firstLetter(word = ''): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toUpperCase()
}

/** Gives the same colour to the same name in every process. */
function sumOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum
}

/** @param what The button's name for screen readers. */
export function copyable(id: string, text: string, what: string): Markup {
  return html`<span class="copyable"><code id="${id}">${text}</code>${copyButton(id, what)}</span>`
}

export function copyableBlock(
  id: string,
  text: string,
  what: string,
  { isWrapped = false }: { isWrapped?: boolean } = {},
): Markup {
  return html`<div class="code${isWrapped ? ' wrapped' : ''}"><div class="code-head"><span class="code-language">${what}</span>${copyButton(id, what)}</div>
<pre tabindex="0" role="region" aria-label="${what}"><code id="${id}">${text}</code></pre></div>`
}

/** The button stays hidden until its script has loaded. */
function copyButton(id: string, what: string): Markup {
  return html`<button class="quiet copy" type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${what}</span></button>`
}

export type MenuItem = readonly [
  address: string,
  text: Markup | string,
  sign: IconName,
  /** Dangerous items stand last, in a warning colour. */
  look?: 'danger',
]

/**
 * Browsers keep one menu of a page open at a time, even without scripts.
 * @param label The button's name for screen readers.
 */
export function menu(label: string, lists: Markup, kind = ''): Markup {
  return html`<details class="menu${kind === '' ? '' : ` ${kind}`}" name="menu"><summary class="icon-button" title="More">${icon('ellipsis')}<span class="visually-hidden">${label}</span></summary>
<div class="pop">${lists}</div></details>`
}

export function menuList(items: readonly MenuItem[], first: Markup | '' = ''): Markup {
  const item = ([address, text, sign, look]: MenuItem): Markup =>
    html`<li><a href="${address}"${look === undefined ? '' : html` class="${look}"`}>${icon(sign)}${text}</a></li>`
  const [ways, ends] = [undefined, 'danger'].map((look) => items.filter((one) => one[3] === look))
  const list = (content: readonly MenuItem[] = [], before: Markup | '' = ''): Markup | '' =>
    content.length === 0 && before === ''
      ? ''
      : html`<ul class="menu-list">${before}${content.map(item)}</ul>`
  return html`${list(ways, first)}
${list(ends)}`
}

export function rowMenu(name: string, items: readonly MenuItem[]): Markup {
  const named = items.map(([address, text, sign, look]): MenuItem => {
    const whole = html`${text}<span class="visually-hidden"> ${name}</span>`
    return look === undefined ? [address, whole, sign] : [address, whole, sign, look]
  })
  return menu(`Actions for ${name}`, menuList(named))
}
