/**
 * The requests that create or renew a token and show its text, which a reload can show again for
 * some minutes.
 *
 * @module
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { getLicense, type License } from '../../auth/license.ts'
import { readerAs } from '../../auth/reader.ts'
import { licenseProblem } from '../../auth/tokens/authenticate-api-token.ts'
import { findShown, type Showing } from '../../auth/tokens/shown-tokens.ts'
import { type TokenKind, tokenKinds } from '../../auth/tokens/token-input.ts'
import type { Token } from '../../auth/tokens/tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import { findSpace, listReadableSpaces, listWritableSpaces } from '../../importing/spaces.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  maxChoices,
} from '../components/form-fields.ts'
import type { SnippetPlace } from '../components/import-snippets.ts'
import { formActions } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage, showNotFound } from '../frame/message-page.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, viewerOf, type WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'
import {
  hostTokenTextPage,
  type LifetimeFields,
  lifetimeFields,
  type NewTokenFields,
  newTokenPage,
  readLifetimeFields,
  readNewToken,
  scopeInWords,
  tokenNotShownPage,
  tokenTextPage,
  toLifetime,
  usualLifetimeOf,
} from './new-token-page.ts'
import { findVisibleToken } from './tokens.ts'

export function tokenTextRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, apiTokens, hostTokens, show, clock } = dependencies
  const shownTo = (showing: Showing) => findShown(database, showing, clock())
  const openTo = async (c: Context<WebScope>) => {
    const { userId, isAdministrator } = viewerOf(c)
    const limit = maxChoices + 1
    const writable = await listWritableSpaces(database, userId, limit)
    const readable = await listReadableSpaces(readerAs(database, { userId }), { limit })
    return {
      writable,
      readable,
      mayImport: isAdministrator || writable.length > 0,
      mayRead: isAdministrator || readable.length > 0,
    }
  }
  const showForm = async (
    c: Context<WebScope>,
    fields: NewTokenFields,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const { writable, readable, mayImport, mayRead } = await openTo(c)
    if (!mayRead) return show(c, 403, 'No space to read', noSpaceToRead)
    const kind = sentKind(c) ?? (mayImport ? 'api' : 'host')
    const main = newTokenPage({
      kind,
      mayImport,
      fields,
      submission: submissionOf(c) ?? randomUUID(),
      owners: await listOwners(dependencies, c),
      spaces: kind === 'api' ? writable : readable,
      now: clock(),
      problem,
      csrfField: csrfField(c),
    })
    return show(c, problem === undefined ? 200 : 400, 'Create a token', main)
  }
  const showRenewal = async (
    c: Context<WebScope>,
    token: Token,
    fields: LifetimeFields,
    problem?: FormRefusal,
  ): Promise<Response> => {
    const main = renewTokenPage({
      ...fields,
      token,
      problem,
      now: clock(),
      csrfField: csrfField(c),
      submission: submissionOf(c) ?? randomUUID(),
      license: await getLicense(database),
    })
    return show(c, problem === undefined ? 200 : 400, 'Renew an API token', main)
  }
  /** Sending the same form twice, even at once, creates one token. */
  const makeOnce = async (
    c: Context<WebScope>,
    fields: object,
    make: (showing: Showing) => Promise<unknown>,
  ): Promise<Response> => {
    const showing = showingOf(c, digestOf(submissionOf(c) ?? randomUUID(), fields))
    if ((await shownTo(showing)) === undefined) {
      try {
        await make(showing)
      } catch (error) {
        if ((await shownTo(showing)) === undefined) throw error
      }
    }
    return c.redirect(`/manage/tokens/new/${showing.submission}`, 303)
  }
  return {
    'GET /manage/tokens/new': (c) => showForm(c, readNewToken(new Map(), viewerOf(c).name)),
    'POST /manage/tokens/new': async (c) => {
      const viewer = viewerOf(c)
      const sent = readNewToken(c.get('form'), viewer.name)
      const fields = viewer.isAdministrator ? sent : { ...sent, owner: viewer.name }
      try {
        const { name, description, owner, scope, isCreateOnly, isPreviewOnly } = fields
        const spaces = scope === 'chosen' ? fields.spaces : undefined
        const sources = fields.sources.length > 0 ? fields.sources : undefined
        const kind = sentKind(c) ?? 'api'
        const { mayImport, mayRead } = await openTo(c)
        if (kind === 'api' ? !mayImport : !mayRead) throw noSpaceOpen()
        const lifetime = toLifetime(fields)
        const token = { name, description, owner, spaces, ...lifetime, createdBy: actorOf(c) }
        return await makeOnce(c, { kind, ...fields }, (showing) =>
          kind === 'host'
            ? hostTokens.create({ ...token, showing })
            : apiTokens.create({ ...token, sources, isCreateOnly, isPreviewOnly, showing }),
        )
      } catch (error) {
        return showForm(c, fields, formRefusal(error))
      }
    },
    'GET /manage/tokens/new/:submission': async (c) => {
      const shown = await shownTo(showingOf(c, c.req.param('submission')))
      const token = shown && (await findVisibleToken(dependencies, c, shown.tokenId))
      if (shown === undefined || token === undefined) {
        return show(c, 404, 'Not shown any more', tokenNotShownPage)
      }
      const text = { token, text: shown.token, until: shown.until }
      if (token.kind === 'host') {
        const main = hostTokenTextPage({ ...text, publicUrl: dependencies.publicUrl() })
        return show(c, 200, `Token ${token.name}`, main)
      }
      const license = await getLicense(database)
      const main = tokenTextPage({
        ...text,
        warning:
          token.license === null ? undefined : licenseProblem(token.license, license, clock()),
        ...(await findPlace(dependencies, token)),
      })
      return show(c, 200, `Token ${token.name}`, main)
    },
    'GET /manage/tokens/:id/renew': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token?.kind !== 'api') return showNotFound(c, show)
      return showRenewal(c, token, { days: usualLifetimeOf(token), expiresOn: '' })
    },
    'POST /manage/tokens/:id/renew': async (c) => {
      const token = await findVisibleToken(dependencies, c, c.req.param('id'))
      if (token?.kind !== 'api') return showNotFound(c, show)
      const { id } = token
      const fields = readLifetimeFields(c.get('form'))
      const seenAt = fieldText(c.get('form'), 'createdAt')
      try {
        const input = {
          id,
          ...toLifetime(fields),
          createdAt: toDate(seenAt),
          renewedBy: actorOf(c),
        }
        return await makeOnce(c, { id, seenAt, ...fields }, (showing) =>
          apiTokens.renew({ ...input, showing }),
        )
      } catch (error) {
        return showRenewal(c, token, fields, formRefusal(error))
      }
    },
  }
}

/** What the form or the address says that the token is for. */
function sentKind(c: Context<WebScope>): TokenKind | undefined {
  const sent = c.get('form')?.get('kind') ?? c.req.query('kind')
  return tokenKinds.find((kind) => kind === sent)
}

function noSpaceOpen(): RequestError {
  return new RequestError(
    'bad-request',
    'No space is open to you for that. Ask an administrator for access, then create the token.',
  )
}

const noSpaceToRead: Markup = messagePage(
  'No space to read',
  'A token reads or imports where you may. Ask an administrator for access to a space.',
)

async function listOwners(
  { users }: ManageDependencies,
  c: Context<WebScope>,
): Promise<readonly string[] | undefined> {
  if (!viewerOf(c).isAdministrator) return undefined
  const found = await users.list({ isEnabled: true, limit: maxChoices + 1 })
  return found.map(({ name }) => name)
}

function submissionOf(c: Context<WebScope>): string | undefined {
  return c.get('form')?.get('submission')
}

function digestOf(submission: string, fields: object): string {
  const text = JSON.stringify([submission, fields])
  return createHash('sha256').update(text).digest('base64url')
}

function showingOf(c: Context<WebScope>, submission: string): Showing {
  const sessionId = c.get('sessionId')
  if (sessionId === undefined) throw new TypeError('this route is not behind requireViewer')
  return { sessionId, submission: submission.toWellFormed().replaceAll('\0', '') }
}

function toDate(milliseconds: string): Date {
  if (!/^[0-9]{1,15}$/.test(milliseconds)) {
    throw new RequestError('bad-request', 'createdAt must be that of the form. Open it again.')
  }
  return new Date(Number(milliseconds))
}

async function findPlace(
  { database, users, endpoint }: ManageDependencies,
  { owner: ownerName, spaces }: Token,
): Promise<{ place: SnippetPlace; isPlaceKnown: boolean }> {
  const userId = (await users.findByName(ownerName))?.id ?? 0
  const [key] = spaces ?? []
  const [space] =
    key === undefined
      ? await listWritableSpaces(database, userId, 1)
      : [await findSpace(database, key, { writableBy: { userId } })]
  const place = {
    endpoint: endpoint(),
    spaceKey: space?.key ?? 'SPACE',
    parentId: space?.importParentId ?? 'PAGE_ID',
  }
  return { place, isPlaceKnown: space !== undefined }
}

interface RenewTokenModel extends LifetimeFields {
  readonly token: Token
  readonly submission: string
  readonly license: License
  readonly now: Date
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

function renewTokenPage(model: RenewTokenModel): Markup {
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
