/** Who may read on the web: users the spaces that they were given, administrators all. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import { spaceAccess } from '../src/auth/access.ts'
import { passwords } from '../src/auth/passwords/passwords.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { users } from '../src/auth/users.ts'
import { places } from '../src/base/places/places.ts'
import { idAllocator } from '../src/database/ids.ts'
import { documentViews } from '../src/embedded-wiki/reader/document-views.ts'
import { readerRoutes } from '../src/embedded-wiki/reader/reader-pages.ts'
import { searchOf } from '../src/embedded-wiki/reader/search/search-answer.ts'
import { show } from '../src/web/frame/show.ts'
import { takesHostToken } from '../src/web/pages.ts'
import { webMap } from '../src/web/web-map.ts'
import type { Viewer, WebScope } from '../src/web/web-scope.ts'
import { dayMs, type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { testMount } from './support/service/composed-server.ts'
import { startTestHostApi } from './support/service/test-host-api.ts'
import { testWorkers } from './support/service/test-workers.ts'
import { createTestPage } from './support/store/save-test-page.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  let store: PreparedStore
  let remove: () => Promise<void>
  let pageId: string
  let reader: Viewer
  let stranger: Viewer
  let administrator: Viewer

  before(async () => {
    const place = await createTestStore(engine)
    remove = place.remove
    store = await prepareStore(place.options)
    const { database, space } = store
    const ids = idAllocator(database)
    const clock = (): Date => new Date()
    const keeper = users(database, ids, clock, passwords())
    const add = async (name: string): Promise<Viewer> => {
      const input = { name, email: `${name}@x.org`, isAdministrator: false, createdBy: 'test' }
      const { id } = await keeper.create(input)
      return { userId: id, name, isAdministrator: false }
    }
    reader = await add('reader')
    stranger = await add('stranger')
    const userId = (await keeper.findByName('admin'))?.id ?? 0
    administrator = { userId, name: 'admin', isAdministrator: true }
    const grant = { userId: reader.userId, spaceId: Number(space.id), access: 'read' as const }
    await spaceAccess(database, ids, clock).grant({ ...grant, grantedBy: 'test' })
    pageId = await createTestPage(database, ids, {
      spaceId: space.id,
      parentId: space.homepageId,
      title: 'Kept from strangers',
      userId,
      adf: '{"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"secret"}]}]}',
    })
  })
  after(async () => {
    await store.database.close()
    await remove()
  })

  const ask = async (path: string, viewer: Viewer | undefined): Promise<Response> => {
    const app = new Hono<WebScope>()
    app.use(async (c, next) => {
      c.set('viewer', viewer)
      await next()
    })
    const { database } = store
    const workers = testWorkers()
    const views = documentViews(database, workers, () => new Date())
    const publicUrl = (): string => 'http://localhost'
    const gate = places({
      name: 'all',
      maxTaken: 9,
      maxWaiting: 9,
      maxWaitMs: 9_999,
      deadlineMs: 99_999,
    })
    const handlers = readerRoutes({
      ...{ database, readers: 'users', workers, views, publicUrl, show },
      search: searchOf({ workers, synonyms: new Map(), gate }),
      reportUrl: undefined,
    })
    app.route('/', testMount('users')(handlers))
    return app.request(path)
  }
  const views = (): string[] => [
    `/wiki/spaces/DOCS/pages/${pageId}`,
    `/wiki/spaces/DOCS/pages/${pageId}.md`,
    `/wiki/spaces/OTHER/pages/${pageId}`,
    `/wiki/spaces/DOCS/children/${pageId}`,
    `/wiki/spaces/DOCS/children/${pageId}?part`,
    `/wiki/spaces/DOCS/history/${pageId}`,
    `/wiki/spaces/DOCS/history/${pageId}/1`,
    `/wiki/spaces/DOCS/compare/${pageId}?from=1&to=1`,
    `/wiki/spaces/DOCS/markdown/${pageId}`,
    `/wiki/spaces/DOCS/adf/${pageId}`,
    '/wiki/spaces/DOCS',
    '/search?q=secret&space=DOCS',
  ]

  test('what may not be read looks exactly like what is not there', async () => {
    const plain = (html: string): string =>
      html
        .replaceAll('stranger', 'reader')
        .replaceAll(/(class="tile t)\d( round" aria-hidden="true">)\w/g, '$1$2')
        .replace(/(name="next" value=")[^"]*/, '$1')
        .replace(/ aria-current="\w+"/, '')
    for (const path of views()) {
      const nowhere = path.replace(pageId, '1').replace('DOCS', 'NONE')
      const absent = plain(await (await ask(nowhere, reader)).text())
      const response = await ask(path, stranger)
      assert.equal(response.status, 404, path)
      assert.equal(plain(await response.text()), absent, path)
    }
  })

  test('users read what they were given, and administrators everything', async () => {
    for (const viewer of [reader, administrator]) {
      for (const path of views()) {
        const { status } = await ask(path, viewer)
        assert.ok(status === 200 || status === 302, `${path}: ${status}`)
      }
      assert.match(await (await ask('/', viewer)).text(), /Kept from strangers/)
      assert.match(await (await ask('/search?q=secret', viewer)).text(), /Kept from <|Kept from /)
    }
  })

  test('lists and searches have only what may be read', async () => {
    for (const path of ['/', '/search?q=secret', '/search?q=kept']) {
      const html = await (await ask(path, stranger)).text()
      assert.doesNotMatch(html, /strangers|DOCS/, path)
    }
    assert.match(await (await ask('/search?q=secret', stranger)).text(), /No page has all/)
  })

  test('who has not signed in reads nothing', async () => {
    for (const path of [...views(), '/', '/search?q=secret']) {
      const html = await (await ask(path, undefined)).text()
      assert.doesNotMatch(html, /strangers|secret/, path)
    }
  })
})

test('where anyone may read, a program still sees what its token reaches', async () => {
  const api = await startTestHostApi('sqlite', { readers: 'anyone' })
  try {
    const { server } = api
    const { database, space } = server
    const { json } = await server.post({
      pageTitle: 'Open',
      content: 'to [all](data:;name=x.txt;base64,eA==)',
    })
    const shown = await (await fetch(json.page.url)).text()
    const [, sha256 = ''] = /attachments\/([0-9a-f]{64})/.exec(shown) ?? []
    await server.createUser('rita')
    const made = { name: 'of-rita', owner: 'rita', lifetimeMs: dayMs, createdBy: 'test' }
    const clock = (): Date => new Date()
    const { token } = await hostTokens(database, idAllocator(database), clock).create(made)
    const known = {
      ':key': space.key,
      ':id{[0-9]+\\.md}': `${json.page.id}.md`,
      ':id': json.page.id,
    }
    for (const [route, [, more]] of Object.entries(webMap)) {
      if (!takesHostToken(more)) continue
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
