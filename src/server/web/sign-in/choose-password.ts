/** Routes of one-time links. @module */
import { html } from 'hono/html'
import type { LinkedUser } from '../../../accounts/passwords/one-time-links.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { errorAttributes, errorLine, fieldText, formRefusal } from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage } from '../frame/message-page.ts'
import { show } from '../frame/show.ts'
import type { PageContext, Pages } from '../pages.ts'
import { signInRefusal } from './begin-session.ts'
import { beginAtProvider } from './provider-routes.ts'
import type { SignInWays } from './sign-in-page.ts'
import { afterPasswordPath } from './sign-in-routes.ts'

const linkGone =
  'This link was used, has expired or never existed. Ask an administrator for another.'

export function choosePasswordPath(code: string): string {
  return `/choose-password/${code}`
}

function codeOf(c: PageContext): string {
  return c.req.param('code') ?? ''
}

async function showForm(
  c: PageContext,
  { oneTimeLinks, ways }: ServiceParts,
  error?: string,
): Promise<Response> {
  const user = await oneTimeLinks.findUser(codeOf(c))
  if (user === undefined) {
    return show(c, 404, 'Link not valid', messagePage('This link does not work', linkGone))
  }
  const path = choosePasswordPath(codeOf(c))
  const model = { user, ways, path, error }
  const title = ways.hasPasswords ? 'Choose a password' : `A link for ${user.name}`
  return show(c, error === undefined ? 200 : 400, title, choosePasswordPage(model))
}

export const choosePasswordPages: Pages = {
  'GET /choose-password/:code': {
    who: 'anyone',
    answer: (c, dependencies) => showForm(c, dependencies),
  },
  'POST /choose-password/:code': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const { oneTimeLinks, ways } = dependencies
      if (!ways.hasPasswords) return showForm(c, dependencies, 'Passwords are not used here.')
      const form = c.get('form')
      const password = fieldText(form, 'password')
      if (password !== form.get('repeated')) {
        return showForm(c, dependencies, 'The two passwords differ.')
      }
      try {
        const userName = await oneTimeLinks.use(codeOf(c), password, c.get('network'))
        return c.redirect(afterPasswordPath(userName), 303)
      } catch (error) {
        return showForm(c, dependencies, formRefusal(error).message)
      }
    },
  },
  'POST /choose-password/:code/provider': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const { oneTimeLinks, ways, provider } = dependencies
      const linkCode = codeOf(c)
      const user = await oneTimeLinks.findUser(linkCode)
      if (user === undefined || provider === undefined) return showForm(c, dependencies)
      try {
        const address = await beginAtProvider(c, dependencies, { next: '/', linkCode })
        // The policy of pages blocks redirects of forms to other sites.
        c.header('Refresh', `0; url=${address}`)
        const page = html`<div class="sign-in-box"><h1>On to the sign-in</h1>
<p><a class="button provider" href="${address}">Sign in with ${ways.providerName}</a></p></div>`
        return await show(c, 200, 'On to the sign-in', page)
      } catch (error) {
        return showForm(c, dependencies, signInRefusal(c, error).error)
      }
    },
  },
}

interface ChoosePasswordModel {
  readonly user: LinkedUser
  readonly ways: SignInWays
  readonly path: string
  readonly error: string | undefined
}

function choosePasswordPage(model: ChoosePasswordModel): Markup {
  const { ways, error } = model
  if (ways.hasPasswords) {
    return html`<h1>Choose a password</h1>${passwordForm(model)}${providerForm(model)}`
  }
  return html`<h1>A link for ${model.user.name}</h1>
${errorLine(error)}
${providerForm(model)}`
}

function passwordForm(model: ChoosePasswordModel): Markup {
  const { user, error } = model
  const attributes = errorAttributes(error)
  return html`
<p>For the user <strong>${user.name}</strong>: 12 to 128 characters, and none that is easily guessed. Four words that have nothing to do with each other will do. This link works once.</p>
${errorLine(error)}
<form method="post">
<input type="hidden" name="username" value="${user.name}" autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${attributes}>
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${attributes}>
<button type="submit">Save the password</button>
</form>`
}

function providerForm({ ways, user, path }: ChoosePasswordModel): Markup {
  const { providerName, hasPasswords } = ways
  if (providerName === undefined) return html``
  return html`<h2>${hasPasswords ? 'Or sign in' : 'Sign in'} with ${providerName}</h2>
<p>From then on your sign-in at ${providerName} belongs to the user <strong>${user.name}</strong>. The link is used up by it.</p>
<form class="row" method="post" action="${path}/provider"><button type="submit">Sign in with ${providerName}</button></form>`
}
