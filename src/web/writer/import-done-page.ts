/** What an import from the form did: the page, what was warned of, and the ways on. @module */
import { html } from 'hono/html'
import type { PastImport } from '../../importing/ledger/import-history.ts'
import { importDoneScript, scriptTag } from '../assets.ts'
import type { Markup } from '../frame/markup.ts'
import { countWarnings, warningItems } from './warning-words.ts'

const done: Readonly<Record<string, (version: number) => string>> = {
  created: () => 'A new page was made.',
  updated: (version) => `The page was updated: this is version ${version}.`,
  unchanged: () => 'The page holds exactly this already: nothing was changed.',
}

/**
 * Show the page.
 * @param past The import, which was carried out.
 */
export function importDonePage(past: PastImport): Markup {
  const { pageTitle, pagePath, parentId, result, version, space, warnings } = past
  const beside = `/import?${new URLSearchParams({ space: space?.key ?? '', parent: parentId })}`
  const main = html`<div class="writer import-done">
<h1>Saved</h1>
<p class="notice"><a href="${pagePath}">${pageTitle}</a><br>${done[result]?.(version ?? 1)}</p>
<p class="buttons"><a class="button" href="${pagePath}">Read the page</a>
<a class="button plain" href="${beside}">New page beside it</a>
<a class="button plain" href="${beside}#again" id="importAgain" hidden>Edit it again</a></p>
${
  warnings.length === 0
    ? html`<p class="hint">All that the Markdown says is in the page.</p>`
    : html`<h2>Warnings: ${countWarnings(warnings)}</h2>
<div class="warning-list whole">${warningItems(warnings, (line) => `Line ${line}`)}</div>`
}
</div>`
  return html`${main}${scriptTag(importDoneScript)}`
}
