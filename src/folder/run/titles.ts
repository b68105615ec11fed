/** Titles that pages of a run want, have and give up. @module */
import { contractLimits } from '../../contract/limits.ts'
import { ImportError } from '../client/import-error.ts'
import type { ImportedPage } from '../client/import-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { RunPage, RunPages } from './run-pages.ts'

/** A title that is unique by its path, for a page that makes room for another. */
export function temporaryTitle({ title, path }: PageNode): string {
  return `(${path}) ${title}`.slice(0, contractLimits.maxTitleLength).toWellFormed()
}

/** @returns Pages by the title and place that they give up in this run. */
export function findFreedTitles(
  pages: RunPages,
  isElsewhere: boolean,
): ReadonlyMap<string, PageNode> {
  const freed = new Map<string, PageNode>()
  for (const page of pages.all) {
    const { node, problem } = page
    const currentPage = pages.currentPageOf(node)
    // A homepage keeps its title, and so does a page that is not sent.
    if (currentPage === undefined || page.homepageTitle !== undefined || problem !== undefined)
      continue
    const { title, parentId } = currentPage
    const currentPlace = placeOf(title, parentId, isElsewhere)
    const newPlace = placeOf(node.title, pages.parentIdOf(node), isElsewhere)
    if (currentPlace !== newPlace) freed.set(currentPlace, node)
  }
  return freed
}

/** Find the page of this run that still has a page's title, and gives it up. */
export function findHolder(
  { freed, pages, isElsewhere }: Pick<FolderRun, 'freed' | 'pages' | 'isElsewhere'>,
  node: PageNode,
): PageNode | undefined {
  const holder = freed.get(placeOf(node.title, pages.parentIdOf(node), isElsewhere))
  return holder === node ? undefined : holder
}

/** Titles are unique in a Confluence space, ignoring case; in the embedded wiki, below a parent. */
function placeOf(title: string, parentId: string | undefined, isElsewhere: boolean): string {
  return isElsewhere ? foldTitle(title) : JSON.stringify([parentId, title.normalize('NFC')])
}

function foldTitle(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/** @returns For each page that must yield its title, the page nearer to the top that gets it. */
export function findRivals(pages: RunPages): ReadonlyMap<PageNode, PageNode> {
  const first = new Map<string, PageNode>()
  const rivals = new Map<PageNode, PageNode>()
  const isToGet = ({ node, record, homepageTitle }: RunPage): boolean =>
    homepageTitle === undefined && record?.title !== node.title
  const nodes = pages.all.filter(isToGet).map(({ node }) => node)
  for (const node of nodes.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const key = foldTitle(node.title)
    const winner = first.get(key)
    if (winner === undefined) first.set(key, node)
    else rivals.set(node, winner)
  }
  return rivals
}

export function depthOf({ parent }: PageNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent)
}

/** @throws {ImportError} Where another page of this run gets the title, as the service would. */
export function checkRivals(
  { rivals }: FolderRun,
  node: PageNode,
  { foreseen, page, outcome }: ImportedPage,
): void {
  const rival = rivals.get(node)
  if (rival === undefined || foreseen?.titleClash !== 'refuse') return
  const isToGet = outcome === 'created' || page?.title !== foreseen.title
  if (isToGet) throw titleConflict(node, `${rival.path} is to have it`)
}

export function titleConflict({ title }: PageNode, where: string): ImportError {
  return new ImportError(
    'already-exists',
    `A title stands once in a space of Confluence, in capitals or not, and ${JSON.stringify(title)} is another page's (${where}). Choose another, or connect the space with --on-title-clash suffix.`,
  )
}

/** Why a file is not imported whose title leads to the page of another file. */
export function ownedByAnother({ path }: PageNode): {
  readonly key: string
  readonly message: string
} {
  return {
    key: 'already-exists',
    message: `The page with this title is that of ${path}. Change one of the titles.`,
  }
}
