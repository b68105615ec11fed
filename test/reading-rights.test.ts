/** A walk over every way to read: whoever has no right to a space finds nothing of it. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { wikiApiRoutes } from '../src/server/rest/wiki-api-routes.ts'
import { takesHostToken } from '../src/server/web/pages.ts'
import { webMap } from '../src/server/web/web-pages.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { startWikiServer } from './support/delivery/wiki-server.ts'
import { userPassword } from './support/prepared-store.ts'
import { started } from './support/service/started.ts'
import { startTestHostApi } from './support/service/test-host-api.ts'

const title = 'Zebraquagga'
const text = 'numbatfinger'
const label = 'wombat-label'
/** Answers repeat it, so it is no secret. */
const soughtWord = 'echidna'
const secret = new RegExp(`${title}|${text}|${label}`, 'i')

interface Answer {
  readonly status: number
  readonly text: string
}

interface Visitor {
  readonly web: WebClient
  readonly token: string
}

for (const { name, kind } of [
  { name: 'pages here', kind: undefined },
  { name: 'recorded pages', kind: 'cloud' },
] as const) {
  describe(`what is closed: ${name}`, () => {
    const server = started(() => startWikiServer('sqlite', kind, { readers: 'users' }))
    let spaceId: string
    let pageId: string
    let sha256 = 'none'
    const visitors = {} as Record<'stranger' | 'administrator', Visitor>

    before(async () => {
      const { createUser } = server
      await createUser('stranger')
      await createUser('administrator', { isAdministrator: true })
      for (const owner of ['stranger', 'administrator'] as const) {
        const web = webClient(server.url)
        await web.signIn(owner, userPassword)
        visitors[owner] = { web, token: (await server.createHostToken(owner, { owner })).token }
      }
      const attached = kind === undefined ? '\n\n[file](data:;name=x.txt;base64,eA==)' : ''
      const content = `Text ${text} ${soughtWord}.${attached}`
      const { json } = await server.post({ pageTitle: title, content, labels: [label] })
      pageId = json.page.id
      const spaces = await callApi('administrator', '/spaces?keys=DOCS')
      spaceId = JSON.parse(spaces.text).results[0].id
      if (kind !== undefined) return
      const { html } = await visitors.administrator.web.get(`/wiki/spaces/DOCS/pages/${pageId}`)
      sha256 = /attachments\/([0-9a-f]{64})/.exec(html)?.[1] ?? ''
    })

    const callApi = async (who: keyof typeof visitors, path: string): Promise<Answer> => {
      const headers = { authorization: `Bearer ${visitors[who].token}` }
      const response = await fetch(`${server.url}/wiki/api/v2${path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const callAgent = async (
      who: keyof typeof visitors,
      method: string,
      params: object,
    ): Promise<Answer> => {
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${visitors[who].token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return { status: response.status, text: await response.text() }
    }
    /** Who asks for a page is named by the page. */
    const unnamed = (html: string): string =>
      html
        .replaceAll('stranger', 'reader')
        .replaceAll(/(class="tile t)\d( round" aria-hidden="true">)\w/g, '$1$2')
        .replace(/(name="next" value=")[^"]*/g, '$1')
    /** Asks as both, and tells whether the administrator finds the page there. */
    const compare = async (
      address: string,
      ask: (who: keyof typeof visitors) => Promise<Answer>,
    ): Promise<boolean> => {
      const closed = await ask('stranger')
      assert.ok(closed.status < 500, `${address}: ${closed.status}`)
      assert.ok(!secret.test(closed.text), address)
      return secret.test((await ask('administrator')).text)
    }

    test('on the web', async () => {
      const queries: Readonly<Record<string, string>> = {
        '/search': `?q=${soughtWord}`,
        '/search/suggest': `?q=${soughtWord}`,
        '/wiki/spaces/:key/compare/:id': '?from=1&to=1',
        '/import/parents': `?spaceId=${spaceId}&search=${title.slice(0, 5)}`,
      }
      const found = new Set<string>()
      const stranger = visitors.stranger.web
      for (const [line, { who }] of Object.entries(webMap)) {
        const [method, path = ''] = line.split(' ')
        if (method !== 'GET' || who === 'anyone') continue
        const address = path
          .replace(':key', 'DOCS')
          .replace(':id{[0-9]+\\.md}', `${pageId}.md`)
          .replace(':id', pageId)
          .replace(':sha256', sha256)
          .replace(':number', '1')
          .replace(/:\w+(?:\{.*\})?/, 'x')
        if (path.startsWith('/wiki/spaces/:key/')) {
          const nowhere = address.replace('DOCS', 'NONE').replace(pageId, '1')
          const [closed, absent] = [await stranger.get(address), await stranger.get(nowhere)]
          assert.deepEqual([closed.status, absent.status], [404, 404], path)
          assert.equal(unnamed(closed.html), unnamed(absent.html), path)
        }
        const isFound = await compare(address, async (visitor) => {
          const { status, html } = await visitors[visitor].web.get(address + (queries[path] ?? ''))
          return { status, text: html }
        })
        if (isFound) found.add(path)
      }
      // So that the walk above is known to ask for the page.
      const least = kind === undefined ? ['/', '/wiki/spaces/:key/llms.txt'] : []
      const both = ['/search', '/search/suggest', '/wiki/spaces/:key/pages/:id{[0-9]+\\.md}']
      for (const path of [...least, ...both]) {
        assert.ok(found.has(path), `${path} has it for those who may read`)
      }
    })

    test('by the API of the wiki', async () => {
      const found = new Set<string>()
      for (const { path } of wikiApiRoutes) {
        const id = path.startsWith('/spaces') ? spaceId : pageId
        const query = { '/search': `?query=${soughtWord}`, '/pages': `?title=${title}` }[path] ?? ''
        const body = path === '/pages/{id}' ? '?body-format=markdown' : ''
        const address = path.replace('{id}', id) + query + body
        if (await compare(address, (who) => callApi(who, address))) found.add(path)
      }
      for (const path of ['/pages', '/pages/{id}', '/pages/{id}/labels', '/search']) {
        assert.ok(found.has(path), path)
      }
    })

    test('by agents', async () => {
      const inputs: Readonly<Record<string, object>> = {
        list_spaces: {},
        search_pages: { query: soughtWord },
        get_page: { id: pageId },
        list_children: { space: 'DOCS' },
      }
      const listed = await callAgent('stranger', 'tools/list', {})
      const tools = [...listed.text.matchAll(/"name":"([a-z_]+)"/g)].map(([, tool = '']) => tool)
      assert.deepEqual(tools.sort(), Object.keys(inputs).sort())
      const found = new Set<string>()
      for (const [tool, input] of Object.entries(inputs)) {
        const params = { name: tool, arguments: input }
        if (await compare(tool, (who) => callAgent(who, 'tools/call', params))) found.add(tool)
      }
      assert.ok(found.has('search_pages') && found.has('get_page'))
      const named = { name: 'get_page', arguments: { space: 'DOCS', title } }
      assert.ok(await compare('by title', (who) => callAgent(who, 'tools/call', named)))
    })
  })
}

test('where anyone may read, a program still sees what its token reaches', async () => {
  const api = await startTestHostApi('sqlite', { readers: 'anyone' })
  try {
    const { server } = api
    const { space } = server
    const { json } = await server.post({
      pageTitle: 'Open',
      content: 'to [all](data:;name=x.txt;base64,eA==)',
    })
    const shown = await (await fetch(json.page.url)).text()
    const [, sha256 = ''] = /attachments\/([0-9a-f]{64})/.exec(shown) ?? []
    await server.createUser('rita')
    const { token } = await server.createHostToken('of-rita', { owner: 'rita' })
    const known = {
      ':key': space.key,
      ':id{[0-9]+\\.md}': `${json.page.id}.md`,
      ':id': json.page.id,
    }
    for (const [route, { rule }] of Object.entries(webMap)) {
      if (!takesHostToken(rule)) continue
      const path = Object.entries({ ...known, ':sha256': sha256, ':name': 'x.txt' }).reduce(
        (address, [name, value]) => address.replace(name, value),
        route.replace('GET ', ''),
      )
      const ask = (bearer: string) =>
        fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}` } })
      assert.equal((await ask(api.token)).status, 200, path)
      const closed = await ask(token)
      assert.equal(closed.status, path.includes(space.key) ? 404 : 200, path)
      assert.doesNotMatch(await closed.text(), /Open/, path)
    }
  } finally {
    await api.stop()
  }
})
