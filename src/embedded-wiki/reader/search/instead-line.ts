/** Says what was looked for instead, where nothing has what was asked for. @module */
import { html } from 'hono/html'
import type { Markup } from '../../../web/frame/markup.ts'
import type { SearchAnswer } from './search-answer.ts'

/**
 * Make the sentence.
 * @param answer What was found.
 * @returns Undefined where that was looked for.
 */
export function insteadLine(
  asked: string,
  { instead, leftOut }: Pick<SearchAnswer, 'instead' | 'leftOut'>,
): Markup | undefined {
  if (instead === undefined) return undefined
  const missing = leftOut.length === 0 ? asked.trim() : leftOut.join(' ')
  return html`Nothing has <b>${missing}</b>. Shown are results for <b>${instead}</b>.`
}
