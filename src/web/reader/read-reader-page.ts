/** Reads from the store what a page for reading shows. @module */
import { listChildPages } from '../../wiki/child-pages.ts'
import { findPage, listAncestors, type Page } from '../../wiki/pages.ts'
import { findSpace } from '../../wiki/spaces.ts'
import { viewDocumentTask } from './document-view.ts'
import { readTree } from './page-tree.ts'
import type { ReaderPageModel } from './reader-page.ts'
import type { ReaderDependencies } from './reader-scope.ts'
import { treeView } from './tree-view.ts'

/** What the reader opened and closed in the tree, beside the way to the page. */
export interface TreeState {
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/**
 * Read a page with its surroundings.
 * @param dependencies The store, and threads for large documents.
 * @param page The page, current when it was found.
 * @param state Of the tree.
 */
export async function readReaderPage(
  { database, tasks }: Pick<ReaderDependencies, 'database' | 'tasks'>,
  page: Page,
  state: TreeState,
): Promise<ReaderPageModel> {
  const { id, spaceId, spaceKey } = page
  const [space, body, ancestors, children] = await Promise.all([
    findSpace(database, spaceId),
    findPage(database, id, { version: page.version.number }),
    listAncestors(database, page),
    listChildPages(database, { spaceId, parentId: id }),
  ])
  if (space === undefined || body === undefined) throw new Error('a page lost its space or version')
  const way = [...ancestors.map((ancestor) => ancestor.id), id]
  const level = await readTree(database, { spaceId, homepageId: space.homepageId, way, ...state })
  return {
    place: { spaceKey, id },
    spaceName: space.name,
    title: page.title,
    ancestors,
    children,
    version: page.version,
    hasMarkdown: body.markdown !== undefined,
    document: await tasks.run(viewDocumentTask, body.adf, body.adf.length),
    tree: treeView({ spaceKey, level, ...state }),
  }
}
