/** A page of the wiki, for reading. @module */
import { html } from 'hono/html'
import { diagramHostScript } from './assets.ts'
import { type Markup, rendered } from './layout.ts'

export interface ReaderPageModel {
  readonly title: string
  readonly ancestors: readonly PageLink[]
  readonly children: readonly PageLink[]
  readonly version: number
  readonly authorName: string
  readonly changedAt: Date
  /** The document, rendered by the ADF renderer. */
  readonly documentHtml: string
}

export interface PageLink {
  readonly title: string
  readonly path: string
}

/**
 * Show a page with its place in the tree.
 * @param model What to show.
 */
export function readerPage(model: ReaderPageModel): Markup {
  const changed = model.changedAt.toISOString()
  return html`<nav aria-label="Breadcrumb"><ol class="breadcrumb">
<li><a href="/">Spaces</a></li>
${model.ancestors.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>`)}
</ol></nav>
<article>
<h1>${model.title}</h1>
<p class="byline">Version ${model.version}, <time datetime="${changed}">${changed.slice(0, 16).replace('T', ' ')} UTC</time>, by ${model.authorName}</p>
<div class="document">${rendered(model.documentHtml)}</div>
${hasDiagram(model.documentHtml) ? html`<script src="${diagramHostScript.path}" defer></script>` : ''}
</article>
${model.children.length > 0 ? childList(model.children) : ''}`
}

/** Content cannot write a tag, so this one is the renderer's. */
function hasDiagram(documentHtml: string): boolean {
  return documentHtml.includes('<iframe ')
}

function childList(children: readonly PageLink[]): Markup {
  return html`<nav class="children" aria-labelledby="children"><h2 id="children">Pages below</h2><ul>
${children.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>`)}
</ul></nav>`
}
