/** The result of an import with its warnings. @module */
import { html } from 'hono/html'
import type { PastImport } from '../../../wiki/import/ledger/import-history.ts'
import type { Markup } from '../frame/markup.ts'
import { countWarnings, warningItems } from './check-view.ts'

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
