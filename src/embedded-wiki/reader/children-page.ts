/** The pages below a page, a part at a time: where the tree's links lead without a script. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { ChildPages } from '../store/child-pages.ts'
import { childrenPath, type PagePlace } from './addresses.ts'

export interface ChildrenPageModel {
  readonly place: PagePlace
  readonly title: string
  readonly children: ChildPages
}

/**
 * List the pages.
 * @param model The page above, and the part of those below it.
 */
export function childrenPage({ place, title, children }: ChildrenPageModel): Markup {
  const { spaceKey, id: parentId } = place
  const item = ({ id, title: childTitle }: { id: string; title: string }): Markup =>
    html`<li><a href="${pagePath(spaceKey, id)}">${childTitle}</a></li>`
  const list =
    children.pages.length === 0
      ? html`<p>There is no page here.</p>`
      : html`<ul>${children.pages.map(item)}</ul>`
  const more =
    children.next === undefined
      ? ''
      : html`<p><a href="${childrenPath({ spaceKey, id: parentId }, children.next)}">More pages</a></p>`
  return html`<h1>Pages below “${title}”</h1>
${list}${more}`
}
