/** The history of imports: figures of the last days, a form to narrow it, and the list. @module */
import { html } from 'hono/html'
import type { ApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { counted } from '../../base/counted.ts'
import type { AnswerWarning } from '../../importing/contract.ts'
import { type DayCount, type PastImport, successes } from '../../importing/ledger/import-history.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { selectField, spaceField, textField } from '../components/form-fields.ts'
import { pageHead, pager } from '../components/parts.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { importChart } from './import-chart.ts'

/** What was chosen in the form above the list; an empty text is no choice. */
export interface ImportChoices {
  readonly token: string
  readonly space: string
  readonly result: string
  readonly from: string
  readonly to: string
}

export interface ImportsModel {
  readonly imports: readonly PastImport[]
  readonly counts: readonly DayCount[]
  readonly chosen: ImportChoices
  readonly tokens: readonly ApiToken[]
  readonly spaces: readonly Space[]
  /** Every result that there can be. */
  readonly results: readonly string[]
  /** Whether the list goes on from a part before. */
  readonly isContinued: boolean
  /** Where the next part begins. */
  readonly next: string | undefined
  readonly now: Date
}

/** A page of 25 imports with all their warnings could be megabytes. */
const maxWarnings = 100

/**
 * Show the history.
 * @param model A part of it, and what was chosen.
 */
export function importsPage(model: ImportsModel): Markup {
  const { imports, chosen, next, isContinued } = model
  const isChosen = Object.values(chosen).some((value) => value !== '')
  return html`${pageHead('Import log')}
${importChart(model.counts)}
${choicesForm(model)}
${
  imports.length === 0
    ? html`<p class="empty">${isChosen ? 'No import fits what you chose.' : 'Nothing has been imported yet.'}</p>`
    : html`<ol class="imports">${imports.map((one) => html`<li>${importEntry(one, model.now)}</li>`)}</ol>`
}
${pager('/manage/imports', { ...chosen }, { isContinued, next: next === undefined ? next : { after: next } })}`
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
<div>${selectField(field('result', 'Result'), [['', 'any'], ['succeeded', 'all that succeeded'], ['failed', 'all that failed'], ...results.map((one) => [one, one] as const)])}</div>
<div>${textField({ ...field('from', 'From (UTC)'), type: 'date' })}</div>
<div>${textField({ ...field('to', 'To (UTC)'), type: 'date' })}</div>
<div><button type="submit">Show</button></div>
</form>`
}

function importEntry(one: PastImport, now: Date): Markup {
  const { result, warnings } = one
  const tone = successes.some((success) => success === result) ? 'good' : 'stop'
  const count = warnings.length
  return html`<details><summary><span class="badge badge-${tone}">${result}</span>
<span class="import-title">${one.pageTitle === '' ? 'without title' : one.pageTitle}</span>
<span class="hint">${count === 0 ? '' : `${counted(count, 'warning')}, `}${relativeTime(one.startedAt, now)}</span></summary>
<dl class="facts">
${one.pagePath === undefined ? '' : html`<dt>Page</dt><dd><a href="${one.pagePath}">${one.pageTitle}</a>, version ${one.version}</dd>`}
<dt>Started</dt><dd>${exactTime(one.startedAt)}, took ${one.durationMs} ms</dd>
<dt>Space</dt><dd>${one.space?.key ?? 'none, it was refused'}</dd>
<dt>Parent page</dt><dd>${one.parentId === '' ? 'not given' : one.parentId}</dd>
<dt>Who</dt><dd>${one.userName}, ${byWhat(one)}</dd>
<dt>Request</dt><dd><code>${one.requestId}</code></dd></dl>
${warningList(warnings)}</details>`
}

function byWhat({ isFromForm, apiTokenName }: PastImport): string {
  if (isFromForm) return 'by the form'
  return apiTokenName === undefined ? 'by a token deleted since' : `by the token ${apiTokenName}`
}

function warningList(warnings: readonly AnswerWarning[]): Markup {
  if (warnings.length === 0) return html``
  const more = warnings.length - maxWarnings
  return html`<h2>Warnings</h2><ul>${warnings
    .slice(0, maxWarnings)
    .map(
      ({ line, severity, message, code }) =>
        html`<li>${line > 0 ? `Line ${line}, ` : ''}<strong>${severity}</strong>: ${message} <code>${code}</code></li>`,
    )}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul>`
}
