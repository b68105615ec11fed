/** The log of imports, run by run: users see their own, administrators all. @module */
import { html } from 'hono/html'
import { readerAs } from '../../../accounts/reader.ts'
import { listTokens } from '../../../accounts/tokens/tokens.ts'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { errorTable } from '../../../contract/errors.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import {
  countFailedToday,
  type ImportFilter,
  type ImportPlace,
  type ImportRun,
  listImportRuns,
  listImports,
  type PastImport,
  type RunCounts,
  successes,
} from '../../../wiki/import/ledger/import-history.ts'
import { findSpace, listReadableSpaces } from '../../../wiki/import/spaces.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { maxChoices, spaceSpec } from '../components/form-fields.ts'
import { byTime, filterForm, readListPart } from '../components/list-part.ts'
import {
  breadcrumb,
  emptyState,
  facts,
  noneFits,
  pageHead,
  stateBadge,
} from '../components/parts.ts'
import { commitNote, commitText, fileNote } from '../components/source-note.ts'
import { dayOf, exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { type PageContext, type Pages, type Viewer, viewerOf } from '../pages.ts'

const path = '/manage/imports'
const listed = { path, limit: 25, labels: byTime } as const
const shownOfRun = 8
const maxTokens = 100
const dayMs = 24 * 60 * 60 * 1000
/** Limits the shown warnings: with all of them, a page of 25 imports could have megabytes. */
const maxWarnings = 100
const maxWarningsInRun = 10

export const importPages: Pages = {
  [`GET ${path}`]: {
    who: 'users',
    settings: {
      group: 'Imports',
      label: 'Import log',
      icon: 'inbox',
      badge: {
        words: 'failed today',
        count: ({ database, clock }, viewer) => countFailedToday(database, whose(viewer), clock()),
      },
    },
    answer: (c, dependencies) =>
      c.req.query('run') ? showRun(c, dependencies) : showRuns(c, dependencies),
  },
}

function whose({ isAdministrator, userId }: Viewer): { userId: number | undefined } {
  return { userId: isAdministrator ? undefined : userId }
}

async function showRun(c: PageContext, { database }: ServiceParts) {
  const choices = readChoices(c)
  const { userId = parseId(choices.user) ?? -1 } = whose(viewerOf(c))
  const filter = { ...toFilter(choices), run: choices.run.replaceAll('\0', ''), userId }
  const { entries, links } = await readListPart(c, {
    ...listed,
    filters: choices,
    read: ({ after, limit }) => listImports(database, filter, { limit, after: readPlace(after) }),
    placeOf: (item) => placeText(item),
  })
  const [first] = entries
  const main = html`${breadcrumb([{ path, label: 'Import log' }])}
<h1>A run of imports</h1>
${first === undefined ? '' : html`<p>By ${first.userName}, ${byWhat(first)}.</p>`}
${first === undefined ? noImportFits : entryList(entries.map((item) => importEntry(item)))}
${links}`
  return show(c, 200, 'A run of imports', main, { isWide: true })
}

async function showRuns(c: PageContext, { database }: ServiceParts) {
  const viewer = viewerOf(c)
  const choices = readChoices(c)
  const spaceId = await findSpaceId(database, choices.space)
  const filter = { ...toFilter(choices), spaceId, ...whose(viewer) }
  const { entries, links, isWhole } = await readListPart(c, {
    ...listed,
    filters: choices,
    read: ({ after, limit }) =>
      listImportRuns(database, filter, { limit, after: readPlace(after), shown: shownOfRun }),
    placeOf: ({ newest }) => placeText(newest),
  })
  const runs = entries.map((run) =>
    run.newest.run === undefined ? importEntry(run.newest) : runEntry(run),
  )
  const isChosen = Object.values(choices).some((value) => value !== '')
  const main = html`${pageHead('Import log')}
<p>What programs and people imported, run by run.</p>
<details${isChosen ? html` open` : ''}><summary>Choose by token, space, result or day</summary>
${filterForm('Choose imports', await filterFields(database, viewer), choices)}</details>
${runs.length > 0 ? entryList(runs) : isWhole ? noImport : noImportFits}
${links}`
  return show(c, 200, 'Import log', main, { isWide: true })
}

const choiceNames = ['token', 'space', 'result', 'from', 'to', 'run', 'user'] as const

type ImportChoices = Readonly<Record<(typeof choiceNames)[number], string>>

function readChoices(c: PageContext): ImportChoices {
  const choices = choiceNames.map((name) => [name, c.req.query(name) ?? ''])
  return Object.fromEntries(choices) as ImportChoices
}

async function filterFields(database: Database, viewer: Viewer) {
  const owner = viewer.isAdministrator ? undefined : viewer.name
  const tokens = await listTokens(database, { kind: 'api', owner, limit: maxTokens })
  const spaces = await listReadableSpaces(readerAs(database, viewer), { limit: maxChoices + 1 })
  const results = [...successes, ...Object.keys(errorTable)]
  const anyOption = ['', 'any'] as const
  const groups = [
    ['succeeded', 'all that succeeded'],
    ['failed', 'all that failed'],
    ['lossy', 'all that lost something'],
  ] as const
  return [
    {
      name: 'token',
      label: 'Token',
      choices: [anyOption, ...tokens.map(({ id, name }) => [id, name] as const)],
    },
    spaceSpec({ name: 'space', label: 'Space' }, spaces, 'any'),
    {
      name: 'result',
      label: 'Result',
      choices: [anyOption, ...groups, ...results.map((result) => [result, result] as const)],
    },
    ...dayFields,
  ]
}

export const dayFields = [
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'To (UTC)', type: 'date' },
] as const

/** Days in UTC as a range of instants; invalid days are ignored. */
export function readDays(from: string, to: string) {
  const lastDay = readDay(to)
  return { from: readDay(from), before: lastDay && new Date(lastDay.getTime() + dayMs) }
}

function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) ? day : undefined
}

/** An unknown space becomes an id without imports, so that the list is empty. */
async function findSpaceId(database: Database, text: string): Promise<number | undefined> {
  if (text.trim() === '') return undefined
  return Number((await findSpace(database, text.trim()))?.id ?? -1)
}

function toFilter({ token, result, from, to }: ImportChoices): ImportFilter {
  const days = readDays(from, to)
  return {
    // An invalid value becomes an id without rows.
    apiTokenId: token === '' ? undefined : (parseId(token) ?? -1),
    result: result === '' ? undefined : result.replaceAll('\0', ''),
    startedFrom: days.from,
    startedBefore: days.before,
  }
}

function placeText({ startedAt, id }: ImportPlace): string {
  return `${startedAt.getTime()}-${id}`
}

function readPlace(text: string | undefined): ImportPlace | undefined {
  const [, startedAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? []
  return id === undefined ? undefined : { startedAt: new Date(Number(startedAt)), id }
}

const noImportFits: Markup = noneFits('import', { path, label: 'All imports' })
const noImport: Markup = emptyState(
  'Nothing has been imported yet',
  'What programs and people import stands here, with what was lost and why.',
  { path: '/api', label: 'How programs import' },
)

function entryList(entries: readonly Markup[]): Markup {
  return html`<ol class="imports">${entries.map((entry) => html`<li>${entry}</li>`)}</ol>`
}

/** A run is one line with a few imports below, failures first. */
function runEntry({ newest, startedAt, counts, imports }: ImportRun): Markup {
  const { failed, lossy } = counts
  const total = counts.created + counts.updated + counts.unchanged + failed
  const spaces = new Set(imports.flatMap(({ space }) => space?.key ?? []))
  const all = new URLSearchParams({ run: newest.run ?? '', user: String(newest.userId) })
  return html`<details${failed > 0 ? html` open` : ''}><summary><span class="import-title">${counted(total, 'page')}${spaces.size === 0 ? '' : ` to ${[...spaces].join(', ')}`}</span>
${runBadge(counts)}
<span class="hint">${countWords(counts)} · ${newest.userName}, ${byWhat(newest)} · ${dayOf(startedAt)}</span></summary>
${entryList(imports.map((item) => importEntry(item, maxWarningsInRun)))}
<p>${failed > 0 ? html`<a href="${path}?${all}&amp;result=failed">All that failed</a> · ` : ''}${lossy > 0 ? html`<a href="${path}?${all}&amp;result=lossy">All that lost something</a> · ` : ''}<a href="${path}?${all}">All ${counted(total, 'page')}</a></p></details>`
}

function runBadge({ failed, lossy }: RunCounts): Markup {
  if (failed > 0) return stateBadge('stop', `${failed} failed`)
  return lossy === 0
    ? stateBadge('good', 'nothing lost')
    : stateBadge('care', `${lossy} lost something`)
}

function countWords({ created, updated, unchanged, failed, lossy }: RunCounts): string {
  const parts = { new: created, updated, unchanged, failed, 'with something lost': lossy }
  return Object.entries(parts)
    .flatMap(([word, count]) => (count > 0 ? `${count} ${word}` : []))
    .join(', ')
}

function importEntry(item: PastImport, warned: number = maxWarnings): Markup {
  const { result, warnings, body, pagePath, file, commit } = item
  const isRefused = !successes.some((success) => success === result)
  const count = warnings.length
  const suffix = isRefused ? ' (refused)' : ' (deleted since)'
  const space = item.space?.key ?? `${sentWords(item.spaceSent)}${suffix}`
  return html`<details><summary><span class="import-title">${titleWords(item)}</span>
${stateBadge(isRefused ? 'stop' : 'good', result)}
<span class="hint">${count === 0 ? '' : `${counted(count, 'warning')} · `}${dayOf(item.startedAt)}</span></summary>
${body === '' ? '' : html`<p>${body}</p>`}
${facts([
  ...(pagePath === undefined
    ? []
    : [
        [
          'Page',
          html`<a href="${pagePath}">${item.pageTitle}</a>, version ${item.version}`,
        ] as const,
      ]),
  ...(file === undefined ? [] : [['File', fileNote(file)] as const]),
  ...(commitText(commit) === '' ? [] : [['Commit', commitNote(commit)] as const]),
  ['Started', `${exactTime(item.startedAt)}, took ${item.durationMs} ms`],
  ['Space', space],
  ['Parent page', sentWords(item.parentId)],
  ['Who', `${item.userName}, ${byWhat(item)}`],
  ['Request', html`<code>${item.requestId}</code>`],
])}
${warningList(warnings, warned)}</details>`
}

function sentWords(text: string): string {
  return text === '' ? 'not sent' : text
}

/** A purge removes titles from records. */
function titleWords({ pageTitle, body }: PastImport): string {
  if (pageTitle !== '') return pageTitle
  return body === '' ? 'Title purged' : 'Title not sent'
}

function byWhat({ isFromForm, apiTokenName }: PastImport): string {
  if (isFromForm) return 'by the form'
  return apiTokenName === undefined ? 'by a token deleted since' : `by the token ${apiTokenName}`
}

function warningList(warnings: readonly AnswerWarning[], max: number): Markup {
  if (warnings.length === 0) return html``
  const more = warnings.length - max
  return html`<h2>Warnings</h2><ul>${warnings
    .slice(0, max)
    .map(
      ({ line, severity, message, code }) =>
        html`<li>${line > 0 ? `Line ${line}, ` : ''}<strong>${severity}</strong>: ${message} <code>${code}</code></li>`,
    )}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul>`
}
