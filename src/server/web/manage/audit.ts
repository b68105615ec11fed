/** The audit log. @module */
import { html } from 'hono/html'
import {
  type AuditRecord,
  auditActions,
  auditDetailText,
  listAuditRecords,
} from '../../../accounts/audit.ts'
import { parseId } from '../../../store/ids.ts'
import { administrators } from '../components/page-schemes.ts'
import { exactTime } from '../components/time-words.ts'
import type { Pages } from '../pages.ts'
import { dayFields, readDays } from './imports.ts'

const actions = auditActions.map((action) => [action, action] as const)

export const auditPages: Pages = administrators.list<AuditRecord>({
  path: '/manage/audit',
  settings: { group: 'Administration', label: 'Audit log', icon: 'scroll-text' },
  finding: ['record', 'Choose records'],
  filters: [
    { name: 'actor', label: 'Who', maxLength: 100 },
    { name: 'action', label: 'What', choices: [['', 'anything'], ...actions] },
    ...dayFields,
  ],
  read: async ({ database, users }, { filters, after, limit }) => {
    const { actor: typedActor = '', action, from = '', to = '' } = filters
    // PostgreSQL refuses NUL characters even in a search.
    const actor = typedActor.replaceAll('\0', '').trim()
    return listAuditRecords(database, {
      action: auditActions.find((knownAction) => knownAction === action),
      actor: actor === '' ? undefined : ((await users.findByName(actor))?.name ?? actor),
      ...readDays(from, to),
      beforeId: parseId(after ?? ''),
      limit,
    })
  },
  placeOf: ({ id }) => String(id),
  view: () => ({
    lead: html`Who changed what in tokens, license, users, spaces and access, and who signed in. Failed sign-ins are in the log of the service. <code>markport audit --json</code> gives the same to programs.`,
    emptyText: ['Nothing has been recorded yet', 'The next change and sign-in stand here.'],
    columns: [
      [
        'When',
        ({ recordedAt }) =>
          html`<time datetime="${recordedAt.toISOString()}">${exactTime(recordedAt)}</time>`,
      ],
      ['Who', ({ actor }) => html`<span class="who">${actor || 'somebody'}</span>`],
      ['What', ({ action }) => action],
      ['To what', ({ subject }) => html`<span class="long">${subject || '–'}</span>`],
      ['From where', ({ address }) => html`<span class="who">${address || 'not recorded'}</span>`],
      [
        'Details',
        ({ detail }) => html`<span class="long">${auditDetailText(detail) || '–'}</span>`,
      ],
    ],
  }),
})
