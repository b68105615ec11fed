/** Checks of writers' forms before they are read. @module */

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestError } from '../../../contract/errors.ts'
import { admit } from '../../http/admit.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage } from '../frame/message-page.ts'
import type { Shows, Stage } from '../pages.ts'
import { isSameOrigin } from '../session/csrf.ts'
import { signInPath } from '../session/next-path.ts'
import { callerOf } from '../session/reading-rule.ts'
import type { WebScope } from '../web-scope.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import type { WriterDependencies } from './writer-scope.ts'

/** Checks the sender of forms that are read as a stream. */
export function senderStages({ publicUrl, show }: WriterDependencies): readonly Stage[] {
  return [
    async (c, next) => {
      if (isSameOrigin(c, publicUrl())) return next()
      throw new RequestError('forbidden', 'The form must be sent from its own page.')
    },
    async (c, next) => {
      if (c.get('viewer') !== undefined) return next()
      return isFromScript(c)
        ? answerScript(c, 401, signedOut)
        : show(c, 401, 'Not imported', signedOutPage)
    },
  ]
}

export function formStages(dependencies: WriterDependencies): readonly Stage[] {
  const { limits, gate } = dependencies
  return [
    ...senderStages(dependencies),
    limitBody<WebScope>(limits),
    admit<WebScope>(gate, callerOf),
  ]
}

export async function answerFormError(
  error: Error,
  c: Context<WebScope>,
  { show }: Shows,
): Promise<Response> {
  // The service's handler logs and answers other errors.
  if (!(error instanceof RequestError)) throw error
  if (isFromScript(c)) return answerScript(c, error.status, formProblem(error))
  const text = `${error.message} Go back with your browser to what you wrote.`
  const status = error.status as ContentfulStatusCode
  return show(c, status, 'Not imported', messagePage('Not imported', text))
}

export const signedOut: FormProblem = {
  field: undefined,
  text: 'You are no longer signed in. Nothing was lost: sign in, then try again here.',
}

const signedOutPage: Markup = messagePage(
  'Not imported',
  'You are no longer signed in, so nothing was done. Sign in in another tab, then go back with your browser to what you wrote.',
)

export function isFromScript(c: Context<WebScope>): boolean {
  return c.req.header('accept') === 'application/json'
}

export function answerScript(c: Context<WebScope>, status: number, problem: FormProblem): Response {
  const help = c.get('viewer') === undefined ? { signInPath: signInPath('/import') } : {}
  return c.json({ ...problem, ...help }, status as ContentfulStatusCode)
}
