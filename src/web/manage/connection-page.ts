/** The page of one connection: its target, open deliveries, past imports, and rules. @module */
import { html } from 'hono/html'
import {
  remoteProduct,
  remoteSpaceUrl,
  type SpaceConnection,
} from '../../delivery/connections/space-connection.ts'
import type { OpenDelivery } from '../../delivery/queue/list-deliveries.ts'
import { type PastImport, successes } from '../../importing/ledger/import-history.ts'
import { editsField, errorLine, type FormRefusal, selectField } from '../components/form-fields.ts'
import { breadcrumb, dataTable, noticeLine } from '../components/parts.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'

export interface ConnectionModel {
  readonly connection: SpaceConnection
  readonly deliveries: readonly OpenDelivery[]
  readonly imports: readonly PastImport[]
  readonly now: Date
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

export function connectionPage(model: ConnectionModel): Markup {
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
