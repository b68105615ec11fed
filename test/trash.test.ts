/** What lies in the trash is nowhere for those who read: every way is tried, once before the page goes. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { wikiApiRoutes } from '../src/server/rest/wiki-api-routes.ts'
import { webMap } from '../src/server/web/web-pages.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import { png } from './support/samples/images.ts'
import { freshServer } from './support/service/fresh-server.ts'

/** Stands in every text of the page, and in its image. */
const word = 'quokka'
const image = Buffer.concat([png, Buffer.from(word)])
const sha256 = createHash('sha256').update(image).digest('hex')

type Answers = ReadonlyMap<string, { readonly status: number; readonly text: string }>

describe('a page in the trash', () => {
  const server = freshServer('sqlite', { readers: 'users' })
  let reader: WebClient
  let token: string
  let id: string
  let shown: Answers

  before(async () => {
    const { grant, createUser, save, space } = server
    await grant(await createUser('reader'), space, 'read')
    reader = await signedIn(server, 'reader')
    token = (await server.createHostToken('reads', { owner: 'reader' })).token
    const page = { pageTitle: `A ${word}`, labels: [`${word}-label`] }
    const data = `data:image/png;base64,${image.toString('base64')}`
    id = await save({ ...page, content: `First ${word}.\n\n![a ${word}](${data})` })
    await save({ ...page, content: `Second ${word}.`, overwrite: true })
    await save({ pageTitle: `Below the ${word}`, parentId: id, content: word })
    shown = await readAll()
    await trashPage(server, id, 'test')
  })

  async function readAll(): Promise<Answers> {
    const answers = new Map<string, { status: number; text: string }>()
    const program = async (name: string, path: string): Promise<void> => {
      const headers = { authorization: `Bearer ${token}` }
      // One export runs after the other.
      await waitUntil('the place is free', async () => {
        const response = await fetch(server.url + path, { headers, redirect: 'manual' })
        const { status } = response
        answers.set(name, { status, text: await response.text() })
        return status !== 429
      })
    }
    for (const path of webAddresses()) {
      const { status, html } = await reader.get(path)
      answers.set(`GET ${path}`, { status, text: html })
      await program(`GET ${path} by token`, path)
    }
    for (const path of apiAddresses()) await program(`API ${path}`, `/wiki/api/v2${path}`)
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const url = new URL(`${server.url}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    for (const [name, input] of [
      ['search_pages', { query: word }],
      ['search_pages', { query: 'a', label: `${word}-label` }],
      ['get_page', { id }],
      ['get_page', { space: 'DOCS', title: `A ${word}` }],
      ['get_page', { id, form: 'source' }],
      ['list_children', { id: server.space.homepageId }],
      ['list_children', { id }],
    ] as const) {
      const answer = await client.callTool({ name, arguments: { ...input } })
      const isRefused = answer.isError === true
      const text = JSON.stringify(answer)
      answers.set(`MCP ${name} ${JSON.stringify(input)}`, { status: isRefused ? 404 : 200, text })
    }
    await client.close()
    return answers
  }

  function webAddresses(): string[] {
    const lines = Object.entries(webMap).filter(
      ([name, { who }]) => name.startsWith('GET ') && (who === 'readers' || who === 'anyone'),
    )
    const addresses = lines
      .map(([name]) => name.slice('GET '.length))
      .filter((path) => !path.includes(':name') || path.includes(':sha256'))
      .map((path) =>
        path
          .replace(':key', 'DOCS')
          .replace(':sha256/:name', `${sha256}/${word}.png`)
          .replace(':sha256', sha256)
          .replace(/compare\/:id/, 'compare/:id?from=1&to=2')
          .replace(':number', '1')
          .replace(':id{[0-9]+\\.md}', `${id}.md`)
          .replace(':id', id),
      )
    const found = [`/search?q=${word}`, `/search/suggest?q=${word}`, `/search?label=${word}-label`]
    const versions = ['pages', 'markdown', 'adf'].map((part) => `${part}/${id}`)
    return [
      ...addresses.filter((path) => !path.startsWith('/search')),
      ...found,
      `/wiki/spaces/DOCS/pages/${id}.md?version=1`,
      ...versions.map((path) => `/wiki/spaces/DOCS/${path}?version=1`),
      `/wiki/spaces/DOCS/children/${server.space.homepageId}`,
    ]
  }

  function apiAddresses(): string[] {
    const ofPage = ['version=1', ...['storage', 'view', 'markdown'].map((f) => `body-format=${f}`)]
    return [
      ...wikiApiRoutes.map(({ path }) =>
        path
          .replace('/spaces/{id}', `/spaces/${server.space.id}`)
          .replace('{id}', id)
          .replace(/^\/search$/, `/search?query=${word}`),
      ),
      ...ofPage.map((query) => `/pages/${id}?${query}`),
      `/pages?title=A%20${word}`,
      `/pages/${server.space.homepageId}/direct-children`,
    ]
  }

  test('is told at no address that told it before, and has none of its own', async () => {
    const gone = await readAll()
    const tellers = ({ text }: { readonly text: string }): boolean =>
      text.includes(word) || text.includes(sha256)
    const isAsked = (name: string): boolean => /[?&](?:q|query|label)=/.test(name)
    for (const [name, answer] of gone) {
      if (isAsked(name)) {
        assert.ok(!answer.text.includes(id), `${name} leads to it`)
      } else if (answer.status < 300) {
        assert.ok(!tellers(answer), `${name} tells: ${answer.text.slice(0, 2_000)}`)
      }
      const isOwn = /\/(?:pages|[a-z]+)\/\d+/.test(name) && name.includes(id)
      if (isOwn) assert.ok([303, 404].includes(answer.status), `${name}: ${answer.status}`)
    }
    // Control: almost every address showed it before.
    const told = [...shown].filter(([, answer]) => tellers(answer))
    assert.ok(told.length > 50, String(told.length))
    for (const name of [
      `GET /wiki/spaces/DOCS/pages/${id}`,
      `GET /wiki/spaces/DOCS/pages/${id}.md by token`,
      `GET /wiki/spaces/DOCS/attachments/${sha256}`,
      'GET /wiki/feed.atom by token',
      `API /pages/${id}/attachments`,
      `API /search?query=${word}`,
    ]) {
      assert.ok(tellers(shown.get(name) ?? { text: '' }), name)
    }
  })
})
