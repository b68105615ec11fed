/** The route of suggestions while somebody types. @module */
import { html } from 'hono/html'
import type { Principal } from '../../../auth/access-conditions.ts'
import { counted } from '../../../base/visible-text.ts'
import { findSpace } from '../../../importing/spaces.ts'
import type { Space } from '../../../importing/target-wiki.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { listReadableSpaces, readerOf } from '../../../web/session/may-read.ts'
import { readersOf } from '../../../web/session/reading-rule.ts'
import { listRecentChanges, type RecentChange } from '../../store/recent-changes.ts'
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
  const { reader, spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies)
  if (asked.trim() === '') {
    const changes = await listRecentChanges(dependencies.database, reader, maxSuggestions)
    return c.html(await startList(changes))
  }
  const preferred = key === '' ? undefined : await findReadable(key)
  const answer = await dependencies.search(asked, {
    isTyping: true,
    spaceIds,
    readableBy,
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

interface SearchedSpaces {
  readonly reader: Principal | undefined
  readonly choices: readonly Space[] | undefined
  readonly spaceIds: readonly string[] | undefined
  /** Checks each hit instead, for readers of too many spaces to list. */
  readonly readableBy: Principal | undefined
  findReadable(key: string): Promise<Space | undefined>
}

const maxChoices = 50

export async function searchedSpaces(
  c: WebContext,
  { database, readers: rule }: Pick<ReaderDependencies, 'database' | 'readers'>,
): Promise<SearchedSpaces> {
  const readers = readersOf(c, rule)
  const viewer = c.get('viewer')
  const reader = readerOf(viewer, readers)
  const spaces = await listReadableSpaces(database, viewer, readers, { limit: maxChoices + 1 })
  const isFew = spaces.length <= maxChoices
  return {
    reader,
    choices: isFew ? spaces : undefined,
    spaceIds: isFew && reader !== undefined ? spaces.map(({ id }) => id) : undefined,
    readableBy: isFew ? undefined : reader,
    findReadable: (key) =>
      findSpace(database, key, reader === undefined ? {} : { readableBy: reader }),
  }
}
