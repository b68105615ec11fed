/** API and host tokens: users see and end their own, administrators all. @module */
import { html } from 'hono/html'
import { getLicense, type License } from '../../../accounts/license.ts'
import {
  foreseeTokenAnswer,
  needsAttention,
  type TokenAnswer,
} from '../../../accounts/tokens/authenticate-api-token.ts'
import { isExpiringSoon, soonUntil, type TokenKind } from '../../../accounts/tokens/token-input.ts'
import {
  deleteToken,
  type ListedToken,
  listTokens,
  type Token,
  type TokenPart,
} from '../../../accounts/tokens/tokens.ts'
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
import { noticeOf } from '../components/page-schemes.ts'
import {
  type Column,
  emptyState,
  facts,
  noneFits,
  noticeLine,
  pageHead,
  personLine,
  rowMenu,
  stateBadge,
  tableOf,
} from '../components/parts.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { PageContext, Pages } from '../pages.ts'
import { actorOf, type Viewer, viewerOf } from '../web-scope.ts'
import { everyUser, type ManageDependencies } from './manage-scope.ts'

export const tokenList = { path: '/manage/tokens', label: 'Tokens' }
const { path } = tokenList

export const tokenPages: Pages<ManageDependencies> = {
  [`GET ${path}`]: {
    who: 'users',
    settings: {
      group: 'You',
      label: tokenList.label,
      icon: 'key',
      badge: {
        words: 'end soon or are refused',
        async count({ database, clock }, viewer) {
          const license = await getLicense(database)
          const tokens = await listTokens(database, { owner: ownerOf(viewer) })
          return tokens.filter((token) =>
            needsAttention(foreseeTokenAnswer(token, license, clock())),
          ).length
        },
      },
    },
    answer: showTokens,
  },
  ...everyUser.form<ListedToken>({
    path: `${path}/:id/delete`,
    find: findVisibleToken,
    view: (token) => ({
      title: `Delete the token ${token.name}?`,
      ways: [tokenList],
      lead: html`<p>Programs that use it are refused from their next request on. ${token.kind === 'api' ? 'Pages that it imported stay. ' : ''}This cannot be undone.</p>
${facts([
  ['Kind', kindWords[token.kind]],
  ['Owner', token.owner],
  ['Spaces', scopeInWords(token)],
  ['Created', dayOf(token.createdAt)],
  ['Last used', token.lastUsedAt === null ? 'never' : dayOf(token.lastUsedAt)],
])}`,
      button: 'Delete the token',
      look: 'danger',
    }),
    submit: async ({ id }, dependencies, c) => {
      await deleteToken(dependencies, id, actorOf(c))
      return `${path}?done=deleted`
    },
  }),
}

function ownerOf({ isAdministrator, name }: Viewer): string | undefined {
  return isAdministrator ? undefined : name
}

function listVisibleTokens(
  c: PageContext,
  { database }: ManageDependencies,
  part: Omit<TokenPart, 'owner'>,
): Promise<ListedToken[]> {
  return listTokens(database, { ...part, owner: ownerOf(viewerOf(c)) })
}

/** Undefined also when the viewer may not see it. */
export async function findVisibleToken(
  c: PageContext,
  dependencies: ManageDependencies,
  id = c.req.param('id') ?? '',
): Promise<ListedToken | undefined> {
  return (await listVisibleTokens(c, dependencies, { id }))[0]
}

interface Group {
  readonly name: string
  readonly label: string
  readonly has: (answer: TokenAnswer) => boolean
}

const everyState: Group = { name: '', label: 'All', has: () => true }
const groups: readonly Group[] = [
  everyState,
  { name: 'active', label: 'Active', has: ({ state }) => state === 'active' },
  { name: 'attention', label: 'Need attention', has: needsAttention },
  { name: 'expired', label: 'Expired', has: ({ state }) => state === 'expired' },
]

async function showTokens(c: PageContext, dependencies: ManageDependencies): Promise<Response> {
  const { database, show, clock } = dependencies
  const now = clock()
  const license = await getLicense(database)
  const position = readListPart(c.req.query())
  const group = groups.find(({ name }) => name === c.req.query('state')) ?? everyState
  // The state is computed, so filtering by it reads all tokens.
  const limit = group === everyState ? { limit: entriesPerPage + 1 } : {}
  const rows = (await listVisibleTokens(c, dependencies, { ...position, ...limit })).filter(
    (token) => group.has(foreseeTokenAnswer(token, license, now)),
  )
  const { entries, part } = cutPart(rows, position, ({ id }) => id)
  const soon = await listVisibleTokens(c, dependencies, { expiring: [now, soonUntil(now)] })
  const filters = { state: group.name }
  const chips = groups.map(({ name, label }) => ({
    path,
    label,
    isCurrent: name === group.name,
    filters: { find: part.matching ?? '', state: name },
  }))
  const hasNone = entries.length === 0
  const main = html`${pageHead(tokenList.label, { path: `${path}/new`, label: 'Create a token' })}
${noticeLine(noticeOf(c, { deleted: 'The token is deleted.' }))}
${soonLine(soon, now)}
<p>An import token lets a program import pages as its owner, where the owner may write. A host token lets one read what the owner may read: by the wiki's own API, as an agent, or in a feed.</p>
${findField(path, 'Find a token', part, filters)}
${hasNone && group === everyState ? '' : chipLinks('Which tokens', chips)}
${hasNone ? noToken(part, group) : tableOf('Tokens', columnsFor(c, license, now), entries)}
${partLinks(path, part, filters)}`
  return show(c, 200, tokenList.label, main, { isWide: true })
}

function columnsFor(c: PageContext, license: License, now: Date): readonly Column<ListedToken>[] {
  const owner: Column<ListedToken> = ['Owner', (token) => personLine(token.owner)]
  return [
    ['Name', ({ name, description }) => html`${name}${hint(description)}`],
    ['Kind', ({ kind }) => kindWords[kind]],
    ['State', (token) => stateCell(token, license, now)],
    ['Spaces', (token) => html`<span class="long">${scopeInWords(token)}</span>`],
    ...(viewerOf(c).isAdministrator ? [owner] : []),
    ['Last used', ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt, now) : 'never')],
    ['Expires', ({ expiresAt }) => relativeTime(expiresAt, now)],
    ['Action', tokenMenu],
  ]
}

function tokenMenu({ id, kind, name }: Token): Markup {
  return rowMenu(name, [
    ...(kind === 'api'
      ? ([
          [`${path}/${id}/renew`, 'Renew', 'refresh-cw'],
          [`/manage/imports?token=${id}`, 'Imports', 'inbox'],
        ] as const)
      : []),
    [`${path}/${id}/delete`, 'Delete…', 'trash-2', 'danger'],
  ])
}

function noToken(part: ListPart, { name }: Group): Markup {
  if (name === 'attention' && isWhole(part)) {
    return emptyState('No token needs attention', 'None ends soon, and none is refused.')
  }
  if (name !== '' || !isWhole(part)) return noneFits('token', { path, label: 'All tokens' })
  const action = { path: `${path}/new`, label: 'Create a token', isQuiet: true }
  const text = 'A program or a CI job needs one to import or read pages.'
  return emptyState('There is no token yet', text, action)
}

const kindWords: Readonly<Record<TokenKind, string>> = { api: 'Import', host: 'Host, reads only' }

function hint(text: string): Markup {
  return text === '' ? html`` : html`<span class="hint">${text}</span>`
}

const badges: Readonly<Record<TokenAnswer['state'], Markup>> = {
  active: stateBadge('good', 'Active'),
  'ends-soon': stateBadge('care', 'Ends soon', 'clock'),
  expired: stateBadge('', 'Expired'),
  refused: stateBadge('stop', 'Refused'),
}

function stateCell(token: ListedToken, license: License, now: Date): Markup {
  const { state, refusal } = foreseeTokenAnswer(token, license, now)
  // A program may never have received an unused token.
  if (state === 'active' && token.lastUsedAt === null) return stateBadge('info', 'Not used yet')
  return html`${badges[state]}${refusal === undefined ? '' : hint(`${refusal.status}: ${refusal.reason}`)}`
}

const maxNamed = 5

function soonLine(expiring: readonly Token[], now: Date): Markup {
  const soon = expiring
    .filter((token) => isExpiringSoon(token, now))
    .sort((left, right) => left.expiresAt.getTime() - right.expiresAt.getTime())
  if (soon.length === 0) return html``
  const links = soon
    .slice(0, maxNamed)
    .map(
      ({ id, kind, name, expiresAt }, index) =>
        html`${index === 0 ? '' : ', '}${kind === 'api' ? html`<a href="${path}/${id}/renew">${name}</a>` : name} ${relativeTime(expiresAt, now)}`,
    )
  const furtherCount = soon.length - links.length
  return html`<p class="warning">Expiring soon: ${links}${furtherCount > 0 ? ` and ${furtherCount} more` : ''}. Renew or replace in time what is still used.</p>`
}

export function scopeInWords({
  spaces,
  sources,
  isCreateOnly,
  isPreviewOnly,
}: Pick<Token, 'spaces' | 'sources' | 'isCreateOnly' | 'isPreviewOnly'>): string {
  const inSpaces = spaces === null ? 'All spaces' : spaces.join(', ')
  const where = sources === null ? inSpaces : `${inSpaces}, from ${sources.join(', ')}`
  if (isPreviewOnly) return `${where}, preview only`
  return isCreateOnly ? `${where}, create only` : where
}
