/** Parts that several pages for readers share. @module */
import { html } from 'hono/html'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/find-page.ts'
import type { ChildPages } from '../../wiki/pages/pages-around.ts'
import type { Markup } from '../web/frame/markup.ts'
import { partPath, searchPath } from './addresses.ts'

export function labelList(labels: readonly string[], spaceKey: string): Markup | '' {
  if (labels.length === 0) return ''
  const item = (label: string): Markup =>
    html`<li><a class="chip" href="${searchPath({ words: '', label, spaceKey })}">${label}</a></li>`
  return html`<ul class="labels" aria-label="Labels">${labels.map(item)}</ul>`
}

export function childrenPage(page: CurrentPage, { pages, next }: ChildPages): Markup {
  const item = ({ id, title }: ChildPages['pages'][number]): Markup =>
    html`<li><a href="${pagePath(page.spaceKey, id)}">${title}</a></li>`
  const list =
    pages.length === 0
      ? html`<p>There is no page here.</p>`
      : html`<ul class="changes">${pages.map(item)}</ul>`
  const more =
    next === undefined
      ? ''
      : html`<p class="ways"><a href="${partPath('children', page, { after: next })}">More pages</a></p>`
  return html`<h1>Pages below “${page.title}”</h1>
${list}${more}`
}

const maxLength = 160
/** Headings and table cells are no sentences, and `e.g.` before a lower-case word ends none. */
const sentence = /^.{12,}?(?:[.!?…](?=$|\s+[^\s\p{Ll}])|[。！？])/u

/**
 * @param text The blocks, one on each line.
 * @returns Empty if no line contains a sentence.
 */
export function firstSentence(text: string): string {
  for (const line of text.split('\n')) {
    const firstMatch = sentence.exec(line.trim())?.[0]
    if (firstMatch !== undefined) return cut(firstMatch)
  }
  return ''
}

function cut(words: string): string {
  if (words.length <= maxLength) return words
  const space = words.lastIndexOf(' ', maxLength)
  return `${words.slice(0, space > 0 ? space : maxLength).toWellFormed()} …`
}
