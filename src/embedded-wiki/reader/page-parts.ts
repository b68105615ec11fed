/** Small parts of which several of the reader's pages are made. @module */
import { html } from 'hono/html'
import {
  diagramHostScript,
  headingLinksScript,
  imageViewScript,
  scriptTag,
  tabsScript,
} from '../../web/assets.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { searchPath } from './addresses.ts'

/**
 * List the labels of a page, each of which leads to the pages of the space that have it.
 * @param labels The labels; for none there is no list.
 * @param spaceKey The space of the page.
 */
export function labelList(labels: readonly string[], spaceKey: string): Markup | '' {
  if (labels.length === 0) return ''
  const item = (label: string): Markup =>
    html`<li><a class="chip" href="${searchPath({ words: '', label, spaceKey })}">${label}</a></li>`
  return html`<ul class="labels" aria-label="Labels">${labels.map(item)}</ul>`
}

/**
 * Load the scripts that a document needs.
 * @param documentHtml The document. Content cannot write a tag, so those in it are the renderer's.
 */
export function documentScripts(documentHtml: string): Markup {
  const scripts = [
    headingLinksScript,
    ...(documentHtml.includes('<iframe ') ? [diagramHostScript] : []),
    ...(documentHtml.includes('<div class="tabs">') ? [tabsScript] : []),
    ...(documentHtml.includes('<img ') ? [imageViewScript] : []),
  ]
  return html`${scripts.map(scriptTag)}`
}
