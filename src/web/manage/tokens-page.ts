/** The list of API tokens, and the question before one is deleted. @module */
import { html } from 'hono/html'
import type { License } from '../../auth/license.ts'
import type { ApiToken, ListedApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { foreseeTokenAnswer, type TokenAnswer } from '../../auth/tokens/token-answer.ts'
import { icon } from '../components/icon.ts'
import { findField, isWhole, type ListPart, partLinks } from '../components/list-part.ts'
import { rowMenu } from '../components/menu.ts'
import { dataTable, formActions, noticeLine, pageHead } from '../components/parts.ts'
import { personLine } from '../components/tile.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { scopeInWords } from './token-fields.ts'

export interface TokensModel {
  /** A part of them. */
  readonly tokens: readonly ListedApiToken[]
  readonly part: ListPart
  /** All of them that end soon, the first to end first. */
  readonly expiringSoon: readonly ApiToken[]
  /** The license now. */
  readonly license: License
  readonly now: Date
  readonly isAdministrator: boolean
  readonly notice: string | undefined
}

const path = '/manage/tokens'

/**
 * List API tokens.
 * @param model The tokens, and what their state depends on.
 */
export function tokensPage(model: TokensModel): Markup {
  const { tokens, now, isAdministrator } = model
  const rows = tokens.map((token) => [
    html`${token.name}${hint(token.description)}`,
    stateCell(token, model),
    html`<span class="long">${scopeInWords(token)}</span>`,
    ...(isAdministrator ? [personLine(token.owner)] : []),
    token.lastUsedAt === null ? html`never` : relativeTime(token.lastUsedAt, now),
    relativeTime(token.expiresAt, now),
    rowMenu(token.name, [
      [`${path}/${token.id}/renew`, 'Renew', 'refresh-cw'],
      [`/manage/imports?token=${token.id}`, 'Imports', 'inbox'],
      [`${path}/${token.id}/delete`, 'Delete…', 'trash-2', 'danger'],
    ]),
  ])
  const owner = isAdministrator ? ['Owner'] : []
  const columns = ['Name', 'State', 'Spaces', ...owner, 'Last used', 'Expires', 'Action']
  return html`${pageHead('Tokens', { path: '/manage/tokens/new', label: 'Create a token' })}
${noticeLine(model.notice)}
${soonLine(model)}
<p>An API token lets a program import pages as its owner, where the owner may write.</p>
${findField(path, 'Find a token', model.part)}
${tokens.length === 0 ? html`<p class="empty">${isWhole(model.part) ? html`There is no API token yet. <a href="${path}/new">Create one</a> for a program or a CI job that imports pages.` : 'No token fits.'}</p>` : dataTable('API tokens', columns, rows)}
${partLinks(path, model.part)}`
}

function hint(text: string): Markup {
  return text === '' ? html`` : html`<span class="hint">${text}</span>`
}

const badges: Readonly<Record<TokenAnswer['state'], Markup>> = {
  active: html`<span class="badge good">${icon('check')}Active</span>`,
  'ends-soon': html`<span class="badge care">${icon('clock')}Ends soon</span>`,
  expired: html`<span class="badge">${icon('circle-dashed')}Expired</span>`,
  refused: html`<span class="badge stop">${icon('circle-x')}Refused</span>`,
}

/** Of a token that no program has used yet nobody knows whether it reached its program. */
const unused: Markup = html`<span class="badge info">${icon('info')}Not used yet</span>`

function stateCell(token: ListedApiToken, { license, now }: TokensModel): Markup {
  const { state, refusal } = foreseeTokenAnswer(token, license, now)
  if (state === 'active' && token.lastUsedAt === null) return unused
  return html`${badges[state]}${refusal === undefined ? '' : hint(`${refusal.status}: ${refusal.reason}`)}`
}

const maxNamed = 5

function soonLine({ expiringSoon, now }: TokensModel): Markup {
  if (expiringSoon.length === 0) return html``
  const named = expiringSoon
    .slice(0, maxNamed)
    .map(
      ({ id, name, expiresAt }, index) =>
        html`${index === 0 ? '' : ', '}<a href="${path}/${id}/renew">${name}</a> ${relativeTime(expiresAt, now)}`,
    )
  const others = expiringSoon.length - named.length
  return html`<p class="warning">Expiring soon: ${named}${others > 0 ? ` and ${others} more` : ''}. Renew in time what is still used.</p>`
}

/**
 * Ask before a token is deleted.
 * @param token The token.
 * @param csrfField The form's token.
 */
export function deleteTokenPage(token: ApiToken, csrfField: Markup): Markup {
  return html`<h1>Delete the token ${token.name}?</h1>
<p>Programs that use it are refused from their next request on. Pages that it imported stay. This cannot be undone.</p>
<dl class="facts"><dt>Owner</dt><dd>${token.owner}</dd>
<dt>Spaces</dt><dd>${scopeInWords(token)}</dd>
<dt>Created</dt><dd>${dayOf(token.createdAt)}</dd>
<dt>Last used</dt><dd>${token.lastUsedAt === null ? 'never' : dayOf(token.lastUsedAt)}</dd></dl>
<form method="post">${csrfField}${formActions('Delete the token', { path, label: 'Cancel' }, 'danger')}</form>`
}
