/** Shows search results with marked words. @module */
import { html } from 'hono/html'
import type { Markup } from '../../../web/frame/markup.ts'
import type { ExcerptPart } from './excerpt.ts'
import type { AnsweredHit, AnsweredPlace, SearchAnswer } from './search-answer.ts'

export function hitList(hits: readonly AnsweredHit[]): Markup {
  return html`<ol class="hits">${hits.map(
    (
      hit,
    ) => html`<li class="hit-group"><h2><a href="${hit.address}">${markedParts(hit.title)}</a></h2>
${wayView(hit)}${excerptView(hit.excerpt)}
${hit.places.length === 0 ? '' : html`<ul>${hit.places.map((place) => html`<li><a href="${place.address}">${markedParts(place.heading)}</a>${excerptView(place.excerpt)}</li>`)}</ul>`}</li>`,
  )}</ol>`
}

export function hitOptions(hits: readonly AnsweredHit[]): Markup[] {
  return hits.map(
    (hit) => html`<div role="group" class="hit-group" aria-label="${textOf(hit.title)}">
${option(hit.address, html`<span class="hit-title">${markedParts(hit.title)}</span>${wayView(hit)}${excerptView(hit.excerpt)}`)}
${hit.places.map(placeOption)}</div>`,
  )
}

function placeOption({ address, heading, excerpt }: AnsweredPlace): Markup {
  const title = html`<span class="hit-title">${markedParts(heading)}</span>`
  return option(address, html`${title}${excerptView(excerpt)}`, 'hit place')
}

export function option(address: string, content: Markup, kind = 'hit'): Markup {
  return html`<a class="${kind}" role="option" aria-selected="false" tabindex="-1" href="${address}">${content}</a>`
}

function wayView({ spaceName, path }: AnsweredHit): Markup {
  return html`<span class="hit-path">${[spaceName, ...path].map((name) => html`<span>${name}</span> `)}</span>`
}

function excerptView(parts: readonly ExcerptPart[]): Markup | '' {
  return parts.length === 0 ? '' : html`<span class="hit-excerpt">${markedParts(parts)}</span>`
}

function markedParts(parts: readonly ExcerptPart[]): (Markup | string)[] {
  return parts.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : text))
}

function textOf(parts: readonly ExcerptPart[]): string {
  return parts.map(({ text }) => text).join('')
}

export function insteadLine(
  asked: string,
  { instead, leftOut }: Pick<SearchAnswer, 'instead' | 'leftOut'>,
): Markup | undefined {
  if (instead === undefined) return undefined
  const missing = leftOut.length === 0 ? asked.trim() : leftOut.join(' ')
  return html`Nothing has <b>${missing}</b>. Shown are results for <b>${instead}</b>.`
}
