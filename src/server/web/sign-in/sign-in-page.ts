/** The sign-in form, and the form for a code. @module */
import { html } from 'hono/html'
import { errorAttributes, errorLine } from '../components/form-fields.ts'
import { noticeLine } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { withNext } from '../session/next-path.ts'

export interface SignInWays {
  readonly hasPasswords: boolean
  readonly providerName: string | undefined
}

export interface SignInFields {
  readonly next: string
  readonly name?: string
  readonly error?: string | undefined
  readonly notice?: string
}

export function signInPage(ways: SignInWays, fields: SignInFields): Markup {
  const { next, error, notice } = fields
  return html`<div class="sign-in-box"><h1>Sign in</h1>
${noticeLine(notice)}
${errorLine(error)}
${providerLink(ways, next)}
${ways.hasPasswords ? passwordForm(fields) : ''}</div>`
}

function providerLink({ providerName, hasPasswords }: SignInWays, next: string): Markup {
  if (providerName === undefined) return html``
  return html`<p><a class="button provider" href="${withNext('/sign-in/provider', next)}">Sign in with ${providerName}</a></p>
${hasPasswords ? html`<p class="hint align-center">or with a password</p>` : ''}`
}

function passwordForm({ next, name = '', error }: SignInFields): Markup {
  const attributes = errorAttributes(error)
  return html`<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="name">User name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${attributes}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${attributes}>
<button type="submit">Sign in</button>
</form>
<p class="hint">Forgot the password? An administrator can give you a link to choose another.</p>`
}

export function codePage({ next, error }: SignInFields): Markup {
  return html`<div class="sign-in-box"><h1>Enter your code</h1>
${errorLine(error)}
<form method="post" action="/sign-in/code">
<input type="hidden" name="next" value="${next}">
${codeField(error)}
<button type="submit">Sign in</button>
</form>
<p class="hint">Lost your app and your recovery codes? An administrator can remove your second factor.</p></div>`
}

export function codeField(error: string | undefined): Markup {
  const ids = error === undefined ? 'code-hint' : 'error code-hint'
  return html`<label for="code">Code</label>
<p class="hint" id="code-hint">The six digits that your authenticator app shows, or one of your recovery codes.</p>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100" autofocus aria-describedby="${ids}"${error === undefined ? '' : html` aria-invalid="true"`}>`
}
