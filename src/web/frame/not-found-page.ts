/** The page for an address that has none: what to look for instead. @module */
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/**
 * Make the page.
 * @param heading What is wrong with the address.
 * @param text The same in a sentence.
 */
export function notFoundPage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p>
<form class="search-form" role="search" action="/search" aria-label="Pages to go on to">
<label class="visually-hidden" for="find">Search all pages</label>
<input id="find" type="search" name="q" placeholder="Search all pages" maxlength="200">
<button type="submit">Search</button></form>
<p><a href="/">Home</a></p>`
}
