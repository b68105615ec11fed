/** A page for reading: its document between the tree of the space and the outline. @module */
import { html } from 'hono/html'
import { counted } from '../../contract/base/visible-text.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/current-page.ts'
import type { NewestPage } from '../../wiki/pages/newest-pages.ts'
import type { ChildPages, NeighbourPage, NeighbourPages } from '../../wiki/pages/pages-around.ts'
import { documentScript, readerScript, scriptTag } from '../web/assets.ts'
import { type IconName, icon } from '../web/components/icon-names.ts'
import {
  breadcrumb,
  emptyState,
  type MenuItem,
  menu,
  menuList,
  personTile,
  spaceTile,
} from '../web/components/parts.ts'
import { commitNote, editAddress, fileNote } from '../web/components/source-note.ts'
import { dayOf } from '../web/components/time-words.ts'
import type { OutlineEntry } from '../web/document/document-view.ts'
import type { DocumentView } from '../web/document/document-view-work.ts'
import { documentPart, type Markup } from '../web/frame/markup.ts'
import {
  childrenPath,
  editPath,
  historyPath,
  markdownPath,
  type PagePlace,
  trashListPath,
  trashPath,
} from './addresses.ts'
import { labelList } from './page-parts.ts'

export interface ReaderPageModel extends PageMenuModel {
  readonly spaceName: string
  readonly ancestors: readonly { readonly id: string; readonly title: string }[]
  readonly children: ChildPages
  readonly neighbours: NeighbourPages
  readonly version: CurrentPage['version']
  readonly document: DocumentView
  /** Only for the front page of a space. */
  readonly newestPages: readonly NewestPage[] | undefined
  readonly tree: Markup
  readonly isPreview: boolean
  readonly openReports: number
  readonly notice: Markup
}

const minOutline = 2

export function readerPage(model: ReaderPageModel): Markup {
  const { place, version, document } = model
  const outline = document.outline.length < minOutline ? undefined : document.outline
  // Decided before the parts arrive, so that the layout does not shift.
  const isBroad = document.html.includes('<div class="table"')
  return html`<div class="page${outline === undefined ? '' : ' outlined'}${isBroad ? ' broad' : ''}">
<article>
${localBar(model, outline !== undefined)}
<div class="page-head">
<div class="page-top">${model.ancestors.length === 0 ? html`<span></span>` : breadcrumb(model.ancestors.map(({ id, title }, index) => ({ path: pagePath(place.spaceKey, id), label: index === 0 ? model.spaceName : title })))}
${model.isPreview ? '' : html`<div class="page-actions">${reportsLink(model)}${editLink(model)}<a class="icon-button" href="${historyPath(place)}" title="History" aria-label="History of this page">${icon('history')}</a>${pageMenu(model)}</div>`}</div>
${model.newestPages === undefined ? html`<h1 dir="auto">${model.title}</h1>` : html`<div class="front-head">${spaceTile(model.spaceName, 'large')}<h1>${model.title}</h1></div>`}
<div class="byline">${model.isPreview ? '' : html`<span class="who">${personTile(version.authorName)}${version.authorName}</span><span><a href="${historyPath(place)}">Version ${version.number}</a>, ${dayOf(version.createdAt)}</span>${originNotes(model)}`}
${labelList(version.labels, place.spaceKey)}</div>
${model.notice}
</div>
<div class="page-body">
${documentPart(document.html)}
${isEmptySpace(model) ? emptySpace(model) : ''}
${childList(model)}
${lastChanges(model.newestPages ?? [])}
${neighbourLinks(model)}
</div>
</article>
${outline === undefined ? '' : outlineView(outline)}
</div>
${scriptTag(documentScript)}`
}

function originNotes({ file, version }: ReaderPageModel): Markup {
  const notes = [file && html`From ${fileNote(file)}`, commitNote(version.commit)]
  return html`${notes.filter(Boolean).map((note) => html`<span>${note}</span>`)}`
}

/** A notice says where the pages of connected spaces are. */
function isEmptySpace({ newestPages, document, children, takesImports }: ReaderPageModel): boolean {
  const isBlank = children.pages.length === 0 && /^(?:<p><\/p>)?$/.test(document.html)
  return newestPages !== undefined && takesImports && isBlank
}

function emptySpace({ place, isWritable }: ReaderPageModel): Markup {
  return isWritable
    ? emptyState(
        'There is no page here yet',
        'Write one, or drop a folder of Markdown into the form: each file becomes a page.',
        { path: `/import?${new URLSearchParams({ space: place.spaceKey })}`, label: 'New page' },
      )
    : emptyState('There is no page here yet', 'Whoever writes here has not begun.')
}

function localBar(
  { place, spaceName, ancestors }: ReaderPageModel,
  hasOutline: boolean,
): Markup | '' {
  const parent = ancestors.at(-1)
  if (parent === undefined && !hasOutline) return ''
  const up =
    parent === undefined
      ? html`<a class="button quiet" href="#main">${icon('arrow-up')}Top</a>`
      : html`<a class="button quiet" href="${pagePath(place.spaceKey, parent.id)}">${icon('arrow-up')}<span class="truncate">${ancestors.length === 1 ? spaceName : parent.title}</span></a>`
  return html`<div class="localbar">${hasOutline ? html`<button type="button" class="quiet" popovertarget="outline">${icon('list')}On this page${icon('chevron-down')}<span class="now truncate"></span></button>` : html`<span></span>`}${up}</div>`
}

export function treeSidebar({ place, spaceName, tree, parentId }: ReaderPageModel): Markup {
  const current = parentId === undefined ? html` aria-current="page"` : ''
  return html`${scriptTag(readerScript)}<nav class="sidebar tree" id="sidebar" popover data-level="${childrenPath(place)}" aria-label="Pages of ${spaceName}">
<div class="sidebar-head"><form class="search" role="search" action="/search" aria-label="Pages of ${spaceName}">
<input type="hidden" name="space" value="${place.spaceKey}">
<input type="search" name="q" aria-label="Filter or search the pages of ${spaceName}" placeholder="Filter or search pages" autocomplete="off" maxlength="200">
</form><p class="hint" role="status"></p></div>
<div class="sidebar-body"><div class="row"><a href="/wiki/spaces/${place.spaceKey}"${current}>${spaceName}</a></div>
${tree}</div></nav>`
}

function outlineView(entries: readonly OutlineEntry[]): Markup {
  const item = ({ id, text, level }: OutlineEntry): Markup =>
    html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`
  return html`<nav class="outline" id="outline" popover aria-labelledby="outline-title"><h2 id="outline-title">On this page</h2>
<ol>${entries.map(item)}</ol></nav>`
}

function childList({ place, children: { pages, next } }: ReaderPageModel): Markup | '' {
  const { spaceKey, id: parentId } = place
  if (pages.length === 0) return ''
  const more =
    next === undefined
      ? ''
      : html`<p><a href="${childrenPath({ spaceKey, id: parentId }, next)}">More pages</a></p>`
  return html`<nav class="children" aria-labelledby="children"><h2 id="children">Pages below</h2><ul>
${pages.map(({ id, title }) => html`<li><a href="${pagePath(spaceKey, id)}">${title}</a></li>`)}
</ul>${more}</nav>`
}

function neighbourLinks({ place, neighbours: { previous, next } }: ReaderPageModel): Markup | '' {
  if (previous === undefined && next === undefined) return ''
  const link = (
    rel: 'prev' | 'next',
    name: string,
    page: NeighbourPage | undefined,
  ): Markup | '' =>
    page === undefined
      ? ''
      : html`<a rel="${rel}" href="${pagePath(place.spaceKey, page.id)}"><span>${name}<span class="visually-hidden">: </span></span>${page.title}</a>`
  return html`<nav class="neighbours" aria-label="Previous and next page">
${link('prev', 'Previous', previous)}
${link('next', 'Next', next)}
</nav>`
}

function lastChanges(pages: readonly NewestPage[]): Markup | '' {
  if (pages.length < 2) return ''
  const item = ({ id, title, spaceKey, changedAt }: NewestPage): Markup =>
    html`<li>${icon('file-text')}<a href="${pagePath(spaceKey, id)}">${title}</a>${dayOf(changedAt)}</li>`
  return html`<section aria-labelledby="changes"><h2 id="changes">Recently changed</h2>
<ul class="changes news">${pages.map(item)}</ul></section>`
}

interface PageMenuModel {
  readonly place: PagePlace
  readonly title: string
  readonly parentId: string | undefined
  readonly isWritable: boolean
  readonly takesImports: boolean
  readonly file: KeptFile | undefined
  readonly reportAddress: string | undefined
}

function pageMenu(model: PageMenuModel): Markup {
  const { place, isWritable } = model
  const sources: MenuItem[] = [
    [historyPath(place), 'History', 'history'],
    [markdownPath(place), 'Markdown', 'hash'],
    ...outside(
      model.file?.url ? editAddress(model.file.url) : undefined,
      'Edit at source',
      'square-arrow-out-up-right',
    ),
    ...outside(model.reportAddress, 'Report a problem', 'flag'),
  ]
  const lists = html`${menuList(sources)}${isWritable ? menuList(writerItems(model)) : ''}`
  return menu('Page menu', lists, 'page-menu')
}

function editLink({ place, isWritable, takesImports }: PageMenuModel): Markup {
  if (!isWritable || !takesImports) return html``
  return html`<a class="button plain" href="${editPath(place)}" title="Edit this page">${icon('pencil')}<span>Edit</span></a>`
}

function reportsLink({ place, openReports }: ReaderPageModel): Markup | '' {
  if (openReports === 0) return ''
  const words = counted(openReports, 'reported problem')
  return html`<a class="button plain" href="/manage/reports?page=${place.id}" title="${words}" aria-label="${words}">${icon('flag')}${openReports}</a>`
}

function outside(address: string | undefined, text: string, sign: IconName): MenuItem[] {
  return address === undefined ? [] : [[address, text, sign]]
}

function writerItems({ place, parentId, takesImports }: PageMenuModel): MenuItem[] {
  const { spaceKey, id } = place
  const newPagePath = `/import?${new URLSearchParams({ space: spaceKey, parent: id })}`
  const items: MenuItem[] = takesImports ? [[newPagePath, 'New page below', 'plus']] : []
  const trash: MenuItem = [trashListPath(spaceKey), 'Trash of the space', 'inbox']
  if (parentId === undefined) return [...items, trash]
  return [...items, trash, [trashPath(place), 'Put into the trash…', 'trash-2', 'danger']]
}
