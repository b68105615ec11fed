/** The requests for connections to Confluence, and the page of one. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { editPolicies } from '../../contract/outcomes.ts'
import {
  commentPolicies,
  type DeliveryPolicies,
  remoteProduct,
  remoteSpaceUrl,
  type SpaceConnection,
  titleClashPolicies,
} from '../../delivery/connections/space-connection.ts'
import { spaceConnections } from '../../delivery/connections/space-connections.ts'
import {
  type ConnectionActivity,
  listOpenDeliveries,
  type OpenDelivery,
  readConnectionActivity,
} from '../../delivery/queue/list-deliveries.ts'
import { listImports, type PastImport, successes } from '../../importing/ledger/import-history.ts'
import {
  editsField,
  errorLine,
  type FormRefusal,
  formRefusal,
  readChoice,
  selectField,
} from '../components/form-fields.ts'
import {
  breadcrumb,
  copyableBlock,
  dataTable,
  emptyState,
  noticeLine,
  pageHead,
} from '../components/parts.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, type FormFields, type WebScope } from '../web-scope.ts'
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

interface ConnectionModel {
  readonly connection: SpaceConnection
  readonly deliveries: readonly OpenDelivery[]
  readonly imports: readonly PastImport[]
  readonly now: Date
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

function connectionPage(model: ConnectionModel): Markup {
  const { connection, problem } = model
  return html`${breadcrumb([{ path: '/manage/connections', label: 'Connections' }])}
<h1>Connection of ${connection.spaceKey}</h1>
${noticeLine(model.notice)}
${errorLine(problem?.message)}
${facts(connection)}
<h2>On the way</h2>
${deliveryTable(model)}
<h2>Last imports</h2>
${importTable(model)}
<h2>Rules</h2>
${rulesForm(model)}`
}

function facts(connection: SpaceConnection): Markup {
  const { baseUrl, remoteSpace, account, tokenFile } = connection
  return html`<dl class="facts"><dt>Space in Confluence</dt><dd><a href="${remoteSpaceUrl(connection)}">${remoteSpace.name}</a>, key ${remoteSpace.key}, id ${remoteSpace.id}</dd>
<dt>Address</dt><dd class="long">${baseUrl}, ${remoteProduct(connection)}</dd>
<dt>Pages are written by</dt><dd>${account.name}</dd>
<dt>Token</dt><dd class="long">${tokenFile === undefined ? 'from the environment of the service' : `in the file ${tokenFile}`}</dd>
<dt>Connected</dt><dd>${dayOf(connection.connectedAt)}</dd></dl>
<p class="hint">Address, account and token are changed by <code>markport space connect</code>, on the machine of the service.</p>`
}

function deliveryTable({ deliveries, now }: ConnectionModel): Markup {
  if (deliveries.length === 0) return html`<p>No import is on its way.</p>`
  const rows = deliveries.map(({ title, isWritten, startedAt, tries, problem }) => [
    title,
    html`<span class="badge badge-care">${isWritten ? 'Page written, rest to do' : 'Not written yet'}</span>`,
    relativeTime(startedAt, now),
    String(tries),
    html`<span class="long">${problem === '' ? 'none' : problem}</span>`,
  ])
  return dataTable(
    'Imports on the way',
    ['Page', 'State', 'Started', 'Tries', 'Last problem'],
    rows,
  )
}

const remarks: readonly [code: string, text: string][] = [
  ['edited-there', 'Edited in Confluence'],
  ['comment-detached', 'Comments detached'],
]

function importTable({ imports, now, connection }: ConnectionModel): Markup {
  if (imports.length === 0) return html`<p>Nothing has been imported yet.</p>`
  const rows = imports.map((one) => [
    one.pagePath === undefined
      ? html`${titleOf(one)}`
      : html`<a href="${one.pagePath}">${titleOf(one)}</a>`,
    html`<span class="badge badge-${successes.some((success) => success === one.result) ? 'good' : 'stop'}">${one.result}</span>`,
    relativeTime(one.startedAt, now),
    one.userName,
    remarkBadges(one),
  ])
  return html`${dataTable('Last imports', ['Page', 'Result', 'When', 'Who', 'Remarks'], rows)}
<p class="ways"><a href="/manage/imports?${new URLSearchParams({ space: connection.spaceKey })}">All imports into ${connection.spaceKey}</a></p>`
}

function titleOf({ pageTitle }: PastImport): string {
  return pageTitle === '' ? 'without title' : pageTitle
}

function remarkBadges({ warnings }: PastImport): Markup {
  const found = remarks.filter(([remark]) => warnings.some(({ code }) => code === remark))
  return found.length === 0
    ? html`none`
    : html`${found.map(([, text]) => html`<span class="badge badge-care">${text}</span> `)}`
}

function rulesForm({ connection, problem, csrfField }: ConnectionModel): Markup {
  const { edits, comments, titleClash, pageWidth = '' } = connection.policies
  const field = (name: string, label: string, value: string, hint: string) => ({
    name,
    label,
    value,
    hint,
    problem,
  })
  return html`<form class="broad" method="post">${csrfField}
${editsField(edits, problem)}
${selectField(
  field(
    'comments',
    'When the text of an open inline comment goes away',
    comments,
    'The comment itself stays on the page, and the warning quotes the text.',
  ),
  [
    ['detach', 'import, with a warning'],
    ['refuse', 'refuse the import'],
  ],
)}
${selectField(
  field(
    'titleClash',
    'When another page of the space has the title',
    titleClash,
    'Confluence has each title once in a space. A refusal says where that page is.',
  ),
  [
    ['refuse', 'refuse the import'],
    ['suffix', 'add the title of the parent'],
  ],
)}
${selectField(
  field('pageWidth', 'Width of imported pages', pageWidth, 'Set when a page is written.'),
  [
    ['', 'as it is'],
    ['default', 'default'],
    ['full-width', 'full width'],
  ],
)}
<button type="submit">Set the rules</button>
</form>`
}
