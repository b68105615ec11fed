/** The form by which an API token gets a new text and a new end. @module */
import { html } from 'hono/html'
import type { License } from '../../auth/license.ts'
import { licenseProblem } from '../../auth/tokens/api-token-license.ts'
import type { ApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { errorLine, type FormRefusal } from '../components/form-fields.ts'
import { formActions } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { type LifetimeFields, lifetimeFields, scopeInWords } from './token-fields.ts'

export interface RenewTokenModel extends LifetimeFields {
  readonly token: ApiToken
  readonly submission: string
  /** The license now. */
  readonly license: License
  readonly now: Date
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

/**
 * Show the form.
 * @param model The token, what was chosen, and what was wrong with it.
 */
export function renewTokenPage(model: RenewTokenModel): Markup {
  const { token, submission, license, now, problem } = model
  const refusal = licenseProblem(license, license, now)
  return html`<h1>Renew the token ${token.name}</h1>
${errorLine(problem?.message)}
${refusal === undefined ? '' : html`<p class="warning">The renewed token will answer 402 for now. ${refusal}</p>`}
<p>It gets a new text and a new end, and keeps its name, owner and spaces. <strong>Its present text is refused from then on</strong>: put the new one in its place at once.</p>
<dl class="facts"><dt>Owner</dt><dd>${token.owner}</dd>
<dt>Spaces</dt><dd>${scopeInWords(token)}</dd>
<dt>${token.expiresAt > now ? 'Expires' : 'Expired'}</dt><dd>${dayOf(token.expiresAt)}</dd>
<dt>Last used</dt><dd>${token.lastUsedAt === null ? 'never' : dayOf(token.lastUsedAt)}</dd></dl>
<form method="post">${model.csrfField}
<input type="hidden" name="submission" value="${submission}">
<input type="hidden" name="createdAt" value="${token.createdAt.getTime()}">
${lifetimeFields(model, problem, now)}
${formActions('Renew the token', { path: '/manage/tokens', label: 'Cancel' })}
</form>`
}
