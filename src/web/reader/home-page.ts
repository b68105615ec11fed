/** Where reading starts: the spaces, and what changed last in them. @module */
import { html } from 'hono/html'
import { pagePath } from '../../wiki/embedded-wiki.ts'
import type { RecentChange } from '../../wiki/recent-changes.ts'
import type { Space } from '../../wiki/wiki.ts'
import type { Markup } from '../layout.ts'
import { timeView } from './time-view.ts'

export interface HomePageModel {
  /** Those that the reader may see. */
  readonly spaces: readonly Space[]
  readonly changes: readonly RecentChange[]
}

/**
 * Show the spaces and the recent changes.
 * @param model Both.
 */
export function homePage({ spaces, changes }: HomePageModel): Markup {
  const list =
    spaces.length === 0
      ? html`<p>There is no space to read yet. An administrator makes one with <code>markport space create KEY NAME</code>.</p>`
      : html`<ul class="spaces">${spaces.map(spaceLink)}</ul>`
  return html`<h1>Spaces</h1>${list}${changes.length === 0 ? '' : recentChanges(changes)}`
}

function spaceLink({ key, name }: Space): Markup {
  return html`<li><a href="/wiki/spaces/${key}">${name}</a> <span class="key">${key}</span></li>`
}

function recentChanges(changes: readonly RecentChange[]): Markup {
  return html`<h2>Recent changes</h2><ul class="changes">${changes.map(changeItem)}</ul>`
}

function changeItem(change: RecentChange): Markup {
  const { space, pageId, title, versionNumber } = change
  return html`<li><a href="${pagePath(space.key, pageId)}">${title}</a>
<span class="byline">${space.name} · ${versionNumber === 1 ? 'new' : `version ${versionNumber}`} · ${timeView(change.changedAt)} · ${change.authorName}</span></li>`
}
