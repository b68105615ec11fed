/** The audit log. @module */
import { html } from 'hono/html'
import {
  type AuditRecord,
  auditActions,
  auditDetailText,
  listAuditRecords,
} from '../../../accounts/audit.ts'
import { parseId } from '../../../store/ids.ts'
import { byTime, cutPart, entriesPerPage, filterForm, partLinks } from '../components/list-part.ts'
import { type Column, emptyState, noneFits, pageHead, tableOf } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Pages } from '../pages.ts'
import { dayFields, readDays } from './imports.ts'
import type { ManageDependencies } from './manage-scope.ts'

const path = '/manage/audit'

const filterFields = [
  { name: 'actor', label: 'Who', maxLength: 100 },
  {
    name: 'action',
    label: 'What',
    choices: [
      ['', 'anything'] as const,
      ...auditActions.map((action) => [action, action] as const),
    ],
  },
  ...dayFields,
]

export const auditPages: Pages<ManageDependencies> = {
  [`GET ${path}`]: {
    who: 'administrators',
    settings: { group: 'Administration', label: 'Audit log', icon: 'scroll-text' },
    answer: async (c, { database, users, show }) => {
      const { actor: typedActor = '', action = '', from = '', to = '', after } = c.req.query()
      // PostgreSQL refuses NUL characters even in a search.
      const actor = typedActor.replaceAll('\0', '').trim()
      const choices = { actor, action, from, to }
      const rows = await listAuditRecords(database, {
        action: auditActions.find((knownAction) => knownAction === action),
        actor: actor === '' ? undefined : ((await users.findByName(actor))?.name ?? actor),
        ...readDays(from, to),
        beforeId: parseId(after ?? ''),
        limit: entriesPerPage + 1,
      })
      const position = { matching: undefined, after }
      const { entries, part } = cutPart(rows, position, ({ id }) => String(id))
      const isChosen = Object.values(choices).some((value) => value !== '')
      const noRecords = isChosen
        ? noneFits('record', { path, label: 'All records' })
        : emptyState('Nothing has been recorded yet', 'The next change and sign-in stand here.')
      const main = html`${pageHead('Audit log')}
<p>Who changed what in tokens, license, users, spaces and access, and who signed in. Failed sign-ins are in the log of the service. <code>markport audit --json</code> gives the same to programs.</p>
${filterForm('Choose records', filterFields, choices)}
${entries.length === 0 ? noRecords : tableOf('Audit records', columns, entries)}
${partLinks(path, part, choices, byTime)}`
      return show(c, 200, 'Audit log', main, { isWide: true })
    },
  },
}

const columns: readonly Column<AuditRecord>[] = [
  [
    'When',
    ({ recordedAt }) =>
      html`<time datetime="${recordedAt.toISOString()}">${exactTime(recordedAt)}</time>`,
  ],
  ['Who', ({ actor }) => html`<span class="who">${actor || 'somebody'}</span>`],
  ['What', ({ action }) => action],
  ['To what', ({ subject }) => html`<span class="long">${subject || '–'}</span>`],
  ['From where', ({ address }) => html`<span class="who">${address || 'not recorded'}</span>`],
  ['Details', ({ detail }) => html`<span class="long">${auditDetailText(detail) || '–'}</span>`],
]
