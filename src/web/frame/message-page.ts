/** A page that says one thing: what happened, and the way on. @module */
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/**
 * Say something.
 * @param heading What happened.
 * @param text The way on.
 */
export function messagePage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p><p><a href="/">Home</a></p>`
}
