/** The route of suggestions while somebody types. @module */
import { html } from 'hono/html'
import { counted } from '../../../base/visible-text.ts'
import { findReadableSpace } from '../../../importing/spaces.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { readerOf } from '../../../web/session/reading-rule.ts'
import { listRecentChanges, type RecentChange } from '../../pages/recent-changes.ts'
import { searchPath } from '../addresses.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { hitOptions, insteadLine, option } from './hit-views.ts'
import type { SearchAnswer } from './search-answer.ts'

const maxSuggestions = 8
const maxAskedLength = 200

export async function answerSuggest(
  c: WebContext,
  dependencies: ReaderDependencies,
): Promise<Response> {
  const asked = (c.req.query('q') ?? '')
    .slice(0, maxAskedLength)
    .toWellFormed()
    .replaceAll('\0', '')
  const key = c.req.query('space') ?? ''
  const reader = readerOf(c, dependencies)
  if (asked.trim() === '') {
    const changes = await listRecentChanges(reader, maxSuggestions)
    return c.html(await startList(changes))
  }
  const preferred = key === '' ? undefined : await findReadableSpace(reader, key)
  const answer = await dependencies.search(reader, asked, {
    isTyping: true,
    preferredSpaceId: preferred?.id,
    offset: 0,
    limit: maxSuggestions,
  })
  return c.html(await suggestionList(asked, answer))
}

/** Inserted into a dialog by a script; `data-said` is for screen readers. */
function suggestionList(asked: string, answer: SearchAnswer): Markup {
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

function startList(changes: readonly RecentChange[]): Markup {
  return html`<div class="found" data-said="">
${changes.length === 0 ? html`<p class="search-note">There is no page yet.</p>` : html`<p class="hits-title" aria-hidden="true">Changed last</p>`}
<div role="listbox" id="suggestions" aria-label="Changed last">
${changes.map(({ spaceKey, spaceName, pages: [page] }) => page && option(pagePath(spaceKey, page.pageId), html`<span class="hit-title">${page.title}</span><span class="hit-path"><span>${spaceName}</span></span>`))}
</div></div>`
}
