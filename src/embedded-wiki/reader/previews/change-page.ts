/** What a preview changes of one page: in words, and side by side as both look. @module */
import { html } from 'hono/html'
import { previewPath } from '../../../importing/previews.ts'
import { mathStylesheet, styleTag } from '../../../web/assets.ts'
import { type Markup, rendered } from '../../../web/frame/markup.ts'
import type { Preview } from '../../store/previews/previews.ts'
import { documentScripts } from '../page-parts.ts'
import { previewBanner } from './preview-scope.ts'

export interface ChangePageModel {
  readonly preview: Preview
  readonly pageId: string
  readonly title: string
  /** Of the page as it is now; undefined where there is none. */
  readonly address: string | undefined
  /** The difference in words, as HTML; undefined for a page that says what it says. */
  readonly words: string | undefined
  /** As HTML; undefined where there is no page. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/**
 * Show the change.
 * @param model Both sides.
 */
export function changePage(model: ChangePageModel): Markup {
  const { preview, pageId, title, address, words, before, after } = model
  const path = previewPath(preview.name)
  const all = `${before ?? ''}${after ?? ''}`
  return html`<h1>Changes of “${title}”</h1>
${previewBanner(preview, address)}
${after === undefined ? html`<p>The page would be gone.</p>` : html`<p><a href="${path}/pages/${pageId}">The page as it would be</a></p>`}
${words === undefined ? html`<p>It says what it says, in another place.</p>` : html`<section aria-labelledby="words"><h2 id="words">In words</h2>${rendered(words)}</section>`}
${
  words === undefined
    ? ''
    : html`<section aria-labelledby="looks"><h2 id="looks">Side by side</h2>
${all.includes('<math') ? styleTag(mathStylesheet) : ''}
<div class="sides">${side(preview.remote ? 'As last imported' : 'Now', before && apart(before), address === undefined ? 'There is no such page yet.' : 'No import wrote this page yet: what it says is in Confluence.')}${side('As it would be', after, 'The page would be gone.')}</div></section>`
}
${documentScripts(all)}`
}

function side(name: string, document: string | undefined, instead: string): Markup {
  return html`<div class="side" role="region" tabindex="0" aria-label="${name}"><p class="key">${name}</p>
${document === undefined ? html`<p>${instead}</p>` : html`<div class="document">${rendered(document)}</div>`}</div>`
}

/** Names that both sides have are on a page once. */
function apart(document: string): string {
  return document
    .replace(
      /(\s(?:id|aria-labelledby|aria-describedby|aria-controls|for)=")([^"]*)/g,
      (_, attribute, names) =>
        attribute +
        String(names)
          .split(' ')
          .map((name) => `now-${name}`)
          .join(' '),
    )
    .replace(/(\shref="#)/g, '$1now-')
}
