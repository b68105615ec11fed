/** The page tree as nested lists with links that open and close; a script makes them work in place. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { ChildPage, ChildPages } from '../store/child-pages.ts'
import { childrenPath } from './addresses.ts'
import type { TreeLevel, TreePage } from './page-tree.ts'

export interface TreeViewModel {
  readonly spaceKey: string
  readonly level: TreeLevel
  /** What the address of this page says is opened and closed beside the way to it. */
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/**
 * Show a level with all that is open below it.
 * @param model The level, and what the reader opened and closed.
 */
export function treeView(model: TreeViewModel): Markup {
  const { spaceKey } = model
  const level = ({ parentId, pages, next }: TreeLevel): Markup =>
    html`<ul>${pages.map(item)}${moreItem(spaceKey, parentId, next)}</ul>`
  const item = (page: TreePage): Markup => {
    const current = page.isCurrent ? html` aria-current="page"` : ''
    const toggle = page.hasChildren ? toggleLink(spaceKey, page, toggledSearch(model, page)) : ''
    return html`<li data-page="${page.id}">${row(spaceKey, page, toggle, current)}${page.below === undefined ? '' : level(page.below)}</li>`
  }
  return level(model.level)
}

/**
 * Show a part of a level with nothing open, to be put into a tree that stands already.
 * @param parentId The page that the level is below.
 * @param children The part.
 */
export function treeFragment(spaceKey: string, parentId: string, children: ChildPages): Markup {
  const item = (page: ChildPage): Markup => {
    const toggle = page.hasChildren
      ? toggleLink(spaceKey, { ...page, below: undefined }, childrenPath({ spaceKey, id: page.id }))
      : ''
    return html`<li data-page="${page.id}">${row(spaceKey, page, toggle)}</li>`
  }
  return html`<ul>${children.pages.map(item)}${moreItem(spaceKey, parentId, children.next)}</ul>`
}

/** One line for each page, however long its title; the whole of it is told beside the pointer. */
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
  { id, title, below }: Pick<TreePage, 'id' | 'title' | 'below'>,
  address: string,
): Markup {
  return html`<a class="toggle" href="${address}" data-level="${childrenPath({ spaceKey, id })}" aria-expanded="${below === undefined ? 'false' : 'true'}" aria-label="Pages below ${title}"></a>`
}

function moreItem(spaceKey: string, parentId: string, next: string | undefined): Markup | '' {
  if (next === undefined) return ''
  return html`<li class="more"><a href="${childrenPath({ spaceKey, id: parentId }, next)}">More pages</a></li>`
}

/** The address that opens a closed page, or closes an open one, and keeps the others as they are. */
function toggledSearch({ opened, closed }: TreeViewModel, page: TreePage): string {
  const isOpen = page.below !== undefined
  const nextOpened = new Set(opened)
  const nextClosed = new Set(closed)
  if (isOpen && !nextOpened.delete(page.id)) nextClosed.add(page.id)
  if (!isOpen && !nextClosed.delete(page.id)) nextOpened.add(page.id)
  const search = new URLSearchParams()
  for (const id of nextOpened) search.append('open', id)
  for (const id of nextClosed) search.append('closed', id)
  return `?${search}`
}
