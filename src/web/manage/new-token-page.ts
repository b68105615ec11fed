/** The form for a new token, and the page that shows the text of a new or renewed one. @module */
import { html } from 'hono/html'
import { type Lifetime, offeredDays, type TokenKind } from '../../auth/tokens/token-input.ts'
import type { Token } from '../../auth/tokens/tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  maxChoices,
  selectField,
  textField,
} from '../components/form-fields.ts'
import { docsWorkflow, type SnippetPlace, trialSnippet } from '../components/import-snippets.ts'
import { chipLinks } from '../components/list-part.ts'
import { copyableBlock } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'

export interface NewTokenFields extends LifetimeFields, ScopeFields {
  readonly name: string
  readonly description: string
  readonly owner: string
}

interface NewTokenModel {
  readonly kind: TokenKind
  /** Whether the viewer may make a token that imports. */
  readonly mayImport: boolean
  readonly fields: NewTokenFields
  /** Identifies this form, so that sending it twice creates one token. */
  readonly submission: string
  /** At most one more than a menu may have; undefined when the token can only be for the viewer. */
  readonly owners: readonly string[] | undefined
  readonly spaces: readonly Space[]
  readonly now: Date
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

export function readNewToken(form: FormFields, viewer: string): NewTokenFields {
  return {
    name: fieldText(form, 'name').trim(),
    description: fieldText(form, 'description'),
    owner: form.get('owner') ?? viewer,
    ...readLifetimeFields(form),
    ...readScopeFields(form),
  }
}

export function newTokenPage(model: NewTokenModel): Markup {
  const { kind, fields, submission, owners, spaces, now, problem } = model
  const { name, description, owner } = fields
  const path = '/manage/tokens/new'
  const kinds = [
    ...(model.mayImport ? [{ kind: 'api', label: 'Import pages' }] : []),
    { kind: 'host', label: 'Read pages' },
  ]
  return html`<h1>Create a token</h1>
${chipLinks(
  'What the token is for',
  kinds.map(({ kind: one, label }) => ({
    path,
    label,
    chosen: { kind: one },
    isCurrent: one === kind,
  })),
)}
<p>${kind === 'api' ? 'A program imports pages with it, by the operation or by markport import.' : 'A host token: a program, an agent or a reader of feeds reads pages with it.'}</p>
${errorLine(problem?.message)}
<form method="post">${model.csrfField}
<input type="hidden" name="submission" value="${submission}">
<input type="hidden" name="kind" value="${kind}">
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 50, hint: '3 to 50 characters of A-Z, a-z, 0-9, _ and -, such as ci-docs.' })}
${textField({ name: 'description', label: 'Description (optional)', value: description, problem, maxLength: 200, hint: 'What uses it, and where.' })}
${owners === undefined ? '' : ownerField({ kind, owner, problem }, owners)}
${scopeFields(kind, fields, spaces, problem)}
${lifetimeFields(fields, problem, now)}
<button type="submit">Create the token</button>
</form>`
}

function ownerField(
  { kind, owner, problem }: Pick<NewTokenFields, 'owner'> & Pick<NewTokenModel, 'kind' | 'problem'>,
  owners: readonly string[],
): Markup {
  const hint = `It can ${kind === 'api' ? 'write' : 'read'} where the owner can.`
  const field = { name: 'owner', label: 'Owner', value: owner, problem, hint }
  return owners.length > maxChoices
    ? textField({ ...field, isRequired: true, maxLength: 100 })
    : selectField(
        field,
        owners.map((one) => [one, one]),
      )
}

interface ShownTextModel {
  readonly token: Token
  readonly text: string
  readonly until: Date
}

interface TokenTextModel extends ShownTextModel {
  /** Why the token would be answered with 402 at present. */
  readonly warning: string | undefined
  readonly place: SnippetPlace
  /** False where space and parent are placeholders. */
  readonly isPlaceKnown: boolean
}

export function tokenTextPage(model: TokenTextModel): Markup {
  const { token, text, warning, place, isPlaceKnown } = model
  const { name, owner } = token
  return html`<h1>Your token ${name}</h1>
${warning === undefined ? '' : html`<p class="warning" role="alert">It will answer 402 for now. ${warning}</p>`}
${textPart(model, 'After that, a renewal gives the token another text.')}
<h2>Try it</h2>
${isPlaceKnown ? html`<p>This imports a page below the homepage of the space ${place.spaceKey}. It contains the token.</p>` : html`<p class="warning">${owner} cannot write to any space yet. Put the key of a space and the id of a page for <code>SPACE</code> and <code>PAGE_ID</code>.</p>`}
${copyableBlock('curl', trialSnippet(place, text), 'curl command')}
<h2>From GitHub Actions</h2>
<p>Save the token as the secret <code>MARKPORT_TOKEN</code> of the repository, and this as <code>.github/workflows/publish-docs.yml</code>. It imports the folder <code>docs</code> whenever that changes. <a href="/api${isPlaceKnown ? `?space=${place.spaceKey}&amp;parent=${place.parentId}` : ''}#examples">Other ways to import</a></p>
${copyableBlock('workflow', docsWorkflow(place), 'workflow file')}
<p class="ways"><a href="/manage/tokens">All tokens</a></p>`
}

export function hostTokenTextPage(model: ShownTextModel & { readonly publicUrl: string }): Markup {
  const { token, text, publicUrl } = model
  const request = `curl -sS '${publicUrl}/wiki/api/v2/spaces' \\\n  -H 'Authorization: Bearer ${text}'`
  return html`<h1>Your token ${token.name}</h1>
${textPart(model, 'After that, create another one.')}
<h2>Try it</h2>
<p>This lists the spaces that it reads. It contains the token.</p>
${copyableBlock('curl', request, 'curl command')}
<p>Agents send it to <code>${publicUrl}/mcp</code>, readers of feeds and of Markdown to the page's own address. <a href="/api">All ways to read</a></p>
<p class="ways"><a href="/manage/tokens">All tokens</a></p>`
}

function textPart({ token, text, until }: ShownTextModel, afterwards: string): Markup {
  return html`<p>For ${token.owner}, until ${exactTime(token.expiresAt)}. <strong>Copy it now: this page shows it until ${exactTime(until)}</strong>, in this browser and while you are signed in. ${afterwards}</p>
${copyableBlock('token', text, token.kind === 'api' ? 'API token' : 'Host token', { isWrapped: true })}`
}

/** Shown where the text of a token has expired or never existed. */
export const tokenNotShownPage: Markup = html`<h1>This token is not shown any more</h1>
<p>The text of a new token is shown for 10 minutes, to whoever made it and did not sign out since. If you did not copy it, renew the token: it gets another text. A host token is not renewed: create another one.</p>
<p class="ways"><a href="/manage/tokens">All tokens</a></p>`

const lifetimes = ['1', '7', '30', '90'] as const

const usualLifetime = '30'
const untilDay = 'day'
const dayMs = 24 * 60 * 60 * 1000

export interface LifetimeFields {
  readonly days: string
  readonly expiresOn: string
}

interface ScopeFields {
  readonly scope: 'all' | 'chosen'
  /** Ids, or keys where there are too many spaces for a list. */
  readonly spaces: readonly string[]
  /** Names of the only sources; empty for any. */
  readonly sources: readonly string[]
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
}

export function readLifetimeFields(form: FormFields): LifetimeFields {
  return { days: form.get('days') ?? usualLifetime, expiresOn: fieldText(form, 'expiresOn').trim() }
}

export function usualLifetimeOf({
  createdAt,
  expiresAt,
}: {
  readonly createdAt: Date
  readonly expiresAt: Date
}): string {
  const days = String((expiresAt.getTime() - createdAt.getTime()) / dayMs)
  return lifetimes.find((one) => one === days) ?? usualLifetime
}

/** @throws {RequestError} `bad-request` when the fields are no lifetime. */
export function toLifetime({ days, expiresOn }: LifetimeFields): Lifetime {
  if (days === untilDay) return { expiresOn }
  if (lifetimes.some((one) => one === days)) return { lifetimeMs: Number(days) * dayMs }
  throw new RequestError(
    'bad-request',
    `days must be one of ${[...lifetimes, untilDay].join(', ')}.`,
    { field: 'days' },
  )
}

export function lifetimeFields(
  { days, expiresOn }: LifetimeFields,
  problem: FormRefusal | undefined,
  now: Date,
): Markup {
  const { first, last } = offeredDays(now.getTime())
  const choices = lifetimes.map(
    (count) => [count, count === '1' ? '1 day' : `${count} days`] as const,
  )
  const day = {
    name: 'expiresOn',
    label: 'Last day',
    value: expiresOn,
    problem,
    type: 'date' as const,
    min: first,
    max: last,
    hint: 'The token expires at the end of this day, in UTC.',
  }
  return html`${selectField({ name: 'days', label: 'Lifetime', value: days, problem }, [
    ...choices,
    [untilDay, 'Until a day that I choose'],
  ])}
<div class="chosen-day">${textField(day)}</div>`
}

/** Read the chosen scope. Ticked spaces are ignored once "all spaces" is chosen. */
function readScopeFields(form: FormFields): ScopeFields {
  const ticked = [...form.keys()].flatMap((name) => /^space-([0-9]+)$/.exec(name)?.[1] ?? [])
  const typed = fieldText(form, 'spaceKeys')
    .split(/[\s,]/)
    .filter((key) => key !== '')
  return {
    scope: fieldText(form, 'scope') === 'chosen' ? 'chosen' : 'all',
    spaces: [...ticked, ...typed],
    sources: fieldText(form, 'sources')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    isCreateOnly: form.has('isCreateOnly'),
    isPreviewOnly: form.has('isPreviewOnly'),
  }
}

function scopeFields(
  kind: TokenKind,
  fields: ScopeFields,
  spaces: readonly Space[],
  problem: FormRefusal | undefined,
): Markup {
  const choice = (value: ScopeFields['scope'], label: string): Markup =>
    html`<div class="choice"><input type="radio" id="scope-${value}" name="scope" value="${value}"${fields.scope === value ? html` checked` : ''}>
<label for="scope-${value}">${label}</label></div>`
  return html`<fieldset class="token-scope"${problem?.field === 'spaces' ? html` aria-describedby="error"` : ''}><legend>Spaces</legend>
${choice('all', `All spaces ${kind === 'api' ? 'where its owner may write' : 'that its owner may read'}`)}
${
  spaces.length === 0
    ? ''
    : html`${choice('chosen', 'Only some of them')}
<div class="chosen-spaces">${spaces.length > maxChoices ? spaceKeysField(fields, problem) : spaces.map((space) => spaceBox(space, fields))}</div>`
}
</fieldset>
${kind === 'api' ? html`${sourcesField(fields, problem)}${importFields(fields)}` : ''}`
}

function sourcesField({ sources }: ScopeFields, problem: FormRefusal | undefined): Markup {
  const hint =
    'Leave it empty for any, or name the only ones that it may import, with commas between them, such as github.com/team/docs.'
  const field = { name: 'sources', label: 'Sources (optional)', value: sources.join(', ') }
  return textField({ ...field, problem, hint })
}

function importFields(fields: ScopeFields): Markup {
  return html`<fieldset class="token-scope"><legend>Pages</legend>
<div class="choice"><input type="checkbox" id="isCreateOnly" name="isCreateOnly" aria-describedby="isCreateOnly-hint"${fields.isCreateOnly ? html` checked` : ''}>
<label for="isCreateOnly">Create only</label><p class="hint" id="isCreateOnly-hint">It may create pages, and not change, rename or move those that are there.</p></div>
<div class="choice"><input type="checkbox" id="isPreviewOnly" name="isPreviewOnly" aria-describedby="isPreviewOnly-hint"${fields.isPreviewOnly ? html` checked` : ''}>
<label for="isPreviewOnly">Preview only</label><p class="hint" id="isPreviewOnly-hint">It may put pages into previews, and import none: for pull requests, also from forks.</p></div>
</fieldset>`
}

function spaceKeysField({ spaces }: ScopeFields, problem: FormRefusal | undefined): Markup {
  const field = { name: 'spaceKeys', label: 'Keys of the spaces', value: spaces.join(' ') }
  return textField({ ...field, problem, hint: 'With a space between them, such as DOCS TEAM.' })
}

function spaceBox({ id, key, name }: Space, { spaces }: ScopeFields): Markup {
  return html`<div class="choice"><input type="checkbox" id="space-${id}" name="space-${id}"${spaces.includes(id) ? html` checked` : ''}>
<label for="space-${id}">${name} <span class="hint">${key}</span></label></div>`
}

export function scopeInWords({
  spaces,
  sources,
  isCreateOnly,
  isPreviewOnly,
}: {
  readonly spaces: readonly string[] | null
  readonly sources: readonly string[] | null
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
}): string {
  const inSpaces = spaces === null ? 'All spaces' : spaces.join(', ')
  const where = sources === null ? inSpaces : `${inSpaces}, from ${sources.join(', ')}`
  if (isPreviewOnly) return `${where}, preview only`
  return isCreateOnly ? `${where}, create only` : where
}
