/** What is suggested while somebody types: pages and their places; at first, pages that changed. @module */
import { html } from 'hono/html'
import { counted } from '../../../base/counted.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import type { RecentChange } from '../../store/recent-changes.ts'
import { searchPath } from '../addresses.ts'
import { hitOptions, option } from './hit-views.ts'
import { insteadLine } from './instead-line.ts'
import type { SearchAnswer } from './search-answer.ts'

/**
 * Show suggestions, as a part that a script puts into its dialog; `data-said` is for screen readers.
 * @param asked What was typed.
 * @param answer What was found.
 */
export function suggestionList(asked: string, answer: SearchAnswer): Markup {
  const { hits } = answer
  const said = hits.length === 0 ? 'No page has these words.' : counted(hits.length, 'page')
  const instead = insteadLine(asked, answer)
  return html`<div class="found" data-said="${said}">
${instead === undefined ? '' : html`<p class="search-note">${instead}</p>`}
${hits.length === 0 ? html`<p class="search-note">${said}</p>` : ''}
<div role="listbox" id="suggestions" aria-label="Results">
${hitOptions(hits)}
${option(searchPath({ words: asked }), html`All results for “${asked}”`, 'hit all')}
</div></div>`
}

/**
 * Show the pages that changed last, before anything is typed.
 * @param changes Those that the reader may read.
 */
export function startList(changes: readonly RecentChange[]): Markup {
  return html`<div class="found" data-said="">
${changes.length === 0 ? html`<p class="search-note">There is no page yet.</p>` : html`<p class="hits-title" aria-hidden="true">Changed last</p>`}
<div role="listbox" id="suggestions" aria-label="Changed last">
${changes.map(({ spaceKey, spaceName, pages: [page] }) => page && option(pagePath(spaceKey, page.pageId), html`<span class="hit-title">${page.title}</span><span class="hit-path"><span>${spaceName}</span></span>`))}
</div></div>`
}
