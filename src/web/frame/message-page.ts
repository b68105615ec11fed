/** Pages that say one thing: that something is missing, or what went wrong. @module */

import type { ErrorHandler } from 'hono'
import { html } from 'hono/html'
import type { Log } from '../../base/log.ts'
import { toRequestError } from '../../contract/errors.ts'
import { logFailure } from '../../http/error-answer.ts'
import type { WebScope } from '../web-scope.ts'
import type { Markup } from './markup.ts'
import type { Show } from './show.ts'

export function messagePage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p><p class="ways"><a href="/">Home</a></p>`
}

export function notFoundPage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p>
<form class="search-form" role="search" action="/search" aria-label="Pages to go on to">
<label class="visually-hidden" for="find">Search all pages</label>
<input id="find" type="search" name="q" placeholder="Search all pages" maxlength="200">
<button type="submit">Search</button></form>
<p class="ways"><a href="/">Home</a></p>`
}

export function showError(show: Show, log: Log): ErrorHandler<WebScope> {
  return (error, c) => {
    const requestId = c.get('requestId')
    const { status, message, retryAfterSeconds } = toRequestError(error)
    logFailure(log, requestId, error)
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
    const text = `${message} The request was ${requestId}.`
    if (c.get('viewer')?.isProgram) return c.text(`${text}\n`, status as 500)
    const page = messagePage('That did not work', text)
    return show(c, status as 500, 'That did not work', page)
  }
}
