/** Pages for a form that could not be sent as it was: they keep what was typed. @module */
import { html } from 'hono/html'
import { formTokenField, formTokenName } from '../form-token-field.ts'
import type { Markup } from '../layout.ts'
import type { FormFields } from '../web-scope.ts'

export interface UnsentForm {
  /** Where the form goes. */
  readonly path: string
  readonly form: FormFields
  /** The token of the visitor's session now. */
  readonly formToken: string | undefined
}

export interface SignInAgain extends UnsentForm {
  /** The user name that was typed in the last try. */
  readonly name: string
  /** What was wrong with the last try. */
  readonly error: string | undefined
}

/** The fields that are added to a form to sign in with it. */
export const signInAgainFields = { name: 'sign-in-name', password: 'sign-in-password' } as const

/**
 * Ask for name and password, to send the form with them.
 * @param model The form, and the last try.
 */
export function signInAgainPage({ name, error, ...unsent }: SignInAgain): Markup {
  const described = error === undefined ? '' : html` aria-invalid="true" aria-describedby="error"`
  return html`<h1>Sign in again</h1>
<p>Your session has ended, so nothing was done yet. What you typed is kept: sign in to send it.</p>
${error === undefined ? '' : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${unsent.path}">${keptFields(unsent)}
<label for="name">User name</label>
<input id="name" name="${signInAgainFields.name}" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${described}>
<label for="password">Password</label>
<input id="password" name="${signInAgainFields.password}" type="password" autocomplete="current-password" required maxlength="1024"${described}>
<button type="submit">Sign in and send the form</button>
</form>
${typed(unsent)}`
}

/**
 * Offer to send a form that was made for an earlier session.
 * @param unsent The form.
 */
export function staleFormPage(unsent: UnsentForm): Markup {
  return html`<h1>Not sent yet</h1>
<p>You signed in again after this form was opened, so nothing was done yet. What you typed is kept.</p>
<form method="post" action="${unsent.path}">${keptFields(unsent)}
<button type="submit">Send the form now</button>
</form>
${typed(unsent)}`
}

function keptFields(unsent: UnsentForm): Markup {
  return html`${formTokenField(unsent.formToken)}${entries(unsent).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

function entries({ form }: UnsentForm): [string, string][] {
  const added: readonly string[] = [formTokenName, ...Object.values(signInAgainFields)]
  return [...form].filter(([name]) => !added.includes(name))
}

function typed(unsent: UnsentForm): Markup {
  const rows = entries(unsent)
  if (rows.length === 0) return html``
  return html`<h2>What you typed</h2><dl class="facts">${rows.map(
    ([name, value]) => html`<dt>${name}</dt><dd class="typed">${value}</dd>`,
  )}</dl>`
}
