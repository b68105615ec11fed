/** Sentences of the contract's tables: Markdown of which only code spans occur. @module */
import { html } from 'hono/html'
import type { Markup } from '../layout.ts'

/**
 * Show a sentence, with what stands between backticks as code.
 * @param text The sentence.
 */
export function inlineCode(text: string): Markup {
  // Every second part stood between two backticks.
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
