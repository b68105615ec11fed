/** The form for a new API token, and the page that shows the token, once. @module */
import { html } from 'hono/html'
import type { NewApiTokenText } from '../../auth/api-tokens.ts'
import { copyableBlock } from '../copyable.ts'
import { docsWorkflow, trialSnippet } from '../import-snippets.ts'
import type { Markup } from '../layout.ts'
import type { SnippetPlace } from '../program-snippets.ts'
import { exactTime } from '../time-words.ts'
import { type FormRefusal, maxChoices, problemLine, selectField, textField } from './form-fields.ts'

export interface NewTokenModel {
  readonly name: string
  readonly days: string
  readonly owner: string
  /** Names of users it can be for, one more than a menu may have at most; undefined when it can only be for the viewer. */
  readonly owners: readonly string[] | undefined
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

/** Offered lifetimes, in days. */
export const lifetimes = ['1', '7', '30', '90'] as const

/**
 * Show the form.
 * @param model What was typed, and what was wrong with it.
 */
export function newTokenPage(model: NewTokenModel): Markup {
  const { name, days, owner, owners, problem } = model
  return html`<h1>Create an API token</h1>
${problemLine(problem)}
<form method="post">${model.csrfField}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 50, hint: '3 to 50 characters of A-Z, a-z, 0-9, _ and -, such as ci-docs.' })}
${selectField(
  { name: 'days', label: 'Lifetime', value: days, problem },
  lifetimes.map((count) => [count, count === '1' ? '1 day' : `${count} days`]),
)}
${owners === undefined ? '' : ownerField({ owner, problem }, owners)}
<button type="submit">Create the token</button>
</form>`
}

function ownerField(
  { owner, problem }: Pick<NewTokenModel, 'owner' | 'problem'>,
  owners: readonly string[],
): Markup {
  const hint = 'It can write where the owner can.'
  const field = { name: 'owner', label: 'Owner', value: owner, problem, hint }
  return owners.length > maxChoices
    ? textField({ ...field, isRequired: true, maxLength: 100 })
    : selectField(
        field,
        owners.map((one) => [one, one]),
      )
}

export interface TokenCreatedModel {
  readonly created: NewApiTokenText
  /** Where the owner may write. */
  readonly place: SnippetPlace
  /** Whether space and parent name a real place, rather than standing for one. */
  readonly isPlaceKnown: boolean
}

/**
 * Show a new token, this once, with what is needed to use it.
 * @param model The token, and a place to import to.
 */
export function tokenCreatedPage({ created, place, isPlaceKnown }: TokenCreatedModel): Markup {
  const { name, owner, expiresAt, token, warning } = created
  return html`<h1>Token ${name} created</h1>
${warning === undefined ? '' : html`<p class="warning" role="alert">${warning}</p>`}
<p>For ${owner}, until ${exactTime(expiresAt)}. <strong>Copy it now: it is not shown again.</strong></p>
${copyableBlock('token', token, 'API token', { isWrapped: true })}
<h2>Try it</h2>
${isPlaceKnown ? html`<p>This imports a page below the homepage of the space ${place.spaceKey}. It contains the token.</p>` : html`<p class="warning">${owner} cannot write to any space yet. Put the key of a space and the id of a page for <code>SPACE</code> and <code>PAGE_ID</code>.</p>`}
${copyableBlock('curl', trialSnippet(place, token), 'curl command')}
<h2>From GitHub Actions</h2>
<p>Save the token as the secret <code>MARKPORT_TOKEN</code> of the repository, and this as <code>.github/workflows/publish-docs.yml</code>. It imports the folder <code>docs</code> whenever that changes. <a href="/api${isPlaceKnown ? `?space=${place.spaceKey}&amp;parent=${place.parentId}` : ''}#examples">Other ways to import</a></p>
${copyableBlock('workflow', docsWorkflow(place), 'workflow file')}
<p><a href="/manage/tokens">All tokens</a></p>`
}
