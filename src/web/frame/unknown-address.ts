/** Answers for addresses and methods that no route knows: a page for browsers, JSON for programs. @module */
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { RequestError } from '../../contract/errors.ts'
import { answerJson, errorAnswer } from '../../http/error-answer.ts'
import { showNotFound } from '../session/reading-rule.ts'
import type { WebScope } from '../web-scope.ts'
import { notFoundPage } from './message-page.ts'
import type { Show } from './show.ts'

export function unknownAddress(show: Show): Handler<WebScope> {
  return (c) => (isForBrowser(c) ? showNotFound(c, show) : c.notFound())
}

export function unknownMethod(app: Hono<WebScope>, show: Show): MiddlewareHandler<WebScope> {
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
