/** What the front page of a space has beside its text: its sections as cards, and what changed last. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import { icon } from '../../web/components/icon.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { SpaceChange, SpaceFront, SpaceSection } from '../store/space-front.ts'

/**
 * Show the sections.
 * @param spaceKey The space.
 * @param sections Its sections; none make no list.
 */
export function sectionCards(spaceKey: string, sections: SpaceFront['sections']): Markup | '' {
  if (sections.length === 0) return ''
  const card = ({ id, title, text, pages }: SpaceSection): Markup => {
    const about = firstSentence(text)
    return html`<li><h3><a href="${pagePath(spaceKey, id)}">${title}</a></h3>${about === '' ? '' : html`<p>${about}</p>`}
<ul>${pages.map((page) => html`<li><a href="${pagePath(spaceKey, page.id)}">${page.title}</a></li>`)}</ul></li>`
  }
  return html`<section aria-labelledby="sections"><h2 id="sections">Sections</h2>
<ul class="sections">${sections.map(card)}</ul></section>`
}

/**
 * Show what changed last.
 * @param spaceKey The space.
 * @param changes The changes, newest first.
 */
export function lastChanges(spaceKey: string, changes: SpaceFront['changes']): Markup | '' {
  if (changes.length < 2) return ''
  const item = ({ id, title, changedAt }: SpaceChange): Markup =>
    html`<li>${icon('file-text')}<a href="${pagePath(spaceKey, id)}">${title}</a>${dayOf(changedAt)}</li>`
  return html`<section aria-labelledby="changes"><h2 id="changes">Recently changed</h2>
<ul class="changes news">${changes.map(item)}</ul></section>`
}

const maxLength = 160
/** A line that ends as sentences do; headings and cells of tables do not. */
const sentence = /^.{12,}?(?:[.!?…](?=\s|$)|[。！？])/u

/**
 * Find the first sentence.
 * @param text The start of a page's text, a line for each block.
 * @returns Empty where no line of it is a sentence.
 */
export function firstSentence(text: string): string {
  for (const line of text.split('\n')) {
    const found = sentence.exec(line.trim())?.[0]
    if (found !== undefined) return cut(found)
  }
  return ''
}

function cut(words: string): string {
  if (words.length <= maxLength) return words
  const space = words.lastIndexOf(' ', maxLength)
  return `${words.slice(0, space > 0 ? space : maxLength).toWellFormed()} …`
}
