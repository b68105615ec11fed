/** Requests of writers that put pages into the trash, list it and restore from it. @module */
import { pagePath } from '../../../importing/target-wiki.ts'
import { formRefusal } from '../../../web/components/form-fields.ts'
import { csrfField } from '../../../web/session/csrf.ts'
import { actorOf } from '../../../web/session/viewer.ts'
import type { WebHandlers } from '../../../web/web-map.ts'
import { type PageChangeDependencies, restorePage, trashPage } from '../../store/trash-page.ts'
import { countPagesBelow, findTrashedPage } from '../../store/trashed-pages.ts'
import { atWritablePage, atWritableSpace, type ReaderDependencies } from '../reader-scope.ts'
import { showTrash } from './show-trash.ts'
import { trashQuestion } from './trash-pages.ts'

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
      return show(c, 200, `Put ${title} into the trash`, main)
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
