/** The web's map: every page is on it, and nobody opens what is not theirs. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { userGroups } from '../src/accounts/groups.ts'
import { importPage, type PageFields } from '../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/service-requests.ts'
import type { ServiceParts } from '../src/server/service/compose.ts'
import { isForPrograms, takesHostToken } from '../src/server/web/pages.ts'
import { webMap, webPages } from '../src/server/web/web-pages.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { connectSample } from './support/delivery/sample-connection.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { followSample } from './support/service/sample-history.ts'
import { validImport } from './support/service/test-server.ts'

const lines = Object.entries(webMap).map(([name, { who, rule }]) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, path, who, rule }
})

test('each line is mounted, and no page without a line', () => {
  const pages = webPages({
    limits: {},
    provider: {},
    protectForms: () => async () => {},
  } as unknown as ServiceParts)
  const mounted = pages.routes
    .filter(({ method, path }) => method !== 'ALL' && !/^\/(?:assets\/|favicon)/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual([...new Set(mounted)].sort(), lines.map(({ name }) => name).sort())
})

describe('who may open what', () => {
  const server = freshServer('sqlite', { readers: 'users' })
  let ids: {
    page: string
    user: number
    token: string
    group: string
    version: string
    report: number
  }
  const visitors = {} as Record<'nobody' | 'user' | 'writer' | 'administrator', WebClient>

  before(async () => {
    const { createUser, createToken, grant, space } = server
    visitors.nobody = webClient(server.url)
    await createUser('user')
    await grant(await createUser('writer'), space, 'write')
    const { id: user } = await createUser('administrator', { isAdministrator: true })
    for (const name of ['user', 'writer', 'administrator'] as const) {
      visitors[name] = webClient(server.url)
      await visitors[name].signIn(name, userPassword)
      await visitors[name].get('/account')
    }
    const { json } = await server.post({ pageTitle: 'Shown' })
    await connectSample(server, 'WORK')
    await followSample(server, { id: 77 })
    await visitors.writer.submit(`/wiki/spaces/DOCS/report/${json.page.id}`, { message: 'wrong' })
    const [report] = await server.database.read<{ id: number }>(sql`select id from page_reports`)
    const groups = userGroups(server)
    const group = String((await groups.create('crew', 'test')).id)
    const { endpoint, token } = server
    const connection = { endpoint, token, runId: 'run' }
    await askPreview(connection, 'pr-1', 'begin', { spaceId: 'DOCS' })
    const preview = { ...connection, endpoint: previewEndpoint(endpoint, 'pr-1') }
    const { pageId, ...fields } = { ...validImport(server), pageId: json.page.id }
    await importPage(preview, {
      ...fields,
      pageId,
      pageTitle: 'Else',
      overwrite: true,
    } as PageFields)
    const { parentId } = fields as { parentId: string }
    await importPage(preview, {
      spaceId: 'DOCS',
      parentId,
      pageTitle: 'Quagga zebra',
      labels: ['quagga-label'],
      content: 'Findword quagga-text.',
    })
    await askPreview(connection, 'pr-1', 'show', { spaceId: 'DOCS' })
    ids = {
      page: json.page.id,
      user,
      group,
      token: (await createToken('shown')).id,
      version: '1',
      report: report?.id ?? 0,
    }
  })

  const addressOf = (path: string, page = ids.page): string =>
    path
      .replace('/manage/users/:id', `/manage/users/${ids.user}`)
      .replace('/manage/groups/:id', `/manage/groups/${ids.group}`)
      .replace('/manage/tokens/:id', `/manage/tokens/${ids.token}`)
      .replace('/manage/following/:id', '/manage/following/77')
      .replace('/manage/connections/:key', '/manage/connections/WORK')
      .replace('/manage/reports/:report', `/manage/reports/${ids.report}`)
      .replace('/previews/:name', '/previews/pr-1')
      .replace(':sha256/:file', 'nothing')
      .replace(':key', 'DOCS')
      .replace(':sha256/:name', 'nothing')
      .replace(/compare\/:id/, 'compare/:id?from=1&to=1')
      .replace(':number', ids.version)
      .replace(':id{[0-9]+\\.md}', `${page}.md`)
      .replace(':id', page)
      .replace(/:\w+(?:\{.*\})?/, 'nothing')

  const ask = async (who: keyof typeof visitors, { method, path }: (typeof lines)[number]) => {
    const client = visitors[who]
    const address = addressOf(path)
    return method === 'GET' ? client.get(address) : client.submit(address)
  }
  const guarded = lines.filter(({ rule }) => typeof rule !== 'function')

  test('strangers are asked to sign in, and programs for a token, but where anyone may come', async () => {
    for (const line of guarded.filter(({ path }) => !path.startsWith('/sign-in/'))) {
      const { status, location = '', html } = await ask('nobody', line)
      const isProgramLine = isForPrograms(line.rule)
      if (isProgramLine) {
        const headers = { accept: 'text/html,*/*;q=0.8' }
        const url = server.url + addressOf(line.path)
        const asBrowser = await fetch(url, { headers, redirect: 'manual' })
        assert.match(asBrowser.headers.get('location') ?? '', /^\/sign-in\?next=/, line.name)
      }
      const isAsked =
        line.method === 'GET'
          ? isProgramLine
            ? status === 401
            : status === 303 && /^\/sign-in(?:\?next=|$)/.test(location)
          : status === 403 && html.includes('Sign in again')
      assert.equal(isAsked, line.who !== 'anyone', `${line.name}: ${status} ${location}`)
    }
  })

  async function expectForProgram(
    { name }: (typeof lines)[number],
    url: string,
    headers: Record<string, string>,
  ): Promise<void> {
    const told = ['content-type', 'etag', 'vary', 'cache-control', 'last-modified', 'link']
    // One export runs after the other.
    const ask = async (method: string): Promise<Response> => {
      let answer: Response | undefined
      await waitUntil('the place is free', async () => {
        answer = await fetch(url, { method, headers, redirect: 'manual' })
        return answer.status !== 429
      })
      return answer as Response
    }
    const got = await ask('GET')
    const body = await got.arrayBuffer()
    const head = await ask('HEAD')
    const toldOf = (answer: Response) => told.map((header) => answer.headers.get(header))
    assert.deepEqual([head.status, ...toldOf(head)], [got.status, ...toldOf(got)], name)
    const [type = '', etag, vary = '', caching = ''] = toldOf(got).map((value) => value ?? '')
    if (got.status === 200) {
      assert.match(etag ?? '', /^(?:W\/)?"/, name)
      assert.match(caching, /^private, no-cache$/, name)
      assert.match(vary, /\bCookie, Authorization\b/, name)
      const length = head.headers.get('content-length')
      if (length !== null) assert.equal(Number(length), body.byteLength, name)
    } else {
      assert.ok([404, 409].includes(got.status), `${name}: ${got.status}`)
      assert.match(type, /^text\/plain/, name)
    }
  }

  for (const [who, others] of [
    ['writers', ['user']],
    ['administrators', ['user', 'writer']],
  ] as const) {
    test(`to others than ${who} there is nothing at their addresses`, async () => {
      for (const line of guarded.filter((one) => one.who === who)) {
        for (const other of others) assert.equal((await ask(other, line)).status, 404, line.name)
      }
    })
  }

  test('a host token opens what is marked for it, and is nobody elsewhere', async () => {
    const { token } = await server.createHostToken('opens', { owner: 'administrator' })
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    for (const line of lines.filter(({ method, who }) => method === 'GET' && who !== 'anyone')) {
      const url = server.url + addressOf(line.path)
      const { status } = await fetch(url, { headers, redirect: 'manual' })
      const asked = typeof line.rule === 'function' ? [303, 401, 403, 404] : [303]
      if (takesHostToken(line.rule)) await expectForProgram(line, url, headers)
      else assert.ok(asked.includes(status), `${line.name}: ${status}`)
    }
  })

  test('what is for programs refuses parameters that it does not take', async () => {
    for (const { name, path, rule } of lines) {
      if (!isForPrograms(rule)) continue
      const ask = async (query: string) => visitors.administrator.get(addressOf(path) + query)
      const { status, html } = await ask('?verzion=3')
      assert.equal(status, 400, name)
      const taken = rule.takes.length === 0 ? 'none' : rule.takes.join(', ')
      assert.equal(html, `"verzion" is no parameter of this address, which takes ${taken}.\n`)
      // Tracking parameters that chats add do not matter.
      const shared = await ask('?utm_source=chat.example')
      assert.equal(shared.status, (await ask('')).status, name)
    }
  })

  test('the sidebar of the settings leads to each of their pages that is the viewer’s', async () => {
    const isPlace = ({ method, path }: (typeof lines)[number]): boolean =>
      method === 'GET' && /^\/(?:account|manage\/[a-z-]+)$/.test(path)
    for (const [viewer, whose] of [
      ['user', ['users']],
      ['administrator', ['users', 'administrators']],
    ] as const) {
      const sidebarOf = async (page: string): Promise<(string | undefined)[]> => {
        const { html } = await visitors[viewer].get(page)
        const [sidebar = ''] = /<nav class="sidebar".*?<\/nav>/s.exec(html) ?? []
        return Array.from(sidebar.matchAll(/<a href="([^"]+)"/g), ([, path]) => path)
      }
      const isTheirs = (line: (typeof lines)[number]): boolean =>
        isPlace(line) && whose.some((who) => who === line.who)
      const places = lines.filter(isTheirs).map(({ path }) => path)
      const [home, ...others] = await sidebarOf('/account')
      assert.equal(home, '/', 'the way back comes first')
      assert.deepEqual(
        others.filter((path) => !places.some((place) => place === path)),
        [],
      )
      const missing = places.filter((path) => !others.includes(path))
      const quiet = [viewer === 'user' ? '/manage/reports' : '/manage/license']
      assert.deepEqual(missing.sort(), quiet, viewer)
      for (const path of missing) assert.ok((await sidebarOf(path)).includes(path), path)
    }
  })

  const isOwn = (method: string, path: string): boolean =>
    method === 'GET' && !/^\/sign-in\/|\/nothing$/.test(addressOf(path))

  test('pages are there for those whose they are', async () => {
    for (const line of lines.filter(({ method, path }) => isOwn(method, path))) {
      const { status, location = '' } = await ask('administrator', line)
      const isThere = status < 400 && !location.startsWith('/sign-in')
      assert.ok(isThere, `${line.name}: ${status} ${location}`)
    }
  })
})
