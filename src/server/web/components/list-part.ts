/** Long lists in parts, with a search field and links between the parts. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import type { PageContext } from '../pages.ts'
import { type FieldSpec, formFields } from './form-fields.ts'

export type FilterValues = Readonly<Record<string, string>>

export interface ListRange {
  readonly matching: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

interface ListRequest<Entry> {
  readonly path: string
  readonly limit?: number
  readonly filters?: FilterValues
  /** Labels of the links to the first and the next part. */
  readonly labels?: readonly [first: string, next: string]
  read(range: ListRange): Promise<readonly Entry[]>
  /** Identifies an entry in `after`. */
  placeOf(entry: Entry): string
}

export interface ListPart<Entry> {
  readonly entries: readonly Entry[]
  readonly matching: string | undefined
  /** Whether this part is the whole list: without a search and without another part. */
  readonly isWhole: boolean
  readonly links: Markup
}

const maxLength = 200
export const byTime = ['Newest', 'Older'] as const
export const entriesPerPage = 50

/** Reads one entry more than the part shows, to know whether more follow. */
export async function readListPart<Entry>(
  c: PageContext,
  request: ListRequest<Entry>,
): Promise<ListPart<Entry>> {
  const { path, limit = entriesPerPage, filters = {}, labels = ['First', 'Next'] } = request
  const matching = searchedFor(c)
  const after = plainText(c.req.query('after')?.slice(0, 1_000))
  const rows = await request.read({ matching, after, limit: limit + 1 })
  const entries = rows.slice(0, limit)
  const lastEntry = entries.at(-1)
  const next = rows.length > limit && lastEntry !== undefined ? request.placeOf(lastEntry) : ''
  const query = { ...filters, find: matching ?? '' }
  const isWhole = after === undefined && next === '' && Object.values(query).every(isEmpty)
  const link = (place: string, label: string, rel = html``): Markup => {
    const values = Object.entries({ ...query, after: place }).filter(([, value]) => !isEmpty(value))
    const address = values.length === 0 ? path : `${path}?${new URLSearchParams(values)}`
    return html`<li><a href="${address}"${rel}>${label}</a></li>`
  }
  const links = html`<nav aria-label="Parts of the list"><ul class="ways">
${after === undefined ? '' : link('', labels[0])}
${next === '' ? '' : link(next, labels[1], html` rel="next"`)}
</ul></nav>`
  const isInParts = after !== undefined || next !== ''
  return { entries, matching, isWhole, links: isInParts ? links : html`` }
}

export function searchedFor(c: PageContext): string | undefined {
  return plainText(c.req.query('find')?.trim().slice(0, maxLength))
}

/** PostgreSQL refuses NUL characters even in a search. */
function plainText(text: string | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '') || undefined
}

function isEmpty(value: string): boolean {
  return value === ''
}

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

export function findField(
  path: string,
  label: string,
  { isWhole, matching }: Pick<ListPart<unknown>, 'isWhole' | 'matching'>,
): Markup {
  if (isWhole) return html``
  return html`<form class="search-form find" role="search" action="${path}" aria-label="${label}">
<label class="visually-hidden" for="find">${label}</label>
<input id="find" type="search" name="find" value="${matching ?? ''}" placeholder="${label}" maxlength="${maxLength}">
<button type="submit">Find</button></form>`
}
