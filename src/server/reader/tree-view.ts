/** The page tree as nested lists that work without a script. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/find-page.ts'
import {
  type ChildPage,
  type ChildPages,
  listNamedPages,
  type NamedPage,
  type SpaceTree,
} from '../../wiki/pages/pages-around.ts'
import type { Markup } from '../web/frame/markup.ts'
import type { PageContext } from '../web/pages.ts'
import { childrenPath } from './addresses.ts'

interface TreeViewModel {
  readonly spaceKey: string
  readonly level: TreeLevel
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

export function treeView(model: TreeViewModel): Markup {
  const { spaceKey } = model
  const level = ({ parentId, pages, next }: TreeLevel): Markup =>
    html`<ul>${pages.map(item)}${moreItem(spaceKey, parentId, next)}</ul>`
  const item = (page: TreePage): Markup => {
    const current = page.isCurrent ? html` aria-current="page"` : ''
    const toggle = page.hasChildren ? toggleLink(spaceKey, page, toggledSearch(model, page)) : ''
    return html`<li data-page="${page.id}">${row(spaceKey, page, toggle, current)}${page.childLevel === undefined ? '' : level(page.childLevel)}</li>`
  }
  return level(model.level)
}

/** Answers scripts: `part` asks for a level of the tree, `named` for the pages with a name. */
export async function treePart(
  c: PageContext,
  reader: Reader,
  { id, spaceId, spaceKey }: CurrentPage,
  tree: SpaceTree,
): Promise<Markup | undefined> {
  const { after, named, part } = c.req.query()
  if (named !== undefined) return namedPagesFragment(reader, { spaceId, spaceKey }, named)
  return part === undefined ? undefined : treeFragment(spaceKey, id, await tree.children(id, after))
}

function treeFragment(spaceKey: string, parentId: string, children: ChildPages): Markup {
  const item = (page: ChildPage): Markup => {
    const toggle = page.hasChildren
      ? toggleLink(
          spaceKey,
          { ...page, childLevel: undefined },
          childrenPath({ spaceKey, id: page.id }),
        )
      : ''
    return html`<li data-page="${page.id}">${row(spaceKey, page, toggle)}</li>`
  }
  return html`<ul>${children.pages.map(item)}${moreItem(spaceKey, parentId, children.next)}</ul>`
}

const maxNamed = 100

/** List pages of the space whose names contain the words of a filter. */
async function namedPagesFragment(
  reader: Reader,
  { spaceId, spaceKey }: { readonly spaceId: string; readonly spaceKey: string },
  filter: string,
): Promise<Markup> {
  const rows = await listNamedPages(reader, spaceId, filter, maxNamed + 1)
  const item = ({ id, title, parentTitle }: NamedPage): Markup =>
    html`<li data-page="${id}"><div class="row"><a href="${pagePath(spaceKey, id)}" title="${parentTitle} / ${title}">${title}</a></div></li>`
  const count =
    rows.length > maxNamed ? `More than ${maxNamed} pages` : counted(rows.length, 'page')
  return html`<ul data-said="${count}. Enter searches all.">${rows.slice(0, maxNamed).map(item)}</ul>`
}

/** A row of the tree. It cuts a long title, and has the full title as a tooltip. */
function row(
  spaceKey: string,
  { id, title }: Pick<TreePage, 'id' | 'title'>,
  toggle: Markup | '',
  current: Markup | '' = '',
): Markup {
  return html`<div class="row">${toggle}<a href="${pagePath(spaceKey, id)}" title="${title}"${current}>${title}</a></div>`
}

function toggleLink(
  spaceKey: string,
  { id, title, childLevel }: Pick<TreePage, 'id' | 'title' | 'childLevel'>,
  address: string,
): Markup {
  return html`<a class="toggle" href="${address}" data-level="${childrenPath({ spaceKey, id })}" aria-expanded="${childLevel === undefined ? 'false' : 'true'}" aria-label="Pages below ${title}"></a>`
}

function moreItem(spaceKey: string, parentId: string, next: string | undefined): Markup | '' {
  if (next === undefined) return ''
  return html`<li class="more"><a href="${childrenPath({ spaceKey, id: parentId }, next)}">More pages</a></li>`
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
