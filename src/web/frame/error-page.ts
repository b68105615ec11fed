/** What a page that failed shows: what happened, and whether to try again. @module */
import type { ErrorHandler } from 'hono'
import { toRequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { logFailure } from '../../http/log-failure.ts'
import type { WebScope } from '../web-scope.ts'
import { messagePage } from './message-page.ts'
import type { Show } from './show.ts'

/**
 * Make the handler of whatever a page throws.
 * @param show Puts a page into its frame.
 * @param log Told of what is our fault.
 */
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
