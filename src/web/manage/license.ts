/** The requests for the license. @module */
import type { Context } from 'hono'
import { getLicense, setLicense } from '../../auth/license.ts'
import { type FormRefusal, fieldText, formRefusal } from '../components/form-fields.ts'
import { csrfField } from '../session/csrf.ts'
import { actorOf } from '../session/viewer.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { licensePage } from './license-page.ts'
import type { ManageDependencies } from './manage-scope.ts'

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function licenseRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, ids, clock, apiTokens, show } = dependencies
  const showForm = async (
    c: Context<WebScope>,
    typed?: { status: string; trialEnds: string; problem: FormRefusal },
  ): Promise<Response> => {
    const license = await getLicense(database)
    const main = licensePage({
      license,
      tokens: await apiTokens.list(),
      now: clock(),
      status: typed?.status ?? license.status,
      trialEnds: typed?.trialEnds ?? license.trialEnds?.toISOString().slice(0, 16) ?? '',
      problem: typed?.problem,
      notice: c.req.query('done') === 'set' ? 'The license is set.' : undefined,
      csrfField: csrfField(c),
    })
    return show(c, typed === undefined ? 200 : 400, 'License', main)
  }
  return {
    'GET /manage/license': (c) => showForm(c),
    'POST /manage/license': async (c) => {
      const form = c.get('form')
      const [status, trialEnds] = [fieldText(form, 'status'), fieldText(form, 'trialEnds')]
      try {
        const end = status === 'trial' && trialEnds !== '' ? new Date(`${trialEnds}Z`) : null
        const change = { status, trialEnds: end, setBy: actorOf(c) }
        await setLicense(database, ids, clock, change)
        return c.redirect('/manage/license?done=set', 303)
      } catch (error) {
        return showForm(c, { status, trialEnds, problem: formRefusal(error) })
      }
    },
  }
}
