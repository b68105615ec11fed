/** Shows the trash of a space, and why a page could not be restored from it. @module */
import { html } from 'hono/html'
import { pagePath, type Space } from '../../../importing/target-wiki.ts'
import { cutPart, entriesPerPage, readListPart } from '../../../web/components/list-part.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { csrfField } from '../../../web/session/csrf.ts'
import { viewerOf } from '../../../web/session/viewer.ts'
import { findPageInPlace, listTrashedPages, type TrashedPage } from '../../store/trashed-pages.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { trashList } from './trash-pages.ts'

/** Why a page was not restored. */
interface RefusedRestore {
  readonly message: string
  readonly page?: TrashedPage
}

/**
 * Show the part of the list that the address asks for.
 * @param dependencies The store, and the frame.
 * @param c The request, of somebody who may write in the space.
 * @param space The space.
 * @param refused What could not be done.
 */
export async function showTrash(
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
  return show(c, problem === undefined ? 200 : 400, `Trash of ${space.name}`, main)
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
