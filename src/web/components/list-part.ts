/** Lists that come a part at a time: what was asked for, a field to find, and the ways on. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

/** What the address asks for. */
export interface AskedPart {
  /** Only entries that have this in them. */
  readonly matching: string | undefined
  /** Only entries after this one. */
  readonly after: string | undefined
}

/** The part that is shown. */
export interface ListPart extends AskedPart {
  /** The last entry, where more come after it. */
  readonly next: string | undefined
}

const maxLength = 200
/** Entries of a list that has more than a line for each. */
export const entriesPerPage = 50

/**
 * Cut a list to the part that is shown.
 * @param found One entry more than is shown, if there are so many.
 */
export function cutPart<Entry>(
  found: readonly Entry[],
  asked: AskedPart,
  placeOf: (entry: Entry) => string,
  limit: number = entriesPerPage,
): { shown: readonly Entry[]; part: ListPart } {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last !== undefined ? placeOf(last) : undefined
  return { shown, part: { ...asked, next } }
}

/** Read from an address which part of a list is asked for. */
export function readListPart(query: Readonly<Record<string, string>>): AskedPart {
  const { find, after } = query
  const matching = find?.trim().slice(0, maxLength).toWellFormed().replaceAll('\0', '')
  return {
    matching: matching || undefined,
    after: after?.slice(0, 1_000).toWellFormed().replaceAll('\0', '') || undefined,
  }
}

/** What else was chosen of a list, by the names of its fields; an empty text is no choice. */
type Chosen = Readonly<Record<string, string>>

function onlyChosen(chosen: Chosen): [name: string, value: string][] {
  return Object.entries(chosen).filter(([, value]) => value !== '')
}

/** Offer what is looked for most, one press away. */
export function chipLinks(
  label: string,
  chips: readonly { path: string; chosen: Chosen; label: string; isCurrent: boolean }[],
): Markup {
  const chip = ({ path, chosen, label: text, isCurrent }: (typeof chips)[number]): Markup =>
    html`<li><a class="chip" href="${path}?${new URLSearchParams(onlyChosen(chosen))}"${isCurrent ? html` aria-current="true"` : ''}>${text}</a></li>`
  return html`<nav aria-label="${label}"><ul class="ways">${chips.map(chip)}</ul></nav>`
}

/** Make the field that finds entries; a list that is whole needs none. */
export function findField(
  path: string,
  label: string,
  part: ListPart,
  chosen: Chosen = {},
): Markup {
  if (isWhole(part)) return html``
  return html`<form class="search-form find" role="search" action="${path}" aria-label="${label}">
${onlyChosen(chosen).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label class="visually-hidden" for="find">${label}</label>
<input id="find" type="search" name="find" value="${part.matching ?? ''}" placeholder="${label}" maxlength="${maxLength}">
<button type="submit">Find</button></form>`
}

/** Make the links to the start of a list and to its next part. */
export function partLinks(path: string, part: ListPart, chosen: Chosen = {}): Markup {
  const { matching, after, next } = part
  if (after === undefined && next === undefined) return html``
  const to = (place: string | undefined): string => {
    const query = new URLSearchParams(onlyChosen({ ...chosen, find: matching ?? '' }))
    if (place !== undefined) query.set('after', place)
    return query.size === 0 ? path : `${path}?${query}`
  }
  return html`<nav aria-label="Parts of the list"><ul class="ways">
${after === undefined ? '' : html`<li><a href="${to(undefined)}">First</a></li>`}
${next === undefined ? '' : html`<li><a href="${to(next)}" rel="next">Next</a></li>`}
</ul></nav>`
}

/** Tell whether a list is shown whole. */
export function isWhole({ matching, after, next }: ListPart): boolean {
  return matching === undefined && after === undefined && next === undefined
}
