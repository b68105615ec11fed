/** The form to sign in. @module */
import { html } from 'hono/html'
import type { Markup } from '../layout.ts'

export interface SignInModel {
  /** Where to go on to. */
  readonly next: string
  /** The user name that was typed in the last try. */
  readonly name: string
  /** What was wrong with the last try. */
  readonly error: string | undefined
  /** What has happened before. */
  readonly notice: string | undefined
  readonly csrfField: Markup
}

/**
 * Show the form.
 * @param model Where to go on to, and the last try.
 */
export function signInPage({ next, name, error, notice, csrfField }: SignInModel): Markup {
  const described = error === undefined ? '' : html` aria-invalid="true" aria-describedby="error"`
  return html`<div class="sign-in-box"><h1>Sign in</h1>
${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
${error === undefined ? '' : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="/sign-in">${csrfField}
<input type="hidden" name="next" value="${next}">
<label for="name">User name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${described}>
<button type="submit">Sign in</button>
</form>
<p class="hint">Forgot the password? An administrator can give you a link to choose another.</p></div>`
}
