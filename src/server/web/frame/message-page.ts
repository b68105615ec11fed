/** Pages with one message, such as "not found". @module */
import type { Context, ErrorHandler, Handler, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Log } from '../../../contract/base/log.ts'
import { RequestError, toRequestError } from '../../../contract/errors.ts'
import { answerJson, errorAnswer, logFailure } from '../../http/error-answer.ts'
import type { WebScope } from '../pages.ts'
import type { Markup } from './markup.ts'
import { show } from './show.ts'

export function messagePage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p><p class="ways"><a href="/">Home</a></p>`
}

function notFoundPage(heading: string, text: string): Markup {
  return html`<h1>${heading}</h1><p>${text}</p>
<form class="search-form" role="search" action="/search" aria-label="Pages to go on to">
<label class="visually-hidden" for="find">Search all pages</label>
<input id="find" type="search" name="q" placeholder="Search all pages" maxlength="200">
<button type="submit">Search</button></form>
<p class="ways"><a href="/">Home</a></p>`
}

export function showError(log: Log): ErrorHandler<WebScope> {
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

export const unknownAddress: Handler<WebScope> = (c) =>
  isForBrowser(c) ? showNotFound(c) : c.notFound()

export function unknownMethod(app: Hono<WebScope>): MiddlewareHandler<WebScope> {
  return methodNotAllowed({
    app: app as unknown as Hono,
    onMethodNotAllowed: (context, methods) => {
      const c = context as unknown as Context<WebScope>
      const Allow = methods.join(', ')
      const text = `This address takes ${methods.join(' and ')}, not ${c.req.method}.`
      if (!isForBrowser(c)) {
        const refusal = new RequestError('method-not-allowed', text)
        return answerJson(c, errorAnswer(refusal, c.get('requestId')).answer, 405, { Allow })
      }
      c.header('Allow', Allow)
      return show(c, 405, 'Not possible', notFoundPage('Not possible', text))
    },
  }) as unknown as MiddlewareHandler<WebScope>
}

export function isForBrowser({ req }: Pick<Context<WebScope>, 'req'>): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}

/** Answers "not found", also for pages that the visitor may not see. */
export async function showNotFound(c: Context<WebScope>): Promise<Response> {
  const text = 'There is no page at this address.'
  if (c.get('viewer')?.isProgram) return c.text(`${text}\n`, 404)
  return show(c, 404, 'Not found', notFoundPage('Not found', text))
}
