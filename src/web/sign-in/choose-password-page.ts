/** What a one-time link leads to: choose a password, or another way in. @module */
import { html } from 'hono/html'
import type { LinkedUser } from '../../auth/passwords/one-time-links.ts'
import { errorAttributes, errorLine } from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import type { SignInWays } from './sign-in-page.ts'

export interface ChoosePasswordModel {
  readonly user: LinkedUser
  readonly ways: SignInWays
  /** The address of this page. */
  readonly path: string
  /** Whether that was ticked in the last try. */
  readonly isDeletingTokens: boolean
  /** What was wrong with the last try. */
  readonly error: string | undefined
  readonly csrfField: Markup
}

/**
 * Show the ways in that a link opens.
 * @param model Whose link, and the last error.
 */
export function choosePasswordPage(model: ChoosePasswordModel): Markup {
  const { ways, error } = model
  if (ways.hasPasswords) {
    return html`<h1>Choose a password</h1>${passwordForm(model)}${providerForm(model)}`
  }
  return html`<h1>A link for ${model.user.name}</h1>
${errorLine(error)}
${providerForm(model)}${sessionForm(model)}`
}

function passwordForm(model: ChoosePasswordModel): Markup {
  const { user, error, csrfField } = model
  const described = errorAttributes(error)
  return html`
<p>For the user <strong>${user.name}</strong>: 12 to 128 characters, and none that is easily guessed. Four words that have nothing to do with each other will do. This link works once.</p>
${errorLine(error)}
<form method="post">${csrfField}
<input type="hidden" name="username" value="${user.name}" autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
${tokensChoice(model)}
<button type="submit">Save the password</button>
</form>`
}

/** Whoever chooses a password because somebody knew the old one may want to end the tokens, too. */
function tokensChoice({ user: { liveTokens }, isDeletingTokens }: ChoosePasswordModel): Markup {
  if (liveTokens === 0) return html``
  return html`<div class="choice"><input type="checkbox" id="deleteTokens" name="deleteTokens" value="yes"${isDeletingTokens ? html` checked` : ''} aria-describedby="tokens-hint"><label for="deleteTokens">Also delete my API tokens and host tokens (${liveTokens})</label>
<p class="hint" id="tokens-hint">If somebody else may have known the password. Programs that use the tokens need new ones then.</p></div>`
}

function providerForm({ ways, user, path, csrfField }: ChoosePasswordModel): Markup {
  const { providerName, hasPasswords } = ways
  if (providerName === undefined) return html``
  return html`<h2>${hasPasswords ? 'Or sign in' : 'Sign in'} with ${providerName}</h2>
<p>From then on your sign-in at ${providerName} belongs to the user <strong>${user.name}</strong>. The link is used up by it.</p>
<form class="row" method="post" action="${path}/provider">${csrfField}<button type="submit">Sign in with ${providerName}</button></form>`
}

/** The way back in for administrators when the provider is away or wrongly set up. */
function sessionForm({ user, path, csrfField }: ChoosePasswordModel): Markup {
  if (!user.isAdministrator) return html``
  return html`<h2>Or sign in with this link</h2>
<p>Once, as the administrator <strong>${user.name}</strong>. The link is used up by it.</p>
<form class="row" method="post" action="${path}/session">${csrfField}<button type="submit">Sign in as ${user.name}</button></form>`
}
