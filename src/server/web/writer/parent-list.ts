/** The list of possible parent pages. @module */
import { html } from 'hono/html'
import { counted } from '../../../contract/base/visible-text.ts'
import type { ParentPage } from '../../../wiki/import/target-wiki.ts'
import type { Markup } from '../frame/markup.ts'

/** Nobody reads longer lists; people search. */
export const maxParents = 50

export interface ParentListModel {
  readonly parents: readonly ParentPage[]
  readonly chosenId: string
  readonly search: string
  /** False when Confluence did not answer. */
  readonly isAnswered: boolean
}

export function parentList(model: ParentListModel): Markup {
  const { parents, chosenId } = model
  return html`<p id="importFound" class="hint" role="status">${foundText(model)}</p>
<ul id="importParents" class="parent-list">${parents.map((page) => parentItem(page, page.id === chosenId))}</ul>`
}

function foundText({ parents, chosenId, search, isAnswered }: ParentListModel): string {
  if (!isAnswered)
    return 'The pages of this space cannot be listed now: Confluence does not answer.'
  if (parents.length >= maxParents) return `The first ${maxParents}; type more of the title.`
  if (search.trim() === '') return 'The top of the space; search to see more.'
  // The chosen page is listed even if it does not match the search.
  const otherCount = parents.filter(({ id }) => id !== chosenId).length
  if (otherCount === 0) return 'No other page has this in its title.'
  return `${counted(otherCount, 'page')} found.`
}

function parentItem({ id, title, ancestors }: ParentPage, isChosen: boolean): Markup {
  const path =
    ancestors.length === 0 ? '' : html`<span class="parent-path">${ancestors.join(' › ')}</span>`
  return html`<li><label><input type="radio" name="parentId" value="${id}"${isChosen ? html` checked` : ''}> <span><span class="parent-title">${title}</span> ${path}</span></label></li>`
}
