/** Requests of the import form: the form, the parts that change while somebody types, the import. @module */
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { limitBody } from '../../api/limit-body.ts'
import { toRequestError } from '../../api/respond.ts'
import { RequestError } from '../../errors.ts'
import type { Space } from '../../wiki/wiki.ts'
import type { Markup } from '../layout.ts'
import { messagePage } from '../message-page.ts'
import { signInPath } from '../next-path.ts'
import { requireViewer } from '../reading-rule.ts'
import { isSameOrigin } from '../same-origin.ts'
import { isFormToken } from '../session-cookie.ts'
import type { Viewer, WebScope } from '../web-scope.ts'
import { checkImport } from './check-import.ts'
import { checkParts } from './check-view.ts'
import { type FormProblem, formProblem } from './form-problem.ts'
import { type ImportFormFields, readImportForm } from './import-form-fields.ts'
import { parentList } from './parent-list.ts'
import { type ShowImportFormDependencies, settlePlace, showImportForm } from './show-import-form.ts'
import { type SubmitImportDependencies, submitImport } from './submit-import.ts'

export interface ImportFormDependencies
  extends ShowImportFormDependencies,
    SubmitImportDependencies {
  readonly limits: ShowImportFormDependencies['limits'] & { readonly maxBufferedBytes: number }
  /** The service's own address. */
  readonly publicUrl: () => string
}

/**
 * Make the routes.
 * @param dependencies Converter, wiki, history, places, limits and the frame.
 */
export function importFormRoutes(dependencies: ImportFormDependencies): Hono<WebScope> {
  const { places, publicUrl, show } = dependencies
  const showForm = showImportForm(dependencies)
  const app = new Hono<WebScope>()

  app.get('/import', requireViewer, async (c) => {
    const spaces = await places.listSpaces((c.get('viewer') as Viewer).userId)
    if (spaces.length === 0) return show(c, 403, 'No space to write to', noSpace)
    return showForm(c, 200, { fields: fieldsOfAddress(c, spaces) })
  })

  app.get('/import/parents', async (c) => {
    const viewer = c.get('viewer')
    if (viewer === undefined) return answerScript(c, 401, signedOut)
    const { spaceId = '', parentId = '', search = '' } = c.req.query()
    const settled = await settlePlace(places, { spaceId, parentId, search }, viewer)
    const { parents, parentId: chosenId } = settled
    return c.html(parentList({ parents, chosenId, search, isSearched: true }))
  })

  const readBody = limitBody(dependencies.limits)

  const sameOriginOnly = createMiddleware<WebScope>(async (c, next) => {
    if (isSameOrigin(c, publicUrl())) return next()
    throw new RequestError('forbidden', 'The form must be sent from its own page.')
  })

  app.post('/import/preview', sameOriginOnly, readBody, async (c) => {
    const viewer = c.get('viewer')
    if (viewer === undefined) return answerScript(c, 401, signedOut)
    const { fields, formToken } = await readForm(c)
    if (!isFormToken(formToken, c.get('formToken'))) return answerScript(c, 403, signedInAgain)
    const { userId } = viewer
    const check = await checkImport(dependencies, { fields, userId, requestId: c.get('requestId') })
    return c.html(checkParts(check, fields.pageTitle))
  })

  app.post('/import', sameOriginOnly, readBody, async (c) => {
    const { fields, action, fileProblem, formToken } = await readForm(c)
    const viewer = c.get('viewer')
    const refuse = (status: number, problem: FormProblem): Response | Promise<Response> =>
      isFromScript(c)
        ? answerScript(c, status, problem)
        : showForm(c, status as ContentfulStatusCode, { fields, problem })
    if (viewer === undefined) return refuse(401, signedOut)
    if (!isFormToken(formToken, c.get('formToken'))) return refuse(403, signedInAgain)
    if (fileProblem !== undefined) return refuse(400, { field: 'content', text: fileProblem })
    if (action !== 'import') return showForm(c, 200, { fields })
    try {
      const { path } = await submitImport(dependencies, {
        form: fields,
        userId: viewer.userId,
        requestId: c.get('requestId'),
        startedAt: c.get('startedAt'),
      })
      return isFromScript(c) ? c.json({ path }) : c.redirect(path, 303)
    } catch (error) {
      return refuse(toRequestError(error).status, formProblem(error))
    }
  })

  app.onError((error, c) => {
    // What is not meant for the writer is for the service's own handler to log and to answer.
    if (!(error instanceof RequestError)) throw error
    if (isFromScript(c)) return answerScript(c, error.status, formProblem(error))
    const text = `${error.message} Go back with your browser: what you wrote is still there.`
    const status = error.status as ContentfulStatusCode
    return show(c, status, 'Not imported', messagePage('Not imported', text))
  })
  return app
}

const signedOut: FormProblem = {
  field: undefined,
  text: 'You are no longer signed in. Nothing was lost: sign in, then try again here.',
}

const signedInAgain: FormProblem = {
  field: undefined,
  text: 'You signed in again since this form was opened. Nothing was lost: send it once more.',
}

const noSpace: Markup = messagePage(
  'No space to write to',
  'You have write access to no space. An administrator gives it with “markport user grant”.',
)

/** Links may lead to the form with a place filled in. */
function fieldsOfAddress(c: Context<WebScope>, spaces: readonly Space[]): ImportFormFields {
  const { space: wanted = '', parent: parentId = '' } = c.req.query()
  const space = spaces.find(({ key }) => key.toLowerCase() === wanted.toLowerCase())
  return {
    spaceId: space?.id ?? '',
    parentId,
    search: '',
    pageTitle: '',
    labels: '',
    content: '',
    overwrite: false,
    submission: '',
  }
}

function readForm(c: Context<WebScope>): ReturnType<typeof readImportForm> {
  return readImportForm(c.get('body'), c.req.header('content-type') ?? '')
}

function isFromScript(c: Context<WebScope>): boolean {
  return c.req.header('accept') === 'application/json'
}

/** What the form's script shows beside what was typed, and what it needs to send it again. */
function answerScript(c: Context<WebScope>, status: number, problem: FormProblem): Response {
  const isSignedIn = c.get('viewer') !== undefined
  const help = isSignedIn
    ? { formToken: c.get('formToken') }
    : { signInPath: signInPath('/import') }
  return c.json({ ...problem, ...help }, status as ContentfulStatusCode)
}
