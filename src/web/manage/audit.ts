/** The audit log: its page, and its export as a file. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import {
  type AuditChoice,
  type AuditRecord,
  auditActions,
  listAuditRecords,
} from '../../auth/audit.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { selectField, textField } from '../components/form-fields.ts'
import { dataTable, emptyState, noneFits, pageHead, pager } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { wordAction, wordDetail, wordSubject } from './audit-words.ts'
import { readDay } from './imports.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000

export function auditRoutes({ database, users, show }: ManageDependencies): WebHandlers {
  const toChoice = async ({ actor, action, from, to }: AuditChoices) => {
    const lastDay = readDay(to)
    return {
      action: auditActions.find((one) => one === action),
      actor: actor === '' ? undefined : ((await users.findByName(actor))?.name ?? actor),
      from: readDay(from),
      before: lastDay && new Date(lastDay.getTime() + dayMs),
    } satisfies Omit<AuditChoice, 'limit'>
  }
  const exportAs = async (c: Context<WebScope>, format: AuditFormat): Promise<Response> => {
    const choice = await toChoice(readAuditChoices(c))
    const { type, name, stream } = auditExport(database, choice, format)
    return c.body(stream, 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    })
  }
  return {
    'GET /manage/audit': async (c) => {
      const chosen = readAuditChoices(c)
      const beforeId = parseId(c.req.query('before') ?? '')
      const choice = await toChoice(chosen)
      const found = await listAuditRecords(database, { ...choice, limit: pageSize + 1, beforeId })
      const records = found.slice(0, pageSize)
      const main = auditPage({
        records,
        chosen,
        isContinued: beforeId !== undefined,
        next: found.length > pageSize ? records.at(-1)?.id : undefined,
      })
      return show(c, 200, 'Audit log', main, { isWide: true })
    },
    'GET /manage/audit/export.csv': (c) => exportAs(c, 'csv'),
    'GET /manage/audit/export.jsonl': (c) => exportAs(c, 'jsonl'),
  }
}

function readAuditChoices(c: Context<WebScope>): AuditChoices {
  const { actor = '', action = '', from = '', to = '' } = c.req.query()
  // PostgreSQL refuses text with NUL characters even in a search.
  return { actor: actor.replaceAll('\0', '').trim(), action, from, to }
}

interface AuditChoices {
  readonly actor: string
  readonly action: string
  readonly from: string
  readonly to: string
}

interface AuditModel {
  readonly records: readonly AuditRecord[]
  readonly chosen: AuditChoices
  readonly isContinued: boolean
  readonly next: number | undefined
}

const columns = ['When', 'Who', 'What', 'To what', 'From where', 'Details']

function auditPage({ records, chosen, isContinued, next }: AuditModel): Markup {
  const isChosen = Object.values(chosen).some((value) => value !== '')
  const none = isChosen
    ? noneFits('record', { path: '/manage/audit', label: 'All records' })
    : emptyState('Nothing has been recorded yet', 'The next change and sign-in stand here.')
  return html`${pageHead('Audit log')}
<p>Who changed what in tokens, license, users, spaces and access, and who signed in or failed to.</p>
${choicesForm(chosen)}
${exportLinks(chosen)}
${records.length === 0 ? none : dataTable('Audit records', columns, records.map(cells))}
${pager('/manage/audit', { ...chosen }, { isContinued, next: next === undefined ? next : { before: String(next) } })}`
}

/** The export holds all records that fit the filters, not only the part shown. */
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
  const { recordedAt, actor, action, address, detail } = record
  return [
    html`<time datetime="${recordedAt.toISOString()}">${exactTime(recordedAt)}</time>`,
    html`<span class="who">${actor === '' ? 'somebody' : actor}</span>`,
    wordAction(action),
    html`<span class="long">${wordSubject(record)}</span>`,
    html`<span class="who">${address === '' ? 'not recorded' : address}</span>`,
    html`<span class="long">${wordDetail(detail) || '–'}</span>`,
  ]
}

type AuditFormat = 'csv' | 'jsonl'

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: 'id,recordedAt,actor,action,subject,address,detail',
  },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: undefined },
} as const

/** The export reads this many records at a time, which bounds its memory. */
const recordsAtOnce = 100

function auditExport(
  database: Database,
  choice: Omit<AuditChoice, 'limit'>,
  format: AuditFormat,
): { type: string; name: string; stream: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder()
  const parts = auditParts(database, choice, format)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return { type: formats[format].type, name: `audit.${format}`, stream }
}

async function* auditParts(
  database: Database,
  choice: Omit<AuditChoice, 'limit'>,
  format: AuditFormat,
): AsyncGenerator<string, void, undefined> {
  const { head } = formats[format]
  if (head !== undefined) yield `${head}\r\n`
  let olderThan: AuditRecord | undefined
  do {
    const records: AuditRecord[] = await listAuditRecords(database, {
      ...choice,
      olderThan,
      limit: recordsAtOnce,
    })
    yield records.map(format === 'csv' ? csvLine : jsonLine).join('')
    olderThan = records.length < recordsAtOnce ? undefined : records.at(-1)
  } while (olderThan !== undefined)
}

function jsonLine({ id, ...record }: AuditRecord): string {
  return `${JSON.stringify({ id: String(id), ...record })}\n`
}

/** Follows RFC 4180. */
function csvLine(record: AuditRecord): string {
  const { id, recordedAt, actor, action, subject, address, detail } = record
  const cells = [String(id), recordedAt.toISOString(), actor, action, subject, address]
  return `${[...cells, JSON.stringify(detail)].map(csvCell).join(',')}\r\n`
}

/** Spreadsheets read a cell that begins so as a formula, and anyone can choose a user name. */
function csvCell(text: string): string {
  const shown = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text
  return `"${shown.replaceAll('"', '""')}"`
}
