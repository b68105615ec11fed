/** The requests for the history of imports: users see their own, administrators all. @module */
import { html } from 'hono/html'
import { readerAs } from '../../auth/reader.ts'
import { listTokens, type Token } from '../../auth/tokens/tokens.ts'
import { counted } from '../../base/visible-text.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import { errorTable } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import {
  countImportsByDay,
  type DayCount,
  type ImportFilter,
  type ImportPlace,
  listImports,
  type PastImport,
  successes,
} from '../../importing/ledger/import-history.ts'
import {
  type ImportRun,
  listImportRuns,
  type RunCounts,
} from '../../importing/ledger/import-runs.ts'
import { findSpace, listReadableSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { maxChoices, selectField, spaceField, textField } from '../components/form-fields.ts'
import { icon } from '../components/icon-names.ts'
import { chipLinks } from '../components/list-part.ts'
import { breadcrumb, emptyState, noneFits, pageHead, pager } from '../components/parts.ts'
import { commitNote, commitText, fileNote } from '../components/source-note.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import { viewerOf } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 25
const shownOfRun = 8
const maxTokens = 100
const chartDays = 14
const dayMs = 24 * 60 * 60 * 1000

export function importRoutes({ database, show, clock }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/imports': async (c) => {
      const viewer = viewerOf(c)
      const userId = viewer.isAdministrator ? undefined : viewer.userId
      const chosen = readChoices(c.req.query())
      const part = { limit: pageSize + 1, after: readPlace(c.req.query('after')) }
      const isContinued = part.after !== undefined
      if (chosen.run !== '') {
        const whose = userId ?? parseId(chosen.user) ?? -1
        const filter = { ...toFilter(chosen), run: chosen.run.replaceAll('\0', ''), userId: whose }
        const found = await listImports(database, filter, part)
        const imports = found.slice(0, pageSize)
        const next = found.length > pageSize ? placeText(imports.at(-1)) : undefined
        const main = runPage({ imports, chosen, isContinued, next, now: clock() })
        return show(c, 200, 'A run of imports', main, { isWide: true })
      }
      const spaceId = await findSpaceId(database, chosen.space)
      const filter = { ...toFilter(chosen), spaceId, userId }
      const found = await listImportRuns(database, filter, { ...part, shown: shownOfRun })
      const runs = found.slice(0, pageSize)
      const owner = viewer.isAdministrator ? undefined : viewer.name
      const main = importsPage({
        runs,
        counts: await countImportsByDay(database, { userId }, { days: chartDays, now: clock() }),
        chosen,
        tokens: await listTokens(database, { kind: 'api', owner, limit: maxTokens }),
        spaces: await listReadableSpaces(readerAs(database, viewer), { limit: maxChoices + 1 }),
        results: [...successes, ...Object.keys(errorTable)],
        isContinued,
        next: found.length > pageSize ? placeText(runs.at(-1)?.newest) : undefined,
        now: clock(),
      })
      return show(c, 200, 'Import log', main, { isWide: true })
    },
  }
}

function readChoices(query: Readonly<Record<string, string>>): ImportChoices {
  const { token = '', space = '', result = '', from = '', to = '', run = '', user = '' } = query
  return { token, space, result, from, to, run, user }
}

/** An unknown space becomes an id that no import has, so the list is empty. */
async function findSpaceId(database: Database, text: string): Promise<number | undefined> {
  if (text.trim() === '') return undefined
  return Number((await findSpace(database, text.trim()))?.id ?? -1)
}

function toFilter({ token, result, from, to }: ImportChoices): ImportFilter {
  const lastDay = readDay(to)
  return {
    // An invalid value becomes an id that no row has, so the list is empty.
    apiTokenId: token === '' ? undefined : (parseId(token) ?? -1),
    result: result === '' ? undefined : result.replaceAll('\0', ''),
    startedFrom: readDay(from),
    startedBefore: lastDay && new Date(lastDay.getTime() + dayMs),
  }
}

/** @returns The midnight of the day in UTC; `undefined` for anything that is no day. */
export function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) ? day : undefined
}

function placeText(place: ImportPlace | undefined): string | undefined {
  return place && `${place.startedAt.getTime()}-${place.id}`
}

function readPlace(text: string | undefined): ImportPlace | undefined {
  const [, startedAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? []
  return id === undefined ? undefined : { startedAt: new Date(Number(startedAt)), id }
}

interface ImportChoices {
  readonly token: string
  readonly space: string
  readonly result: string
  readonly from: string
  readonly to: string
  readonly run: string
  readonly user: string
}

interface ListedPart {
  readonly chosen: ImportChoices
  readonly isContinued: boolean
  readonly next: string | undefined
  readonly now: Date
}

interface ImportsModel extends ListedPart {
  readonly runs: readonly ImportRun[]
  readonly counts: readonly DayCount[]
  readonly tokens: readonly Token[]
  readonly spaces: readonly Space[]
  readonly results: readonly string[]
}

const path = '/manage/imports'
/** A page of 25 imports with all their warnings could be megabytes. */
const maxWarnings = 100
const maxWarningsInRun = 10

const noImportFits: Markup = noneFits('import', { path, label: 'All imports' })

function importsPage(model: ImportsModel): Markup {
  const { runs, chosen } = model
  const isChosen = Object.values(chosen).some((value) => value !== '')
  return html`${pageHead('Import log')}
${resultLinks(chosen)}
<details class="more-choices"${isChosen ? html` open` : ''}><summary>Choose by token, space, result or day</summary>
${choicesForm(model)}</details>
${
  runs.length === 0
    ? isChosen
      ? noImportFits
      : emptyState(
          'Nothing has been imported yet',
          'What programs and people import stands here, with what was lost and why.',
          { path: '/api', label: 'How programs import' },
        )
    : html`<ol class="imports">${runs.map((run) => html`<li>${run.newest.run === undefined ? importEntry(run.newest, model.now) : runEntry(run, model.now)}</li>`)}</ol>`
}
${olderLinks(model)}
${importChart(model.counts)}`
}

function runPage(model: ListedPart & { imports: readonly PastImport[] }): Markup {
  const { imports, chosen, now } = model
  const [first] = imports
  return html`${breadcrumb([{ path: path, label: 'Import log' }])}
<h1>A run of imports</h1>
${first === undefined ? '' : html`<p>By ${first.userName}, ${byWhat(first)}.</p>`}
${resultLinks(chosen)}
${imports.length === 0 ? noImportFits : html`<ol class="imports">${imports.map((one) => html`<li>${importEntry(one, now)}</li>`)}</ol>`}
${olderLinks(model)}`
}

function olderLinks({ chosen, isContinued, next }: ListedPart): Markup {
  return pager(
    path,
    { ...chosen },
    { isContinued, next: next === undefined ? next : { after: next } },
  )
}

function resultLinks(chosen: ImportChoices): Markup {
  const chip = (result: string, label: string) => ({
    ...{ path, label, chosen: { ...chosen, result } },
    isCurrent: chosen.result === result,
  })
  const chips = [chip('', 'All'), chip('failed', 'Failed'), chip('lossy', 'Something lost')]
  return chipLinks('Which imports', chips)
}

/** A run is one line with a few of its imports below it, so that failures show at once. */
function runEntry({ newest, startedAt, counts, imports }: ImportRun, now: Date): Markup {
  const { failed, lossy } = counts
  const total = counts.created + counts.updated + counts.unchanged + failed
  const spaces = new Set(imports.flatMap(({ space }) => space?.key ?? []))
  const all = new URLSearchParams({ run: newest.run ?? '', user: String(newest.userId) })
  return html`<details class="run"${failed > 0 ? html` open` : ''}><summary><span class="import-title">${counted(total, 'page')}${spaces.size === 0 ? '' : ` to ${[...spaces].join(', ')}`}</span>
${runBadge(counts)}
<span class="hint">${countWords(counts)} · ${newest.userName}, ${byWhat(newest)} · ${relativeTime(startedAt, now)}</span></summary>
<ol class="imports">${imports.map((one) => html`<li>${importEntry(one, now, maxWarningsInRun)}</li>`)}</ol>
<p>${failed > 0 ? html`<a href="${path}?${all}&amp;result=failed">All that failed</a> · ` : ''}${lossy > 0 ? html`<a href="${path}?${all}&amp;result=lossy">All that lost something</a> · ` : ''}<a href="${path}?${all}">All ${counted(total, 'page')}</a></p></details>`
}

function runBadge({ failed, lossy }: RunCounts): Markup {
  if (failed > 0) return html`<span class="badge stop">${icon('circle-x')}${failed} failed</span>`
  if (lossy === 0) return html`<span class="badge good">${icon('check')}nothing lost</span>`
  return html`<span class="badge care">${icon('triangle-alert')}${lossy} lost something</span>`
}

function countWords({ created, updated, unchanged, failed, lossy }: RunCounts): string {
  const parts = { new: created, updated, unchanged, failed, 'with something lost': lossy }
  const words = Object.entries(parts).flatMap(([word, count]) =>
    count > 0 ? `${count} ${word}` : [],
  )
  return words.join(', ')
}

function choicesForm({ chosen, tokens, spaces, results }: ImportsModel): Markup {
  const field = (name: keyof ImportChoices, label: string) => ({
    name,
    label,
    value: chosen[name],
    problem: undefined,
  })
  return html`<form class="filters" method="get" role="search" aria-label="Choose imports">
<div>${selectField(field('token', 'Token'), [['', 'any'], ...tokens.map(({ id, name }) => [id, name] as const)])}</div>
<div>${spaceField(field('space', 'Space'), spaces, 'any')}</div>
<div>${selectField(field('result', 'Result'), [['', 'any'], ['succeeded', 'all that succeeded'], ['failed', 'all that failed'], ['lossy', 'all that lost something'], ...results.map((one) => [one, one] as const)])}</div>
<div>${textField({ ...field('from', 'From (UTC)'), type: 'date' })}</div>
<div>${textField({ ...field('to', 'To (UTC)'), type: 'date' })}</div>
<div><button type="submit">Show</button></div>
</form>`
}

function importEntry(one: PastImport, now: Date, warned: number = maxWarnings): Markup {
  const { result, warnings, body } = one
  const isRefused = !successes.some((success) => success === result)
  const tone = isRefused ? 'stop' : 'good'
  const count = warnings.length
  return html`<details><summary><span class="import-title">${titleWords(one)}</span>
<span class="badge badge-${tone}">${result}</span>
<span class="hint">${count === 0 ? '' : `${counted(count, 'warning')} · `}${relativeTime(one.startedAt, now)}</span></summary>
${body === '' ? '' : html`<p>${body}</p>`}
<dl class="facts">
${one.pagePath === undefined ? '' : html`<dt>Page</dt><dd><a href="${one.pagePath}">${one.pageTitle}</a>, version ${one.version}</dd>`}
${one.file === undefined ? '' : html`<dt>File</dt><dd>${fileNote(one.file)}</dd>`}
${commitText(one.commit) === '' ? '' : html`<dt>Commit</dt><dd>${commitNote(one.commit)}</dd>`}
<dt>Started</dt><dd>${exactTime(one.startedAt)}, took ${one.durationMs} ms</dd>
<dt>Space</dt><dd>${one.space?.key ?? sentWords(one.spaceSent)}${one.space === undefined ? (isRefused ? ' (refused)' : ' (deleted since)') : ''}</dd>
<dt>Parent page</dt><dd>${sentWords(one.parentId)}</dd>
<dt>Who</dt><dd>${one.userName}, ${byWhat(one)}</dd>
<dt>Request</dt><dd><code>${one.requestId}</code></dd></dl>
${warningList(warnings, warned)}</details>`
}

function sentWords(text: string): string {
  return text === '' ? 'not sent' : text
}

/** A purge removes the title from the record and from the answer to the caller. */
function titleWords({ pageTitle, body }: PastImport): string {
  if (pageTitle !== '') return pageTitle
  return body === '' ? 'Title purged' : 'Title not sent'
}

function byWhat({ isFromForm, apiTokenName }: PastImport): string {
  if (isFromForm) return 'by the form'
  return apiTokenName === undefined ? 'by a token deleted since' : `by the token ${apiTokenName}`
}

function warningList(warnings: readonly AnswerWarning[], most: number): Markup {
  if (warnings.length === 0) return html``
  const more = warnings.length - most
  return html`<h2>Warnings</h2><ul>${warnings
    .slice(0, most)
    .map(
      ({ line, severity, message, code }) =>
        html`<li>${line > 0 ? `Line ${line}, ` : ''}<strong>${severity}</strong>: ${message} <code>${code}</code></li>`,
    )}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul>`
}

const height = 96
const step = 44
const barWidth = 28

function importChart(counts: readonly DayCount[]): Markup {
  const highest = Math.max(1, ...counts.map(({ succeeded, failed }) => succeeded + failed))
  const total = (pick: (count: DayCount) => number): number =>
    counts.reduce((sum, count) => sum + pick(count), 0)
  const succeeded = total((count) => count.succeeded)
  const failed = total((count) => count.failed)
  return html`<figure class="chart">
<figcaption>Last ${counts.length} days: <span class="key-good">${succeeded} succeeded</span>, <span${failed === 0 ? '' : html` class="key-stop"`}>${failed} failed</span></figcaption>
<svg viewBox="0 0 ${counts.length * step} ${height + 24}" aria-hidden="true" focusable="false">
${counts.map((count, index) => bar(count, index, highest))}
</svg>
<details><summary>The same as a table</summary>
<table><caption class="visually-hidden">Imports by day</caption><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Succeeded</th><th scope="col">Failed</th></tr></thead>
<tbody>${counts.map((count) => html`<tr><th scope="row">${dayText(count)}</th><td>${count.succeeded}</td><td>${count.failed}</td></tr>`)}</tbody></table>
</details>
</figure>`
}

function bar(count: DayCount, index: number, highest: number): Markup {
  const { succeeded, failed } = count
  const x = index * step + (step - barWidth) / 2
  const good = pixels(succeeded, highest)
  const stop = pixels(failed, highest)
  const label = count.day.getUTCDate()
  return html`<g><title>${dayText(count)}: ${succeeded} succeeded, ${failed} failed</title>
<rect class="bar-none" x="${x}" y="${height - 1}" width="${barWidth}" height="1"/>
<rect class="bar-good" x="${x}" y="${height - good}" width="${barWidth}" height="${good}"/>
<rect class="bar-stop" x="${x}" y="${height - good - stop}" width="${barWidth}" height="${stop}"/>
<text x="${x + barWidth / 2}" y="${height + 18}" text-anchor="middle">${label}</text></g>`
}

/** Any count above zero gets at least two pixels, so that it can be seen. */
function pixels(count: number, highest: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / highest) * (height - 4)))
}

function dayText({ day }: DayCount): string {
  return day.toISOString().slice(0, 10)
}
