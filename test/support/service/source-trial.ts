/** Sources and people at work on one wiki: what each of them can do, as tests call it. @module */
import assert from 'node:assert/strict'
import type { EditPolicy } from '../../../src/contract/outcomes.ts'
import type { EngineName } from '../../../src/store/dialects.ts'
import { sql } from '../../../src/store/sql.ts'
import { pageElements } from '../browser/page-elements.ts'
import { createTestStore } from '../store/test-engines.ts'
import { execute } from '../store/test-transactions.ts'
import { type ComposedServer, startComposedServer } from './composed-server.ts'
import { send, type TestAnswer } from './test-server.ts'

type Fields = Readonly<Record<string, unknown>>

export interface SourceTrial extends ComposedServer {
  /** Import the file of a source below the homepage, over what is there. */
  bring(source: string, path: string, fields?: Fields, run?: string): Promise<TestAnswer>
  list(name: string, query?: string): Promise<TestAnswer>
  edits(name: string, path: string): Promise<TestAnswer>
  close(fields: Fields, token?: string): Promise<TestAnswer>
  /** Save a page by the form, as a person. */
  edit(id: string, content: string): Promise<void>
  markdownOf(id: string): Promise<string>
  setPolicy(policy: EditPolicy): Promise<void>
}

export async function startSourceTrial(engine: EngineName): Promise<SourceTrial> {
  const store = await createTestStore(engine)
  const server = await startComposedServer(store.options)
  const sources = server.endpoint.replace(/webtrigger$/, 'sources')
  const bearer = (token = server.token) => ({ authorization: `Bearer ${token}` })
  const get = async (url: string): Promise<TestAnswer> => {
    const response = await fetch(url, { headers: bearer() })
    return { status: response.status, headers: response.headers, json: await response.json() }
  }
  const { post } = server
  return {
    ...server,
    bring: (name, path, fields = {}, run = 'run-1') =>
      post(
        { pageTitle: `${name} ${path}`, overwrite: true, source: { name, path }, ...fields },
        { 'markport-run': run },
      ),
    list: (name, query = '') =>
      get(`${sources}?spaceId=DOCS&name=${encodeURIComponent(name)}${query}`),
    edits: (name, path) =>
      get(`${sources}/edits?spaceId=DOCS&name=${name}&path=${encodeURIComponent(path)}`),
    close: (fields, token) =>
      send(`${sources}/close`, JSON.stringify({ spaceId: 'DOCS', ...fields }), bearer(token)),
    async edit(id, content) {
      const page = await fetch(`${server.url}/wiki/spaces/DOCS/edit/${id}`)
      const form = readForm(await page.text())
      for (const [name, value] of Object.entries({ spaceId: server.space.id, content })) {
        form.set(name, value)
      }
      form.set('action', 'import')
      const saved = await fetch(`${server.url}/import`, {
        method: 'POST',
        body: form,
        headers: { 'sec-fetch-site': 'same-origin' },
        redirect: 'manual',
      })
      assert.equal(saved.status, 303, await saved.text())
    },
    async markdownOf(id) {
      return (await fetch(`${server.url}/wiki/spaces/DOCS/pages/${id}.md`)).text()
    },
    async setPolicy(policy) {
      const statement = sql`update spaces set edits = ${policy} where id = ${Number(server.space.id)}`
      await execute(server.database, statement)
    },
    async stop() {
      await server.stop()
      await store.remove()
    },
  }
}

/** The fields of a form as a browser would send them. */
export function readForm(page: string): FormData {
  const form = new FormData()
  for (const { name, attrs, text } of pageElements(page)) {
    const field = attrs.name
    const isChosen = attrs.type !== 'radio' && attrs.type !== 'checkbox'
    if (field === undefined || attrs.type === 'file') continue
    if (name === 'textarea') form.set(field, text)
    if (name === 'input' && (isChosen || attrs.checked !== undefined)) {
      form.set(field, attrs.value ?? '')
    }
  }
  return form
}
