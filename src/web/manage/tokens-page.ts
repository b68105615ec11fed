/** The list of API tokens, and the question before one is deleted. @module */
import { html } from 'hono/html'
import type { License } from '../../auth/license.ts'
import { licenseProblem } from '../../auth/tokens/api-token-license.ts'
import type { ApiToken } from '../../auth/tokens/list-api-tokens.ts'
import { isExpiringSoon } from '../../auth/tokens/token-lifetime.ts'
import { findField, isWhole, type ListPart, partLinks } from '../components/list-part.ts'
import { dataTable, noticeLine, pageHead } from '../components/parts.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { scopeInWords } from './token-fields.ts'

export interface TokensModel {
  /** A part of them. */
  readonly tokens: readonly ApiToken[]
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
    html`${token.name}${token.description === '' ? '' : html`<span class="hint">${token.description}</span>`}`,
    ...(isAdministrator ? [html`<span class="long">${token.owner}</span>`] : []),
    html`<span class="long">${scopeInWords(token)}</span>`,
    relativeTime(token.createdAt, now),
    html`${expiryBadge(token, now)} ${relativeTime(token.expiresAt, now)}`,
    token.lastUsedAt === null ? html`never` : relativeTime(token.lastUsedAt, now),
    licenseCell(token, model),
    html`<a href="/manage/tokens/${token.id}/renew">Renew<span class="visually-hidden"> ${token.name}</span></a> <a href="/manage/tokens/${token.id}/delete">Delete<span class="visually-hidden"> ${token.name}</span></a>`,
  ])
  const owner = isAdministrator ? ['Owner'] : []
  const columns = [
    'Name',
    ...owner,
    'Spaces',
    'Created',
    'Expires',
    'Last used',
    'License',
    'Action',
  ]
  return html`${pageHead('Tokens', { path: '/manage/tokens/new', label: 'Create a token' })}
${noticeLine(model.notice)}
${soonLine(model)}
<p>An API token lets a program import pages as its owner, where the owner may write.</p>
${findField(path, 'Find a token', model.part)}
${tokens.length === 0 ? html`<p class="empty">${isWhole(model.part) ? html`There is no API token yet. <a href="${path}/new">Create one</a> for a program or a CI job that imports pages.` : 'No token fits.'}</p>` : dataTable('API tokens', columns, rows)}
${partLinks(path, model.part)}`
}

function expiryBadge(token: ApiToken, now: Date): Markup {
  if (token.expiresAt <= now) return html`<span class="badge badge-stop">Expired</span>`
  if (!isExpiringSoon(token, now)) return html``
  return html`<span class="badge badge-care">Soon</span>`
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

function licenseCell(token: ApiToken, { license, now }: TokensModel): Markup {
  const problem = licenseProblem(token.license, license, now)
  const made = html`<span class="hint">created while ${licenseWords(token.license)}</span>`
  return problem === undefined
    ? html`<span class="badge badge-good">Can import</span> ${made}`
    : html`<span class="badge badge-care">Cannot import</span> ${made}<span class="hint">${problem}</span>`
}

function licenseWords({ status, trialEnds }: License): string {
  if (trialEnds !== null) return `on trial until ${exactTime(trialEnds)}`
  return status === 'renewal-pending' ? 'a renewal was pending' : status
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
<dt>Created</dt><dd>${exactTime(token.createdAt)}</dd>
<dt>Last used</dt><dd>${token.lastUsedAt === null ? 'never' : exactTime(token.lastUsedAt)}</dd></dl>
<form class="row" method="post">${csrfField}<button class="danger" type="submit">Delete the token</button> <a href="/manage/tokens">Keep it</a></form>`
}
