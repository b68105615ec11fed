/** Markup that pages are made of. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Insert HTML that a renderer made safe. */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}

/** Show a document that a renderer made safe, in the direction in which its words are written. */
export function documentPart(trusted: string): Markup {
  return html`<div class="document" dir="auto">${rendered(trusted)}</div>`
}
