/** The requests for spaces that are connected to Confluence. @module */
import type { Context } from 'hono'
import { RequestError } from '../../base/errors.ts'
import { editPolicies } from '../../confluence/body/page-body.ts'
import {
  commentPolicies,
  type DeliveryPolicies,
  type SpaceConnection,
  titleClashPolicies,
} from '../../delivery/connections/space-connection.ts'
import { spaceConnections } from '../../delivery/connections/space-connections.ts'
import { listOpenDeliveries, readConnectionActivity } from '../../delivery/queue/list-deliveries.ts'
import { listImports } from '../../importing/ledger/import-history.ts'
import { type FormRefusal, fieldText, formRefusal } from '../components/form-fields.ts'
import { csrfField } from '../session/csrf.ts'
import { showNotFound } from '../session/reading-rule.ts'
import { actorOf } from '../session/viewer.ts'
import type { WebHandlers } from '../web-map.ts'
import type { FormFields, WebScope } from '../web-scope.ts'
import { connectionPage } from './connection-page.ts'
import { connectionsPage } from './connections-page.ts'
import type { ManageDependencies } from './manage-scope.ts'

const shownDeliveries = 50
const shownImports = 25

/**
 * Make the handlers.
 * @param dependencies What they work with.
 */
export function connectionRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, ids, clock, show } = dependencies
  const connections = spaceConnections(database, ids, clock)
  const showOne = async (
    c: Context<WebScope>,
    connection: SpaceConnection,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const { spaceId, spaceKey } = connection
    const main = connectionPage({
      connection,
      deliveries: await listOpenDeliveries(database, spaceId, shownDeliveries),
      imports: await listImports(database, { spaceId: Number(spaceId) }, { limit: shownImports }),
      now: clock(),
      problem,
      notice: c.req.query('done') === 'set' ? 'The rules are set.' : undefined,
      csrfField: csrfField(c),
    })
    return show(c, problem === undefined ? 200 : 400, `Connection of ${spaceKey}`, main)
  }
  const find = async (c: Context<WebScope>): Promise<SpaceConnection | undefined> => {
    const key = c.req.param('key')?.toLowerCase()
    return (await connections.list()).find(({ spaceKey }) => spaceKey.toLowerCase() === key)
  }
  return {
    'GET /manage/connections': async (c) => {
      const all = await connections.list()
      const activities = await Promise.all(
        all.map(({ spaceId }) => readConnectionActivity(database, spaceId)),
      )
      const main = connectionsPage({ connections: all, activities, now: clock() })
      return show(c, 200, 'Connections', main, { isWide: true })
    },
    'GET /manage/connections/:key': async (c) => {
      const connection = await find(c)
      return connection === undefined ? showNotFound(c, show) : showOne(c, connection)
    },
    'POST /manage/connections/:key': async (c) => {
      const connection = await find(c)
      if (connection === undefined) return showNotFound(c, show)
      const { spaceId, spaceKey } = connection
      try {
        await connections.setPolicies(spaceId, readPolicies(c.get('form')), actorOf(c))
        return c.redirect(`/manage/connections/${spaceKey}?done=set`, 303)
      } catch (error) {
        return showOne(c, connection, formRefusal(error))
      }
    },
  }
}

function readPolicies(form: FormFields): DeliveryPolicies {
  const pageWidth = readChoice(form, 'pageWidth', ['', 'default', 'full-width'] as const)
  return {
    edits: readChoice(form, 'edits', editPolicies),
    comments: readChoice(form, 'comments', commentPolicies),
    titleClash: readChoice(form, 'titleClash', titleClashPolicies),
    pageWidth: pageWidth === '' ? undefined : pageWidth,
  }
}

function readChoice<Word extends string>(
  form: FormFields,
  field: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === fieldText(form, field))
  if (found !== undefined) return found
  throw new RequestError('bad-request', 'Choose one of what the form offers.', { field })
}
