/** The page about the API: endpoint, fields, answers and example programs. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { errorTable } from '../../../contract/errors.ts'
import type { FieldRow } from '../../../contract/json-schema.ts'
import { contractLimits } from '../../../contract/limits.ts'
import { successTable } from '../../../contract/outcomes.ts'
import type { ImportPlaces } from '../../../wiki/import/import-place.ts'
import { importSnippets, type Snippet, type SnippetPlace } from '../components/import-snippets.ts'
import { copyableBlock } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { Show } from '../frame/show.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { sizeText } from './form-problem.ts'

interface ApiPageModel extends SnippetPlace {
  readonly fields: readonly FieldRow[]
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

function apiPage(model: ApiPageModel): Markup {
  return html`<div class="api">
<h1>Import over HTTP</h1>
<p>One request creates or updates one page. <a href="/openapi.json">openapi.json</a> says the same to programs.</p>
<h2 id="endpoint">Endpoint</h2>
${copyableBlock('endpoint-address', model.endpoint, 'POST', { isWrapped: true })}
<p>Programs that know the address of this service find its endpoint at <a href="/.well-known/markport">/.well-known/markport</a>, without a token. <code>markport import</code> does so: the address is enough for <code>--endpoint</code>.</p>
<p>Send a token in <code>Authorization: Bearer TOKEN</code> and a JSON object with these fields:</p>
${fields(model)}
<p>A page is identified by space, parent and title, unless <code>pageId</code> names it. Other fields are ignored with a warning. Pages that link to each other get their ids and addresses before they are made by <code>reservations</code> in place of <code>webtrigger</code>; openapi.json describes it.</p>
<h2 id="answers">Answers</h2>
<p>Every answer is JSON with <code>body</code> for people, <code>key</code> for programs and <code>requestId</code>. Success adds <code>page</code> and <code>warnings</code>, each with its severity and line.</p>
${answers()}
<h2 id="retrying">Retrying</h2>
${retrying()}
<h2 id="limits">Limits</h2>
${limits(model)}
<h2 id="examples">Examples</h2>
${importSnippets(model).map(snippet)}
</div>`
}

function fields({ fields: rows }: ApiPageModel): Markup {
  return table(
    'Fields',
    ['Field', 'Type', 'Required', 'Meaning'],
    rows.map((row) => [
      html`<code>${row.name}</code>`,
      row.type,
      requiredCell(row),
      withCode(row.description),
    ]),
  )
}

function requiredCell({ isRequired, fallback }: FieldRow): Cell {
  if (isRequired) return 'yes'
  // Templates omit booleans, so make text.
  return fallback === undefined ? 'no' : html`no, <code>${String(fallback)}</code>`
}

function answers(): Markup {
  const successes = Object.entries(successTable).map(([key, { status, when }]) => [
    status,
    html`<code>${key}</code>`,
    withCode(when),
    '–',
  ])
  const refusals = Object.entries(errorTable).map(([key, { status, when, wayOut }]) => [
    status,
    html`<code>${key}</code>`,
    withCode(when),
    withCode(wayOut),
  ])
  return table('Answers', ['Status', 'Key', 'When', 'What to do'], [...successes, ...refusals])
}

function retrying(): Markup {
  return html`<ul>
<li>Send a request at most 3 times, and wait at most 30 s for each answer.</li>
<li>After 500 wait 1000 ms · 2<sup>attempt</sup>: 1 s, then 2 s. After 429 and 503 wait as long as <code>Retry-After</code> says, in seconds.</li>
<li>Do not repeat any other refusal: the request itself has to change.</li>
<li>Send at most 3 requests at once.</li>
<li>A lost connection leaves open whether the page was written. With <code>overwrite</code> it is safe to send the request again; without, send an <code>Idempotency-Key</code> of 1 to ${contractLimits.maxIdempotencyKeyLength} characters, the same each time: within 24 hours it brings the first answer again, with <code>Idempotency-Replayed: true</code>.</li>
</ul>`
}

function limits({ limits: { maxBodyBytes, maxMarkdownBytes } }: ApiPageModel): Markup {
  return html`<ul>
<li>Request body: ${sizeText(maxBodyBytes)}, as JSON in UTF-8, not compressed.</li>
<li>Markdown: ${sizeText(maxMarkdownBytes)}, embedded images not counted.</li>
<li>Title: ${contractLimits.maxTitleLength} characters after trimming.</li>
</ul>`
}

function snippet({ id, title, note, text }: Snippet): Markup {
  return html`<h3 id="${id}">${title}</h3>
<p>${withCode(note)}</p>
${copyableBlock(`${id}-example`, text, title)}`
}

type Cell = Markup | string | number

function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup {
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

/** Supports only code spans. */
function withCode(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

export interface ApiRoutesDependencies {
  readonly show: Show
  readonly endpoint: () => string
  readonly places: Pick<ImportPlaces, 'listSpaces'>
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

const placeholders = { spaceKey: 'SPACE_KEY', parentId: 'PARENT_ID' } as const

export function apiRoutes(dependencies: ApiRoutesDependencies): WebHandlers {
  const { endpoint, limits, show } = dependencies
  return {
    'GET /api': async (c) => {
      const place = await findPlace(dependencies, c)
      // Loaded on demand, because only this page needs the schemas.
      const { importFieldRows } = await import('../../../contract/json-schema.ts')
      const model = {
        endpoint: endpoint(),
        limits,
        fields: importFieldRows(),
        ...(place ?? placeholders),
      }
      return show(c, 200, 'API', apiPage(model), { isKept: true })
    },
  }
}

interface Place {
  readonly spaceKey: string
  readonly parentId: string
}

async function findPlace(
  { places }: ApiRoutesDependencies,
  c: Context<WebScope>,
): Promise<Place | undefined> {
  const viewer = c.get('viewer')
  const [space] = viewer === undefined ? [] : await places.listSpaces(viewer.userId)
  if (space?.importParentId === undefined) return undefined
  return { spaceKey: space.key, parentId: space.importParentId }
}
