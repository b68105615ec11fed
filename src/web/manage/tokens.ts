/** The requests for tokens of both kinds: users manage their own, administrators all. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { getLicense, type License } from '../../auth/license.ts'
import {
  foreseeTokenAnswer,
  needsAttention,
  type TokenAnswer,
} from '../../auth/tokens/authenticate-api-token.ts'
import { isExpiringSoon, soonUntil, type TokenKind } from '../../auth/tokens/token-input.ts'
import {
  deleteToken,
  type ListedToken,
  listTokens,
  type Token,
  type TokenPart,
} from '../../auth/tokens/tokens.ts'
import { icon } from '../components/icon-names.ts'
import {
  chipLinks,
  cutPart,
  entriesPerPage,
  findField,
  isWhole,
  type ListPart,
  partLinks,
  readListPart,
} from '../components/list-part.ts'
import {
  dataTable,
  emptyState,
  formActions,
  noneFits,
  noticeLine,
  pageHead,
  personLine,
  rowMenu,
} from '../components/parts.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, viewerOf, type WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { scopeInWords } from './new-token-page.ts'

export function tokenRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, show, clock } = dependencies
  return {
    'GET /manage/tokens': async (c) => {
      const asked = readListPart(c.req.query())
      const license = await getLicense(database)
      const group = groups.find(({ name }) => name !== '' && name === c.req.query('state'))
      const found =
        group === undefined
          ? await listVisibleTokens(dependencies, c, { ...asked, limit: entriesPerPage + 1 })
          : // The state is no column, so it is computed for each token.
            (await listVisibleTokens(dependencies, c, asked)).filter((token) =>
              group.has(foreseeTokenAnswer(token, license, clock())),
            )
      const { shown, part } = cutPart(found, asked, ({ id }) => id)
      const main = tokensPage({
        tokens: shown,
        part,
        group: group?.name ?? '',
        expiringSoon: await listExpiringSoon(dependencies, c),
        license,
        now: clock(),
        isAdministrator: viewerOf(c).isAdministrator,
        notice: c.req.query('done') === 'deleted' ? 'The token is deleted.' : undefined,
      })
      return show(c, 200, 'Tokens', main, { isWide: true })
    },
    'GET /manage/tokens/:id/delete': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token === undefined) return showNotFound(c, show)
      return show(c, 200, 'Delete a token', deleteTokenPage(token, csrfField(c)))
    },
    'POST /manage/tokens/:id/delete': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token === undefined) return showNotFound(c, show)
      await deleteToken(dependencies, token.id, actorOf(c))
      return c.redirect('/manage/tokens?done=deleted', 303)
    },
  }
}

const groups: readonly {
  readonly name: string
  readonly label: string
  readonly has: (answer: TokenAnswer) => boolean
}[] = [
  { name: '', label: 'All', has: () => true },
  { name: 'active', label: 'Active', has: ({ state }) => state === 'active' },
  { name: 'attention', label: 'Need attention', has: needsAttention },
  { name: 'expired', label: 'Expired', has: ({ state }) => state === 'expired' },
]

async function listExpiringSoon(
  dependencies: ManageDependencies,
  c: Context<WebScope>,
): Promise<Token[]> {
  const now = dependencies.clock()
  const found = await listVisibleTokens(dependencies, c, { expiring: [now, soonUntil(now)] })
  return found
    .filter((token) => isExpiringSoon(token, now))
    .sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
}

interface TokensModel {
  readonly tokens: readonly ListedToken[]
  readonly part: ListPart
  readonly group: string
  readonly expiringSoon: readonly Token[]
  readonly license: License
  readonly now: Date
  readonly isAdministrator: boolean
  readonly notice: string | undefined
}

const path = '/manage/tokens'

function tokensPage(model: TokensModel): Markup {
  const { tokens, part, group, now, isAdministrator } = model
  const chosen = { state: group }
  const rows = tokens.map((token) => [
    html`${token.name}${hint(token.description)}`,
    kindWords[token.kind],
    stateCell(token, model),
    html`<span class="long">${scopeInWords(token)}</span>`,
    ...(isAdministrator ? [personLine(token.owner)] : []),
    token.lastUsedAt === null ? html`never` : relativeTime(token.lastUsedAt, now),
    relativeTime(token.expiresAt, now),
    rowMenu(token.name, [
      ...(token.kind === 'api'
        ? ([
            [`${path}/${token.id}/renew`, 'Renew', 'refresh-cw'],
            [`/manage/imports?token=${token.id}`, 'Imports', 'inbox'],
          ] as const)
        : []),
      [`${path}/${token.id}/delete`, 'Delete…', 'trash-2', 'danger'],
    ]),
  ])
  const owner = isAdministrator ? ['Owner'] : []
  const columns = ['Name', 'Kind', 'State', 'Spaces', ...owner, 'Last used', 'Expires', 'Action']
  return html`${pageHead('Tokens', { path: '/manage/tokens/new', label: 'Create a token' })}
${noticeLine(model.notice)}
${soonLine(model)}
<p>An import token lets a program import pages as its owner, where the owner may write. A host token lets one read what the owner may read: by the wiki's own API, as an agent, or in a feed.</p>
${findField(path, 'Find a token', part, chosen)}
${
  tokens.length === 0 && group === ''
    ? ''
    : chipLinks(
        'Which tokens',
        groups.map(({ name, label }) => ({
          path,
          label,
          chosen: { find: part.matching ?? '', state: name },
          isCurrent: name === group,
        })),
      )
}
${tokens.length === 0 ? noToken(model) : dataTable('Tokens', columns, rows)}
${partLinks(path, part, chosen)}`
}

function noToken({ part, group }: TokensModel): Markup {
  if (group === 'attention' && isWhole(part)) {
    return emptyState('No token needs attention', 'None ends soon, and none is refused.')
  }
  return group === '' && isWhole(part)
    ? emptyState(
        'There is no token yet',
        'A program or a CI job needs one to import or read pages.',
        {
          ...{ path: `${path}/new`, label: 'Create a token', isQuiet: true },
        },
      )
    : noneFits('token', { path, label: 'All tokens' })
}

const kindWords: Readonly<Record<TokenKind, string>> = { api: 'Import', host: 'Host, reads only' }

function hint(text: string): Markup {
  return text === '' ? html`` : html`<span class="hint">${text}</span>`
}

const badges: Readonly<Record<TokenAnswer['state'], Markup>> = {
  active: html`<span class="badge good">${icon('check')}Active</span>`,
  'ends-soon': html`<span class="badge care">${icon('clock')}Ends soon</span>`,
  expired: html`<span class="badge">${icon('circle-dashed')}Expired</span>`,
  refused: html`<span class="badge stop">${icon('circle-x')}Refused</span>`,
}

/** An unused token may never have reached its program. */
const unused: Markup = html`<span class="badge info">${icon('info')}Not used yet</span>`

function stateCell(token: ListedToken, { license, now }: TokensModel): Markup {
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
      ({ id, kind, name, expiresAt }, index) =>
        html`${index === 0 ? '' : ', '}${kind === 'api' ? html`<a href="${path}/${id}/renew">${name}</a>` : name} ${relativeTime(expiresAt, now)}`,
    )
  const others = expiringSoon.length - named.length
  return html`<p class="warning">Expiring soon: ${named}${others > 0 ? ` and ${others} more` : ''}. Renew or replace in time what is still used.</p>`
}

function deleteTokenPage(token: Token, csrfField: Markup): Markup {
  return html`<h1>Delete the token ${token.name}?</h1>
<p>Programs that use it are refused from their next request on. ${token.kind === 'api' ? 'Pages that it imported stay. ' : ''}This cannot be undone.</p>
<dl class="facts"><dt>Kind</dt><dd>${kindWords[token.kind]}</dd>
<dt>Owner</dt><dd>${token.owner}</dd>
<dt>Spaces</dt><dd>${scopeInWords(token)}</dd>
<dt>Created</dt><dd>${dayOf(token.createdAt)}</dd>
<dt>Last used</dt><dd>${token.lastUsedAt === null ? 'never' : dayOf(token.lastUsedAt)}</dd></dl>
<form method="post">${csrfField}${formActions('Delete the token', { path, label: 'Cancel' }, 'danger')}</form>`
}

function listVisibleTokens(
  { database }: ManageDependencies,
  c: Context<WebScope>,
  part: Omit<TokenPart, 'owner'>,
): Promise<ListedToken[]> {
  const { name, isAdministrator } = viewerOf(c)
  return listTokens(database, { ...part, owner: isAdministrator ? undefined : name })
}

/** Find a token, or undefined where the viewer may not see it. */
export async function findVisibleToken(
  dependencies: ManageDependencies,
  c: Context<WebScope>,
  id: string,
): Promise<ListedToken | undefined> {
  return (await listVisibleTokens(dependencies, c, { id }))[0]
}
