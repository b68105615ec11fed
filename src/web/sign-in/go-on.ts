/**
 * Leads a browser on to the OpenID provider after a form was sent. A redirect would be held back by
 * the policy that keeps forms from going elsewhere, so the answer is a page that leads on by itself.
 * @module
 */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import type { WebScope } from '../web-scope.ts'

/**
 * Have the browser go on at once.
 * @param c Gets the header for it.
 * @param address Where to.
 */
export function goOnTo(c: Context<WebScope>, address: string): void {
  c.header('Refresh', `0; url=${address}`)
}

/**
 * Show the way on, for browsers that do not go by themselves.
 * @param heading What has happened.
 * @param label Where the way leads.
 */
export function goOnPage(heading: string, label: string, address: string): Markup {
  return html`<div class="sign-in-box"><h1>${heading}</h1>
<p><a class="button provider" href="${address}">${label}</a></p></div>`
}
