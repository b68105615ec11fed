/** The requests for connections to Confluence. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { editPolicies } from '../../contract/outcomes.ts'
import {
  commentPolicies,
  type DeliveryPolicies,
  remoteSpaceUrl,
  type SpaceConnection,
  titleClashPolicies,
} from '../../delivery/connections/space-connection.ts'
import { spaceConnections } from '../../delivery/connections/space-connections.ts'
import {
  type ConnectionActivity,
  listOpenDeliveries,
  readConnectionActivity,
} from '../../delivery/queue/list-deliveries.ts'
import { listImports } from '../../importing/ledger/import-history.ts'
import { type FormRefusal, formRefusal, readChoice } from '../components/form-fields.ts'
import { copyableBlock, dataTable, emptyState, pageHead } from '../components/parts.ts'
import { relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { csrfField } from '../session/csrf.ts'
import { showNotFound } from '../session/reading-rule.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, type FormFields, type WebScope } from '../web-scope.ts'
import { connectionPage } from './connection-page.ts'
import type { ManageDependencies } from './manage-scope.ts'

const shownDeliveries = 50
const shownImports = 25

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

interface ConnectionsModel {
  readonly connections: readonly SpaceConnection[]
  readonly activities: readonly ConnectionActivity[]
  readonly now: Date
}

const connectCommand =
  'markport space connect DOCS --to https://acme.atlassian.net/wiki --remote ENG --token-file FILE'

function connectionsPage({ connections, activities, now }: ConnectionsModel): Markup {
  const rows = connections.map((connection) => {
    const { spaceId, spaceKey, remoteSpace, account } = connection
    const activity = activities.find((one) => one.spaceId === spaceId)
    return [
      html`<a href="/manage/connections/${spaceKey}">${spaceKey}</a>`,
      html`<a href="${remoteSpaceUrl(connection)}">${remoteSpace.name} (${remoteSpace.key})</a>`,
      html`<span class="long">${connection.baseUrl}</span>`,
      account.name,
      lastWritten(activity, now),
      onTheWay(activity),
    ]
  })
  return html`${pageHead('Connections')}
<p>Imports into a connected space become pages of Confluence. Each connection writes them with an account of its own.</p>
${
  connections.length === 0
    ? emptyState(
        'No space is connected',
        'Imports stay in the wiki of this service until the command below connects one.',
      )
    : dataTable(
        'Connections',
        ['Space', 'In Confluence', 'Address', 'Written by', 'Last page', 'On the way'],
        rows,
      )
}
<h2>Connect a space</h2>
<p>Whoever runs the service connects a space, on its machine. Addresses and tokens never come from a browser.</p>
${copyableBlock('connect', connectCommand, 'Command', { isWrapped: true })}`
}

function lastWritten(activity: ConnectionActivity | undefined, now: Date): Markup {
  return activity?.lastAt === undefined ? html`none yet` : relativeTime(activity.lastAt, now)
}

function onTheWay(activity: ConnectionActivity | undefined): Markup {
  const open = activity?.open ?? 0
  return open === 0
    ? html`nothing`
    : html`<span class="badge badge-care">${open === 1 ? '1 import' : `${open} imports`}</span>`
}
