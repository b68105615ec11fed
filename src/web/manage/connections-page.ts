/** The list of spaces that are connected to Confluence. @module */
import { html } from 'hono/html'
import {
  remoteSpaceUrl,
  type SpaceConnection,
} from '../../delivery/connections/space-connection.ts'
import type { ConnectionActivity } from '../../delivery/queue/list-deliveries.ts'
import { copyableBlock } from '../components/copyable.ts'
import { dataTable, pageHead } from '../components/parts.ts'
import { relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'

export interface ConnectionsModel {
  readonly connections: readonly SpaceConnection[]
  readonly activities: readonly ConnectionActivity[]
  readonly now: Date
}

const connectCommand =
  'markport space connect DOCS --to https://acme.atlassian.net/wiki --remote ENG --token-file FILE'

/**
 * List the connections.
 * @param model All of them, with how their imports go.
 */
export function connectionsPage({ connections, activities, now }: ConnectionsModel): Markup {
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
    ? html`<p class="empty">No space is connected.</p>`
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
