/** What a version was made from, as text: its Markdown or its ADF. @module */
import { html, raw } from 'hono/html'
import type { Message } from '../../isolation/frames.ts'
import { textOf } from '../../isolation/frames.ts'
import { escapeHtml } from '../../render/escape.ts'
import type { Markup } from '../../web/layout.ts'
import type { PageWithBody } from '../store/pages.ts'
import { versionHead } from './version-page.ts'

export interface SourcePageModel {
  readonly page: PageWithBody
  readonly currentVersion: number
  readonly name: 'Markdown' | 'ADF'
  /** Escaped for HTML; undefined when the version has no such source. */
  readonly escapedSource: string | undefined
}

/**
 * Show a source.
 * @param model The version and the source.
 */
export function sourcePage({ page, currentVersion, name, escapedSource }: SourcePageModel): Markup {
  const source =
    escapedSource === undefined
      ? html`<p>This version was not imported: it was written through the wiki’s own API and has no Markdown.</p>`
      : html`<pre class="source" tabindex="0" role="region" aria-label="${name}"><code>${raw(escapedSource)}</code></pre>`
  return html`<article>${versionHead(page, currentVersion)}
<h2>${name}</h2>${source}</article>`
}

/**
 * Escape Markdown, in a worker.
 * @param call The Markdown.
 */
export function showMarkdown({ parts: [markdown] }: Message): Message {
  return { value: null, parts: [Buffer.from(escapeHtml(textOf(markdown)))] }
}

/** Laid out, ADF takes several times its length: more than this nobody reads in a browser. */
const maxLaidOut = 2_000_000

/**
 * Lay ADF out for people, and escape it, in a worker. What is very long is cut, and says so.
 * @param call The ADF as JSON text.
 */
export function layOutAdf({ parts: [adf] }: Message): Message {
  const text = JSON.stringify(JSON.parse(textOf(adf)), null, 2)
  const more = text.length - maxLaidOut
  const shown =
    more > 0
      ? `${text.slice(0, maxLaidOut).toWellFormed()}\n\n… and ${more} characters more: the wiki’s API gives all of it, with body-format=atlas_doc_format.`
      : text
  return { value: null, parts: [Buffer.from(escapeHtml(shown))] }
}
