/** Connections to Confluence: their list, and the page of one with its rules. @module */
import { html } from 'hono/html'
import {
  listConnections,
  type SpaceConnection,
} from '../../../confluence/delivery/connections/space-connections.ts'
import {
  countDeliveries,
  listOpenDeliveries,
} from '../../../confluence/delivery/queue/deliveries.ts'
import { sql } from '../../../store/sql.ts'
import { remoteProduct, remoteSpaceUrl } from '../../../wiki/pages/recorded-pages.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { administrators } from '../components/page-schemes.ts'
import { copyableBlock, facts, stateBadge, tableOf } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'

const list = { path: '/manage/connections', label: 'Connections' }
const shownDeliveries = 50
const connectCommand =
  'markport space connect DOCS --to https://acme.atlassian.net/wiki --remote ENG --token-file FILE'

async function listActive({ database }: ServiceParts) {
  const all = await listConnections(database)
  return Promise.all(
    all.map(async (connection) => ({
      ...connection,
      open: await countDeliveries(database, sql`space_id = ${Number(connection.spaceId)}`),
    })),
  )
}

type ActiveConnection = Awaited<ReturnType<typeof listActive>>[number]

export const connectionPages: Pages = {
  ...administrators.list<ActiveConnection>({
    path: list.path,
    settings: {
      group: 'Imports',
      label: list.label,
      icon: 'plug',
      badge: {
        words: 'on their way met a problem',
        async count({ database }) {
          const connected = await database.read(sql`select 1 from space_connections limit 1`)
          return connected.length === 0
            ? 'nothing to say'
            : countDeliveries(database, sql`problem <> ''`)
        },
      },
    },
    read: listActive,
    view: () => ({
      lead: 'Imports into a connected space become pages of Confluence. Each connection writes them with an account of its own.',
      emptyText: [
        'No space is connected',
        'Imports stay in the wiki of this service until the command below connects one.',
      ],
      columns: [
        ['Space', ({ spaceKey }) => html`<a href="${list.path}/${spaceKey}">${spaceKey}</a>`],
        [
          'In Confluence',
          (connection) =>
            html`<a href="${remoteSpaceUrl(connection)}">${connection.remoteSpace.name} (${connection.remoteSpace.key})</a>`,
        ],
        ['Address', ({ baseUrl }) => html`<span class="long">${baseUrl}</span>`],
        ['Written by', ({ account }) => account.name],
        ['On the way', ({ open }) => onTheWay(open)],
      ],
      belowTable: html`<h2>Connect a space</h2>
<p>Whoever runs the service connects a space, on its machine. Addresses and tokens never come from a browser.</p>
${copyableBlock('connect', connectCommand, 'Command', { isWrapped: true })}`,
    }),
  }),
  ...administrators.details<SpaceConnection>({
    path: `${list.path}/:key`,
    find: async (c, { database }) => {
      const key = c.req.param('key')?.toLowerCase()
      const all = await listConnections(database)
      return all.find(({ spaceKey }) => spaceKey.toLowerCase() === key)
    },
    notices: {},
    actions: {},
    view: async (connection, dependencies) => ({
      title: `Connection of ${connection.spaceKey}`,
      ways: [list],
      body: html`${aboutIt(connection)}
<h2>On the way</h2>
${await deliveriesPart(connection, dependencies)}
<p class="ways"><a href="/manage/imports?${new URLSearchParams({ space: connection.spaceKey })}">All imports into ${connection.spaceKey}</a></p>`,
    }),
  }),
}

function onTheWay(openCount: number): Markup {
  if (openCount === 0) return html`nothing`
  return stateBadge('care', openCount === 1 ? '1 import' : `${openCount} imports`)
}

function aboutIt(connection: SpaceConnection): Markup {
  const { baseUrl, remoteSpace, account, tokenFile, policies, spaceKey } = connection
  const { name, key, id } = remoteSpace
  return html`${facts([
    [
      'Space in Confluence',
      html`<a href="${remoteSpaceUrl(connection)}">${name}</a>, key ${key}, id ${id}`,
    ],
    ['Address', html`<span class="long">${baseUrl}, ${remoteProduct(connection)}</span>`],
    ['Pages are written by', account.name],
    [
      'Token',
      tokenFile === undefined ? 'from the environment of the service' : `in the file ${tokenFile}`,
    ],
    ['Connected', dayOf(connection.connectedAt)],
    ['Pages that people edited', policies.edits],
    [
      'Inline comments whose text goes away',
      policies.comments === 'refuse' ? 'refuse the import' : 'import, with a warning',
    ],
    [
      'A title that another page has',
      policies.titleClash === 'refuse' ? 'refuse the import' : 'add the title of the parent',
    ],
  ])}
<p class="hint">What happens to edits is among the <a href="/manage/spaces/${spaceKey}/settings">settings of the space</a>. All else is changed by <code>markport space connect</code>, on the machine of the service.</p>`
}

async function deliveriesPart(
  { spaceId }: SpaceConnection,
  { database }: ServiceParts,
): Promise<Markup> {
  const deliveries = await listOpenDeliveries(database, spaceId, shownDeliveries)
  if (deliveries.length === 0) return html`<p>No import is on its way.</p>`
  return tableOf(
    'Imports on the way',
    [
      ['Page', ({ title }) => title],
      [
        'State',
        ({ isWritten }) =>
          stateBadge('care', isWritten ? 'Page written, rest to do' : 'Not written yet', 'clock'),
      ],
      ['Started', ({ startedAt }) => dayOf(startedAt)],
      ['Tries', ({ tries }) => String(tries)],
      ['Last problem', ({ problem }) => html`<span class="long">${problem || 'none'}</span>`],
    ],
    deliveries,
  )
}
