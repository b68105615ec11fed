/** Parts that the administration pages are made of. @module */
import { html } from 'hono/html'
import type { Markup } from '../layout.ts'

/**
 * Make a heading with an action beside it.
 * @param heading The page's heading.
 * @param action Where the action leads, and what it says.
 */
export function pageHead(heading: string, action?: { path: string; label: string }): Markup {
  const link =
    action === undefined ? '' : html`<a class="button" href="${action.path}">${action.label}</a>`
  return html`<div class="title-row"><h1>${heading}</h1>${link}</div>`
}

/**
 * Say that something was done.
 * @param text What; nothing is shown without it.
 */
export function noticeLine(text: string | undefined): Markup {
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

/**
 * Make a table whose rows become cards where the page is narrow. The roles stay with it then, which
 * browsers would drop.
 * @param caption What it lists, for those who do not see the heading.
 * @param columns The headings.
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
