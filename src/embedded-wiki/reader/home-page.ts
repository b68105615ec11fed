/** Where reading starts: the spaces, and what changed last in them. @module */
import { html } from 'hono/html'
import type { Space } from '../../importing/target-wiki.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import type { Markup } from '../../web/layout.ts'
import { findField, isWhole, type ListPart, partLinks } from '../../web/list-part.ts'
import { firstStepsLead } from '../../web/manage/first-steps-page.ts'
import type { RecentChange } from '../store/recent-changes.ts'
import { timeView } from './page-parts.ts'

export interface HomePageModel {
  /** A part of those that the reader may see. */
  readonly spaces: readonly Space[]
  readonly part: ListPart
  readonly changes: readonly RecentChange[]
  /** Whether to lead an administrator to what a fresh store needs. */
  readonly isFresh: boolean
}

/**
 * Show the spaces and the recent changes.
 * @param model Both.
 */
export function homePage({ spaces, part, changes, isFresh }: HomePageModel): Markup {
  return html`<h1>Spaces</h1>${isFresh ? firstStepsLead : ''}${findField('/', 'Find a space by name or key', part)}
${spaces.length === 0 ? noSpace(part) : html`<ul class="spaces">${spaces.map(spaceLink)}</ul>`}
${partLinks('/', part)}${changes.length === 0 ? '' : recentChanges(changes)}`
}

function noSpace(part: ListPart): Markup {
  return isWhole(part)
    ? html`<p>There is no space to read yet. An administrator makes one with <code>markport space create KEY NAME</code>.</p>`
    : html`<p>No space fits. <a href="/">All spaces</a></p>`
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
