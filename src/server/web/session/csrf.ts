/** Protects forms from other sites, by headers that browsers set and no page can change. @module */
import { parse } from 'node:querystring'
import type { Context, MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { RequestError } from '../../../contract/errors.ts'
import { type BodyBudget, limitBody } from '../../http/limit-body.ts'
import { messagePage } from '../frame/message-page.ts'
import { show } from '../frame/show.ts'
import type { FormFields, WebScope } from '../pages.ts'

/** The stage checks a form and sets `form` for the handler; open forms need no viewer. */
export type ProtectForms = (form?: { readonly isOpen?: boolean }) => MiddlewareHandler<WebScope>

const maxBytes = 8 * 1024
/** Further fields are ignored. */
const maxFields = 100

/** GET and HEAD pass, because they change nothing. */
export function formProtection({
  publicUrl,
  formBytes,
}: {
  publicUrl: () => string
  formBytes: BodyBudget
}): ProtectForms {
  const refuse = (c: Context<WebScope>, status: 400 | 403 | 413, text: string): Promise<Response> =>
    show(c, status, 'Refused', messagePage('Refused', text))
  const checkSender = (isOpen: boolean): MiddlewareHandler<WebScope> =>
    createMiddleware<WebScope>(async (c, next) => {
      if (!isSameOrigin(c, publicUrl())) return refuse(c, 403, fromElsewhere)
      if (isOpen || c.get('viewer') !== undefined) return next()
      return show(c, 403, 'Sign in again', sessionEnded)
    })
  const read = limitBody<WebScope>({ maxBodyBytes: maxBytes, bodyBytes: formBytes })
  const readFields = createMiddleware<WebScope>(async (c, next) => {
    const form = readForm(c)
    if (form === undefined) return refuse(c, 400, unreadable)
    c.set('form', form)
    return next()
  })
  const limit = createMiddleware<WebScope>(async (c, next) => {
    try {
      return await read(c, next)
    } catch (error) {
      const isTooLarge = error instanceof RequestError && error.key === 'payload-too-large'
      if (!isTooLarge) throw error
      return refuse(c, 413, tooLarge)
    }
  })
  return ({ isOpen = false } = {}) => except(changesNothing, checkSender(isOpen), limit, readFields)
}

function changesNothing({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

const fromElsewhere =
  'The form was not sent by a page of this service, so nothing was done. Open the page again and send it from there.'
const tooLarge = `The form is larger than the ${maxBytes / 1024} KiB that it can have, so nothing was done.`
const unreadable = 'The form could not be read, so nothing was done.'

const sessionEnded = html`<h1>Sign in again</h1>
<p>Your session has ended, so nothing was done. <a href="/sign-in" target="_blank">Sign in</a> in another tab, then go back with your browser and send the form again.</p>`

/** Returns undefined for a body that is no form. Parses in linear time, which not every parser does. */
function readForm(c: Context<WebScope>): FormFields | undefined {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined
  const text = Buffer.from(c.get('body')).toString('latin1')
  const fields = parse(text, '&', '=', { maxKeys: maxFields })
  return new Map(
    Object.entries(fields).map(([name, value]) => [name, [value ?? ''].flat()[0] ?? '']),
  )
}

/**
 * Browsers send at least one of the two headers with a form, and no page can suppress them. Without
 * both the form comes from a program, which has nobody else's cookies. The same rule as in Go's
 * CrossOriginProtection.
 */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return true
  // Forms of pages without a referrer have the origin "null".
  if (origin === 'null') return site !== undefined
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === c.req.header('host') || origin === new URL(publicUrl).origin
}
