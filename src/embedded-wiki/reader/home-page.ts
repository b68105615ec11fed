/** The home page: spaces and recent changes. @module */
import { html } from 'hono/html'
import { pagePath, type Space } from '../../importing/target-wiki.ts'
import { findField, isWhole, type ListPart, partLinks } from '../../web/components/list-part.ts'
import { spaceTile } from '../../web/components/parts.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { firstStepsLead } from '../../web/manage/first-steps.ts'
import type { ChangedPage, RecentChange } from '../pages/recent-changes.ts'
import { firstSentence } from './first-sentence.ts'

export interface HomePageModel {
  readonly spaces: readonly Space[]
  readonly starts: ReadonlyMap<string, string>
  readonly part: ListPart
  readonly changes: readonly RecentChange[]
  readonly isFresh: boolean
  readonly isSignedIn: boolean
}

export function homePage({
  spaces,
  starts,
  part,
  changes,
  isFresh,
  isSignedIn,
}: HomePageModel): Markup {
  return html`<h1>Home</h1>${isFresh ? firstStepsLead : ''}
<section aria-labelledby="spaces"><h2 id="spaces">Spaces</h2>${findField('/', 'Find a space by name or key', part)}
${spaces.length === 0 ? noSpace(part, isSignedIn) : html`<ul class="spaces">${spaces.map((space) => spaceLink(space, starts.get(space.id) ?? ''))}</ul>`}
${partLinks('/', part)}</section>
${changes.length === 0 ? '' : recentChanges(changes)}`
}

function noSpace(part: ListPart, isSignedIn: boolean): Markup {
  return isWhole(part)
    ? html`<p>There is no space that you may read. ${isSignedIn ? 'Ask an administrator for access.' : html`<a href="/sign-in">Sign in</a> to see more.`}</p>`
    : html`<p>No space fits. <a href="/">All spaces</a></p>`
}

function spaceLink({ key, name }: Space, start: string): Markup {
  const about = firstSentence(start)
  return html`<li><a href="/wiki/spaces/${key}">${spaceTile(name)}<span>${name} <span class="key">${key}</span></span>${about === '' ? '' : html`<span class="about">${about}</span>`}</a></li>`
}

function recentChanges(changes: readonly RecentChange[]): Markup {
  return html`<section aria-labelledby="changes"><h2 id="changes">Recent changes</h2>
<ul class="changes">${changes.map(changeItem)}</ul></section>`
}

const shownTitles = 3

function changeItem(change: RecentChange): Markup {
  const { pages, count } = change
  const isLong = count > shownTitles
  const links = pages.slice(0, shownTitles).map((page) => pageLink(change, page))
  return html`<li>${joined(links)}${isLong ? ' …' : ''}
<span class="byline">${change.spaceName} · ${whatChanged(change)} · ${dayOf(change.changedAt)} · ${change.authorName}</span>
${isLong ? otherPages(change) : ''}</li>`
}

function whatChanged({ pages: [first], count, hasMore }: RecentChange): string {
  if (count > 1) return countOf(count, hasMore)
  return first?.versionNumber === 1 ? 'new' : `version ${first?.versionNumber}`
}

function countOf(count: number, hasMore: boolean, kind = ''): string {
  return `${count}${hasMore ? ' or more' : ''} ${kind}${count === 1 && !hasMore ? 'page' : 'pages'}`
}

function otherPages(change: RecentChange): Markup {
  const { pages, count, hasMore } = change
  const listed = pages.slice(shownTitles).map((page) => html`<li>${pageLink(change, page)}</li>`)
  const isCut = hasMore || count > pages.length
  return html`<details><summary>${countOf(count - shownTitles, hasMore, 'other ')}</summary>
<ul>${listed}</ul>
${isCut ? html`<p class="hint">Only the last ${pages.length} are listed.</p>` : ''}</details>`
}

function joined(links: readonly Markup[]): (Markup | string)[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [' · ', link]))
}

function pageLink({ spaceKey }: RecentChange, { pageId, title }: ChangedPage): Markup {
  return html`<a href="${pagePath(spaceKey, pageId)}">${title}</a>`
}
