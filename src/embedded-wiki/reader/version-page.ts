/** One version of a page, for reading. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import type { DocumentView } from '../../web/document-view.ts'
import { type Markup, rendered } from '../../web/layout.ts'
import type { PageWithBody } from '../store/pages.ts'
import { adfPath, comparePath, historyPath, markdownPath, versionPath } from './addresses.ts'
import { labelList } from './label-list.ts'
import { timeView } from './time-view.ts'

export interface VersionPageModel {
  readonly page: PageWithBody
  readonly currentVersion: number
  readonly document: DocumentView
}

/**
 * Show a version as it was.
 * @param model The version, and which one is current.
 */
export function versionPage({ page, currentVersion, document }: VersionPageModel): Markup {
  return html`<article>
${versionHead(page, currentVersion)}
<div class="document">${rendered(document.html)}</div>
</article>`
}

/**
 * Show what a version is and the ways from it: its neighbours, its sources, the current page.
 * @param page The page at that version.
 * @param currentVersion The number of the current one.
 */
export function versionHead(page: PageWithBody, currentVersion: number): Markup {
  const place = { spaceKey: page.spaceKey, id: page.id }
  const { number, createdAt, authorName, message } = page.version
  const link = (address: string, text: string): Markup =>
    html`<li><a href="${address}">${text}</a></li>`
  return html`<div class="page-head">
<h1>${page.title}</h1>
<p class="byline">Version ${number}${number === currentVersion ? ', the current one' : ` of ${currentVersion}`}, ${timeView(createdAt)}, by ${authorName}${message === '' ? '' : html`: ${message}`}</p>
${labelList(page.version.labels, place.spaceKey)}
<nav aria-label="This version"><ul class="ways">
${link(pagePath(place.spaceKey, place.id), 'The page')}
${link(historyPath(place), 'History')}
${number > 1 ? link(versionPath(place, number - 1), 'Previous') : ''}
${number < currentVersion ? link(versionPath(place, number + 1), 'Next') : ''}
${number > 1 ? link(comparePath(place, number - 1, number), 'Changes') : ''}
${link(markdownPath(place, number), 'Markdown')}
${link(adfPath(place, number), 'ADF')}
</ul></nav>
</div>`
}
