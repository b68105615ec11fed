/** API and host tokens: users see and end their own, administrators all. @module */
import { html } from 'hono/html'
import { getLicense } from '../../../accounts/license.ts'
import {
  foreseeTokenAnswer,
  needsAttention,
  type TokenAnswer,
} from '../../../accounts/tokens/token-answer.ts'
import type { TokenKind } from '../../../accounts/tokens/token-input.ts'
import {
  deleteToken,
  type ListedToken,
  listTokens,
  type Token,
  type TokenPart,
} from '../../../accounts/tokens/tokens.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { everyUser } from '../components/page-schemes.ts'
import { facts, personLine, rowMenu, stateBadge } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { actorOf, type PageContext, type Pages, type Viewer, viewerOf } from '../pages.ts'

export const tokenList = { path: '/manage/tokens', label: 'Tokens' }
const { path } = tokenList

interface ForeseenToken extends ListedToken {
  readonly answer: TokenAnswer
}

async function foreseeAnswers(
  { database, clock }: ServiceParts,
  viewer: Viewer,
  part: TokenPart = {},
): Promise<ForeseenToken[]> {
  const license = await getLicense(database)
  const tokens = await listTokens(database, { ...part, owner: ownerOf(viewer) })
  return tokens.map((token) => ({ ...token, answer: foreseeTokenAnswer(token, license, clock()) }))
}

export const tokenPages: Pages = {
  ...everyUser.list<ForeseenToken>({
    path,
    settings: {
      group: 'You',
      label: tokenList.label,
      icon: 'key',
      badge: {
        words: 'end soon or are refused',
        count: async (dependencies, viewer) =>
          (await foreseeAnswers(dependencies, viewer)).filter(({ answer }) =>
            needsAttention(answer),
          ).length,
      },
    },
    action: { path: `${path}/new`, label: 'Create a token' },
    finding: ['token', 'Find a token'],
    notices: { deleted: 'The token is deleted.' },
    read: (dependencies, part, c) => foreseeAnswers(dependencies, viewerOf(c), part),
    placeOf: ({ id }) => id,
    view: (_parts, _, c) => ({
      lead: "An import token lets a program import pages as its owner, where the owner may write. A host token lets one read what the owner may read: by the wiki's own API, as an agent, or in a feed.",
      emptyText: [
        'There is no token yet',
        'A program or a CI job needs one to import or read pages.',
      ],
      columns: [
        ['Name', ({ name }) => name],
        ['Kind', ({ kind }) => kindWords[kind]],
        ['State', stateCell],
        ['Spaces', (token) => html`<span class="long">${scopeInWords(token)}</span>`],
        ...(viewerOf(c).isAdministrator
          ? [['Owner', ({ owner }: Token) => personLine(owner)] as const]
          : []),
        ['Last used', ({ lastUsedAt }) => (lastUsedAt ? dayOf(lastUsedAt) : 'never')],
        ['Expires', ({ expiresAt }) => dayOf(expiresAt)],
        ['Action', tokenMenu],
      ],
    }),
  }),
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

/** Returns undefined also if the viewer may not see the token. */
async function findVisibleToken(
  c: PageContext,
  { database }: ServiceParts,
): Promise<ListedToken | undefined> {
  const id = c.req.param('id') ?? ''
  return (await listTokens(database, { id, owner: ownerOf(viewerOf(c)) }))[0]
}

function tokenMenu({ id, kind, name }: Token): Markup {
  return rowMenu(name, [
    ...(kind === 'api' ? [[`/manage/imports?token=${id}`, 'Imports', 'inbox'] as const] : []),
    [`${path}/${id}/delete`, 'Delete…', 'trash-2', 'danger'],
  ])
}

export const kindWords: Readonly<Record<TokenKind, string>> = {
  api: 'Import',
  host: 'Host, reads only',
}

const badges: Readonly<Record<TokenAnswer['state'], Markup>> = {
  active: stateBadge('good', 'Active'),
  'ends-soon': stateBadge('care', 'Ends soon', 'clock'),
  expired: stateBadge('', 'Expired'),
  refused: stateBadge('stop', 'Refused'),
}

function stateCell({ answer: { state, refusal }, lastUsedAt }: ForeseenToken): Markup {
  // A program may never have received an unused token.
  if (state === 'active' && lastUsedAt === null) return stateBadge('info', 'Not used yet')
  return html`${badges[state]}${refusal === undefined ? '' : html`<span class="hint">${refusal.status}: ${refusal.reason}</span>`}`
}

function scopeInWords({
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
