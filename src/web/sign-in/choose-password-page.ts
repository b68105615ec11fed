/** The form behind a one-time link: choose a password. @module */
import { html } from 'hono/html'
import type { LinkedUser } from '../../auth/one-time-links.ts'
import type { Markup } from '../layout.ts'

export interface ChoosePasswordModel {
  readonly user: LinkedUser
  /** Whether that was ticked in the last try. */
  readonly isDeletingTokens: boolean
  /** What was wrong with the last try. */
  readonly error: string | undefined
  readonly csrfField: Markup
}

/**
 * Show the form.
 * @param model Whose password, and the last error.
 */
export function choosePasswordPage(model: ChoosePasswordModel): Markup {
  const { user, error, csrfField } = model
  const described = error === undefined ? '' : html` aria-invalid="true" aria-describedby="error"`
  return html`<h1>Choose a password</h1>
<p>For the user <strong>${user.name}</strong>: 12 to 128 characters, and none that is easily guessed. Four words that have nothing to do with each other will do. This link works once.</p>
${error === undefined ? '' : html`<p class="error" id="error" role="alert">${error}</p>`}
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
