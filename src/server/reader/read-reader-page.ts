/** Reads everything that a page for readers shows. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import { remoteSpaceUrl } from '../../wiki/pages/connected-place.ts'
import type { CurrentPage } from '../../wiki/pages/current-page.ts'
import { findPageHere } from '../../wiki/pages/find-page.ts'
import { listNewestPages } from '../../wiki/pages/newest-pages.ts'
import { findNeighbours, type SpaceTree, treeOf } from '../../wiki/pages/pages-around.ts'
import { countOpenReports } from '../../wiki/store/page-reports.ts'
import type { DocumentView } from '../web/document/document-view-work.ts'
import type { Markup } from '../web/frame/markup.ts'
import { reportPath } from './addresses.ts'
import type { ReaderPageModel } from './reader-page.ts'
import type { ReaderDependencies } from './reader-scope.ts'
import { readTree, treeView } from './tree-view.ts'

/** Opened and closed by the reader, besides the path to the page. */
export interface TreeState {
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

export interface Reading {
  readonly reader: Reader
  readonly state: TreeState
  readonly notice: Markup
  readonly preview?: ReadPreview | undefined
}

export interface ReadPreview {
  readonly tree: SpaceTree
  readonly document: DocumentView | undefined
}

const maxNewest = 6

const noNeighbours = { previous: undefined, next: undefined }

export async function readReaderPage(
  dependencies: Pick<ReaderDependencies, 'views' | 'reportUrl' | 'publicUrl'>,
  page: CurrentPage,
  { state, reader, notice, preview }: Reading,
): Promise<ReaderPageModel> {
  const { id, spaceId, spaceKey, homepageId } = page
  const tree = preview?.tree ?? treeOf(reader, spaceId)
  const [document, ancestors, children, neighbours, isWritable] = await Promise.all([
    preview?.document ?? dependencies.views.view(page, () => readAdf(reader, page)),
    tree.ancestors(page),
    tree.children(id),
    preview === undefined ? findNeighbours(reader, { spaceId, id }) : noNeighbours,
    reader.mayWrite(spaceId),
  ])
  const pathIds = [...ancestors.map((ancestor) => ancestor.id), id]
  const [level, newestPages, openReports] = await Promise.all([
    readTree(tree, { homepageId, pathIds, ...state }),
    // Not in a preview: these are the present pages of the space.
    page.parentId === undefined && preview === undefined
      ? listNewestPages(reader, maxNewest, spaceId)
      : undefined,
    isWritable && preview === undefined ? countOpenReports(reader, { spaceId, pageId: id }) : 0,
  ])
  return {
    place: { spaceKey, id },
    spaceName: page.spaceName,
    title: page.title,
    parentId: page.parentId,
    ancestors,
    children,
    neighbours,
    version: page.version,
    document,
    newestPages,
    tree: treeView({ spaceKey, level, ...state }),
    isWritable,
    takesImports: page.connection === undefined,
    file: page.file,
    reportAddress: reportAddress(dependencies, page, reader),
    openReports,
    isPreview: preview !== undefined,
    notice: html`${notice}${preview === undefined ? connectedNotice(page) : ''}`,
  }
}

/** Only users report here, and of pages that are here; elsewhere everybody may. */
function reportAddress(
  { reportUrl, publicUrl }: Pick<ReaderDependencies, 'reportUrl' | 'publicUrl'>,
  { id, spaceKey, title, file, version, connection }: CurrentPage,
  reader: Reader,
): string | undefined {
  if (reportUrl === undefined) {
    if (reader.principal === undefined || connection !== undefined) return undefined
    return `${reportPath({ spaceKey, id })}?version=${version.number}`
  }
  const values = { title, page: publicUrl() + pagePath(spaceKey, id), source: file?.url ?? '' }
  return reportUrl.replace(/\{(title|page|source)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name].toWellFormed()),
  )
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
