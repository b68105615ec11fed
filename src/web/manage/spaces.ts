/** The requests for spaces. @module */
import type { Context } from 'hono'
import { listSpaces } from '../../importing/spaces.ts'
import { type FormRefusal, fieldText, formRefusal } from '../components/form-fields.ts'
import { cutPart, entriesPerPage, readListPart } from '../components/list-part.ts'
import { csrfField } from '../session/csrf.ts'
import { actorOf, viewerOf } from '../session/viewer.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { firstStepsPath } from './first-steps-page.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { newSpacePage, spaceListPage } from './spaces-page.ts'

/** What the list says after a change. */
const notices: Readonly<Record<string, string>> = {
  created: 'The space is created.',
  renamed: 'The space is renamed.',
  deleted: 'The space is deleted.',
}

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function spaceRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, createSpace, show } = dependencies
  const showForm = (
    c: Context<WebScope>,
    fields: { key: string; name: string },
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = newSpacePage({ ...fields, problem, csrfField: csrfField(c) })
    return show(c, problem === undefined ? 200 : 400, 'Create a space', main)
  }
  return {
    'GET /manage/spaces': async (c) => {
      const done = notices[c.req.query('done') ?? '']
      const asked = readListPart(c.req.query())
      const found = await listSpaces(database, { ...asked, limit: entriesPerPage + 1 })
      const { shown, part } = cutPart(found, asked, ({ key }) => key)
      const main = spaceListPage(shown, part, done)
      return show(c, 200, 'Spaces', main, { isWide: true })
    },
    'GET /manage/spaces/new': (c) => showForm(c, { key: '', name: '' }),
    'POST /manage/spaces/new': async (c) => {
      const form = c.get('form')
      const fields = { key: fieldText(form, 'key').trim(), name: fieldText(form, 'name') }
      const isFirst = (await listSpaces(database, { limit: 1 })).length === 0
      try {
        const { userId } = viewerOf(c)
        await createSpace({ ...fields, userId, createdBy: actorOf(c) })
      } catch (error) {
        return showForm(c, fields, formRefusal(error))
      }
      return c.redirect(isFirst ? firstStepsPath : '/manage/spaces?done=created', 303)
    },
  }
}
