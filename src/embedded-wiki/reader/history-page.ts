/** The versions of a page, with the choice of two to compare. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import type { Markup } from '../../web/layout.ts'
import type { PageVersion } from '../store/pages.ts'
import { comparePath, historyPath, type PagePlace, versionPath } from './addresses.ts'
import { timeView } from './time-view.ts'

export interface HistoryPageModel {
  readonly place: PagePlace
  readonly title: string
  readonly currentVersion: number
  /** Newest first. */
  readonly versions: readonly PageVersion[]
  readonly hasMore: boolean
}

/**
 * List the versions.
 * @param model A part of them.
 */
export function historyPage(model: HistoryPageModel): Markup {
  const { place, title, versions } = model
  const last = versions.at(-1)
  return html`<h1>History of “${title}”</h1>
<p><a href="${pagePath(place.spaceKey, place.id)}">Back to the page</a></p>
${versions.length === 0 ? html`<p>There is no version here.</p>` : versionTable(model)}
${model.hasMore && last !== undefined ? html`<p><a href="${historyPath(place, last.number)}">Older versions</a></p>` : ''}`
}

function versionTable({ place, versions, currentVersion }: HistoryPageModel): Markup {
  const row = (version: PageVersion, index: number): Markup => {
    const { number } = version
    return html`<tr>
<td><a href="${versionPath(place, number)}">Version ${number}</a>${number === currentVersion ? html` <span class="key">current</span>` : ''}</td>
<td>${timeView(version.createdAt)}</td>
<td>${version.authorName}</td>
<td>${version.message}</td>
<td>${number > 1 ? html`<a href="${comparePath(place, number - 1, number)}" aria-label="Changes of version ${number}">Changes</a>` : ''}</td>
<td><input type="radio" name="from" value="${number}" aria-label="Compare version ${number}"${index === 1 ? html` checked` : ''}></td>
<td><input type="radio" name="to" value="${number}" aria-label="with version ${number}"${index === 0 ? html` checked` : ''}></td>
</tr>`
  }
  const table = html`<div class="table" role="region" aria-label="Versions" tabindex="0"><table class="history">
<thead><tr><th scope="col">Version</th><th scope="col">When</th><th scope="col">Who</th><th scope="col">Message</th><th scope="col">Changes</th><th scope="col">From</th><th scope="col">To</th></tr></thead>
<tbody>${versions.map(row)}</tbody></table></div>`
  if (versions.length === 1 && currentVersion === 1) return table
  return html`<form class="compare" action="/wiki/spaces/${place.spaceKey}/compare/${place.id}">${table}
<button type="submit">Compare the two chosen</button></form>`
}
