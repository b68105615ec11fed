/** The list of pages that may stand above the new one. @module */
import { html } from 'hono/html'
import { counted } from '../../base/visible-text.ts'
import type { ParentPage } from '../../importing/target-wiki.ts'
import type { Markup } from '../frame/markup.ts'

/** More would not be looked through; the search narrows them down. */
export const maxParents = 50

export interface ParentListModel {
  readonly parents: readonly ParentPage[]
  readonly chosenId: string
  readonly search: string
  /** False for somebody who is not signed in, to whom only the chosen page is given back. */
  readonly isSearched: boolean
  /** Whether the wiki of the space told which there are. */
  readonly isAnswered: boolean
}

/** Show the list and how long it is; the form's script replaces both while somebody searches. */
export function parentList(model: ParentListModel): Markup {
  const { parents, chosenId } = model
  return html`<p id="importFound" class="hint" role="status">${foundText(model)}</p>
<ul id="importParents" class="parent-list">${parents.map((page) => parentItem(page, page.id === chosenId))}</ul>`
}

function foundText({ parents, chosenId, search, isSearched, isAnswered }: ParentListModel): string {
  if (!isSearched) return ''
  if (!isAnswered)
    return 'The pages of this space cannot be listed now: Confluence does not answer.'
  if (parents.length >= maxParents) return `The first ${maxParents}; type more of the title.`
  if (search.trim() === '') return 'The top of the space; search to see more.'
  // The chosen page is listed whether or not the search found it.
  const others = parents.filter(({ id }) => id !== chosenId).length
  if (others === 0) return 'No other page has this in its title.'
  return `${counted(others, 'page')} found.`
}

function parentItem({ id, title, ancestors }: ParentPage, isChosen: boolean): Markup {
  const path =
    ancestors.length === 0 ? '' : html`<span class="parent-path">${ancestors.join(' › ')}</span>`
  return html`<li><label><input type="radio" name="parentId" value="${id}"${isChosen ? html` checked` : ''}> <span><span class="parent-title">${title}</span> ${path}</span></label></li>`
}
