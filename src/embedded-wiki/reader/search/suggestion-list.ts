/** The pages that are suggested below the search field, with what was typed marked in them. @module */
import { html } from 'hono/html'
import { counted } from '../../../base/counted.ts'
import type { SearchWord } from '../../../database/search/search-words.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import type { SearchHit } from '../../store/searching/search-pages.ts'
import type { Suggestions } from '../../store/searching/suggest-pages.ts'
import { searchPath } from '../addresses.ts'
import { excerpt, markHits } from './excerpt.ts'
import { markedParts } from './search-hits.ts'

export interface SuggestionListModel extends Suggestions {
  readonly asked: string
  readonly words: readonly SearchWord[]
}

/**
 * Show suggestions, as a listbox that a script puts into a page; `data-said` is for screen readers.
 * @param model What was typed, and what was found.
 */
export function suggestionList({ asked, words, titled, worded }: SuggestionListModel): Markup {
  const count = titled.length + worded.length
  const typed = words.map((word, index) =>
    index === words.length - 1 ? { ...word, isUnfinished: true } : word,
  )
  const option = (path: string, content: Markup): Markup =>
    html`<a role="option" aria-selected="false" tabindex="-1" href="${path}">${content}</a>`
  const page = (hit: SearchHit, about: Markup | ''): Markup =>
    option(
      pagePath(hit.spaceKey, hit.pageId),
      html`<span class="title">${markedParts(markHits(hit.title, typed))}</span>
<span class="key">${hit.spaceName}</span>${about}`,
    )
  return html`<div role="listbox" id="suggestions" aria-label="Pages" data-said="${said(count)}">
${titled.map((hit) => page(hit, ''))}
${worded.map((hit) => page(hit, html`<span class="excerpt">${markedParts(excerpt(hit.text, words))}</span>`))}
${count === 0 ? html`<p>${said(0)}</p>` : ''}
${option(searchPath({ words: asked }), html`All results for “${asked}”`)}
</div>`
}

function said(count: number): string {
  return count === 0 ? 'No page has these words.' : counted(count, 'page')
}
