/** Parts of pages: headings, notices, tables, links and menus. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { type IconName, icon } from './icon-names.ts'

export interface PageLink {
  readonly path: string
  readonly label: string
}

export function pageHead(heading: string, action?: PageLink): Markup {
  const link =
    action === undefined ? '' : html`<a class="button" href="${action.path}">${action.label}</a>`
  return html`<div class="title-row"><h1>${heading}</h1>${link}</div>`
}

const maxSteps = 4

/** Show the path to a page. If it has many steps, an ellipsis replaces the middle ones. */
export function breadcrumb(steps: readonly PageLink[]): Markup {
  if (steps.length === 0) return html``
  const item = ({ path, label }: PageLink, index: number): Markup | '' => {
    const fromEnd = steps.length - index
    const isNamed = steps.length <= maxSteps || index === 0 || fromEnd <= 2
    if (!isNamed && fromEnd > 3) return ''
    const text = isNamed ? label : html`…<span class="visually-hidden"> ${label}</span>`
    return html`<li><a href="${path}">${text}</a></li>`
  }
  return html`<nav aria-label="Breadcrumb"><ol class="breadcrumb">
${steps.map(item)}
</ol></nav>`
}

interface Card extends PageLink {
  readonly tile?: Markup
  readonly key?: string
  /** One sentence that says what the page is about. */
  readonly summary: string
  readonly below?: readonly PageLink[]
}

export function cardList(cards: readonly Card[]): Markup {
  const link = ({ path, label }: PageLink): Markup => html`<a href="${path}">${label}</a> `
  const card = ({ path, label, tile, key, summary, below = [] }: Card): Markup =>
    html`<li><a href="${path}">${tile ?? ''}<span>${label}${key && html` <span class="key">${key}</span>`}</span></a>${summary && html`<p>${summary}</p>`}${below.length === 0 ? '' : html`<p>${below.map(link)}</p>`}</li>`
  return html`<ul class="cards">${cards.map(card)}</ul>`
}

export function formActions(action: string, backLink: PageLink, look: 'danger' | '' = ''): Markup {
  return html`<p class="actions"><button${look === '' ? '' : html` class="${look}"`} type="submit">${action}</button> <a class="button quiet" href="${backLink.path}">${backLink.label}</a></p>`
}

export function noticeLine(text: string | undefined): Markup {
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

export type Tone = 'good' | 'care' | 'stop' | 'info' | ''

/** A state is never shown by colour alone. */
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

/** @param action The link to the next step; quiet where the page has a main action. */
export function emptyState(
  heading: string,
  text: string,
  action?: PageLink & { isQuiet?: boolean },
): Markup {
  return html`<div class="empty"><h2>${heading}</h2><p>${text}</p>${action === undefined ? '' : html`<p><a class="button${action.isQuiet ? ' plain' : ''}" href="${action.path}">${action.label}</a></p>`}</div>`
}

/** @param entryName One or two words for an entry. */
export function noneFits(entryName: string, all: PageLink): Markup {
  const text = 'Look for something else, or for less at once.'
  return emptyState(`No ${entryName} fits`, text, { ...all, isQuiet: true })
}

export type Column<Entry> = readonly [
  head: string,
  cell: (entry: Entry, index: number) => Markup | string,
]

/**
 * Rows become cards on narrow pages. The table states its roles, because browsers drop the roles of
 * tables with another layout.
 * @param caption For screen readers.
 * @param columns The first one names the row.
 */
export function tableOf<Entry>(
  caption: string,
  columns: readonly Column<Entry>[],
  entries: readonly Entry[],
): Markup {
  const row = (entry: Entry, index: number): Markup[] =>
    columns.map(([head, cell], column) =>
      column === 0
        ? html`<th role="rowheader" scope="row">${cell(entry, index)}</th>`
        : html`<td role="cell" data-label="${head}">${cell(entry, index)}</td>`,
    )
  return html`<table class="data" role="table"><caption class="visually-hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(([head]) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${entries.map((entry, index) => html`<tr role="row">${row(entry, index)}</tr>`)}</tbody>
</table>`
}

export function facts(rows: readonly (readonly [name: string, value: Markup | string])[]): Markup {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`
}

/** A link to a page that asks for confirmation. */
export function dangerLink(path: string, label: string): Markup {
  return html`<p><a class="danger-link" href="${path}">${label}</a></p>`
}

export function spaceTile(name: string, size: 'large' | '' = ''): Markup {
  return tile(firstLetter(name), size)
}

export function personTile(name: string): Markup {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => firstLetter(word))
  return tile(initials.join(''), 'round')
}

export function personLine(name: string): Markup {
  return html`<span class="who">${personTile(name)}<span>${name}</span></span>`
}

function tile(letters: string, look: string): Markup {
  return html`<span class="tile${look === '' ? '' : ` ${look}`}" aria-hidden="true">${letters}</span>`
}

function firstLetter(word = ''): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toUpperCase()
}

/** @param buttonLabel For screen readers. */
export function copyable(id: string, text: string, buttonLabel: string): Markup {
  return html`<span class="copyable"><code id="${id}">${text}</code>${copyButton(id, buttonLabel)}</span>`
}

export function copyableBlock(
  id: string,
  text: string,
  entryName: string,
  { isWrapped = false }: { isWrapped?: boolean } = {},
): Markup {
  return html`<div class="code${isWrapped ? ' wrapped' : ''}"><div class="code-head"><span class="code-language">${entryName}</span>${copyButton(id, entryName)}</div>
<pre tabindex="0" role="region" aria-label="${entryName}"><code id="${id}">${text}</code></pre></div>`
}

/** A button that stays hidden until its script has loaded. */
function copyButton(id: string, buttonLabel: string): Markup {
  return html`<button class="quiet copy" type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${buttonLabel}</span></button>`
}

export type MenuItem = readonly [
  address: string,
  text: Markup | string,
  sign: IconName,
  /** Dangerous items come last, in a warning colour. */
  look?: 'danger',
]

/**
 * The shared `name` makes browsers keep one menu open at a time.
 * @param label The button's name for screen readers.
 */
export function menu(label: string, lists: Markup, kind = ''): Markup {
  return html`<details class="menu${kind === '' ? '' : ` ${kind}`}" name="menu"><summary class="icon-button" title="More">${icon('ellipsis')}<span class="visually-hidden">${label}</span></summary>
<div class="pop">${lists}</div></details>`
}

export function menuList(items: readonly MenuItem[]): Markup {
  const item = ([address, text, sign, look]: MenuItem): Markup =>
    html`<li><a href="${address}"${look === undefined ? '' : html` class="${look}"`}>${icon(sign)}${text}</a></li>`
  const [ways, ends] = [undefined, 'danger'].map((look) => items.filter((item) => item[3] === look))
  const list = (content: readonly MenuItem[] = []): Markup | '' =>
    content.length === 0 ? '' : html`<ul class="menu-list">${content.map(item)}</ul>`
  return html`${list(ways)}
${list(ends)}`
}

export function rowMenu(name: string, items: readonly MenuItem[]): Markup {
  const namedItems = items.map(([address, text, sign, look]): MenuItem => {
    const fullLabel = html`${text}<span class="visually-hidden"> ${name}</span>`
    return look === undefined ? [address, fullLabel, sign] : [address, fullLabel, sign, look]
  })
  return menu(`Actions for ${name}`, menuList(namedItems))
}
