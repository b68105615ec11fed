/** What the front page of a space has beside its text: its sections as cards, and what changed last. @module */
import { html } from 'hono/html'
import { pagePath } from '../../importing/target-wiki.ts'
import { icon } from '../../web/components/icon.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { SpaceFront, SpaceSection } from '../store/space-front.ts'
import { firstSentence } from './first-sentence.ts'

/**
 * Show the sections.
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
 * @param changes The changes, newest first.
 */
export function lastChanges(spaceKey: string, changes: SpaceFront['changes']): Markup | '' {
  if (changes.length < 2) return ''
  const item = ({ id, title, changedAt }: SpaceFront['changes'][number]): Markup =>
    html`<li>${icon('file-text')}<a href="${pagePath(spaceKey, id)}">${title}</a>${dayOf(changedAt)}</li>`
  return html`<section aria-labelledby="changes"><h2 id="changes">Recently changed</h2>
<ul class="changes news">${changes.map(item)}</ul></section>`
}
