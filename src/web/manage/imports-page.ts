/** The history of imports: figures of the last days, filters, and the list. @module */
import { html } from 'hono/html'
import type { Token } from '../../auth/tokens/tokens.ts'
import { counted } from '../../base/visible-text.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import { type DayCount, type PastImport, successes } from '../../importing/ledger/import-history.ts'
import type { ImportRun, RunCounts } from '../../importing/ledger/import-runs.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { selectField, spaceField, textField } from '../components/form-fields.ts'
import { icon } from '../components/icon-names.ts'
import { chipLinks } from '../components/list-part.ts'
import { breadcrumb, emptyState, noneFits, pageHead, pager } from '../components/parts.ts'
import { commitNote, commitText, fileNote } from '../components/source-note.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'

export interface ImportChoices {
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

export function importsPage(model: ImportsModel): Markup {
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

export function runPage(model: ListedPart & { imports: readonly PastImport[] }): Markup {
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
