/** The page about the API: endpoint, fields and example programs. @module */

import { html } from 'hono/html'
import type { FieldRow } from '../../../contract/json-schema.ts'
import { listImportSpaces } from '../../../wiki/import/import-place.ts'
import { importSnippets, type Snippet, type SnippetPlace } from '../components/import-snippets.ts'
import { copyableBlock } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import type { Pages } from '../pages.ts'

function apiPage(place: SnippetPlace, fields: readonly FieldRow[]): Markup {
  return html`<div class="api">
<h1>Import over HTTP</h1>
<p>One request creates or updates one page. <a href="/openapi.json">openapi.json</a> says the same to programs.</p>
<h2 id="endpoint">Endpoint</h2>
${copyableBlock('endpoint-address', place.endpoint, 'POST', { isWrapped: true })}
<p>Programs that know the address of this service find its endpoint at <a href="/.well-known/markport">/.well-known/markport</a>, without a token. <code>markport import</code> does so: the address is enough for <code>--endpoint</code>.</p>
<p>Send a token in <code>Authorization: Bearer TOKEN</code> and a JSON object with these fields:</p>
${fieldTable(fields)}
<p>A page is identified by space, parent and title, unless <code>pageId</code> names it. Other fields are ignored with a warning. Pages that link to each other get their ids and addresses before they are made by <code>reservations</code> in place of <code>webtrigger</code>; openapi.json describes it.</p>
<h2 id="answers">Answers</h2>
<p>Every answer is JSON with <code>body</code> for people, <code>key</code> for programs and <code>requestId</code>; a refusal says what to do. Success adds <code>page</code> and <code>warnings</code>, each with its severity and line. openapi.json has all keys and limits.</p>
<p>Send a request at most 3 times: after 500 wait 1 s, then 2 s; after 429 and 503 as long as <code>Retry-After</code> says. Any other refusal stays the same until the request changes. A lost connection leaves open whether the page was written. With <code>overwrite</code> it is safe to send the request again; without, send an <code>Idempotency-Key</code>, the same each time: within 24 hours it brings the first answer again.</p>
<h2 id="examples">Examples</h2>
${importSnippets(place).map(snippet)}
</div>`
}

function fieldTable(rows: readonly FieldRow[]): Markup {
  const row = (field: FieldRow): Markup =>
    html`<tr><td><code>${field.name}</code></td><td>${field.type}</td><td>${requiredCell(field)}</td><td>${withCode(field.description)}</td></tr>`
  return html`<div class="table" role="region" aria-label="Fields" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`
}

function requiredCell({ isRequired, fallback }: FieldRow): Markup | string {
  if (isRequired) return 'yes'
  // Templates omit booleans, so make text.
  return fallback === undefined ? 'no' : html`no, <code>${String(fallback)}</code>`
}

function snippet({ id, title, note, text }: Snippet): Markup {
  return html`<h3 id="${id}">${title}</h3>
<p>${withCode(note)}</p>
${copyableBlock(`${id}-example`, text, title)}`
}

/** Supports only code spans. */
function withCode(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

export const apiPages: Pages = {
  'GET /api': {
    who: 'anyone',
    answer: async (c, { endpoint, database }) => {
      const viewer = c.get('viewer')
      const [space] = viewer === undefined ? [] : await listImportSpaces(database, viewer.userId)
      const parentId = space?.importParentId
      const place =
        space === undefined || parentId === undefined
          ? { spaceKey: 'SPACE_KEY', parentId: 'PARENT_ID' }
          : { spaceKey: space.key, parentId }
      // Loaded on demand, because only this page needs the schemas.
      const { importFieldRows } = await import('../../../contract/json-schema.ts')
      const main = apiPage({ endpoint: endpoint(), ...place }, importFieldRows())
      return show(c, 200, 'API', main, { isKept: true })
    },
  },
}
