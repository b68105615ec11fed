/** The forms that create and renew a token. @module */
import { createHash, randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { getLicense } from '../../../accounts/license.ts'
import { readerAs } from '../../../accounts/reader.ts'
import { licenseProblem } from '../../../accounts/tokens/authenticate-api-token.ts'
import { findShownToken, type Showing } from '../../../accounts/tokens/shown-tokens.ts'
import {
  type Lifetime,
  offeredDays,
  type TokenKind,
  tokenKinds,
} from '../../../accounts/tokens/token-input.ts'
import type { ListedToken } from '../../../accounts/tokens/tokens.ts'
import { RequestError } from '../../../contract/errors.ts'
import { listReadableSpaces, listWritableSpaces } from '../../../wiki/import/spaces.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import {
  type FieldSpec,
  type FormRefusal,
  fieldText,
  formFields,
  maxChoices,
  tick,
} from '../components/form-fields.ts'
import { chipLinks } from '../components/list-part.ts'
import { facts } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage } from '../frame/message-page.ts'
import type { PageContext, Pages } from '../pages.ts'
import { actorOf, type FormFields, viewerOf } from '../web-scope.ts'
import { everyUser, type ManageDependencies } from './manage-scope.ts'
import { findVisibleToken, scopeInWords, tokenList } from './tokens.ts'

const path = `${tokenList.path}/new`
const dayMs = 24 * 60 * 60 * 1000

interface TokenChoice {
  readonly writable: readonly Space[]
  readonly readable: readonly Space[]
  readonly mayImport: boolean
  readonly mayRead: boolean
}

async function findOpen(c: PageContext, { database }: ManageDependencies): Promise<TokenChoice> {
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

const creating = everyUser.form<TokenChoice>({
  path,
  find: findOpen,
  view: async (choices, dependencies, c, { form, refusal }) => {
    if (!choices.mayRead) return refuse(c, dependencies)
    const kind = kindOf(c, choices)
    const usage =
      kind === 'api'
        ? 'A program imports pages with it, by the operation or by markport import.'
        : 'A host token: a program, an agent or a reader of feeds reads pages with it.'
    return {
      title: 'Create a token',
      ways: [tokenList],
      lead: html`${kindLinks(kind, choices)}<p>${usage}</p>`,
      fields: [
        submissionField(c),
        html`<input type="hidden" name="kind" value="${kind}">`,
        {
          name: 'name',
          label: 'Name',
          isRequired: true,
          maxLength: 50,
          hint: '3 to 50 characters of A-Z, a-z, 0-9, _ and -, such as ci-docs.',
        },
        {
          name: 'description',
          label: 'Description (optional)',
          maxLength: 200,
          hint: 'What uses it, and where.',
        },
        ...(await ownerFields(c, dependencies, kind)),
        spacesField(kind, kind === 'api' ? choices.writable : choices.readable, form, refusal),
        ...(kind === 'api' ? importFields(form) : []),
        ...lifetimeFields(dependencies.clock()),
      ],
      button: 'Create the token',
    }
  },
  submit: (choices, dependencies, c) => {
    if (!choices.mayRead) return refuse(c, dependencies)
    const kind = sentKind(c) ?? 'api'
    if (kind === 'api' && !choices.mayImport) throw noSpaceOpen()
    const form = c.get('form')
    const viewer = viewerOf(c)
    const { spaces, sources } = readScope(form)
    const token = {
      name: fieldText(form, 'name').trim(),
      description: fieldText(form, 'description'),
      owner: viewer.isAdministrator ? (form.get('owner') ?? viewer.name) : viewer.name,
      spaces,
    }
    const rights = {
      sources,
      isCreateOnly: form.has('isCreateOnly'),
      isPreviewOnly: form.has('isPreviewOnly'),
    }
    const newToken = { ...token, ...readLifetime(form), createdBy: actorOf(c) }
    const formContent = { kind, ...token, ...rights, ...typedLifetime(form) }
    return makeOnce(c, dependencies, formContent, (showing) =>
      kind === 'host'
        ? dependencies.hostTokens.create({ ...newToken, showing })
        : dependencies.apiTokens.create({ ...newToken, ...rights, showing }),
    )
  },
})

export const newTokenPages: Pages<ManageDependencies> = {
  ...creating,
  ...everyUser.form<ListedToken>({
    path: `${tokenList.path}/:id/renew`,
    find: async (c, dependencies) => {
      const token = await findVisibleToken(c, dependencies)
      return token?.kind === 'api' ? token : undefined
    },
    view: async (token, { database, clock }, c) => {
      const now = clock()
      const license = await getLicense(database)
      const refusal = licenseProblem(license, license, now)
      return {
        title: `Renew the token ${token.name}`,
        ways: [tokenList],
        lead: html`${refusal === undefined ? '' : html`<p class="warning">The renewed token will answer 402 for now. ${refusal}</p>`}
<p>It gets a new text and a new end, and keeps its name, owner and spaces. <strong>Its present text is refused from then on</strong>: put the new one in its place at once.</p>
${facts([
  ['Owner', token.owner],
  ['Spaces', scopeInWords(token)],
  [token.expiresAt > now ? 'Expires' : 'Expired', dayOf(token.expiresAt)],
  ['Last used', token.lastUsedAt === null ? 'never' : dayOf(token.lastUsedAt)],
])}`,
        fields: [
          submissionField(c),
          html`<input type="hidden" name="createdAt" value="${token.createdAt.getTime()}">`,
          ...lifetimeFields(now, lifetimeOf(token)),
        ],
        button: 'Renew the token',
      }
    },
    submit: ({ id }, dependencies, c) => {
      const form = c.get('form')
      const seenAt = fieldText(form, 'createdAt')
      const renewal = {
        id,
        ...readLifetime(form),
        createdAt: toDate(seenAt),
        renewedBy: actorOf(c),
      }
      return makeOnce(c, dependencies, { id, seenAt, ...typedLifetime(form) }, (showing) =>
        dependencies.apiTokens.renew({ ...renewal, showing }),
      )
    },
  }),
}

/** Sending a form twice, even at once, makes one token. */
async function makeOnce(
  c: PageContext,
  { database, clock }: ManageDependencies,
  fields: object,
  make: (showing: Showing) => Promise<unknown>,
): Promise<string> {
  const text = JSON.stringify([submissionOf(c) ?? randomUUID(), fields])
  const showing = showingOf(c, createHash('sha256').update(text).digest('base64url'))
  const isMade = async () => (await findShownToken(database, showing, clock())) !== undefined
  if (!(await isMade())) {
    try {
      await make(showing)
    } catch (error) {
      if (!(await isMade())) throw error
    }
  }
  return `${path}/${showing.submission}`
}

export function showingOf(c: PageContext, submission: string): Showing {
  const sessionId = c.get('sessionId')
  if (sessionId === undefined) throw new TypeError('this route is not behind requireViewer')
  return { sessionId, submission: submission.toWellFormed().replaceAll('\0', '') }
}

function submissionOf(c: PageContext): string | undefined {
  return c.get('form')?.get('submission')
}

function submissionField(c: PageContext): Markup {
  return html`<input type="hidden" name="submission" value="${submissionOf(c) ?? randomUUID()}">`
}

/** The kind of token in the form or the address. */
function sentKind(c: PageContext): TokenKind | undefined {
  const kindText = c.get('form')?.get('kind') ?? c.req.query('kind')
  return tokenKinds.find((kind) => kind === kindText)
}

function kindOf(c: PageContext, { mayImport }: TokenChoice): TokenKind {
  return sentKind(c) ?? (mayImport ? 'api' : 'host')
}

function kindLinks(current: TokenKind, { mayImport }: TokenChoice): Markup {
  const link = (kind: TokenKind, label: string) => ({
    path,
    label,
    filters: { kind },
    isCurrent: kind === current,
  })
  const importing = mayImport ? [link('api', 'Import pages')] : []
  return chipLinks('What the token is for', [...importing, link('host', 'Read pages')])
}

function noSpaceOpen(): RequestError {
  return new RequestError(
    'bad-request',
    'No space is open to you for that. Ask an administrator for access, then create the token.',
  )
}

function refuse(c: PageContext, { show }: ManageDependencies): Promise<Response> {
  const title = 'No space to read'
  const text = 'A token reads or imports where you may. Ask an administrator for access to a space.'
  return show(c, 403, title, messagePage(title, text))
}

async function ownerFields(
  c: PageContext,
  { users }: ManageDependencies,
  kind: TokenKind,
): Promise<readonly FieldSpec[]> {
  const viewer = viewerOf(c)
  if (!viewer.isAdministrator) return []
  const owners = await users.list({ isEnabled: true, limit: maxChoices + 1 })
  const field = {
    name: 'owner',
    label: 'Owner',
    value: viewer.name,
    hint: `It can ${kind === 'api' ? 'write' : 'read'} where the owner can.`,
  }
  return owners.length > maxChoices
    ? [{ ...field, isRequired: true, maxLength: 100 }]
    : [{ ...field, choices: owners.map(({ name }) => [name, name] as const) }]
}

/** Ids, or keys when there are too many spaces for a list; undefined for all spaces. */
function readScope(form: FormFields) {
  const split = (name: string, separator: RegExp): string[] =>
    fieldText(form, name)
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const ticked = [...form.keys()].flatMap((name) => /^space-([0-9]+)$/.exec(name)?.[1] ?? [])
  const sources = split('sources', /,/)
  const isChosen = form.get('scope') === 'chosen'
  return {
    spaces: isChosen ? [...ticked, ...split('spaceKeys', /[\s,]/)] : undefined,
    sources: sources.length > 0 ? sources : undefined,
  }
}

function spacesField(
  kind: TokenKind,
  spaces: readonly Space[],
  form: FormFields,
  refusal: FormRefusal | undefined,
): Markup {
  const scope = form.get('scope') === 'chosen' ? 'chosen' : 'all'
  const choice = (value: string, label: string): Markup =>
    html`<div class="choice"><input type="radio" id="scope-${value}" name="scope" value="${value}"${scope === value ? html` checked` : ''}>
<label for="scope-${value}">${label}</label></div>`
  const keys = {
    name: 'spaceKeys',
    label: 'Keys of the spaces',
    hint: 'With a space between them, such as DOCS TEAM.',
  }
  const boxes = spaces.map(({ id, key, name }) =>
    tick(
      { name: `space-${id}`, label: html`${name} <span class="hint">${key}</span>` },
      form.has(`space-${id}`),
    ),
  )
  const chosenSpaces = html`${choice('chosen', 'Only some of them')}
<div class="chosen-spaces">${spaces.length > maxChoices ? formFields([keys], { form, refusal }) : boxes}</div>`
  return html`<fieldset${refusal?.field === 'spaces' ? html` aria-describedby="error"` : ''}><legend>Spaces</legend>
${choice('all', `All spaces ${kind === 'api' ? 'where its owner may write' : 'that its owner may read'}`)}
${spaces.length === 0 ? '' : chosenSpaces}
</fieldset>`
}

function importFields(form: FormFields): readonly (FieldSpec | Markup)[] {
  const createOnly = {
    name: 'isCreateOnly',
    label: 'Create only',
    hint: 'It may create pages, and not change, rename or move those that are there.',
  }
  const previewOnly = {
    name: 'isPreviewOnly',
    label: 'Preview only',
    hint: 'It may put pages into previews, and import none: for pull requests, also from forks.',
  }
  return [
    {
      name: 'sources',
      label: 'Sources (optional)',
      hint: 'Leave it empty for any, or name the only ones that it may import, with commas between them, such as github.com/team/docs.',
    },
    html`<fieldset><legend>Pages</legend>
${[createOnly, previewOnly].map((field) => tick(field, form.has(field.name)))}
</fieldset>`,
  ]
}

const lifetimes = ['1', '7', '30', '90'] as const
const usualLifetime = '30'
const untilDay = 'day'

function lifetimeOf({ createdAt, expiresAt }: ListedToken): string {
  const days = String((expiresAt.getTime() - createdAt.getTime()) / dayMs)
  return lifetimes.find((lifetime) => lifetime === days) ?? usualLifetime
}

function typedLifetime(form: FormFields) {
  return { days: form.get('days') ?? usualLifetime, expiresOn: fieldText(form, 'expiresOn').trim() }
}

/** @throws {RequestError} `bad-request` for an invalid lifetime. */
function readLifetime(form: FormFields): Lifetime {
  const { days, expiresOn } = typedLifetime(form)
  if (days === untilDay) return { expiresOn }
  if (lifetimes.some((lifetime) => lifetime === days)) return { lifetimeMs: Number(days) * dayMs }
  const options = [...lifetimes, untilDay].join(', ')
  throw new RequestError('bad-request', `days must be one of ${options}.`, { field: 'days' })
}

function lifetimeFields(now: Date, usual: string = usualLifetime): readonly (FieldSpec | Markup)[] {
  const { first, last } = offeredDays(now.getTime())
  const days = lifetimes.map((count) => [count, count === '1' ? '1 day' : `${count} days`] as const)
  return [
    {
      name: 'days',
      label: 'Lifetime',
      value: usual,
      choices: [...days, [untilDay, 'Until a day that I choose']],
    },
    {
      name: 'expiresOn',
      label: 'Last day',
      type: 'date',
      min: first,
      max: last,
      hint: 'The token expires at the end of this day, in UTC.',
    },
  ]
}

function toDate(milliseconds: string): Date {
  if (!/^[0-9]{1,15}$/.test(milliseconds)) {
    throw new RequestError('bad-request', 'createdAt must be that of the form. Open it again.')
  }
  return new Date(Number(milliseconds))
}
