/** Texts that are there to be copied, each with a button that does. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

/**
 * Make a text with a button that copies it.
 * @param id Unique on the page.
 * @param what What it is, for those who hear the button.
 */
export function copyable(id: string, text: string, what: string): Markup {
  return html`<span class="copyable"><code id="${id}">${text}</code>${copyButton(id, what)}</span>`
}

/**
 * Make a block of text with a button that copies it.
 * @param id Unique on the page.
 * @param what What it is.
 * @param options Whether lines may be broken where there is no space.
 */
export function copyableBlock(
  id: string,
  text: string,
  what: string,
  { isWrapped = false }: { isWrapped?: boolean } = {},
): Markup {
  return html`<div class="code${isWrapped ? ' wrapped' : ''}"><div class="code-head"><span class="code-language">${what}</span>${copyButton(id, what)}</div>
<pre tabindex="0" role="region" aria-label="${what}"><code id="${id}">${text}</code></pre></div>`
}

/** Hidden until the script that makes it work shows it. */
function copyButton(id: string, what: string): Markup {
  return html`<button class="quiet copy" type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${what}</span></button>`
}
