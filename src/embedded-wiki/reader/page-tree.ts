/** The tree of a space's pages around one of them: the way down to it opened, the rest on demand. @module */
import type { Database } from '../../database/database.ts'
import {
  type ChildPage,
  type ChildPages,
  findChildPage,
  listChildPages,
} from '../store/child-pages.ts'
import type { PageTable } from '../store/page-place.ts'

export interface TreeLevel {
  readonly parentId: string
  readonly pages: readonly TreePage[]
  /** The page after which the level goes on. */
  readonly next: string | undefined
}

export interface TreePage extends ChildPage {
  readonly isCurrent: boolean
  /** Present when the page is open. */
  readonly below: TreeLevel | undefined
}

export interface TreeRequest {
  readonly spaceId: string
  readonly homepageId: string
  /** From the homepage down to the current page itself. */
  readonly way: readonly string[]
  /** Pages that the reader opened and closed beside that. */
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
  /** Where pages are read from, other than the table of them. */
  readonly table?: PageTable | undefined
}

/** Each open page is a query, so what addresses can ask for has a bound. */
const maxOpen = 64

/**
 * Read the tree.
 * @param request Which pages are open.
 * @returns The level below the homepage.
 */
export async function readTree(database: Database, request: TreeRequest): Promise<TreeLevel> {
  const { spaceId, way, table } = request
  let opened = 0
  const isOpen = ({ id, hasChildren }: ChildPage): boolean => {
    const isWanted = way.includes(id) ? !request.closed.has(id) : request.opened.has(id)
    return hasChildren && isWanted && opened < maxOpen
  }
  const readLevel = async (parentId: string): Promise<TreeLevel> => {
    opened += 1
    const found = await listChildPages(database, { spaceId, parentId }, table)
    const pages: TreePage[] = []
    for (const page of [...found.pages, ...(await missingStep(found, parentId))]) {
      const below = isOpen(page) ? await readLevel(page.id) : undefined
      pages.push({ ...page, isCurrent: page.id === way.at(-1), below })
    }
    return { parentId, pages, next: found.next }
  }
  /** The next page on the way, where it comes later than the part of the level that is shown. */
  const missingStep = async (found: ChildPages, parentId: string): Promise<ChildPage[]> => {
    const index = way.indexOf(parentId)
    const id = index === -1 ? undefined : way[index + 1]
    if (id === undefined || found.pages.some((page) => page.id === id)) return []
    const page = await findChildPage(database, { spaceId, id }, table)
    return page === undefined ? [] : [page]
  }
  return readLevel(request.homepageId)
}
