/** The form that creates a token, and the page that shows its text once. @module */
import { html } from 'hono/html'
import type { NewApiTokenText } from '../../../accounts/tokens/api-tokens.ts'
import type { TokenText } from '../../../accounts/tokens/make-tokens.ts'
import { type TokenKind, tokenKinds } from '../../../accounts/tokens/token-input.ts'
import { wrongField } from '../../../contract/errors.ts'
import { findSpace, listWritableSpaces } from '../../../wiki/import/spaces.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { type FieldSpec, fieldText, maxChoices, readChoice } from '../components/form-fields.ts'
import { docsWorkflow, trialSnippet } from '../components/import-snippets.ts'
import { everyUser } from '../components/page-schemes.ts'
import { copyableBlock } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { actorOf, type FormFields, type PageContext, type Pages, viewerOf } from '../pages.ts'
import { kindWords, tokenList } from './tokens.ts'

const dayMs = 24 * 60 * 60 * 1000
const lifetimes = ['1', '7', '30', '90'] as const
const rights = ['change', 'create', 'preview'] as const

const lifetimeField: FieldSpec = {
  name: 'days',
  label: 'Lifetime',
  value: '30',
  choices: lifetimes.map((days) => [days, days === '1' ? '1 day' : `${days} days`]),
}

export const newTokenPages: Pages = {
  ...everyUser.form({
    path: `${tokenList.path}/new`,
    view: async (_, dependencies, c) => ({
      title: 'Create a token',
      ways: [tokenList],
      lead: html`<p>It carries your access, or that of its owner. An import token imports pages, by the operation or by <code>markport import</code>. A host token lets a program, an agent or a reader of feeds read.</p>`,
      fields: [
        {
          name: 'kind',
          label: 'Kind',
          choices: tokenKinds.map((kind) => [kind, kindWords[kind]] as const),
        },
        {
          name: 'name',
          label: 'Name',
          isRequired: true,
          maxLength: 50,
          hint: '3 to 50 characters of A-Z, a-z, 0-9, _ and -, such as ci-docs.',
        },
        ...(await ownerFields(c, dependencies)),
        {
          name: 'spaces',
          label: 'Spaces (optional)',
          hint: 'The keys of the only spaces that it may use, such as DOCS, TEAM. Leave it empty for all that its owner may use.',
        },
        {
          name: 'sources',
          label: 'Sources (optional)',
          hint: 'The only sources that an import token may import, such as github.com/team/docs, with commas between them.',
        },
        {
          name: 'rights',
          label: 'An import token may',
          hint: 'Previews alone suit pull requests, also from forks.',
          choices: [
            ['change', 'create and change pages'],
            ['create', 'create pages, and change none'],
            ['preview', 'put pages into previews, and import none'],
          ],
        },
        lifetimeField,
      ],
      button: 'Create the token',
    }),
    submit: async (_, dependencies, c) => {
      const form = c.get('form')
      const viewer = viewerOf(c)
      const kind = readChoice(form, 'kind', tokenKinds)
      const right = readChoice(form, 'rights', rights)
      const token = {
        name: fieldText(form, 'name').trim(),
        owner: viewer.isAdministrator ? (form.get('owner') ?? viewer.name) : viewer.name,
        spaces: listIn(form, 'spaces', /[\s,]+/),
        lifetimeMs: Number(readChoice(form, 'days', lifetimes)) * dayMs,
        createdBy: actorOf(c),
      }
      const sources = listIn(form, 'sources', /,/)
      if (kind === 'api') {
        const limits = { isCreateOnly: right === 'create', isPreviewOnly: right === 'preview' }
        const createdToken = await dependencies.apiTokens.create({ ...token, sources, ...limits })
        return showText(c, dependencies, createdToken)
      }
      if (sources !== undefined || right !== 'change') {
        const field = sources === undefined ? 'rights' : 'sources'
        throw wrongField(field, 'A host token only reads.')
      }
      return showText(c, dependencies, await dependencies.hostTokens.create(token))
    },
  }),
}

async function ownerFields(c: PageContext, { users }: ServiceParts): Promise<readonly FieldSpec[]> {
  const { isAdministrator, name: value } = viewerOf(c)
  if (!isAdministrator) return []
  const owners = await users.list({ isEnabled: true, limit: maxChoices + 1 })
  const field = { name: 'owner', label: 'Owner', value, hint: 'It can do what the owner can.' }
  return owners.length > maxChoices
    ? [{ ...field, isRequired: true, maxLength: 100 }]
    : [{ ...field, choices: owners.map(({ name }) => [name, name] as const) }]
}

/** Splits the list in a field; undefined when the field is empty. */
function listIn(form: FormFields, name: string, separator: RegExp): string[] | undefined {
  const entries = fieldText(form, name).split(separator)
  const names = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  return names.length > 0 ? names : undefined
}

async function showText(
  c: PageContext,
  dependencies: ServiceParts,
  token: TokenText & Pick<NewApiTokenText, 'warning'>,
): Promise<Response> {
  const { kind, name, owner, expiresAt, token: text, warning } = token
  const trial =
    kind === 'api' ? await importTrial(token, dependencies) : readTrial(text, dependencies)
  const main = html`<h1>Your token ${name}</h1>
${warning === undefined ? '' : html`<p class="warning" role="alert">${warning}</p>`}
<p>For ${owner}, until ${exactTime(expiresAt)}. <strong>Copy it now: it is not shown again.</strong></p>
${copyableBlock('token', text, kindLabels[kind], { isWrapped: true })}
<h2>Try it</h2>
${trial}
<p class="ways"><a href="${tokenList.path}">All tokens</a></p>`
  return show(c, 201, `Token ${name}`, main)
}

const kindLabels: Readonly<Record<TokenKind, string>> = { api: 'API token', host: 'Host token' }

async function importTrial(
  { owner, spaces, token }: TokenText,
  { database, users, endpoint }: ServiceParts,
): Promise<Markup> {
  const userId = (await users.findByName(owner))?.id ?? 0
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
  return html`${space === undefined ? html`<p class="warning">${owner} cannot write to any space yet. Put the key of a space and the id of a page for <code>SPACE</code> and <code>PAGE_ID</code>.</p>` : html`<p>This imports a page below the homepage of the space ${place.spaceKey}. It contains the token.</p>`}
${copyableBlock('curl', trialSnippet(place, token), 'curl command')}
<h2>From GitHub Actions</h2>
<p>Save the token as the secret <code>MARKPORT_TOKEN</code> of the repository, and this as <code>.github/workflows/publish-docs.yml</code>. It imports the folder <code>docs</code> whenever that changes. <a href="/api#examples">Other ways to import</a></p>
${copyableBlock('workflow', docsWorkflow(place), 'workflow file')}`
}

function readTrial(token: string, { publicUrl }: ServiceParts): Markup {
  const request = `curl -sS '${publicUrl()}/wiki/api/v2/spaces' \\\n  -H 'Authorization: Bearer ${token}'`
  return html`<p>This lists the spaces that it reads. It contains the token.</p>
${copyableBlock('curl', request, 'curl command')}
<p>Agents send it to <code>${publicUrl()}/mcp</code>, readers of feeds and of Markdown to the page's own address. <a href="/api">All ways to read</a></p>`
}
