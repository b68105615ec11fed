/** The form for a new token, and the page that shows the text of a new or renewed one. @module */
import { html } from 'hono/html'
import type { TokenKind } from '../../auth/tokens/token-input.ts'
import type { Token } from '../../auth/tokens/tokens.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  maxChoices,
  selectField,
  textField,
} from '../components/form-fields.ts'
import { docsWorkflow, trialSnippet } from '../components/import-snippets.ts'
import { chipLinks } from '../components/list-part.ts'
import { copyableBlock } from '../components/parts.ts'
import type { SnippetPlace } from '../components/program-snippets.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { FormFields } from '../web-scope.ts'
import {
  type LifetimeFields,
  lifetimeFields,
  readLifetimeFields,
  readScopeFields,
  type ScopeFields,
  scopeFields,
} from './token-fields.ts'

export interface NewTokenFields extends LifetimeFields, ScopeFields {
  readonly name: string
  readonly description: string
  readonly owner: string
}

export interface NewTokenModel {
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

export interface TokenTextModel extends ShownTextModel {
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
