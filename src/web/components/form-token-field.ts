/** The hidden field by which a form shows that it is ours. @module */
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** The field's name. */
export const formTokenName = 'csrf'

/**
 * Make the field.
 * @param token The token of the visitor's session.
 */
export function formTokenField(
  token: string | undefined,
): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<input type="hidden" name="${formTokenName}" value="${token ?? ''}">`
}
