/** HTML that pages are made of. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** @param trusted HTML that a renderer has escaped. */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}

export function documentPart(trusted: string): Markup {
  return html`<div class="document" dir="auto">${rendered(trusted)}</div>`
}
