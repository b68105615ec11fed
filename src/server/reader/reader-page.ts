/** A page for reading: its document between the tree of the space and the outline. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import { type CurrentPage, findPageHere } from '../../wiki/pages/find-page.ts'
import { listNewestPages, type NewestPage, readTextStarts } from '../../wiki/pages/list-pages.ts'
import {
  type ChildPages,
  findNeighbours,
  listFirstBelow,
  type NeighbourPage,
  type SpaceTree,
  treeOf,
} from '../../wiki/pages/pages-around.ts'
import { remoteSpaceUrl } from '../../wiki/pages/recorded-pages.ts'
import { countOpenReports } from '../../wiki/store/page-reports.ts'
import type { ServiceParts } from '../service/compose.ts'
import { documentScript, readerScript, scriptTag } from '../web/assets.ts'
import { type IconName, icon } from '../web/components/icon-names.ts'
import {
  breadcrumb,
  cardList,
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
import { documentPart, type Markup } from '../web/frame/markup.ts'
import type { PageContext } from '../web/pages.ts'
import { partPath, trashListPath } from './addresses.ts'
import type { DocumentView } from './document-views.ts'
import { firstSentence, labelList } from './page-parts.ts'
import { readTree, treeView } from './tree-view.ts'

interface Reading {
  readonly reader: Reader
  readonly notice: Markup
  readonly preview?: ReadPreview
}

interface ReadPreview {
  readonly tree: SpaceTree
  readonly document: DocumentView | undefined
}

const maxNewest = 6
const maxSections = 50
const pagesOfCard = 3

const noNeighbours = { previous: undefined, next: undefined }

/** Everything that the page shows. */
export type PageModel = Awaited<ReturnType<typeof readReaderPage>>

/** @param c Its query says which levels of the tree the reader opened and closed. */
export async function readReaderPage(
  c: PageContext,
  dependencies: ServiceParts,
  page: CurrentPage,
  { reader, notice, preview }: Reading,
) {
  const { id, spaceId, spaceKey, homepageId, connection } = page
  const tree = preview?.tree ?? treeOf(reader, spaceId)
  const isPreview = preview !== undefined
  const isFront = page.parentId === undefined && !isPreview
  const [document, ancestors, children, neighbours, isWritable] = await Promise.all([
    preview?.document ?? dependencies.views.view(page, () => readAdf(reader, page)),
    tree.ancestors(page),
    tree.children(id),
    isPreview ? noNeighbours : findNeighbours(reader, { spaceId, id }),
    reader.mayWrite(spaceId),
  ])
  const state = { opened: new Set(c.req.queries('open')), closed: new Set(c.req.queries('closed')) }
  const pathIds = [...ancestors.map((ancestor) => ancestor.id), id]
  const [level, front, openReports] = await Promise.all([
    readTree(tree, { homepageId, pathIds, ...state }),
    // A preview has no front page, because its lists would show the present pages of the space.
    isFront ? readFront(reader, spaceId, children) : undefined,
    isWritable && !isPreview ? countOpenReports(reader, { spaceId, pageId: id }) : 0,
  ])
  return {
    page,
    ancestors,
    children,
    neighbours,
    document,
    front,
    tree: treeView({ spaceKey, level, ...state }),
    isWritable,
    takesImports: connection === undefined,
    reportAddress: reportAddress(page, reader),
    openReports,
    isPreview,
    notice: html`${notice}${isPreview ? '' : connectedNotice(page)}`,
  }
}

/** Reads the lists of the front page: sections with their first pages, and the newest pages. */
async function readFront(reader: Reader, spaceId: string, { pages }: ChildPages) {
  const sections = pages.filter(({ hasChildren }) => hasChildren).slice(0, maxSections)
  const sectionIds = sections.map(({ id }) => id)
  const [newestPages, starts, below] = await Promise.all([
    listNewestPages(reader, maxNewest, spaceId),
    readTextStarts(
      reader,
      pages.map(({ id: pageId }) => ({ spaceId, pageId })),
    ),
    listFirstBelow(reader, spaceId, sectionIds, pagesOfCard),
  ])
  return { newestPages, starts, below }
}

/** Users report problems of pages in this store. */
function reportAddress(page: CurrentPage, { principal }: Reader): string | undefined {
  if (principal === undefined || page.connection !== undefined) return undefined
  return partPath('report', page, { version: page.version.number })
}

/** Reads a fixed version, because a newer one may exist by now. */
export async function readAdf(reader: Reader, { id, version }: CurrentPage): Promise<string> {
  const body = await findPageHere(reader, id, { version: version.number })
  if (body === undefined) throw new Error('a page lost a version')
  return body.adf
}

function connectedNotice({ connection, parentId, version }: CurrentPage): Markup | '' {
  if (connection === undefined) return ''
  const isFresh = parentId === undefined && version.number === 1
  return html`<p class="notice">The pages of this space are in Confluence: <a href="${remoteSpaceUrl(connection)}">${connection.remoteSpace.name}</a>.${isFresh ? '' : ' This page is from before that.'}</p>`
}

const minOutline = 2

export function readerPage(model: PageModel): Markup {
  const { page, document } = model
  const { version, spaceKey, spaceName, title } = page
  const outline = document.outline.length < minOutline ? undefined : document.outline
  // Decide this before the parts arrive, so that the layout does not shift.
  const isBroad = document.html.includes('<div class="table"')
  return html`<div class="page${outline === undefined ? '' : ' outlined'}${isBroad ? ' broad' : ''}">
<article>
${localBar(model, outline !== undefined)}
<div class="page-head">
<div class="page-top">${model.front && html`<div class="front-head">${spaceTile(spaceName, 'large')}<h1>${title}</h1></div>`}${breadcrumb(model.ancestors.map(({ id, title }, index) => ({ path: pagePath(spaceKey, id), label: index === 0 ? spaceName : title })))}
${model.isPreview ? '' : html`<div class="page-actions">${reportsLink(model)}${editLink(model)}<a class="icon-button" href="${partPath('history', page)}" title="History" aria-label="History of this page">${icon('history')}</a>${pageMenu(model)}</div>`}</div>
${model.front === undefined ? html`<h1 dir="auto">${title}</h1>` : ''}
<div class="byline">${model.isPreview ? '' : html`<span class="who">${personTile(version.authorName)}${version.authorName}</span><span><a href="${partPath('history', page)}">Version ${version.number}</a>, ${dayOf(version.createdAt)}</span>${originNotes(page)}`}
${labelList(version.labels, spaceKey)}</div>
${model.notice}
</div>
<div class="page-body">
${documentPart(document.html)}
${isEmptySpace(model) ? emptySpace(model) : ''}
${childList(model)}
${lastChanges(model.front?.newestPages ?? [])}
${neighbourLinks(model)}
</div>
</article>
${outline === undefined ? '' : outlineView(outline)}
</div>
${scriptTag(documentScript)}`
}

function originNotes({ file, version }: CurrentPage): Markup {
  const notes = [file && html`From ${fileNote(file)}`, commitNote(version.commit)]
  return html`${notes.filter(Boolean).map((note) => html`<span>${note}</span>`)}`
}

/** Never true for connected spaces: a notice says that their pages are in Confluence. */
function isEmptySpace({ front, document, children, takesImports }: PageModel): boolean {
  const isBlank = children.pages.length === 0 && /^(?:<p><\/p>)?$/.test(document.html)
  return front !== undefined && takesImports && isBlank
}

function emptySpace({ page, isWritable }: PageModel): Markup {
  return isWritable
    ? emptyState(
        'There is no page here yet',
        'Write one, or drop a folder of Markdown into the form: each file becomes a page.',
        { path: `/import?${new URLSearchParams({ space: page.spaceKey })}`, label: 'New page' },
      )
    : emptyState('There is no page here yet', 'Whoever writes here has not begun.')
}

function localBar({ page, ancestors }: PageModel, hasOutline: boolean): Markup | '' {
  const parent = ancestors.at(-1)
  if (parent === undefined && !hasOutline) return ''
  const up =
    parent === undefined
      ? html`<a class="button quiet" href="#main">${icon('arrow-up')}Top</a>`
      : html`<a class="button quiet" href="${pagePath(page.spaceKey, parent.id)}">${icon('arrow-up')}<span class="truncate">${ancestors.length === 1 ? page.spaceName : parent.title}</span></a>`
  return html`<div class="localbar">${hasOutline ? html`<button type="button" class="quiet" popovertarget="outline">${icon('list')}On this page${icon('chevron-down')}<span class="now truncate"></span></button>` : html`<span></span>`}${up}</div>`
}

export function treeSidebar({ page, tree }: PageModel): Markup {
  const { spaceKey, spaceName, parentId } = page
  const current = parentId === undefined ? html` aria-current="page"` : ''
  return html`${scriptTag(readerScript)}<nav class="sidebar tree" id="sidebar" popover aria-label="Pages of ${spaceName}">
<div class="sidebar-head"><form class="search" role="search" action="/search" aria-label="Pages of ${spaceName}">
<input type="hidden" name="space" value="${spaceKey}">
<input type="search" name="q" aria-label="Search the pages of ${spaceName}" placeholder="Search these pages" autocomplete="off" maxlength="200">
</form></div>
<div class="sidebar-body"><div class="row"><a href="/wiki/spaces/${spaceKey}"${current}>${spaceName}</a></div>
${tree}</div></nav>`
}

function outlineView(entries: readonly OutlineEntry[]): Markup {
  const item = ({ id, text, level }: OutlineEntry): Markup =>
    html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`
  return html`<nav class="outline" id="outline" popover aria-labelledby="outline-title"><h2 id="outline-title">On this page</h2>
<ol>${entries.map(item)}</ol></nav>`
}

function childList({ page, front, children: { pages, next } }: PageModel): Markup | '' {
  if (pages.length === 0) return ''
  const link = ({ id, title }: NeighbourPage) => ({
    path: pagePath(page.spaceKey, id),
    label: title,
  })
  const card = (child: NeighbourPage) => ({
    ...link(child),
    summary: firstSentence(front?.starts.get(child.id) ?? ''),
    below: (front?.below.get(child.id) ?? []).map(link),
  })
  const list =
    front === undefined
      ? html`<ul>
${pages.map(link).map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}
</ul>`
      : cardList(pages.map(card))
  const more =
    next === undefined
      ? ''
      : html`<p><a href="${partPath('children', page, { after: next })}">More pages</a></p>`
  return html`<nav${front === undefined ? html` class="children"` : ''} aria-labelledby="children"><h2 id="children">Pages below</h2>${list}${more}</nav>`
}

function neighbourLinks({ page, neighbours: { previous, next } }: PageModel): Markup | '' {
  if (previous === undefined && next === undefined) return ''
  const link = (
    rel: 'prev' | 'next',
    name: string,
    neighbour: NeighbourPage | undefined,
  ): Markup | '' =>
    neighbour === undefined
      ? ''
      : html`<a rel="${rel}" href="${pagePath(page.spaceKey, neighbour.id)}"><span>${name}<span class="visually-hidden">: </span></span>${neighbour.title}</a>`
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

function pageMenu(model: PageModel): Markup {
  const { page, isWritable } = model
  const source = page.file?.url
  const sources: MenuItem[] = [
    [partPath('history', page), 'History', 'history'],
    [partPath('markdown', page), 'Markdown', 'hash'],
    ...outside(source && editAddress(source), 'Edit at source', 'square-arrow-out-up-right'),
    ...outside(model.reportAddress, 'Report a problem', 'flag'),
  ]
  const lists = html`${menuList(sources)}${isWritable ? menuList(writerItems(model)) : ''}`
  return menu('Page menu', lists, 'page-menu')
}

function editLink({ page, isWritable, takesImports }: PageModel): Markup {
  if (!isWritable || !takesImports) return html``
  return html`<a class="button plain" href="${partPath('edit', page)}" title="Edit this page">${icon('pencil')}<span>Edit</span></a>`
}

function reportsLink({ page, openReports }: PageModel): Markup | '' {
  if (openReports === 0) return ''
  const words = counted(openReports, 'reported problem')
  return html`<a class="button plain" href="/manage/reports?page=${page.id}" title="${words}" aria-label="${words}">${icon('flag')}${openReports}</a>`
}

function outside(address: string | undefined, text: string, sign: IconName): MenuItem[] {
  return address ? [[address, text, sign]] : []
}

function writerItems({ page, takesImports }: PageModel): MenuItem[] {
  const { spaceKey, id, parentId } = page
  const newPagePath = `/import?${new URLSearchParams({ space: spaceKey, parent: id })}`
  const items: MenuItem[] = takesImports ? [[newPagePath, 'New page below', 'plus']] : []
  const trash: MenuItem = [trashListPath(spaceKey), 'Trash of the space', 'inbox']
  if (parentId === undefined) return [...items, trash]
  return [...items, trash, [partPath('trash', page), 'Put into the trash…', 'trash-2', 'danger']]
}
