/** The audit log: its page, and its export as a file. @module */
import { html } from 'hono/html'
import {
  type AuditAction,
  type AuditChoice,
  type AuditRecord,
  auditActions,
  listAuditRecords,
} from '../../../accounts/audit.ts'
import type { Users } from '../../../accounts/users.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import {
  byTime,
  cutPart,
  type FilterValues,
  filterForm,
  partLinks,
} from '../components/list-part.ts'
import { type Column, emptyState, noneFits, pageHead, tableOf } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { PageContext, Pages, WebPage } from '../pages.ts'
import { dayFields, readDays } from './imports.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 50

const path = '/manage/audit'

export const auditPages: Pages<ManageDependencies> = {
  [`GET ${path}`]: {
    who: 'administrators',
    settings: { group: 'Administration', label: 'Audit log', icon: 'scroll-text' },
    answer: async (c, { database, users, show }) => {
      const choices = readAuditChoices(c)
      const after = c.req.query('after')
      const choice = { ...(await toChoice(users, choices)), beforeId: parseId(after ?? '') }
      const rows = await listAuditRecords(database, { ...choice, limit: pageSize + 1 })
      const position = { matching: undefined, after }
      const { entries, part } = cutPart(rows, position, ({ id }) => String(id), pageSize)
      const isChosen = Object.values(choices).some((value) => value !== '')
      const noRecords = isChosen
        ? noneFits('record', { path, label: 'All records' })
        : emptyState('Nothing has been recorded yet', 'The next change and sign-in stand here.')
      const main = html`${pageHead('Audit log')}
<p>Who changed what in tokens, license, users, spaces and access, and who signed in or failed to.</p>
${filterForm('Choose records', filterFields, choices)}
${exportLinks(choices)}
${entries.length === 0 ? noRecords : tableOf('Audit records', columns, entries)}
${partLinks(path, part, choices, byTime)}`
      return show(c, 200, 'Audit log', main, { isWide: true })
    },
  },
  [`GET ${path}/export.csv`]: exportPage('csv'),
  [`GET ${path}/export.jsonl`]: exportPage('jsonl'),
}

function exportPage(format: AuditFormat): WebPage<ManageDependencies> {
  return {
    who: 'administrators',
    answer: async (c, { database, users }) => {
      const choice = await toChoice(users, readAuditChoices(c))
      return c.body(auditStream(database, choice, format), 200, {
        'Content-Type': formats[format].type,
        'Content-Disposition': `attachment; filename="audit.${format}"`,
        'Cache-Control': 'private, no-store',
      })
    },
  }
}

interface AuditChoices extends FilterValues {
  readonly actor: string
  readonly action: string
  readonly from: string
  readonly to: string
}

function readAuditChoices(c: PageContext): AuditChoices {
  const { actor = '', action = '', from = '', to = '' } = c.req.query()
  // PostgreSQL refuses NUL characters even in a search.
  return { actor: actor.replaceAll('\0', '').trim(), action, from, to }
}

async function toChoice(users: Users, { actor, action, from, to }: AuditChoices) {
  return {
    action: auditActions.find((knownAction) => knownAction === action),
    actor: actor === '' ? undefined : ((await users.findByName(actor))?.name ?? actor),
    ...readDays(from, to),
  } satisfies Omit<AuditChoice, 'limit'>
}

/** The export has all matching records, not only this part of the list. */
function exportLinks(choices: AuditChoices): Markup {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ''))
  const link = (name: string, label: string): Markup =>
    html`<li><a href="${path}/${name}?${query}" download>${label}</a></li>`
  return html`<nav aria-label="Export"><ul class="ways">${link('export.csv', 'Export as CSV')}${link('export.jsonl', 'Export as JSON lines')}</ul></nav>`
}

const columns: readonly Column<AuditRecord>[] = [
  [
    'When',
    ({ recordedAt }) =>
      html`<time datetime="${recordedAt.toISOString()}">${exactTime(recordedAt)}</time>`,
  ],
  ['Who', ({ actor }) => html`<span class="who">${actor || 'somebody'}</span>`],
  ['What', ({ action }) => wordAction(action)],
  ['To what', (record) => html`<span class="long">${wordSubject(record)}</span>`],
  ['From where', ({ address }) => html`<span class="who">${address || 'not recorded'}</span>`],
  ['Details', ({ detail }) => html`<span class="long">${wordDetail(detail) || '–'}</span>`],
]

type AuditFormat = 'csv' | 'jsonl'

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: 'id,recordedAt,actor,action,subject,address,detail',
  },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: undefined },
} as const

/** Bounds the memory of an export. */
const recordsAtOnce = 100

function auditStream(
  database: Database,
  choice: Omit<AuditChoice, 'limit'>,
  format: AuditFormat,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const parts = auditParts(database, choice, format)
  return new ReadableStream<Uint8Array>(
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

function csvLine(record: AuditRecord): string {
  const { id, recordedAt, actor, action, subject, address, detail } = record
  const cells = [String(id), recordedAt.toISOString(), actor, action, subject, address]
  return `${[...cells, JSON.stringify(detail)].map(csvCell).join(',')}\r\n`
}

/** Spreadsheets would run such cells as formulas, and anyone can choose a user name. */
function csvCell(text: string): string {
  const safeText = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text
  return `"${safeText.replaceAll('"', '""')}"`
}

const actionWords: Readonly<Record<AuditAction, string>> = {
  'access-grant': 'gave access',
  'access-revoke': 'took access away',
  'api-token-create': 'created an API token',
  'api-token-delete': 'deleted an API token',
  'api-token-renew': 'renewed an API token',
  'group-access': 'has other rights by groups',
  'group-access-end': 'ended access by groups',
  'group-create': 'created a group',
  'group-delete': 'deleted a group',
  'group-member-add': 'added a user to a group',
  'group-member-remove': 'took a user out of a group',
  'host-token-create': 'created a host token',
  'host-token-delete': 'deleted a host token',
  'identity-link': 'was linked to the OpenID provider',
  'license-set': 'set the license',
  'one-time-link-create': 'made a link to choose a password',
  'one-time-link-use': 'chose a password by a link',
  'page-move': 'moved a page',
  'page-purge': 'purged a page',
  'page-restore': 'restored a page',
  'page-archive': 'put a page into the archive',
  'page-write': 'wrote a page by a program',
  'page-trash': 'put a page into the trash',
  'password-set': 'set a password',
  'preview-apply': 'applied a preview',
  'recovery-code-use': 'used a recovery code',
  'recovery-codes-create': 'made new recovery codes',
  'second-factor-add': 'added a second factor',
  'second-factor-remove': 'removed a second factor',
  'sessions-end': 'ended sessions',
  'sign-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'signing-key-rotate': 'made a new signing key',
  'space-connect': 'connected a space',
  'space-create': 'created a space',
  'space-delete': 'deleted a space',
  'space-disconnect': 'disconnected a space',
  'space-export': 'took a whole space away as files',
  'space-policies-set': 'changed what imports into a connected space do',
  'source-prune': 'Pages without a file trashed',
  'space-rename': 'renamed a space',
  'user-change': 'changed a user',
  'user-create': 'added a user',
  'user-delete': 'deleted a user',
  'user-disable': 'disabled a user',
  'user-enable': 'enabled a user',
  'version-purge': 'purged a version of a page',
  'repository-follow': 'had a repository followed',
  'repository-unfollow': 'ended the following of a repository',
  'webhook-create': 'added a webhook',
  'webhook-delete': 'deleted a webhook',
  'webhook-retry': 'had a webhook tried again',
  'webhook-stop': 'was stopped, as a webhook that cannot be reached',
}

const filterFields = [
  { name: 'actor', label: 'Who', maxLength: 100 },
  {
    name: 'action',
    label: 'What',
    choices: [
      ['', 'anything'] as const,
      ...auditActions.map((action) => [action, wordAction(action)] as const),
    ],
  },
  ...dayFields,
]

/** @param action May be unknown when a newer version wrote it. */
function wordAction(action: string): string {
  return (actionWords as Readonly<Record<string, string>>)[action] ?? action
}

/** @param record The subject of a page is its id. */
function wordSubject({ action, subject }: Pick<AuditRecord, 'action' | 'subject'>): string {
  if (subject === '' && action === 'sign-in-failed') return 'a name that no user has'
  return /^(?:page|version)-/.test(action) ? `page ${subject}` : subject
}

type Detail = AuditRecord['detail'][string]

function wordPages(became: string): (value: Detail) => string {
  return (value) => (value === 0 ? '' : `${counted(Number(value), 'page')} ${became}`)
}

function wordPolicy(of: string): (value: Detail) => string {
  return (value) => {
    const words = String(value).replaceAll('-', ' ')
    return value === null || words === '' ? '' : `${of}: ${words}`
  }
}

const detailWords: Readonly<Record<string, (value: Detail) => string>> = {
  account: (value) => `written by ${value}`,
  access: (value) => (value === 'write' ? 'read and write' : String(value)),
  apiTokenId: (value) => `token ${value}`,
  comments: wordPolicy('where comments lose their words'),
  codesLeft: (value) => `${value} left`,
  created: wordPages('made'),
  changedEmail: (value) => (value ? 'other e-mail address' : ''),
  edits: wordPolicy('where somebody changed a page'),
  expiresAt: (value) => `until ${exactTime(new Date(Number(value)))}`,
  form: (value) => `as ${value}`,
  group: (value) => `group ${value}`,
  groups: (value) => (value === '' ? 'no space' : String(value)),
  hostTokenId: (value) => `token ${value}`,
  isAdministrator: (value) => (value ? 'as an administrator' : ''),
  wasAdministrator: (value) => (value ? 'no longer an administrator' : ''),
  formerName: (value) => `was ${value}`,
  isPreviewOnly: (value) => (value ? 'to preview only' : ''),
  isCreateOnly: (value) => (value ? 'to create pages only' : ''),
  isGroup: (value) => (value ? 'a group' : ''),
  isByProvider: (value) => (value ? 'by the OpenID provider' : ''),
  isKnownDevice: (value) => (value ? 'on a device that signed in before' : ''),
  issuer: (value) => `at ${value}`,
  license: (value) => `license ${value}`,
  owner: (value) => `for ${value}`,
  pages: (value) => counted(Number(value), 'page'),
  pageWidth: wordPolicy('width of pages'),
  parentId: (value) => `below page ${value}`,
  remoteSpace: (value) => `space ${value} there`,
  role: (value) => `role ${value}`,
  sessions: (value) => counted(Number(value), 'session'),
  site: (value) => `at ${value}`,
  space: (value) => `space ${value}`,
  spaceId: (value) => `space ${value}`,
  subject: (value) => `as ${value}`,
  titleClash: wordPolicy('where a title is taken'),
  trashed: wordPages('put into the trash'),
  trialEndsAt: (value) =>
    value === null ? '' : `trial until ${exactTime(new Date(Number(value)))}`,
  spaces: (value) => `for spaces ${value}`,
  sources: (value) => `for sources ${value}`,
  token: (value) => (value === '' ? '' : `token ${value}`),
  tries: (value) => (value === 1 ? 'first wrong try' : `${value} wrong tries in a row`),
  unchanged: wordPages('unchanged'),
  updated: wordPages('updated'),
  version: (value) => `version ${value}`,
  via: (value) => `by ${value}`,
  userId: (value) => `user ${value}`,
}

function wordDetail(detail: AuditRecord['detail']): string {
  const parts = Object.entries(detail).map(
    ([name, value]) => detailWords[name]?.(value) ?? `${name}: ${value}`,
  )
  return parts.filter((part) => part !== '').join(', ')
}
