/** Requests of writers that put pages into the trash, list it and restore from it. @module */
import { html } from 'hono/html'
import { pagePath, type Space } from '../../../importing/target-wiki.ts'
import { formRefusal } from '../../../web/components/form-fields.ts'
import { cutPart, entriesPerPage, readListPart } from '../../../web/components/list-part.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { csrfField } from '../../../web/session/csrf.ts'
import { actorOf, viewerOf } from '../../../web/session/viewer.ts'
import type { WebHandlers } from '../../../web/web-map.ts'
import { type PageChangeDependencies, restorePage, trashPage } from '../../store/trash-page.ts'
import {
  countPagesBelow,
  findPageInPlace,
  findTrashedPage,
  listTrashedPages,
  type TrashedPage,
} from '../../store/trashed-pages.ts'
import {
  atWritablePage,
  atWritableSpace,
  type ReaderDependencies,
  showAbout,
  type WebContext,
} from '../reader-scope.ts'
import { trashList, trashQuestion } from './trash-pages.ts'

/**
 * Make the handlers.
 * @param dependencies The store, who may read, and the frame.
 */
export function trashRoutes(
  dependencies: ReaderDependencies & PageChangeDependencies,
): WebHandlers {
  const { show, database } = dependencies
  return {
    'GET /wiki/spaces/:key/trash/:id': atWritablePage(dependencies, async (c, page) => {
      const pagesBelow = await countPagesBelow(database, page)
      const { title } = page
      const main = trashQuestion({ place: page, title, pagesBelow, csrfField: csrfField(c) })
      return showAbout(show, c, page, { title: `Put ${title} into the trash`, main })
    }),
    'POST /wiki/spaces/:key/trash/:id': atWritablePage(
      dependencies,
      async (c, { id, spaceKey, parentId = id }) => {
        await trashPage(dependencies, id, actorOf(c))
        return c.redirect(`${pagePath(spaceKey, parentId)}?trashed=${id}`, 303)
      },
    ),
    'GET /wiki/spaces/:key/trash': atWritableSpace(dependencies, (c, space) =>
      showTrash(dependencies, c, space),
    ),
    'POST /wiki/spaces/:key/restore/:id': atWritableSpace(dependencies, async (c, space) => {
      const id = c.req.param('id') ?? ''
      const page = await findTrashedPage(database, { spaceId: space.id, id })
      if (page === undefined) {
        return showTrash(dependencies, c, space, { message: 'It is not in the trash any more.' })
      }
      try {
        await restorePage(dependencies, page.id, actorOf(c))
      } catch (error) {
        return showTrash(dependencies, c, space, { page, message: formRefusal(error).message })
      }
      return c.redirect(`${pagePath(space.key, page.id)}?done=restored`, 303)
    }),
  }
}

/** Why a page was not restored. */
interface RefusedRestore {
  readonly message: string
  readonly page?: TrashedPage
}

/** Show the part of the list that the address asks for, and what could not be done. */
async function showTrash(
  dependencies: Pick<ReaderDependencies, 'database' | 'show'>,
  c: WebContext,
  space: Space,
  refused?: RefusedRestore,
): Promise<Response> {
  const { database, show } = dependencies
  const { after } = readListPart(c.req.query())
  const asked = { matching: undefined, after }
  const limit = entriesPerPage + 1
  const found = await listTrashedPages(database, { spaceId: space.id, after, limit })
  const { shown: pages, part } = cutPart(found, asked, ({ id }) => id)
  const problem = refused && (await wordRefusal(dependencies, space, refused))
  const mayPurge = viewerOf(c).isAdministrator
  const main = trashList({ space, pages, part, mayPurge, problem, csrfField: csrfField(c) })
  const about = { spaceKey: space.key, spaceName: space.name }
  const status = problem === undefined ? 200 : 400
  return showAbout(show, c, about, { title: `Trash of ${space.name}`, main, status })
}

/** What the refusal says, and a link to the page that is in the way. */
async function wordRefusal(
  { database }: Pick<ReaderDependencies, 'database'>,
  { id: spaceId, key }: Space,
  { page, message }: RefusedRestore,
): Promise<Markup> {
  if (page === undefined) return html`${message}`
  const other = await findPageInPlace(database, { spaceId, ...page })
  const way = other && html` <a href="${pagePath(key, other)}">Open that page</a>`
  return html`“${page.title}” is not restored. ${message}${way ?? ''}`
}
