/** Search: its results as data for all views, the search page, and suggestions during typing. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { callerOfWork, type Places } from '../../contract/base/places/places.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { isKeptLabel, toLabels } from '../../contract/titles-and-labels.ts'
import { parseId } from '../../store/ids.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import { findReadableSpace, listReadableSpaces } from '../../wiki/import/spaces.ts'
import { pagePath, type Space } from '../../wiki/import/target-wiki.ts'
import { listNewestPages, type NewestPage } from '../../wiki/pages/list-pages.ts'
import {
  type ExcerptPart,
  type FoundPlace,
  type PlacedHit,
  placesToFind,
} from '../../wiki/pages/search/place-hits.ts'
import type { SearchHit } from '../../wiki/pages/search/rank-pages.ts'
import {
  parseSearch,
  type SearchRequest,
  type SearchResult,
  searchPages,
} from '../../wiki/pages/search/search-pages.ts'
import type { ServiceParts } from '../service/compose.ts'
import type { Markup } from '../web/frame/markup.ts'
import { showNotFound } from '../web/frame/message-page.ts'
import { show } from '../web/frame/show.ts'
import type { PageContext } from '../web/pages.ts'
import { readerOf } from '../web/session/reading-rule.ts'
import { searchPath } from './addresses.ts'

/** @throws {RequestError} `unavailable` when too many people search. */
export type Search = ReturnType<typeof searchOf>

export interface SearchAnswer extends Omit<SearchResult, 'hits' | 'corrected'> {
  /** False when the query consists of other characters only. */
  readonly hasWords: boolean
  /** The corrected words that we searched, because no page has the typed ones. */
  readonly instead?: string | undefined
  readonly hits: readonly AnsweredHit[]
  /** The offset of the next hits; undefined when there are none, or programs may not go further. */
  readonly next?: number | undefined
}

export interface AnsweredHit extends Omit<SearchHit, 'title' | 'text'>, Omit<PlacedHit, 'places'> {
  /** A path here, or the full address of a recorded page. */
  readonly address: string
  readonly places: readonly AnsweredPlace[]
}

export interface AnsweredPlace extends Omit<FoundPlace, 'id'> {
  readonly address: string
}

const maxSearchMs = 60_000
const maxOffset = 1_000

/** @param gate Limits searches: each costs as much as many imports. */
export function searchOf({
  workers,
  gate,
}: {
  readonly workers: Pick<EmbeddedWork, 'findPlaces'>
  readonly gate: Places
}) {
  return async (
    reader: Reader,
    typedQuery: string,
    request: Omit<SearchRequest, 'words'>,
  ): Promise<SearchAnswer> => {
    const typedWords = parseSearch(typedQuery, request.isTyping)
    const offset = Math.min(request.offset, maxOffset)
    const { hits, corrected, ...result } = await gate.hold(
      { key: callerOfWork(), workMs: maxSearchMs },
      () => searchPages(reader, { ...request, offset, words: typedWords }),
    )
    const words = corrected ?? typedWords
    const end = offset + hits.length
    const isMore = hits.length > 0 && end < result.total && end <= maxOffset
    const placedHits = hits.length === 0 ? [] : await workers.findPlaces(placesToFind(words, hits))
    return {
      ...result,
      next: isMore ? end : undefined,
      instead: corrected?.map(({ text }) => text).join(' '),
      hasWords: words.length > 0,
      hits: hits.map(({ text: _, ...hit }, index) => {
        const { places, ...placed } = placedHits[index] as PlacedHit
        const address = hit.url ?? pagePath(hit.spaceKey, hit.pageId)
        return {
          ...hit,
          ...placed,
          address,
          places: places.map(({ id, ...place }) => ({
            ...place,
            // Link no section of a page in Confluence, which makes other anchors for headings.
            address: hit.url ?? `${address}#${encodeURIComponent(id)}`,
          })),
        }
      }),
    }
  }
}

export function plainText(parts: readonly ExcerptPart[]): string {
  return parts.map(({ text }) => text).join('')
}

const hitsPerPage = 20
const maxPage = 50
const maxChoices = 50
const maxShown = 255

export async function answerSearch(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const question = c.req.query('q') ?? ''
  const key = c.req.query('space') ?? ''
  const page = Math.min(parseId(c.req.query('page') ?? '') ?? 1, maxPage)
  const reader = readerOf(c, dependencies)
  const space = key === '' ? undefined : await findReadableSpace(reader, key)
  if (key !== '' && space === undefined) return showNotFound(c)
  const [label] = toLabels([c.req.query('label') ?? ''].filter(Boolean))
  const search = {
    label,
    spaceId: space?.id,
    offset: (page - 1) * hitsPerPage,
    limit: hitsPerPage,
  }
  const canBe = label === undefined || isKeptLabel(label)
  const answer = canBe ? await dependencies.search(reader, question, search) : noAnswer
  const spaces = await listReadableSpaces(reader, { limit: maxChoices + 1 })
  const query = printable(question)
  const shownLabel = label && printable(label)
  const choices = spaces.length > maxChoices ? undefined : spaces
  const model = { query, label: shownLabel, space, choices, answer, page }
  const title = [query.trim(), shownLabel].filter(Boolean).join(' · ')
  return show(c, 200, title === '' ? 'Search' : `Search: ${title}`, searchPage(model))
}

const noAnswer: SearchAnswer = { hits: [], total: 0, hasMore: false, hasWords: false }

function printable(text: string): string {
  return text.slice(0, maxShown).toWellFormed().replaceAll('\0', '')
}

interface SearchPageModel {
  readonly query: string
  readonly label: string | undefined
  readonly space: Space | undefined
  readonly choices: readonly Space[] | undefined
  readonly answer: SearchAnswer
  readonly page: number
}

function searchPage(model: SearchPageModel): Markup {
  const { query, label, answer } = model
  return html`<div class="search-page"><h1>Search</h1>
${searchForm(model)}
${label === undefined ? '' : labelLine(model, label)}
${insteadLine(query, answer)}
${query === '' && label === undefined ? '' : html`<p role="status">${summary(model)}</p>`}
${answer.hasWords && answer.total === 0 && model.page === 1 ? wayOn(model) : ''}
${answer.hits.length === 0 ? '' : hitList(answer.hits)}
${paging(model)}</div>`
}

function labelLine({ query, space }: SearchPageModel, label: string): Markup {
  const all = searchPath({ words: query, spaceKey: space?.key })
  return html`<p>Only pages with the label <b>${label}</b> · <a href="${all}">All pages</a></p>`
}

function searchForm({ query, label, space, choices }: SearchPageModel): Markup {
  const option = ({ key, name }: Space): Markup =>
    html`<option value="${key}"${key === space?.key ? html` selected` : ''}>${name}</option>`
  return html`<form class="search-form" role="search" action="/search" aria-label="Pages">
${label === undefined ? '' : html`<input type="hidden" name="label" value="${label}">`}
<label class="visually-hidden" for="q">Words</label>
<input id="q" type="search" name="q" value="${query}" maxlength="200">
<label class="visually-hidden" for="space">Space</label>
${
  choices === undefined
    ? html`<input id="space" name="space" value="${space?.key ?? ''}" placeholder="Key of a space" maxlength="255" autocomplete="off" autocapitalize="none" spellcheck="false">`
    : html`<select id="space" name="space"><option value="">All spaces</option>${choices.map(option)}</select>`
}
<button type="submit">Search</button></form>`
}

function summary({ label, answer, page }: SearchPageModel): string {
  const { hasWords, total, hasMore } = answer
  if (!hasWords && label === undefined) return 'There is no word in this to search for.'
  if (total === 0 && page > 1) return 'There are no more pages.'
  if (total === 0) return noPage(hasWords, label !== undefined)
  if (hasMore) return 'More than a thousand pages; these are among the best.'
  return total === 1 ? 'One page' : `${total} pages`
}

function noPage(hasWords: boolean, hasLabel: boolean): string {
  if (!hasWords) return 'No page has this label.'
  return `No page${hasLabel ? ' with this label' : ''} has all of these words.`
}

function wayOn({ query, label, space }: SearchPageModel): Markup {
  const all =
    space === undefined
      ? ''
      : html` <a href="${searchPath({ words: query, label })}">Search all spaces</a>`
  return html`<p>Try fewer words, or other ones.${all}</p>`
}

function paging({ query, label, space, page, answer }: SearchPageModel): Markup | '' {
  const to = (target: number): string =>
    searchPath({ words: query, label, spaceKey: space?.key, page: target })
  const hasNext = page * hitsPerPage < answer.total
  if (page === 1 && !hasNext) return ''
  return html`<nav aria-label="More hits"><ul class="ways">
${page > 1 ? html`<li><a href="${to(page - 1)}" rel="prev">Previous</a></li>` : ''}
${hasNext ? html`<li><a href="${to(page + 1)}" rel="next">Next</a></li>` : ''}
</ul></nav>`
}

const maxSuggestions = 8

export async function answerSuggest(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const query = printable(c.req.query('q') ?? '')
  const key = c.req.query('space') ?? ''
  const reader = readerOf(c, dependencies)
  if (query.trim() === '') {
    return c.html(await startList(await listNewestPages(reader, maxSuggestions)))
  }
  const preferred = key === '' ? undefined : await findReadableSpace(reader, key)
  const answer = await dependencies.search(reader, query, {
    isTyping: true,
    preferredSpaceId: preferred?.id,
    offset: 0,
    limit: maxSuggestions,
  })
  return c.html(await suggestionList(query, answer))
}

/** Suggestions, which a script inserts into a dialog; screen readers announce `data-said`. */
function suggestionList(query: string, answer: SearchAnswer): Markup {
  const { hits } = answer
  const status = hits.length === 0 ? 'No page has these words.' : counted(hits.length, 'page')
  return html`<div class="found" data-said="${status}">
${insteadLine(query, answer)}
${hits.length === 0 ? html`<p class="search-note">${status}</p>` : ''}
<div role="listbox" id="suggestions" aria-label="Results">
${hitOptions(hits)}
${option(searchPath({ words: query }), html`All results for “${query}”`, 'hit all')}
</div></div>`
}

function startList(pages: readonly NewestPage[]): Markup {
  const item = ({ id, title, spaceKey, spaceName }: NewestPage): Markup =>
    option(
      pagePath(spaceKey, id),
      html`<span class="hit-title">${title}</span><span class="hit-path"><span>${spaceName}</span></span>`,
    )
  return html`<div class="found" data-said="">
${pages.length === 0 ? html`<p class="search-note">There is no page yet.</p>` : html`<p class="hits-title" aria-hidden="true">Changed last</p>`}
<div role="listbox" id="suggestions" aria-label="Changed last">
${pages.map(item)}
</div></div>`
}

function hitList(hits: readonly AnsweredHit[]): Markup {
  return html`<ol class="hits">${hits.map(
    (hit) => html`<li><h2><a href="${hit.address}">${markedParts(hit.title)}</a></h2>
${wayView(hit)}${excerptView(hit.excerpt)}
${hit.places.length === 0 ? '' : html`<ul>${hit.places.map((place) => html`<li><a href="${place.address}">${markedParts(place.heading)}</a>${excerptView(place.excerpt)}</li>`)}</ul>`}</li>`,
  )}</ol>`
}

function hitOptions(hits: readonly AnsweredHit[]): Markup[] {
  return hits.map(
    (hit) => html`<div role="group" aria-label="${plainText(hit.title)}">
${option(hit.address, html`<span class="hit-title">${markedParts(hit.title)}</span>${wayView(hit)}${excerptView(hit.excerpt)}`)}
${hit.places.map(placeOption)}</div>`,
  )
}

function placeOption({ address, heading, excerpt }: AnsweredPlace): Markup {
  const title = html`<span class="hit-title">${markedParts(heading)}</span>`
  return option(address, html`${title}${excerptView(excerpt)}`, 'hit place')
}

function option(address: string, content: Markup, kind = 'hit'): Markup {
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

function insteadLine(query: string, { instead }: SearchAnswer): Markup | '' {
  if (instead === undefined) return ''
  return html`<p class="search-note">Nothing has <b>${query.trim()}</b>. Shown are results for <b>${instead}</b>.</p>`
}
