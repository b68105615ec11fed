/** Requests of writers that move a page. @module */
import { RequestError } from '../../../base/errors.ts'
import { contractLimits } from '../../../importing/contract.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import { type FormRefusal, fieldText, formRefusal } from '../../../web/components/form-fields.ts'
import { csrfField } from '../../../web/session/csrf.ts'
import { actorOf, viewerOf } from '../../../web/session/viewer.ts'
import type { WebHandlers } from '../../../web/web-map.ts'
import { maxParents } from '../../../web/writer/parent-list.ts'
import type { CurrentPage } from '../../store/current-page.ts'
import { movePage } from '../../store/move-page.ts'
import { listParentPages } from '../../store/parent-pages.ts'
import type { PageChangeDependencies } from '../../store/trash-page.ts'
import {
  atWritablePage,
  type ReaderDependencies,
  showAbout,
  type WebContext,
} from '../reader-scope.ts'
import { moveForm } from './move-form.ts'

const maxFieldLength = 200

/** The form as it was filled in. */
interface FilledMove {
  readonly parentId: string
  readonly search: string
  readonly position: string
  readonly problem?: FormRefusal
}

/**
 * Make the handlers.
 * @param dependencies The store, who may read, and the frame.
 */
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
        const wanted = { spaceId: page.spaceId, pageId: page.id, ...place }
        await movePage(dependencies, wanted, actorOf(c))
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
  const status = filled.problem === undefined ? 200 : 400
  return showAbout(show, c, page, { title: `Move ${page.title}`, main, status })
}

function readPosition(typed: string): number | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (/^\d{1,16}$/.test(text) && Number(text) <= contractLimits.maxPosition) return Number(text)
  throw new RequestError('bad-request', 'The position is a whole number from 0 on, or empty.', {
    field: 'position',
  })
}
