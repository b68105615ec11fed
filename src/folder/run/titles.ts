/** Titles that pages of a run want, have and give up. @module */
import { contractLimits } from '../../contract/limits.ts'
import { ImportError } from '../client/import-error.ts'
import type { ImportedPage } from '../client/import-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { RunPage, RunPages } from './run-pages.ts'

/** A title that is unique by its path, for a page that makes room for another. */
export function temporaryTitle({ node: { title, path } }: RunPage): string {
  return `(${path}) ${title}`.slice(0, contractLimits.maxTitleLength).toWellFormed()
}

/** @returns Pages by the title and place that they give up in this run. */
export function findFreedTitles(
  pages: RunPages,
  isElsewhere: boolean,
): ReadonlyMap<string, RunPage> {
  const freed = new Map<string, RunPage>()
  for (const page of pages.all) {
    const currentPage = page.current
    // A homepage keeps its title, and so does a page that is not sent.
    const isKept = page.homepageTitle !== undefined || page.problem !== undefined
    if (currentPage === undefined || isKept) continue
    const currentPlace = placeOf(currentPage.title, currentPage.parentId, isElsewhere)
    const newPlace = placeOf(page.node.title, pages.parentIdOf(page), isElsewhere)
    if (currentPlace !== newPlace) freed.set(currentPlace, page)
  }
  return freed
}

/** Find the page that still has another page's title, and gives it up in this run. */
export function findHolder(
  { freed, pages, isElsewhere }: FolderRun,
  page: RunPage,
): RunPage | undefined {
  const holder = freed.get(placeOf(page.node.title, pages.parentIdOf(page), isElsewhere))
  return holder === page ? undefined : holder
}

/** Titles are unique in a Confluence space, ignoring case; in the embedded wiki, below a parent. */
function placeOf(title: string, parentId: string | undefined, isElsewhere: boolean): string {
  return isElsewhere ? foldTitle(title) : JSON.stringify([parentId, title.normalize('NFC')])
}

function foldTitle(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/** Of pages that want one title, the page nearest to the top gets it, and is the rival of the others. */
export function findRivals(pages: RunPages): void {
  const first = new Map<string, RunPage>()
  const isToGet = ({ node, record, homepageTitle }: RunPage): boolean =>
    homepageTitle === undefined && record?.title !== node.title
  const topFirst = pages.all.filter(isToGet).toSorted((a, b) => depthOf(a.node) - depthOf(b.node))
  for (const page of topFirst) {
    const key = foldTitle(page.node.title)
    page.rival = first.get(key)
    if (page.rival === undefined) first.set(key, page)
  }
}

export function depthOf({ parent }: PageNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent)
}

/** @throws {ImportError} If another page gets the title in this run; the service would refuse too. */
export function checkRival(
  { rival, node }: RunPage,
  { foreseen, page, outcome }: ImportedPage,
): void {
  if (rival === undefined || foreseen?.titleClash !== 'refuse') return
  const isToGet = outcome === 'created' || page?.title !== foreseen.title
  if (isToGet) throw titleConflict(node, `${rival.node.path} is to have it`)
}

export function titleConflict({ title }: PageNode, where: string): ImportError {
  return new ImportError(
    'already-exists',
    `A title stands once in a space of Confluence, in capitals or not, and ${JSON.stringify(title)} is another page's (${where}). Choose another, or connect the space with --on-title-clash suffix.`,
  )
}

/** The problem of a file whose title belongs to the page of another file. */
export function ownedByAnother({ node: { path } }: RunPage) {
  return {
    key: 'already-exists',
    message: `The page with this title is that of ${path}. Change one of the titles.`,
  }
}
