/**
 * Protects forms from cross-site requests, by the browser's headers and by a token of the session.
 *
 * @module
 */
import { parse } from 'node:querystring'
import type { Context, MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import type { NextStep } from '../../../accounts/second-factor/second-factor-stage.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type BodyBudget, limitBody } from '../../http/limit-body.ts'
import { formTokenField, formTokenName } from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage } from '../frame/message-page.ts'
import type { Show } from '../frame/show.ts'
import { type BeginSession, signInRefusal } from '../sign-in/begin-session.ts'
import {
  type SignInWays,
  signInAgainFields,
  signInAgainPage,
  staleFormPage,
} from '../sign-in/sign-in-page.ts'
import type { FormFields, WebScope } from '../web-scope.ts'
import { pathOf } from './next-path.ts'
import { isFormToken, type SessionCookie } from './session-cookie.ts'

interface FormProtectionDependencies {
  readonly show: Show
  readonly beginSession: BeginSession
  readonly ways: SignInWays
  readonly cookie: SessionCookie
  readonly publicUrl: () => string
  /** Limits the bytes of all forms in memory. */
  readonly formBytes: BodyBudget
}

interface ProtectedForm {
  readonly isOpen?: boolean
  /** For forms that only change the look of pages: they need no cookie. */
  readonly isOfLook?: boolean
}

/** The stage checks a form and sets `form` for the handler. */
export type ProtectForms = (form?: ProtectedForm) => MiddlewareHandler<WebScope>

/** Larger forms are read only from known senders. */
const maxBytes = 8 * 1024
/** Further fields are ignored. */
const maxFields = 100

export function csrfField(c: Context<WebScope>): Markup {
  return formTokenField(c.get('formToken'))
}

/** GET and HEAD pass, because they change nothing. */
export function formProtection(dependencies: FormProtectionDependencies): ProtectForms {
  const { show, publicUrl, formBytes } = dependencies
  return ({ isOpen = false, isOfLook = false } = {}) => {
    const checkOrigin = createMiddleware<WebScope>(async (c, next) =>
      isSameOrigin(c, publicUrl()) ? next() : refuse(show, c, 403, fromElsewhere),
    )
    const read = limitBody<WebScope>({ maxBodyBytes: maxBytes, bodyBytes: formBytes })
    const limit = createMiddleware<WebScope>(async (c, next) => {
      try {
        return await read(c, next)
      } catch (error) {
        const isTooLarge = error instanceof RequestError && error.key === 'payload-too-large'
        if (!isTooLarge) throw error
        return refuse(show, c, 413, tooLarge)
      }
    })
    const checkToken = createMiddleware<WebScope>(async (c, next) => {
      const form = readForm(c)
      if (form === undefined) return refuse(show, c, 400, unreadable)
      const isOurs = isOfLook || isFormToken(form.get(formTokenName), c.get('formToken'))
      c.set('form', form)
      if (c.get('viewer') === undefined && !isOpen) {
        const refusal = await signInAgain(c, isOurs, dependencies)
        if (refusal !== undefined) return refusal
      } else if (!isOurs) {
        return isOpen ? refuse(show, c, 403, withoutCookie) : showStale(show, c)
      }
      return next()
    })
    return except(changesNothing, checkOrigin, limit, checkToken)
  }
}

function changesNothing({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

const fromElsewhere =
  'The form was not sent by a page of this service, so nothing was done. Open the page again and send it from there.'
const withoutCookie =
  'The form is not the one that was shown to this browser, so nothing was done. Open the page again; cookies must be allowed for it.'
const tooLarge = `The form is larger than the ${maxBytes / 1024} KiB that it can have, so nothing was done.`
const unreadable = 'The form could not be read, so nothing was done.'

function refuse(
  show: Show,
  c: Context<WebScope>,
  status: 400 | 403 | 413,
  text: string,
): Promise<Response> {
  return show(c, status, 'Refused', messagePage('Refused', text))
}

/** Undefined for a body that is no form. Parses in linear time, which not every parser does. */
function readForm(c: Context<WebScope>): FormFields | undefined {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  const text = Buffer.from(c.get('body')).toString('latin1')
  const fields = parse(text, '&', '=', { maxKeys: maxFields })
  return new Map(
    Object.entries(fields).map(([name, value]) => [name, [value ?? ''].flat()[0] ?? '']),
  )
}

/** The session ended while the form was open: keep its fields, and ask to sign in again. */
async function signInAgain(
  c: Context<WebScope>,
  isOurs: boolean,
  { show, beginSession, ways, cookie }: FormProtectionDependencies,
): Promise<Response | undefined> {
  const form = c.get('form')
  const [name, password, code] = [
    signInAgainFields.name,
    signInAgainFields.password,
    signInAgainFields.code,
  ].map((field) => form.get(field))
  const ask = (status: 400 | 403 | 429 | 503, step: NextStep | undefined, error?: string) => {
    const unsent = { path: pathOf(c), form, formToken: c.get('formToken') }
    const model = { ...unsent, ways, name: name ?? '', step, error }
    return show(c, status, 'Sign in again', signInAgainPage(model))
  }
  if (!isOurs || (password === undefined && code === undefined)) {
    cookie.ensure(c)
    return ask(403, undefined)
  }
  try {
    const { viewer, next } =
      code === undefined
        ? await beginSession.withPassword(c, { name: name ?? '', password: password ?? '' })
        : await beginSession.withCode(c, code)
    if (viewer === undefined) return await ask(403, next)
    c.set('viewer', viewer)
    return undefined
  } catch (error) {
    const { status, message } = signInRefusal(c, error)
    const isTooLate = error instanceof RequestError && error.key === 'not-found'
    return ask(status, code !== undefined && !isTooLate ? 'code' : undefined, message)
  }
}

/** The visitor signed in again meanwhile, so the form may be sent once more. */
function showStale(show: Show, c: Context<WebScope>): Promise<Response> {
  const model = { path: pathOf(c), form: c.get('form'), formToken: c.get('formToken') }
  return show(c, 403, 'Not sent yet', staleFormPage(model))
}

/** Browsers send at least one of the two headers with a form, and no page can suppress them. */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return false
  // Forms of pages without a referrer have the origin "null".
  if (origin === undefined || origin === 'null') return site !== undefined
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === c.req.header('host') || origin === new URL(publicUrl).origin
}
