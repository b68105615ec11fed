/** The hidden field by which a form shows that it is ours. @module */
import { html } from 'hono/html'
import type { Markup } from './layout.ts'

/** The field's name. */
export const formTokenName = 'csrf'

/**
 * Make the field.
 * @param token The token of the visitor's session.
 */
export function formTokenField(token: string | undefined): Markup {
  return html`<input type="hidden" name="${formTokenName}" value="${token ?? ''}">`
}
