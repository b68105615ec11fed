/** The page tree as nested lists that work without a script. @module */
import { html } from 'hono/html'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/find-page.ts'
import type { ChildPage, ChildPages, SpaceTree } from '../../wiki/pages/pages-around.ts'
import type { Markup } from '../web/frame/markup.ts'
import type { PageContext } from '../web/pages.ts'
import { partPath } from './addresses.ts'

interface TreeViewModel {
  readonly spaceKey: string
  readonly level: TreeLevel
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

export function treeView(model: TreeViewModel): Markup {
  return levelView(model.spaceKey, model.level, (page) => toggledSearch(model, page))
}

/**
 * Draws the pages below one page, when the script of the page tree asks for them with `?part`.
 * @returns Undefined when the request is for a whole page.
 */
export async function treePart(
  c: PageContext,
  { id: parentId, spaceKey }: CurrentPage,
  tree: SpaceTree,
): Promise<Markup | undefined> {
  const { after, part } = c.req.query()
  if (part === undefined) return undefined
  const { pages, next } = await tree.children(parentId, after)
  const closed = pages.map((page) => ({ ...page, isCurrent: false, childLevel: undefined }))
  const level = { parentId, pages: closed, next }
  return levelView(spaceKey, level, ({ id }) => partPath('children', { spaceKey, id }))
}

/** Long titles are cut off in the tree; the tooltip shows the whole title. */
function levelView(
  spaceKey: string,
  { parentId, pages, next }: TreeLevel,
  toggleAddress: (page: TreePage) => string,
): Markup {
  const toggle = (page: TreePage): Markup =>
    html`<a class="toggle" href="${toggleAddress(page)}" data-level="${partPath('children', { spaceKey, id: page.id })}" aria-expanded="${page.childLevel === undefined ? 'false' : 'true'}" aria-label="Pages below ${page.title}"></a>`
  const item = (page: TreePage): Markup => {
    const { id, title, hasChildren, isCurrent, childLevel } = page
    const current = isCurrent ? html` aria-current="page"` : ''
    return html`<li data-page="${id}"><div class="row">${hasChildren ? toggle(page) : ''}<a href="${pagePath(spaceKey, id)}" title="${title}"${current}>${title}</a></div>${childLevel && levelView(spaceKey, childLevel, toggleAddress)}</li>`
  }
  const more =
    next === undefined
      ? ''
      : html`<li class="more"><a href="${partPath('children', { spaceKey, id: parentId }, { after: next })}">More pages</a></li>`
  return html`<ul>${pages.map(item)}${more}</ul>`
}

/** The query of a link that opens or closes one page and leaves the others as they are. */
function toggledSearch({ opened, closed }: TreeViewModel, page: TreePage): string {
  const isOpen = page.childLevel !== undefined
  const nextOpened = new Set(opened)
  const nextClosed = new Set(closed)
  if (isOpen && !nextOpened.delete(page.id)) nextClosed.add(page.id)
  if (!isOpen && !nextClosed.delete(page.id)) nextOpened.add(page.id)
  const search = new URLSearchParams()
  for (const id of nextOpened) search.append('open', id)
  for (const id of nextClosed) search.append('closed', id)
  return `?${search}`
}

interface TreeLevel {
  readonly parentId: string
  readonly pages: readonly TreePage[]
  readonly next: string | undefined
}

interface TreePage extends ChildPage {
  readonly isCurrent: boolean
  readonly childLevel: TreeLevel | undefined
}

interface TreeRequest {
  readonly homepageId: string
  readonly pathIds: readonly string[]
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/** Each open page costs a query. */
const maxOpen = 64

export async function readTree(tree: SpaceTree, request: TreeRequest): Promise<TreeLevel> {
  const { pathIds } = request
  let openCount = 0
  const isOpen = ({ id, hasChildren }: ChildPage): boolean => {
    const isWanted = pathIds.includes(id) ? !request.closed.has(id) : request.opened.has(id)
    return hasChildren && isWanted && openCount < maxOpen
  }
  const readLevel = async (parentId: string): Promise<TreeLevel> => {
    openCount += 1
    const level = await tree.children(parentId)
    const pages: TreePage[] = []
    for (const page of [...level.pages, ...(await missingStep(level, parentId))]) {
      const childLevel = isOpen(page) ? await readLevel(page.id) : undefined
      pages.push({ ...page, isCurrent: page.id === pathIds.at(-1), childLevel: childLevel })
    }
    return { parentId, pages, next: level.next }
  }
  const missingStep = async (level: ChildPages, parentId: string): Promise<ChildPage[]> => {
    const index = pathIds.indexOf(parentId)
    const id = index === -1 ? undefined : pathIds[index + 1]
    if (id === undefined || level.pages.some((page) => page.id === id)) return []
    const page = await tree.child(id)
    return page === undefined ? [] : [page]
  }
  return readLevel(request.homepageId)
}
