/** The sign-in form, the form for a code, and pages for forms that must be sent again. @module */
import { html } from 'hono/html'
import type { NextStep } from '../../../accounts/second-factor/second-factor-stage.ts'
import {
  errorAttributes,
  errorLine,
  formTokenField,
  formTokenName,
} from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'
import { stepPaths } from './begin-session.ts'

export interface SignInWays {
  readonly hasPasswords: boolean
  readonly providerName: string | undefined
}

interface SignInModel {
  readonly ways: SignInWays
  readonly next: string
  readonly name: string
  readonly error: string | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

export function signInPage(model: SignInModel): Markup {
  const { ways, next, error, notice } = model
  return html`<div class="sign-in-box"><h1>Sign in</h1>
${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
${errorLine(error)}
${providerLink(ways, next)}
${ways.hasPasswords ? passwordForm(model) : ''}</div>`
}

function providerLink({ providerName, hasPasswords }: SignInWays, next: string): Markup {
  if (providerName === undefined) return html``
  const query = next === '/' ? '' : `?${new URLSearchParams({ next })}`
  return html`<p><a class="button provider" href="/sign-in/provider${query}">Sign in with ${providerName}</a></p>
${hasPasswords ? html`<p class="or">or with a password</p>` : ''}`
}

function passwordForm({ next, name, error, csrfField }: SignInModel): Markup {
  const attributes = errorAttributes(error)
  return html`<form method="post" action="/sign-in">${csrfField}
<input type="hidden" name="next" value="${next}">
<label for="name">User name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${attributes}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${attributes}>
<button type="submit">Sign in</button>
</form>
<p class="hint">Forgot the password? An administrator can give you a link to choose another.</p>`
}

export function codePage({
  next,
  error,
  csrfField,
}: Pick<SignInModel, 'next' | 'error' | 'csrfField'>): Markup {
  return html`<div class="sign-in-box"><h1>Enter your code</h1>
${errorLine(error)}
<form method="post" action="/sign-in/code">${csrfField}
<input type="hidden" name="next" value="${next}">
${codeField('code', error)}
<button type="submit">Sign in</button>
</form>
<p class="hint">Lost your app and your recovery codes? An administrator can remove your second factor.</p></div>`
}

export function codeField(name: string, error: string | undefined): Markup {
  const ids = error === undefined ? 'code-hint' : 'error code-hint'
  return html`<label for="code">Code</label>
<p class="hint" id="code-hint">The six digits that your authenticator app shows, or one of your recovery codes.</p>
<input id="code" name="${name}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100" autofocus aria-describedby="${ids}"${error === undefined ? '' : html` aria-invalid="true"`}>`
}

interface UnsentForm {
  readonly path: string
  readonly form: FormFields
  readonly formToken: string | undefined
}

interface SignInAgain extends UnsentForm {
  readonly ways: SignInWays
  readonly name: string
  readonly step: NextStep | undefined
  readonly error: string | undefined
}

const signedInPath = '/sign-in/done'

export const signInAgainFields = {
  name: 'sign-in-name',
  password: 'sign-in-password',
  code: 'sign-in-code',
} as const

export function signInAgainPage(model: SignInAgain): Markup {
  const { ways, error, step } = model
  return html`<h1>Sign in again</h1>
<p>Your session has ended, so nothing was done yet. What you typed is kept: sign in to send it.</p>
${errorLine(error)}
${step === undefined ? providerPart(model) : ''}
${step === 'set-up' ? setUpPart(model) : ''}
${step === 'code' || (step === undefined && ways.hasPasswords) ? signInForm(model) : ''}
${unsentFields(model)}`
}

function signInForm({ name, error, step, ...unsent }: SignInAgain): Markup {
  const attributes = errorAttributes(error)
  const fields =
    step === 'code'
      ? codeField(signInAgainFields.code, error)
      : html`<label for="name">User name</label>
<input id="name" name="${signInAgainFields.name}" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${attributes}>
<label for="password">Password</label>
<input id="password" name="${signInAgainFields.password}" type="password" autocomplete="current-password" required maxlength="1024"${attributes}>`
  return html`<form method="post" action="${unsent.path}">${keptFields(unsent)}
${fields}
<button type="submit">Sign in and send the form</button>
</form>`
}

/** Opens another tab, because the provider is another site. */
function providerPart({ ways, ...unsent }: SignInAgain): Markup {
  const { providerName, hasPasswords } = ways
  if (providerName === undefined) return html``
  return html`${elsewhereFirst('/sign-in/provider', `Sign in with ${providerName}`, unsent)}
${hasPasswords ? html`<p class="or">or with a password</p>` : ''}`
}

function setUpPart(unsent: SignInAgain): Markup {
  return elsewhereFirst(stepPaths['set-up'], 'Set up a second factor', unsent)
}

/** Opens another tab, so that this form is not lost. */
function elsewhereFirst(path: string, words: string, unsent: UnsentForm): Markup {
  const address = `${path}?${new URLSearchParams({ next: signedInPath })}`
  return html`<ol><li><a href="${address}" target="_blank">${words}</a> (opens another tab)</li>
<li>Come back here and send the form:
<form class="row" method="post" action="${unsent.path}">${keptFields(unsent)}<button type="submit">Send the form</button></form></li></ol>`
}

export function staleFormPage(unsent: UnsentForm): Markup {
  return html`<h1>Not sent yet</h1>
<p>You signed in again after this form was opened, so nothing was done yet. What you typed is kept.</p>
<form method="post" action="${unsent.path}">${keptFields(unsent)}
<button type="submit">Send the form now</button>
</form>
${unsentFields(unsent)}`
}

function keptFields(unsent: UnsentForm): Markup {
  return html`${formTokenField(unsent.formToken)}${entries(unsent).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

/** Secrets are never written into a page, so they must be typed again. */
const privateFields = ['present', 'password', 'repeated', 'code', 'secret']

function entries({ form }: UnsentForm): [string, string][] {
  const addedNames: readonly string[] = [
    formTokenName,
    ...privateFields,
    ...Object.values(signInAgainFields),
  ]
  return [...form].filter(([name]) => !addedNames.includes(name))
}

function unsentFields(unsent: UnsentForm): Markup {
  const rows = entries(unsent)
  if (rows.length === 0) return html``
  return html`<h2>What you typed</h2><dl class="facts">${rows.map(
    ([name, value]) => html`<dt>${name}</dt><dd class="typed">${value}</dd>`,
  )}</dl>`
}
