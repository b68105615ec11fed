/** The requests behind a one-time link. @module */
import { type Context, Hono } from 'hono'
import type { KnownDevices } from '../../auth/known-devices.ts'
import type { OneTimeLinks } from '../../auth/one-time-links.ts'
import { RequestError } from '../../errors.ts'
import { csrfField, type ProtectForms } from '../csrf.ts'
import { messagePage } from '../message-page.ts'
import type { SessionCookie } from '../session-cookie.ts'
import type { Show } from '../show.ts'
import type { WebScope } from '../web-scope.ts'
import type { DeviceCookie } from './begin-session.ts'
import { choosePasswordPage } from './choose-password-page.ts'
import { afterPasswordPath } from './sign-in-routes.ts'

const maxFormBytes = 4 * 1024
const gone = 'This link was used, has expired or never existed. Ask an administrator for another.'

export interface ChoosePasswordDependencies {
  readonly links: Pick<OneTimeLinks, 'findUser' | 'use'>
  readonly devices: Pick<KnownDevices, 'remember'>
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly protectForms: ProtectForms
  readonly show: Show
}

/**
 * Tell where a one-time link leads.
 * @param code The link's code.
 */
export function choosePasswordPath(code: string): string {
  return `/choose-password/${code}`
}

/**
 * Make the routes.
 * @param dependencies Find the user and set the password.
 */
export function choosePasswordRoutes({
  links,
  devices,
  cookie,
  device,
  protectForms,
  show,
}: ChoosePasswordDependencies): Hono<WebScope> {
  const app = new Hono<WebScope>()
  const showForm = async (
    c: Context<WebScope>,
    error?: string,
    isDeletingTokens = false,
  ): Promise<Response> => {
    const user = await links.findUser(c.req.param('code') ?? '')
    if (user === undefined) {
      return show(c, 404, 'Link not valid', messagePage('This link does not work', gone))
    }
    cookie.ensure(c)
    const status = error === undefined ? 200 : 400
    const model = { user, isDeletingTokens, error, csrfField: csrfField(c) }
    return show(c, status, 'Choose a password', choosePasswordPage(model))
  }
  app.get('/choose-password/:code', (c) => showForm(c))
  app.post(
    '/choose-password/:code',
    protectForms({ maxBytes: maxFormBytes, isOpen: true }),
    async (c) => {
      const form = c.get('form')
      const password = String(form.get('password') ?? '')
      const isDeletingTokens = form.get('deleteTokens') === 'yes'
      const refuse = (why: string): Promise<Response> => showForm(c, why, isDeletingTokens)
      if (password !== form.get('repeated')) return refuse('The two passwords differ.')
      try {
        const options = { address: c.get('network'), isDeletingTokens }
        const { userId } = await links.use(c.req.param('code') ?? '', password, options)
        // Whoever was kept out by wrong guesses of others gets in by a link, on this device.
        device.set(c, await devices.remember(device.read(c), userId))
        return c.redirect(afterPasswordPath, 303)
      } catch (error) {
        if (error instanceof RequestError && error.status < 500) return refuse(error.message)
        throw error
      }
    },
  )
  return app
}
