import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closeSourceRun } from '../src/folder/client/service-requests.ts'
import { sql } from '../src/store/sql.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startWikiServer } from './support/delivery/wiki-server.ts'
import { started } from './support/service/started.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { execute } from './support/store/test-transactions.ts'

forEachEngine((_, engine) => {
  describe('pages of a connected space', () => {
    const server = started(() => startWikiServer(engine, 'cloud'))
    let site: ConfluenceSimulator
    let spaceId: string
    const tokens: Record<string, string> = {}
    const ids: Record<string, string> = {}

    const fetchPage = (path: string, who = 'admin', headers: Record<string, string> = {}) =>
      fetch(server.url + path, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${tokens[who]}`, ...headers },
      })
    // biome-ignore lint/suspicious/noExplicitAny: each address has its own shape
    const call = async (path: string, who = 'admin'): Promise<{ status: number; json: any }> => {
      const response = await fetchPage(`/wiki/api/v2${path}`, who)
      return { status: response.status, json: await response.json() }
    }
    const titles = async (path: string, who = 'admin'): Promise<string[]> => {
      const { status, json } = await call(path, who)
      assert.equal(status, 200, JSON.stringify(json))
      return json.results.map(({ title }: { title: string }) => title)
    }
    const found = async (word: string, who = 'admin'): Promise<string[]> => {
      const { json } = await call(`/search?query=${word}`, who)
      return json.results.map(({ id }: { id: string }) => id)
    }
    const useTool = async (name: string, input: object, who = 'admin') => {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens[who]}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: input },
        }),
      })
      const text = await answer.text()
      const { result } = JSON.parse(text.replace(/^event:.*\n/, '').replace(/^data: /, ''))
      return result
    }
    const importPage = async (fields: Record<string, unknown>): Promise<string> => {
      const { status, json } = await server.post({ overwrite: true, ...fields })
      assert.ok(status < 300, json.body)
      return json.page.id
    }

    before(async () => {
      assert.ok(server.site)
      site = server.site
      await server.createUser('rita')
      for (const owner of ['admin', 'rita']) {
        tokens[owner] = (await server.createHostToken(owner, { owner })).token
      }
      ids.setup = await importPage({
        pageTitle: 'Setup',
        content: 'First words\n',
        labels: ['one'],
      })
      const below = { parentId: ids.setup, pageTitle: 'Linux' }
      ids.linux = await importPage({ ...below, content: '## Steps\n\nSecond words\n' })
      ids.theirs = site.addPage({ title: 'Theirs' }).id
      const source = { name: 'docs', path: 'deep.md' }
      const deep = { parentId: ids.theirs, pageTitle: 'Deep', content: 'Third\n', source }
      ids.deep = await importPage(deep)
      spaceId = (await call('/spaces?keys=DOCS')).json.results[0].id
    })

    test('are listed and read by the wiki’s API', async () => {
      const all = ['Deep', 'Linux', 'Setup']
      assert.deepEqual((await titles(`/spaces/${spaceId}/pages`)).sort(), all)
      assert.deepEqual((await titles('/pages')).sort(), all)
      assert.deepEqual(await titles(`/pages?space-id=${spaceId}&title=setup`), ['Setup'])
      assert.deepEqual(await titles(`/pages/${ids.setup}/direct-children`), ['Linux'])
      const { json: first } = await call('/pages?limit=2')
      const rest = await titles(first._links.next.replace('/wiki/api/v2', ''))
      const both = [...first.results.map(({ title }: { title: string }) => title), ...rest]
      assert.deepEqual(both.sort(), all)
      const { json: labels } = await call(`/pages/${ids.setup}/labels`)
      assert.deepEqual(labels.results[0].name, 'one')
      assert.equal((await call(`/pages/${ids.setup}/attachments`)).status, 404)
      for (const [format, words] of [
        ['markdown', /^First words\n$/],
        ['view', /<p.*First words/],
        ['storage', /<p.*First words/],
        ['atlas_doc_format', /"First words"/],
      ] as const) {
        const { json } = await call(`/pages/${ids.setup}?body-format=${format}&space-id=${spaceId}`)
        assert.match(json.body[format].value, words)
        assert.deepEqual([json.id, json.spaceId], [ids.setup, spaceId])
        assert.equal(json.parentId, site.homepageId)
      }
    })

    test('are read as Markdown, and browsers are led to the site', async () => {
      const path = `/wiki/spaces/DOCS/pages/${ids.setup}`
      const markdown = { accept: 'text/markdown' }
      for (const answer of [
        await fetchPage(`${path}.md`),
        await fetchPage(path, 'admin', markdown),
      ]) {
        assert.equal(answer.status, 200)
        assert.equal(await answer.text(), 'First words\n')
        assert.match(answer.headers.get('link') ?? '', /^<http.*rel="canonical"$/)
      }
      const led = await fetchPage(path)
      assert.equal(led.status, 302)
      assert.equal(led.headers.get('location'), server.pageUrl(ids.setup ?? ''))
      assert.equal((await fetchPage(path, 'rita')).status, 404)
      assert.equal((await fetchPage(`${path}.md?version=99`)).status, 404)
      assert.equal((await fetchPage(`${path}.md?images=absolute`)).status, 400)
      assert.equal((await fetchPage(`${path}.md`, 'rita')).status, 404)
    })

    test('are read by agents', async () => {
      const { structuredContent: read, content } = await useTool('get_page', {
        space: 'DOCS',
        title: 'Linux',
        section: 'Steps',
      })
      assert.deepEqual([read.id, read.url.startsWith(site.baseUrl)], [ids.linux, true])
      assert.match(content[1].resource.text, /Second words/)
      const top = await useTool('list_children', { space: 'DOCS' })
      const titlesOf = (answer: typeof top) =>
        answer.structuredContent.pages.map(({ title }: { title: string }) => title).sort()
      assert.deepEqual(titlesOf(top), ['Deep', 'Setup'])
      assert.deepEqual(titlesOf(await useTool('list_children', { id: ids.setup })), ['Linux'])
      const spaces = await useTool('list_spaces', {})
      assert.equal(spaces.structuredContent.spaces[0].homepageId, site.homepageId)
    })

    test('are found by their words, as they were last imported', async () => {
      const [hit] = (await call('/search?query=second')).json.results
      assert.deepEqual([hit.id, hit.title, hit.space.key], [ids.linux, 'Linux', 'DOCS'])
      assert.equal(hit.url, server.pageUrl(ids.linux ?? ''))
      assert.equal(hit.sections[0].url, hit.url)
      const page = { parentId: ids.setup, pageTitle: 'Linux' }
      await importPage({ ...page, content: '## Steps\n\nOther words\n', labels: ['two'] })
      assert.deepEqual(await found('second'), [])
      assert.deepEqual(await found('other'), [ids.linux])
      const { structuredContent } = await useTool('search_pages', { query: 'words', label: 'two' })
      const [only, ...others] = structuredContent.pages
      assert.deepEqual([only.id, only.url, others], [ids.linux, hit.url, []])
      assert.deepEqual(await found('words', 'rita'), [])
    })

    test('are refused by an id that pages of two spaces have, without the space', async () => {
      const other = await server.createSpace('OTHER')
      const place = { spaceId: other.id, parentId: other.homepageId }
      const id = await importPage({ ...place, pageTitle: 'Same', content: 'Other words\n' })
      for (const table of [sql`remote_pages`, sql`remote_versions`]) {
        const statement = sql`update ${table} set page_id = ${id} where page_id = ${ids.linux ?? ''}`
        await execute(server.database, statement)
      }
      const { status, json } = await call(`/pages/${id}`)
      assert.equal(status, 400)
      assert.match(json.errors[0].title, /name the space as well, one of DOCS, OTHER/)
      const titleIn = async (space: string) =>
        (await call(`/pages/${id}?space-id=${space}`)).json.title
      assert.deepEqual([await titleIn(spaceId), await titleIn(other.id)], ['Linux', 'Same'])
      const { json: first } = await call('/pages?title=linux&limit=1')
      assert.equal(first.results[0].spaceId, spaceId)
      const part = await titles(`/pages?limit=250&space-id=${spaceId},${other.id}`)
      assert.ok(part.includes('Linux') && part.includes('Same'))
      assert.equal((await useTool('get_page', { id })).isError, true)
      const { structuredContent: read } = await useTool('get_page', { id, space: 'DOCS' })
      assert.equal(read.title, 'Linux')
      assert.equal((await call(`/pages/${id}`, 'rita')).status, 404)
    })

    test('are gone once they were put into the trash, until they are imported again', async () => {
      const connection = { endpoint: server.endpoint, token: server.token, runId: 'end' }
      const ending = { name: 'docs', paths: ['other.md'], prune: true, dryRun: false }
      const { trashed } = await closeSourceRun(connection, 'DOCS', ending)
      assert.deepEqual(
        trashed.map(({ pageId }) => pageId),
        [ids.deep],
      )
      assert.equal((await call(`/pages/${ids.deep}`)).status, 404)
      assert.deepEqual(await found('third'), [])
      assert.deepEqual((await titles('/pages')).includes('Deep'), false)
      const markdown = `/wiki/spaces/DOCS/pages/${ids.deep}.md`
      assert.equal((await fetchPage(markdown)).status, 404)
      const id = await importPage({ parentId: ids.theirs, pageTitle: 'Deep', content: 'Back\n' })
      const back = await fetchPage(`/wiki/spaces/DOCS/pages/${id}.md`)
      assert.equal(await back.text(), 'Back\n')
      assert.deepEqual(await found('back'), [id])
    })
  })
})
