/** The form that moves a page to another place of its space. @module */
import { html } from 'hono/html'
import { type ParentPage, pagePath } from '../../../importing/target-wiki.ts'
import { errorLine, type FormRefusal, textField } from '../../../web/components/form-fields.ts'
import { formActions } from '../../../web/components/parts.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { parentList } from '../../../web/writer/parent-list.ts'
import { movePath, type PagePlace } from '../addresses.ts'

export interface MoveFormModel {
  readonly place: PagePlace
  readonly title: string
  /** Pages that it may be moved below. */
  readonly parents: readonly ParentPage[]
  readonly parentId: string
  readonly search: string
  /** As it was typed. */
  readonly position: string
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

/**
 * Show the form.
 * @param model The page, and where it may go.
 */
export function moveForm(model: MoveFormModel): Markup {
  const { place, title, parents, parentId, search, position, problem, csrfField } = model
  return html`<h1>Move “${title}”</h1>
<p>The pages below it move with it. Links to it still work.</p>
${errorLine(problem?.message)}
<form class="search-form find" role="search" action="${movePath(place)}" aria-label="Pages of the space">
<label class="visually-hidden" for="search">Search the pages of the space by title</label>
<input id="search" type="search" name="search" value="${search}" placeholder="Search by title" maxlength="200">
<button type="submit">Search</button></form>
<form class="broad" method="post" action="${movePath(place)}">${csrfField}<input type="hidden" name="search" value="${search}">
<fieldset><legend>Parent page</legend>${parentList({ parents, chosenId: parentId, search, isSearched: true, isAnswered: true })}</fieldset>
${textField({ ...positionField, value: position, problem })}
${formActions('Move the page', { path: pagePath(place.spaceKey, place.id), label: 'Cancel' })}</form>`
}

const positionField = {
  name: 'position',
  label: 'Position (optional)',
  hint: 'A whole number. Pages with a number come first, the smallest on top; the others follow by title.',
  maxLength: 16,
}
