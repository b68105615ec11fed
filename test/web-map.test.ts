/** The web's map: every page is on it, and nobody opens what is not theirs. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userGroups } from '../src/auth/groups.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import {
  type ReaderPagesDependencies,
  readerPages,
} from '../src/embedded-wiki/reader/reader-pages.ts'
import { askPreview, previewEndpoint } from '../src/http-client/ask-preview.ts'
import { importPage, type PageFields } from '../src/http-client/import-page.ts'
import { type ExportRouteDependencies, exportRoutes } from '../src/space-export/export-route.ts'
import { type Who, webMap } from '../src/web/web-map.ts'
import { type WebPagesDependencies, webPages } from '../src/web/web-pages.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { connectSample } from './support/delivery/connect-sample.ts'
import { dayMs, userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { type TestServer, validImport } from './support/service/test-server.ts'

const lines = Object.entries(webMap).map(([name, [who, page, rule]]) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, path, who: who as Who, page, rule: rule as string | undefined }
})

test('each line is mounted, and no page without a line', () => {
  const nothing = { gates: {}, workers: {} } as ReaderPagesDependencies & ExportRouteDependencies
  const reader = { ...readerPages(nothing), ...exportRoutes(nothing) }
  const pages = webPages({
    ...{ reader, writer: { limits: {}, formGates: {} } },
    ...{ provider: {}, endByProvider: {} },
  } as unknown as WebPagesDependencies)
  const mounted = pages.routes
    .filter(({ method, path }) => method !== 'ALL' && !/^\/(?:assets\/|favicon)/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual([...new Set(mounted)].sort(), lines.map(({ name }) => name).sort())
})

describe('who may open what', () => {
  let server: TestServer
  let ids: { page: string; user: number; token: string; group: string; version: string }
  const visitors = {} as Record<'nobody' | 'user' | 'writer' | 'administrator', WebClient>

  before(async () => {
    server = await startFreshServer('sqlite', { readers: 'users' })
    const { createUser, createToken, grant, space } = server
    visitors.nobody = webClient(server.url)
    await createUser('user')
    await grant(await createUser('writer'), space, 'write')
    const { id: user } = await createUser('administrator', { isAdministrator: true })
    for (const name of ['user', 'writer', 'administrator'] as const) {
      visitors[name] = webClient(server.url)
      await visitors[name].signIn(name, userPassword)
      // For the token of its forms.
      await visitors[name].get('/account')
    }
    const { json } = await server.post({ pageTitle: 'Shown' })
    await connectSample(server, 'WORK')
    const groups = userGroups(server.database, idAllocator(server.database), server.clock)
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
    await askPreview(connection, 'pr-1', 'show', { spaceId: 'DOCS' })
    ids = { page: json.page.id, user, group, token: (await createToken('shown')).id, version: '1' }
  })
  after(() => server.stop())

  /** The address of something that is there. */
  const addressOf = (path: string): string =>
    path
      .replace('/manage/users/:id', `/manage/users/${ids.user}`)
      .replace('/manage/groups/:id', `/manage/groups/${ids.group}`)
      .replace('/manage/tokens/:id', `/manage/tokens/${ids.token}`)
      .replace('/manage/connections/:key', '/manage/connections/WORK')
      .replace('/previews/:name', '/previews/pr-1')
      .replace(':sha256/:file', 'nothing')
      .replace(':key', 'DOCS')
      .replace(':sha256/:name', 'nothing')
      .replace(/compare\/:id/, 'compare/:id?from=1&to=1')
      .replace(':number', ids.version)
      .replace(':id{[0-9]+\\.md}', `${ids.page}.md`)
      .replace(':id', ids.page)
      .replace(/:\w+(?:\{.*\})?/, 'nothing')

  const ask = async (who: keyof typeof visitors, { method, path }: (typeof lines)[number]) => {
    const client = visitors[who]
    const address = addressOf(path)
    return method === 'GET' ? client.get(address) : client.submit(address)
  }
  const guarded = lines.filter(({ rule }) => rule !== 'own checks')

  test('strangers are asked to sign in, but where anyone may come', async () => {
    // The steps of a sign-in lead back to its beginning.
    for (const line of guarded.filter(({ path }) => !path.startsWith('/sign-in/'))) {
      const { status, location = '', html } = await ask('nobody', line)
      const isAsked =
        line.method === 'GET'
          ? status === 303 && /^\/sign-in(?:\?next=|$)/.test(location)
          : status === 403 && html.includes('Sign in again')
      assert.equal(isAsked, line.who !== 'anyone', `${line.name}: ${status} ${location}`)
    }
  })

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
    const { database } = server
    const keeper = hostTokens(database, idAllocator(database), () => new Date())
    const made = { owner: 'administrator', lifetimeMs: dayMs, createdBy: 'test' }
    const { token } = await keeper.create({ ...made, name: 'opens', canWrite: true })
    const headers = { authorization: `Bearer ${token}` }
    for (const line of lines.filter(({ method, who }) => method === 'GET' && who !== 'anyone')) {
      const url = server.url + addressOf(line.path)
      const { status } = await fetch(url, { headers, redirect: 'manual' })
      const asked = line.rule === 'own checks' ? [303, 401, 403, 404] : [303]
      if (line.rule === 'host tokens') assert.notEqual(status, 303, line.name)
      else assert.ok(asked.includes(status), `${line.name}: ${status}`)
    }
  })

  test('the sidebar of the settings leads to each of their pages that is the viewer’s', async () => {
    const isPlace = ({ method, path }: (typeof lines)[number]): boolean =>
      method === 'GET' && /^\/(?:account|manage\/[a-z-]+)$/.test(path)
    for (const [viewer, whose] of [
      ['user', ['users']],
      ['administrator', ['users', 'administrators']],
    ] as const) {
      const { html } = await visitors[viewer].get('/account')
      const [sidebar = ''] = /<nav class="sidebar".*?<\/nav>/s.exec(html) ?? []
      const found = Array.from(sidebar.matchAll(/<a href="([^"]+)"/g), ([, path]) => path)
      const places = lines.filter((line) => isPlace(line) && whose.some((who) => who === line.who))
      assert.deepEqual(found.sort(), places.map(({ path }) => path).sort(), viewer)
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
