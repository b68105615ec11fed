/** The hits of a search, with what was asked for marked in them; made in a worker. @module */
import { html } from 'hono/html'
import type { SearchWord } from '../../../database/search/search-words.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import { type Message, textOf } from '../../../isolation/frames.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import type { SearchHit } from '../../store/searching/search-pages.ts'
import { type ExcerptPart, excerpt, markHits } from './excerpt.ts'

interface AskedHits {
  readonly words: readonly SearchWord[]
  readonly hits: readonly Omit<SearchHit, 'text'>[]
}

/**
 * Ask for hits to be shown.
 * @param words What was asked for.
 * @param hits The pages.
 * @returns The call of the task.
 */
export function hitsToShow(words: readonly SearchWord[], hits: readonly SearchHit[]): Message {
  const value: AskedHits = { words, hits: hits.map(({ text: _, ...hit }) => hit) }
  return { value, parts: hits.map(({ text }) => Buffer.from(text)) }
}

/**
 * Show hits, in a worker.
 * @param call What `hitsToShow` made.
 * @returns A list, as HTML.
 */
export async function showHits({ value, parts }: Message): Promise<Message> {
  const { words, hits } = value as AskedHits
  const items = hits.map((hit, index) => hitView({ ...hit, text: textOf(parts[index]) }, words))
  const list = String(await html`<ol class="hits">${items}</ol>`)
  return { value: null, parts: [Buffer.from(list)] }
}

function hitView(hit: SearchHit, words: readonly SearchWord[]): Markup {
  const address = pagePath(hit.spaceKey, hit.pageId)
  return html`<li><h2><a href="${address}">${markedParts(markHits(hit.title, words))}</a></h2>
<p class="excerpt">${markedParts(excerpt(hit.text, words))}</p>
<p class="byline">${hit.spaceName}</p></li>`
}

/**
 * Show a text with what was asked for marked.
 * @param parts The text.
 */
export function markedParts(parts: readonly ExcerptPart[]): (Markup | string)[] {
  return parts.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : text))
}
