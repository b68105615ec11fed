/** The form behind a one-time link: choose a password. @module */
import { html } from 'hono/html'
import type { Markup } from './layout.ts'

export interface ChoosePasswordModel {
  readonly userName: string
  /** What was wrong with the last try. */
  readonly error: string | undefined
  readonly csrfField: Markup
}

/**
 * Show the form.
 * @param model Whose password, and the last error.
 */
export function choosePasswordPage({ userName, error, csrfField }: ChoosePasswordModel): Markup {
  const described = error === undefined ? '' : html` aria-invalid="true" aria-describedby="error"`
  return html`<h1>Choose a password</h1>
<p>For the user <strong>${userName}</strong>: 12 to 128 characters. This link works once.</p>
${error === undefined ? '' : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post">${csrfField}
<input type="hidden" name="username" value="${userName}" autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
<button type="submit">Save the password</button>
</form>`
}
