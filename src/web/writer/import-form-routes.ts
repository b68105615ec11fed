/** Requests of the import form: the form, the parts that change while somebody types, the import. @module */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestError, toRequestError } from '../../errors.ts'
import { admit, type Gate } from '../../http/admit.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { escapeHtml } from '../../render/escape.ts'
import { formTokenName } from '../form-token-field.ts'
import type { Markup } from '../layout.ts'
import { messagePage } from '../message-page.ts'
import { signInPath } from '../next-path.ts'
import { requireViewer } from '../reading-rule.ts'
import { isSameOrigin } from '../same-origin.ts'
import { isFormToken, maskFormToken } from '../session-cookie.ts'
import type { Show } from '../show.ts'
import type { Viewer, WebScope } from '../web-scope.ts'
import { type CheckedForm, checkImport, noCheck } from './check-import.ts'
import { checkParts } from './check-view.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import { readImportForm } from './import-form-fields.ts'
import { parentList } from './parent-list.ts'
import type { SentForm } from './prepare-form.ts'
import {
  type ShowImportFormDependencies,
  settlePlace,
  showImportForm,
  signedOutCheck,
} from './show-import-form.ts'
import { type SubmitImportDependencies, submitImport } from './submit-import.ts'

export interface ImportFormDependencies
  extends ShowImportFormDependencies,
    SubmitImportDependencies {
  readonly limits: ShowImportFormDependencies['limits'] & { readonly maxBufferedBytes: number }
  /** Bounds what is under way. */
  readonly gate: Gate
  /** The service's own address. */
  readonly publicUrl: () => string
}

/**
 * Make the routes.
 * @param dependencies Converter, wiki, history, places, limits and the frame.
 */
export function importFormRoutes(dependencies: ImportFormDependencies): Hono<WebScope> {
  const { places, publicUrl, show, gate, limits } = dependencies
  const showForm = showImportForm(dependencies)
  const prepare = (
    c: Context<WebScope>,
    wanted: { isShown: boolean; isEchoed: boolean },
  ): CheckedForm['form'] => {
    const contentType = c.req.header('content-type') ?? ''
    return dependencies.workers.prepareForm(c.get('body'), { contentType, ...wanted })
  }
  const app = new Hono<WebScope>()

  app.get('/import', requireViewer, async (c) => {
    const { userId } = c.get('viewer') as Viewer
    const spaces = await places.listSpaces(userId, c.req.query('space'))
    if (spaces.length === 0) return show(c, 403, 'No space to write to', noSpace)
    return showForm(c, 200, { fields: fieldsOfAddress(c, spaces), contentHtml: '', check: noCheck })
  })

  app.get('/import/parents', async (c) => {
    const viewer = c.get('viewer')
    if (viewer === undefined) return answerScript(c, 401, signedOut)
    const { spaceId = '', parentId = '', search = '' } = c.req.query()
    const settled = await settlePlace(places, { spaceId, parentId, search }, viewer)
    const { parents, parentId: chosenId } = settled
    return c.html(parentList({ parents, chosenId, search, isSearched: true }))
  })

  const sameOriginOnly = createMiddleware<WebScope>(async (c, next) => {
    if (isSameOrigin(c, publicUrl())) return next()
    throw new RequestError('forbidden', 'The form must be sent from its own page.')
  })
  const admitViewer = admit<WebScope>(gate, (c) => `user ${(c.get('viewer') as Viewer).userId}`)
  const readBody = limitBody<WebScope>(limits, checkFormToken)
  const stages = [sameOriginOnly, refuseSignedOut(showForm, show), admitViewer, readBody] as const

  app.post('/import/preview', ...stages, async (c) => {
    const form = prepare(c, { isShown: true, isEchoed: false })
    const check = await checkImport(dependencies, { form, ...whoAsks(c) })
    return c.html(checkParts(check, (await form.asked).fields.pageTitle))
  })

  app.post('/import', ...stages, async (c) => {
    const isShown = !isFromScript(c)
    const form = prepare(c, { isShown, isEchoed: isShown })
    const { fields, contentHtml, action, fileProblem } = await form.asked
    const showAgain = async (
      status: ContentfulStatusCode,
      problem?: FormProblem,
    ): Promise<Response> => {
      const check = await checkImport(dependencies, { form, ...whoAsks(c) })
      return showForm(c, status, { fields, contentHtml, check, problem })
    }
    const refuse = (status: number, problem: FormProblem): Response | Promise<Response> =>
      isFromScript(c)
        ? answerScript(c, status, problem)
        : showAgain(status as ContentfulStatusCode, problem)
    if (fileProblem !== undefined) return refuse(400, { field: 'content', text: fileProblem })
    if (action !== 'import') return showAgain(200)
    try {
      const moment = { startedAt: c.get('startedAt'), arrivedAtMs: c.get('arrivedAtMs') }
      const submitted = { form, ...whoAsks(c), ...moment }
      const { path } = await submitImport(dependencies, submitted)
      return isFromScript(c) ? c.json({ path }) : c.redirect(path, 303)
    } catch (error) {
      return refuse(toRequestError(error).status, formProblem(error))
    }
  })

  app.onError(async (error, c) => {
    // What is not meant for the writer is for the service's own handler to log and to answer.
    if (!(error instanceof RequestError)) throw error
    if (isFromScript(c)) return answerScript(c, error.status, formProblem(error))
    if (error.message === signedInAgain.text && c.get('body') !== undefined) {
      return showKept(showForm, c, 403, signedInAgain)
    }
    const text = `${error.message} Go back with your browser: what you wrote is still there.`
    const status = error.status as ContentfulStatusCode
    return show(c, status, 'Not imported', messagePage('Not imported', text))
  })
  return app
}

/** A form without a session is kept only as far as it is small: nothing large is told to strangers. */
function refuseSignedOut(
  showForm: ReturnType<typeof showImportForm>,
  show: Show,
): MiddlewareHandler<WebScope> {
  const readSmall = limitBody<WebScope>({ maxBodyBytes: maxKeptBytes, maxBufferedBytes: 1024 ** 2 })
  return createMiddleware<WebScope>(async (c, next) => {
    if (c.get('viewer') !== undefined) return next()
    if (isFromScript(c) || c.req.path !== '/import') return answerScript(c, 401, signedOut)
    const declared = Number(c.req.header('content-length') ?? Number.NaN)
    if (!(declared <= maxKeptBytes)) return show(c, 401, 'Not imported', signedOutPage)
    return readSmall(c, async () => {
      c.res = await showKept(showForm, c, 401, signedOut)
    }) as Promise<void>
  })
}

/** As much of a form as is shown again to somebody whose session ended. */
const maxKeptBytes = 4 * 1024

async function showKept(
  showForm: ReturnType<typeof showImportForm>,
  c: Context<WebScope>,
  status: 401 | 403,
  problem: FormProblem,
): Promise<Response> {
  const { fields } = await readImportForm(c.get('body'), c.req.header('content-type') ?? '')
  const contentHtml = escapeHtml(fields.content)
  const check = status === 401 ? signedOutCheck : noCheck
  return showForm(c, status, { fields, contentHtml, check, problem })
}

/** The field stands first in the form, so that it comes before anything large. */
function checkFormToken(start: Buffer, c: Context<WebScope>): void {
  const field = new RegExp(`name="${formTokenName}"\\r\\n\\r\\n([\\w-]{1,200})\\r\\n`)
  const [, token] = field.exec(start.toString('latin1')) ?? []
  if (isFormToken(token, c.get('formToken'))) return
  // Kept as far as it is small, as for somebody whose session ended.
  if (Number(c.req.header('content-length')) <= maxKeptBytes) c.set('body', start)
  throw new RequestError('forbidden', signedInAgain.text)
}

const signedOut: FormProblem = {
  field: undefined,
  text: 'You are no longer signed in. Nothing was lost: sign in, then try again here.',
}

const signedInAgain: FormProblem = {
  field: undefined,
  text: 'You signed in again since this form was opened. Nothing was lost: send it once more.',
}

const signedOutPage: Markup = messagePage(
  'Not imported',
  'You are no longer signed in, so nothing was done. Sign in in another tab, then go back with your browser: what you wrote is still there.',
)

const noSpace: Markup = messagePage(
  'No space to write to',
  'You have write access to no space. An administrator gives it with “markport user grant”.',
)

/** Links may lead to the form with a place filled in. */
function fieldsOfAddress(c: Context<WebScope>, spaces: readonly Space[]): SentForm['fields'] {
  const { space: wanted = '', parent: parentId = '', title = '', overwrite } = c.req.query()
  const space = spaces.find(({ key }) => key.toLowerCase() === wanted.toLowerCase())
  return {
    spaceId: space?.id ?? '',
    parentId,
    search: '',
    pageTitle: title,
    labels: '',
    overwrite: overwrite === 'true',
    submission: '',
  }
}

function whoAsks(c: Context<WebScope>): { userId: number; requestId: string } {
  return { userId: (c.get('viewer') as Viewer).userId, requestId: c.get('requestId') }
}

function isFromScript(c: Context<WebScope>): boolean {
  return c.req.header('accept') === 'application/json'
}

/** What the form's script shows beside what was typed, and what it needs to send it again. */
function answerScript(c: Context<WebScope>, status: number, problem: FormProblem): Response {
  const isSignedIn = c.get('viewer') !== undefined
  const help = isSignedIn
    ? { formToken: maskFormToken(c.get('formToken') ?? '') }
    : { signInPath: signInPath('/import') }
  return c.json({ ...problem, ...help }, status as ContentfulStatusCode)
}
