/** The form that moves a page. @module */

import { html } from 'hono/html'
import { RequestError } from '../../../contract/errors.ts'
import { contractLimits } from '../../../contract/limits.ts'
import { type ParentPage, pagePath } from '../../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../../wiki/pages/current-page.ts'
import { listParentPages } from '../../../wiki/pages/pages-around.ts'
import { movePage } from '../../../wiki/store/move-page.ts'
import type { PageChangeDependencies } from '../../../wiki/store/trash-page.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  textField,
} from '../../web/components/form-fields.ts'
import { formActions } from '../../web/components/parts.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { csrfField } from '../../web/session/csrf.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { actorOf, viewerOf } from '../../web/web-scope.ts'
import { maxParents, parentList } from '../../web/writer/parent-list.ts'
import { movePath, type PagePlace } from '../addresses.ts'
import {
  atWritablePage,
  type ReaderDependencies,
  showAbout,
  type WebContext,
} from '../reader-scope.ts'

const maxFieldLength = 200

interface FilledMove {
  readonly parentId: string
  readonly search: string
  readonly position: string
  readonly problem?: FormRefusal
}

export function moveRoutes(dependencies: ReaderDependencies & PageChangeDependencies): WebHandlers {
  return {
    'GET /wiki/spaces/:key/move/:id': atWritablePage(dependencies, (c, page) =>
      showForm(dependencies, c, page, {
        parentId: page.parentId ?? '',
        search: (c.req.query('search') ?? '').slice(0, maxFieldLength),
        position: String(page.position ?? ''),
      }),
    ),
    'POST /wiki/spaces/:key/move/:id': atWritablePage(dependencies, async (c, page) => {
      const field = (name: string): string =>
        fieldText(c.get('form'), name).slice(0, maxFieldLength)
      const filled = {
        parentId: field('parentId'),
        search: field('search'),
        position: field('position'),
      }
      try {
        const place = { parentId: filled.parentId, position: readPosition(filled.position) }
        const move = { spaceId: page.spaceId, pageId: page.id, ...place }
        await movePage(dependencies, move, actorOf(c))
      } catch (error) {
        return showForm(dependencies, c, page, { ...filled, problem: formRefusal(error) })
      }
      return c.redirect(`${pagePath(page.spaceKey, page.id)}?done=moved`, 303)
    }),
  }
}

async function showForm(
  { database, show }: Pick<ReaderDependencies, 'database' | 'show'>,
  c: WebContext,
  page: CurrentPage,
  filled: FilledMove,
): Promise<Response> {
  const pages = await listParentPages(database, {
    spaceId: page.spaceId,
    search: filled.search,
    chosenId: filled.parentId,
    userId: viewerOf(c).userId,
    limit: maxParents,
  })
  const parents = pages.filter(({ id }) => id !== page.id)
  const formParts = { place: page, title: page.title, csrfField: csrfField(c), problem: undefined }
  const main = moveForm({ ...formParts, ...filled, parents })
  const status = filled.problem === undefined ? 200 : 400
  return showAbout(show, c, page, { title: `Move ${page.title}`, main, status })
}

function readPosition(fieldValue: string): number | undefined {
  const text = fieldValue.trim()
  if (text === '') return undefined
  if (/^\d{1,16}$/.test(text) && Number(text) <= contractLimits.maxPosition) return Number(text)
  throw new RequestError('bad-request', 'The position is a whole number from 0 on, or empty.', {
    field: 'position',
  })
}

interface MoveFormModel {
  readonly place: PagePlace
  readonly title: string
  readonly parents: readonly ParentPage[]
  readonly parentId: string
  readonly search: string
  readonly position: string
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

function moveForm(model: MoveFormModel): Markup {
  const { place, title, parents, parentId, search, position, problem, csrfField } = model
  return html`<h1>Move “${title}”</h1>
<p>The pages below it move with it. Links to it still work.</p>
${errorLine(problem?.message)}
<form class="search-form find" role="search" action="${movePath(place)}" aria-label="Pages of the space">
<label class="visually-hidden" for="search">Search the pages of the space by title</label>
<input id="search" type="search" name="search" value="${search}" placeholder="Search by title" maxlength="200">
<button type="submit">Search</button></form>
<form class="broad" method="post" action="${movePath(place)}">${csrfField}<input type="hidden" name="search" value="${search}">
<fieldset><legend>Parent page</legend>${parentList({ parents, chosenId: parentId, search, isAnswered: true })}</fieldset>
${textField({ ...positionField, value: position, problem })}
${formActions('Move the page', { path: pagePath(place.spaceKey, place.id), label: 'Cancel' })}</form>`
}

const positionField = {
  name: 'position',
  label: 'Position (optional)',
  hint: 'A whole number. Pages with a number come first, the smallest on top; the others follow by title.',
  maxLength: 16,
}
