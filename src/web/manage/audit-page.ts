/** The audit records: who did what to whom, when and from where. @module */
import { html } from 'hono/html'
import { type AuditRecord, auditActions } from '../../auth/audit.ts'
import { selectField, textField } from '../components/form-fields.ts'
import { dataTable, pageHead, pager } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { wordAction, wordDetail } from './audit-words.ts'

/** What was chosen in the form above the list; an empty text is no choice. */
export interface AuditChoices {
  readonly actor: string
  readonly action: string
  readonly from: string
  readonly to: string
}

export interface AuditModel {
  readonly records: readonly AuditRecord[]
  readonly chosen: AuditChoices
  /** Whether the list goes on from a part before. */
  readonly isContinued: boolean
  /** The id that the next part goes on before. */
  readonly next: number | undefined
}

const columns = ['When', 'Who', 'What', 'To what', 'From where', 'Details']

/**
 * Show the records.
 * @param model A part of them, and what was chosen.
 */
export function auditPage({ records, chosen, isContinued, next }: AuditModel): Markup {
  const isChosen = Object.values(chosen).some((value) => value !== '')
  const none = isChosen ? 'No record fits what you chose.' : 'Nothing has been recorded yet.'
  return html`${pageHead('Audit log')}
<p>Who changed what in tokens, license, users, spaces and access, and who signed in or failed to.</p>
${choicesForm(chosen)}
${exportLinks(chosen)}
${records.length === 0 ? html`<p class="empty">${none}</p>` : dataTable('Audit records', columns, records.map(cells))}
${pager('/manage/audit', { ...chosen }, { isContinued, next: next === undefined ? next : { before: String(next) } })}`
}

/** All that was chosen, not only the part that is shown. */
function exportLinks(chosen: AuditChoices): Markup {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
  const link = (name: string, label: string): Markup =>
    html`<li><a href="/manage/audit/${name}?${query}" download>${label}</a></li>`
  return html`<nav aria-label="Export"><ul class="ways">${link('export.csv', 'Export as CSV')}${link('export.jsonl', 'Export as JSON lines')}</ul></nav>`
}

function choicesForm(chosen: AuditChoices): Markup {
  const field = (name: keyof AuditChoices, label: string) => ({
    name,
    label,
    value: chosen[name],
    problem: undefined,
  })
  const actions = auditActions.map((action) => [action, wordAction(action)] as const)
  return html`<form class="filters" method="get" role="search" aria-label="Choose records">
<div>${textField({ ...field('actor', 'Who'), maxLength: 100 })}</div>
<div>${selectField(field('action', 'What'), [['', 'anything'], ...actions])}</div>
<div>${textField({ ...field('from', 'From (UTC)'), type: 'date' })}</div>
<div>${textField({ ...field('to', 'To (UTC)'), type: 'date' })}</div>
<div><button type="submit">Show</button></div>
</form>`
}

function cells(record: AuditRecord): (Markup | string)[] {
  const { recordedAt, actor, action, subject, address, detail } = record
  const to = subject === '' && action === 'sign-in-failed' ? 'a name that no user has' : subject
  return [
    html`<time datetime="${recordedAt.toISOString()}">${exactTime(recordedAt)}</time>`,
    html`<span class="who">${actor === '' ? 'somebody' : actor}</span>`,
    wordAction(action),
    html`<span class="long">${to}</span>`,
    html`<span class="who">${address === '' ? 'not recorded' : address}</span>`,
    html`<span class="long">${wordDetail(detail) || '–'}</span>`,
  ]
}
