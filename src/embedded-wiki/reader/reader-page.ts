/** A page of the wiki, for reading: its document between the tree of its space and its outline. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import { fullWidthScript, scriptBefore } from '../../web/assets.ts'
import type { DocumentView } from '../../web/document/document-view-work.ts'
import type { OutlineEntry } from '../../web/document/outline.ts'
import { type Markup, rendered } from '../../web/frame/layout.ts'
import type { ChildPages } from '../store/child-pages.ts'
import type { CurrentPage } from '../store/current-page.ts'
import type { NeighbourPage, NeighbourPages } from '../store/neighbour-pages.ts'
import { childrenPath, historyPath } from './addresses.ts'
import { type PageMenuModel, pageMenu } from './page-menu.ts'
import { documentScripts, labelList, timeView } from './page-parts.ts'

export interface ReaderPageModel extends PageMenuModel {
  readonly spaceName: string
  readonly ancestors: readonly { readonly id: string; readonly title: string }[]
  readonly children: ChildPages
  readonly neighbours: NeighbourPages
  readonly version: CurrentPage['version']
  readonly document: DocumentView
  /** The tree of the space, as markup. */
  readonly tree: Markup
  /** What was just done to the page, or to one below it. */
  readonly notice: Markup
}

/** Fewer headings than this need no outline. */
const minOutline = 2

/**
 * Show a page with its place in the tree.
 * @param model What to show.
 */
export function readerPage(model: ReaderPageModel): Markup {
  const { place, version, document } = model
  return html`<div class="reader">
${scriptBefore(fullWidthScript)}
${sidebar(model)}
<article>
<div class="page-head">
${breadcrumb(place.spaceKey, model.ancestors)}
<h1>${model.title}</h1>
<p class="byline"><a href="${historyPath(place)}">Version ${version.number}</a>, ${timeView(version.createdAt)}, by ${version.authorName}</p>
${labelList(version.labels, place.spaceKey)}
${model.notice}
</div>
${pageMenu(model)}
${document.outline.length < minOutline ? '' : outlineView(document.outline)}
<div class="page-body">
<div class="document">${rendered(document.html)}</div>
${model.children.pages.length > 0 ? childList(model) : ''}
${neighbourLinks(model)}
</div>
</article>
</div>
${documentScripts(document.html)}`
}

/** The way from the home page down to a page. */
function breadcrumb(
  spaceKey: string,
  ancestors: readonly { readonly id: string; readonly title: string }[],
): Markup {
  return html`<nav aria-label="Breadcrumb"><ol class="breadcrumb">
<li><a href="/">Home</a></li>
${ancestors.map(({ id, title }) => html`<li><a href="${pagePath(spaceKey, id)}">${title}</a></li>`)}
</ol></nav>`
}

function sidebar({ place, spaceName, tree }: ReaderPageModel): Markup {
  return html`<nav class="tree" aria-label="Pages of ${spaceName}">
<details><summary>Pages</summary>
<form class="search" role="search" action="/search" aria-label="Pages of ${spaceName}">
<input type="hidden" name="space" value="${place.spaceKey}">
<input type="search" name="q" aria-label="Search ${spaceName}" placeholder="Search ${spaceName}" maxlength="200">
</form>
<p class="space"><a href="/wiki/spaces/${place.spaceKey}">${spaceName}</a></p>
${tree}
</details></nav>`
}

function outlineView(entries: readonly OutlineEntry[]): Markup {
  const item = ({ id, text, level }: OutlineEntry): Markup =>
    html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`
  return html`<nav class="outline" aria-label="On this page">
<details><summary>On this page</summary><ol>${entries.map(item)}</ol></details></nav>`
}

function childList({ place, children }: ReaderPageModel): Markup {
  const { spaceKey, id: parentId } = place
  const more =
    children.next === undefined
      ? ''
      : html`<p><a href="${childrenPath({ spaceKey, id: parentId }, children.next)}">More pages</a></p>`
  return html`<nav class="children" aria-labelledby="children"><h2 id="children">Pages below</h2><ul>
${children.pages.map(({ id, title }) => html`<li><a href="${pagePath(spaceKey, id)}">${title}</a></li>`)}
</ul>${more}</nav>`
}

/** The ways on, for whoever reads the space from its first page to its last. */
function neighbourLinks({ place, neighbours: { previous, next } }: ReaderPageModel): Markup | '' {
  if (previous === undefined && next === undefined) return ''
  const link = (
    rel: 'prev' | 'next',
    name: string,
    page: NeighbourPage | undefined,
  ): Markup | '' =>
    page === undefined
      ? ''
      : html`<a rel="${rel}" href="${pagePath(place.spaceKey, page.id)}">${name}: ${page.title}</a>`
  return html`<nav class="neighbours" aria-label="Previous and next page">
${link('prev', 'Previous', previous)}
${link('next', 'Next', next)}
</nav>`
}
