/** Long lists in parts, with a search field and links between the parts. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { type FieldSpec, formFields } from './form-fields.ts'

export interface ListPosition {
  readonly matching: string | undefined
  readonly after: string | undefined
}

export interface ListPart extends ListPosition {
  readonly next: string | undefined
}

const maxLength = 200
export const byTime = ['Newest', 'Older'] as const
export const entriesPerPage = 50

/** @param rows One more than `limit` when there are more. */
export function cutPart<Entry>(
  rows: readonly Entry[],
  position: ListPosition,
  placeOf: (entry: Entry) => string,
  limit: number = entriesPerPage,
): { entries: readonly Entry[]; part: ListPart } {
  const entries = rows.slice(0, limit)
  const lastEntry = entries.at(-1)
  const next = rows.length > limit && lastEntry !== undefined ? placeOf(lastEntry) : undefined
  return { entries, part: { ...position, next } }
}

export function readListPart(query: Readonly<Record<string, string>>): ListPosition {
  const { find, after } = query
  const matching = find?.trim().slice(0, maxLength).toWellFormed().replaceAll('\0', '')
  return {
    matching: matching || undefined,
    after: after?.slice(0, 1_000).toWellFormed().replaceAll('\0', '') || undefined,
  }
}

export type FilterValues = Readonly<Record<string, string>>

export function filterForm(
  label: string,
  fields: readonly FieldSpec[],
  values: FilterValues,
): Markup {
  const formValues = { form: new Map(Object.entries(values)), refusal: undefined }
  return html`<form class="filters" method="get" role="search" aria-label="${label}">
${formFields(fields, formValues).map((field) => html`<div>${field}</div>`)}
<div><button type="submit">Show</button></div></form>`
}

function filledIn(values: FilterValues): [name: string, value: string][] {
  return Object.entries(values).filter(([, value]) => value !== '')
}

export function findField(path: string, label: string, part: ListPart): Markup {
  if (isWhole(part)) return html``
  return html`<form class="search-form find" role="search" action="${path}" aria-label="${label}">
<label class="visually-hidden" for="find">${label}</label>
<input id="find" type="search" name="find" value="${part.matching ?? ''}" placeholder="${label}" maxlength="${maxLength}">
<button type="submit">Find</button></form>`
}

export function partLinks(
  path: string,
  part: ListPart,
  filters: FilterValues = {},
  [first, more]: readonly [first: string, more: string] = ['First', 'Next'],
): Markup {
  const { matching, after, next } = part
  if (after === undefined && next === undefined) return html``
  const to = (place: string | undefined): string => {
    const query = new URLSearchParams(filledIn({ ...filters, find: matching ?? '' }))
    if (place !== undefined) query.set('after', place)
    return query.size === 0 ? path : `${path}?${query}`
  }
  return html`<nav aria-label="Parts of the list"><ul class="ways">
${after === undefined ? '' : html`<li><a href="${to(undefined)}">${first}</a></li>`}
${next === undefined ? '' : html`<li><a href="${to(next)}" rel="next">${more}</a></li>`}
</ul></nav>`
}

export function isWhole({ matching, after, next }: ListPart): boolean {
  return matching === undefined && after === undefined && next === undefined
}
