/** The form fields of tokens: lifetime and spaces. @module */
import { html } from 'hono/html'
import { type Lifetime, offeredDays, type TokenKind } from '../../auth/tokens/token-input.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  type FormRefusal,
  fieldText,
  maxChoices,
  selectField,
  textField,
} from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'

const lifetimes = ['1', '7', '30', '90'] as const

const usualLifetime = '30'
const untilDay = 'day'
const dayMs = 24 * 60 * 60 * 1000

export interface LifetimeFields {
  readonly days: string
  readonly expiresOn: string
}

export interface ScopeFields {
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
export function readScopeFields(form: FormFields): ScopeFields {
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

export function scopeFields(
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
