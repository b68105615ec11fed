/** Requests of writers that change where a page stands: moving, the trash and restoring. @module */
import { Hono } from 'hono'
import { RequestError } from '../../errors.ts'
import { contractLimits } from '../../importing/contract.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { csrfField, type ProtectForms } from '../../web/csrf.ts'
import { type FormRefusal, fieldText, formRefusal } from '../../web/manage/form-fields.ts'
import { actorOf, viewerOf } from '../../web/manage/manage-scope.ts'
import { requireViewer } from '../../web/reading-rule.ts'
import type { WebScope } from '../../web/web-scope.ts'
import { maxParents } from '../../web/writer/parent-list.ts'
import { movePage } from '../store/move-page.ts'
import type { Page } from '../store/pages.ts'
import { listParentPages } from '../store/parent-pages.ts'
import { type PageChangeDependencies, restorePage, trashPage } from '../store/trash-page.ts'
import { countPagesBelow, findTrashedPage } from '../store/trashed-pages.ts'
import { moveForm } from './move-form.ts'
import {
  atWritablePage,
  atWritableSpace,
  type ReaderDependencies,
  type WebContext,
} from './reader-scope.ts'
import { type RefusedRestore, showTrash } from './show-trash.ts'
import { trashQuestion } from './trash-pages.ts'

/**
 * Make the routes.
 * @param dependencies The store, who may read, and the frame.
 * @param protectForms Makes the stage that forms pass.
 */
export function pageChangeRoutes(
  dependencies: ReaderDependencies & PageChangeDependencies,
  protectForms: ProtectForms,
): Hono<WebScope> {
  const { show, database } = dependencies
  const app = new Hono<WebScope>()
  const stages = [requireViewer, protectForms()] as const

  const showMoveForm = async (
    c: WebContext,
    page: Page,
    filled: { parentId: string; search: string; position: string; problem?: FormRefusal },
  ): Promise<Response> => {
    const found = await listParentPages(database, {
      spaceId: page.spaceId,
      search: filled.search,
      chosenId: filled.parentId,
      userId: viewerOf(c).userId,
      limit: maxParents,
    })
    const parents = found.filter(({ id }) => id !== page.id)
    const given = { place: page, title: page.title, csrfField: csrfField(c), problem: undefined }
    const main = moveForm({ ...given, ...filled, parents })
    return show(c, filled.problem === undefined ? 200 : 400, `Move ${page.title}`, main)
  }
  const movable = '/wiki/spaces/:key/move/:id'
  app.get(
    movable,
    ...stages,
    atWritablePage(dependencies, (c, page) =>
      showMoveForm(c, page, {
        parentId: page.parentId ?? '',
        search: (c.req.query('search') ?? '').slice(0, maxSearchLength),
        position: String(page.position ?? ''),
      }),
    ),
  )
  app.post(
    movable,
    ...stages,
    atWritablePage(dependencies, async (c, page) => {
      const form = c.get('form')
      const [parentId = '', search = '', position = ''] = ['parentId', 'search', 'position'].map(
        (name) => fieldText(form, name).slice(0, maxSearchLength),
      )
      try {
        const wanted = { spaceId: page.spaceId, pageId: page.id, parentId }
        const move = { ...wanted, position: readPosition(position) }
        await movePage(dependencies, move, actorOf(c))
      } catch (error) {
        const problem = formRefusal(error)
        return showMoveForm(c, page, { parentId, search, position, problem })
      }
      return c.redirect(`${pagePath(page.spaceKey, page.id)}?done=moved`, 303)
    }),
  )

  const trashable = '/wiki/spaces/:key/trash/:id'
  app.get(
    trashable,
    ...stages,
    atWritablePage(dependencies, async (c, page) => {
      const pagesBelow = await countPagesBelow(database, page)
      const { title } = page
      const main = trashQuestion({ place: page, title, pagesBelow, csrfField: csrfField(c) })
      return show(c, 200, `Put ${title} into the trash`, main)
    }),
  )
  app.post(
    trashable,
    ...stages,
    atWritablePage(dependencies, async (c, { id, spaceKey, parentId = id }) => {
      await trashPage(dependencies, id, actorOf(c))
      return c.redirect(`${pagePath(spaceKey, parentId)}?trashed=${id}`, 303)
    }),
  )

  app.get(
    '/wiki/spaces/:key/trash',
    ...stages,
    atWritableSpace(dependencies, (c, space) => showTrash(dependencies, c, space)),
  )
  app.post(
    '/wiki/spaces/:key/restore/:id',
    ...stages,
    atWritableSpace(dependencies, async (c, space) => {
      const id = c.req.param('id') ?? ''
      const page = await findTrashedPage(database, { spaceId: space.id, id })
      if (page === undefined) return showTrash(dependencies, c, space, noLongerThere)
      try {
        await restorePage(dependencies, page.id, actorOf(c))
      } catch (error) {
        return showTrash(dependencies, c, space, { page, message: formRefusal(error).message })
      }
      return c.redirect(`${pagePath(space.key, page.id)}?done=restored`, 303)
    }),
  )
  return app
}

const maxSearchLength = 200

const noLongerThere: RefusedRestore = { message: 'This page is not in the trash any more.' }

function readPosition(typed: string): number | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (/^\d{1,16}$/.test(text) && Number(text) <= contractLimits.maxPosition) return Number(text)
  throw new RequestError('bad-request', 'The position is a whole number from 0 on, or empty.', {
    field: 'position',
  })
}
