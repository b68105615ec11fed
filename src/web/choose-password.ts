/** The requests behind a one-time link. @module */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { OneTimeLinks } from '../auth/one-time-links.ts'
import { RequestError } from '../errors.ts'
import { choosePasswordPage } from './choose-password-page.ts'
import type { Markup } from './layout.ts'
import { messagePage } from './message-page.ts'
import { isSameOrigin } from './same-origin.ts'
import type { WebScope } from './web-scope.ts'

/** Show a page with a status. */
export type Show = (
  c: Context<WebScope>,
  status: ContentfulStatusCode,
  title: string,
  main: Markup,
  options?: ShowOptions,
) => Promise<Response>

export interface ShowOptions {
  /** Whether scripts of this origin may run, and send requests to it. */
  readonly hasScripts?: boolean
}

const maxFormBytes = 4 * 1024
const gone = 'This link was used, has expired or never existed. Ask an administrator for another.'

/**
 * Make the routes.
 * @param links Finds the user and sets the password.
 * @param show Puts a page into its frame.
 */
export function choosePasswordRoutes(
  links: Pick<OneTimeLinks, 'findUserName' | 'use'>,
  show: Show,
): Hono<WebScope> {
  const app = new Hono<WebScope>()
  const showForm = async (c: Context<WebScope>, error?: string): Promise<Response> => {
    const userName = await links.findUserName(c.req.param('code') ?? '')
    if (userName === undefined) {
      return show(c, 404, 'Link not valid', messagePage('This link does not work', gone))
    }
    const status = error === undefined ? 200 : 400
    return show(c, status, 'Choose a password', choosePasswordPage({ userName, error }))
  }
  app.get('/choose-password/:code', (c) => showForm(c))
  app.post(
    '/choose-password/:code',
    bodyLimit({
      maxSize: maxFormBytes,
      onError: (c) => tooLarge(c as Context<WebScope>, show),
    }),
    async (c) => {
      if (!isSameOrigin(c)) {
        const text = 'The form must be sent from its own page. Open the link again.'
        return show(c, 403, 'Refused', messagePage('Refused', text))
      }
      const form = new URLSearchParams(await c.req.text())
      const password = form.get('password') ?? ''
      if (password !== form.get('repeated')) return showForm(c, 'The two passwords differ.')
      try {
        const { userName } = await links.use(c.req.param('code'), password)
        const text = `The password of ${userName} is set.`
        return await show(c, 200, 'Password saved', messagePage('Password saved', text))
      } catch (error) {
        if (error instanceof RequestError && error.status < 500) return showForm(c, error.message)
        throw error
      }
    },
  )
  return app
}

function tooLarge(c: Context<WebScope>, show: Show): Promise<Response> {
  return show(c, 413, 'Too large', messagePage('Too large', 'The form is larger than it can be.'))
}
