/**
 * Shows the result of checking a form, in parts that the form's script replaces by their ids, and of
 * saving it.
 * @module
 */
import { html } from 'hono/html'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { warningSeverities } from '../../../contract/outcomes.ts'
import type { PastImport } from '../../../wiki/import/ledger/import-history.ts'
import { documentPart, type Markup } from '../frame/markup.ts'
import type { ImportCheck, ImportFinding } from './form-import.ts'

export function checkParts(check: ImportCheck, title: string): Markup {
  return html`${stateLine(check)}${saveLabel(check)}${warningList(check.warnings)}${documentPreview(check, title)}`
}

export function stateLine({ finding, warnings }: ImportCheck): Markup {
  const counts = countWarnings(warnings)
  const isAsBefore = warnings.length > 0 && warnings.every(({ isOld }) => isOld)
  const link =
    counts === ''
      ? ''
      : html` <a href="#importWarnings">${counts}</a>${isAsBefore ? ', as before.' : ''}`
  const kind = kindOf(finding, warnings)
  return html`<p id="importState" role="status" data-kind="${kind}">${stateText(finding)}${kind === 'ready' ? ' Nothing gets lost.' : ''}${link}</p>`
}

/** The colour of the finding; none if saving would change nothing. */
function kindOf(finding: ImportFinding, warnings: ImportCheck['warnings']): string {
  if (finding.kind !== 'ready') return finding.kind
  if (finding.outcome === 'unchanged') return 'unchanged'
  return warnings.some(({ severity }) => severity === 'lost') ? 'lossy' : 'ready'
}

/** The label of the save button, which asks only about new losses. */
export function saveLabel({ warnings }: Pick<ImportCheck, 'warnings'>): Markup {
  const lost = warnings.filter(({ severity, isOld }) => severity === 'lost' && !isOld).length
  const text =
    lost === 0 ? 'Save page' : lost === 1 ? 'Save without it' : `Save without ${lost} things`
  return html`<span id="importSave">${text}</span>`
}

function stateText(finding: ImportFinding): string {
  switch (finding.kind) {
    case 'incomplete':
      return finding.text
    case 'problem':
      return finding.problem.text
    case 'ready':
      switch (finding.outcome) {
        case 'created':
          return 'Ready: this makes a new page.'
        case 'updated':
          return `Ready: this updates the page that is there, to version ${(finding.version ?? 0) + 1}.`
        case 'unchanged':
          return 'Nothing has changed.'
      }
  }
}

export function warningList(warnings: readonly ShownWarning[]): Markup {
  if (warnings.length === 0) return html`<div id="importWarnings"></div>`
  return html`<div id="importWarnings" tabindex="-1"><h2 id="importWarningsHeading">Warnings: ${countWarnings(warnings)}</h2>
<div class="warning-list" tabindex="0" role="region" aria-labelledby="importWarningsHeading">${warningItems(warnings, lineLink)}</div></div>`
}

function lineLink(line: number): Markup {
  return html`<a href="#importContent" data-line="${line}">Line ${line}</a>`
}

export function documentPreview({ documentHtml }: ImportCheck, title: string): Markup {
  const text =
    documentHtml === undefined
      ? html`<p class="hint">Here you will see the page.</p>`
      : html`<p class="preview-title">${title.trim() === '' ? 'Without a title' : title.trim()}</p>
${documentPart(documentHtml)}`
  return html`<div id="importPreview" class="preview-page" tabindex="0" role="region" aria-label="Preview">${text}</div>`
}

type ShownWarning = Pick<AnswerWarning, 'severity' | 'message' | 'line'>

/** @returns For example `2 lost, 1 changed`, the worst first; empty without any. */
function countWarnings(warnings: readonly Pick<AnswerWarning, 'severity'>[]): string {
  return Object.keys(warningSeverities)
    .map((severity) => {
      const count = warnings.filter((warning) => warning.severity === severity).length
      if (count === 0) return ''
      return `${count} ${severity}${severity === 'note' && count > 1 ? 's' : ''}`
    })
    .filter(Boolean)
    .join(', ')
}

function warningItems(
  warnings: readonly ShownWarning[],
  lineMarkup: (line: number) => Markup | string,
): Markup {
  return html`<ol>${warnings.map(
    ({ line, severity, message }) =>
      html`<li>${line === 0 ? '' : lineMarkup(line)} <strong>${severity}</strong>: ${message}</li>`,
  )}</ol>`
}

const outcomeTexts: Readonly<Record<string, (version: number) => string>> = {
  created: () => 'A new page was made.',
  updated: (version) => `The page was updated: this is version ${version}.`,
  unchanged: () => 'The page holds exactly this already: nothing was changed.',
}

export function importDonePage(past: PastImport): Markup {
  const { pageTitle, pagePath, parentId, result, version, space, warnings } = past
  const beside = `/import?${new URLSearchParams({ space: space?.key ?? '', parent: parentId })}`
  const again = pagePath?.startsWith('/wiki/spaces/')
    ? html`<a class="button plain" href="${pagePath.replace('/pages/', '/edit/')}">Edit it again</a>`
    : ''
  return html`<div class="writer">
<h1>Saved</h1>
<p class="notice"><a href="${pagePath}">${pageTitle}</a><br>${outcomeTexts[result]?.(version ?? 1)}</p>
<p class="buttons"><a class="button" href="${pagePath}">Read the page</a>
<a class="button plain" href="${beside}">New page beside it</a>
${again}</p>
${
  warnings.length === 0
    ? html`<p class="hint">All that the Markdown says is in the page.</p>`
    : html`<h2>Warnings: ${countWarnings(warnings)}</h2>
<div class="warning-list whole">${warningItems(warnings, (line) => `Line ${line}`)}</div>`
}
</div>`
}
