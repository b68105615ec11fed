/** The wiki's own API, driven by a client that was written for Confluence, and by hand. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createV2Client } from 'confluence.js'
import { spaceAccess } from '../src/auth/access.ts'
import { passwords } from '../src/auth/passwords/passwords.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { users } from '../src/auth/users.ts'
import { RequestError } from '../src/base/errors.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { fromRequestError } from '../src/embedded-wiki/rest-api/host-api-error.ts'
import { createSpace } from '../src/embedded-wiki/store/create-space.ts'
import { trashPage } from '../src/embedded-wiki/store/trash-page.ts'
import { listImports } from '../src/importing/ledger/import-history.ts'
import type { Space } from '../src/importing/target-wiki.ts'
import { dayMs } from './support/prepared-store.ts'
import { adfText, startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

type Client = ReturnType<typeof createV2Client>

const clock = (): Date => new Date()
const adfBody = (text: string) => ({
  representation: 'atlas_doc_format' as const,
  value: adfText(text),
})

forEachEngine((_, engine) => {
  // A suite of its own: it stops the server before the engine's suite stops the engine.
  describe('host API', () => {
    let api: TestHostApi
    let client: Client

    before(async () => {
      api = await startTestHostApi(engine)
      client = createV2Client({
        host: api.server.url,
        auth: { type: 'bearer', token: api.token },
      })
    })
    after(() => api.stop())

    /** Of the administrator, as the first one. */
    const addSpace = async (key: string): Promise<Space> => {
      const { database } = api.server
      const [first] = await database.read<{ userId: number }>(
        sql`select author_id as "userId" from spaces`,
      )
      const input = { key, name: key, userId: first?.userId ?? 0 }
      return createSpace(database, idAllocator(database), clock, input)
    }

    /** Follow `_links.next` from a path to the end. */
    const readAll = async (start: string): Promise<string[]> => {
      const seen: string[] = []
      let path: string | undefined = start
      for (let parts = 0; path !== undefined && parts < 20; parts += 1) {
        const { json, headers } = await api.call(path)
        seen.push(...json.results.map((one: { id: string }) => one.id))
        const next: string | undefined = json._links.next
        assert.equal(headers.get('link'), next === undefined ? null : `<${next}>; rel="next"`)
        path = next?.replace('/wiki/api/v2', '')
      }
      return seen
    }

    test('a Confluence client finds a space, creates, reads, updates and lists', async () => {
      const { space: known } = api.server
      const [space] = (await client.space.getSpaces({ keys: ['DOCS'] })).results ?? []
      assert.equal(space?.id, known.id)
      const byId = await client.space.getSpaceById({ id: Number(space?.id) })
      assert.equal(byId.homepageId, known.homepageId)

      const created = await client.page.createPage({
        body: { spaceId: known.id, status: 'current', title: 'Client', body: adfBody('one') },
      })
      const id = Number(created.id)
      const read = await client.page.getPageById({ id, bodyFormat: 'atlas_doc_format' })
      assert.equal(read.parentId, known.homepageId)
      assert.equal(read.body?.atlas_doc_format?.value, adfText('one'))

      const version = { number: 2, message: 'second' }
      const next = { id: String(id), status: 'current' as const, title: 'Client', version }
      const updated = await client.page.updatePage({ id, body: { ...next, body: adfBody('two') } })
      assert.equal(updated.version?.number, 2)
      const byTitle = { spaceId: [Number(known.id)], title: 'Client' }
      const found = await client.page.getPages(byTitle)
      assert.deepEqual(
        found.results?.map((page) => page.id),
        [String(id)],
      )
      const parent = { id: Number(known.homepageId) }
      const children = await client.children.getPageDirectChildren(parent)
      assert.ok(children.results?.some((page) => page.id === String(id)))
    })

    test('a Confluence client is told of what went wrong', async () => {
      const id = await api.create('Taken')
      const page = {
        spaceId: api.server.space.id,
        status: 'current' as const,
        title: 'Taken',
        body: adfBody('x'),
      }
      await assert.rejects(client.page.createPage({ body: page }), { status: 400 })
      const stale = { ...page, id, version: { number: 1 } }
      await assert.rejects(client.page.updatePage({ id: Number(id), body: stale }), { status: 409 })
      const missing = { name: 'NotFoundError' }
      await assert.rejects(client.page.getPageById({ id: 999_999 }), missing)
      await assert.rejects(client.space.getSpaceById({ id: 999_999 }), missing)
    })

    test('basic authentication takes the owner’s address and the token', async () => {
      const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
      const [user] = await api.server.database.read<{ email: string }>(sql`select email from users`)
      const right = basic(`${user?.email}:${api.token}`)
      assert.equal((await api.call('/spaces', { authorization: right })).status, 200)
      const wrong = basic(`x@example.org:${api.token}`)
      const { status, json, headers } = await api.call('/spaces', { authorization: wrong })
      assert.equal(status, 401)
      assert.equal(json.errors[0].code, 'UNAUTHORIZED')
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*, Basic /)
    })

    test('what is read has the same head without its body, and other methods are told apart', async () => {
      const id = await api.create('Headed')
      const headers = { authorization: `Bearer ${api.token}` }
      const ask = (method: string) =>
        fetch(`${api.server.url}/wiki/api/v2/pages/${id}`, { method, headers })
      const [got, head, patched] = await Promise.all(['GET', 'HEAD', 'PATCH'].map(ask))
      for (const name of ['etag', 'vary', 'cache-control', 'content-type']) {
        assert.equal(head?.headers.get(name), got?.headers.get(name), name)
        assert.ok(got?.headers.get(name), name)
      }
      assert.deepEqual(
        [patched?.status, patched?.headers.get('allow')],
        [405, 'GET, HEAD, PUT, DELETE'],
      )
      assert.equal((await api.call('/nothing', { method: 'PATCH' })).status, 404)
    })

    test('an update is written only over the version that If-Match names', async () => {
      const id = await api.create('Conditional')
      const put = async (ifMatch: string, number: number, path = '') => {
        const headers = { authorization: `Bearer ${api.token}`, 'if-match': ifMatch }
        const url = `${api.server.url}/wiki/api/v2/pages/${id}${path}`
        const body = api.newPage(`Conditional ${number}`, { version: { number } })
        const answer = await fetch(url, { method: 'PUT', headers, body })
        return [answer.status, JSON.parse(await answer.text()).errors?.[0].code]
      }
      const refused = [412, 'PRECONDITION_FAILED']
      assert.deepEqual(await put('"2"', 2), refused)
      assert.deepEqual(await put('"2"', 2, '/title'), refused)
      assert.deepEqual(await put('1', 2), [400, 'BAD_REQUEST'])
      assert.deepEqual(await put('"1"', 2), [200, undefined])
      assert.deepEqual(await put('"1"', 3), refused)
    })

    test('Markdown is imported, and comes back as it was sent', async () => {
      const source = '# Wind\n\nIn *much* wind.<custom>x</custom>\n'
      const written = (value: string) => ({ body: { representation: 'markdown', value } })
      const make = (body: string) => api.call('/pages', { method: 'POST', body })
      const { status, json } = await make(api.newPage('Sent as Markdown', written(source)))
      assert.equal(status, 200, JSON.stringify(json))
      const { id, version } = json
      assert.deepEqual([version.number, version.via, version.token], [1, 'api', 'client'])
      assert.deepEqual(json.body, { markdown: { representation: 'markdown', value: source } })
      assert.deepEqual(
        json.warnings.map(({ code, line }: { code: string; line: number }) => [code, line]),
        [['html-shown', 3]],
      )
      const adf = await api.call(`/pages/${id}?body-format=atlas_doc_format`)
      assert.match(adf.json.body.atlas_doc_format.value, /"em"/)
      const twice = await make(api.newPage('Sent as Markdown', written('x')))
      assert.equal(twice.status, 400)
      assert.match(twice.json.errors[0].title, /already exists/)
      const put = (number: number, changes: object) => {
        const body = api.newPage('Sent as Markdown', { version: { number }, ...changes })
        return api.call(`/pages/${id}`, { method: 'PUT', body })
      }
      const nested = { body: { markdown: { value: 'second' } } }
      assert.deepEqual((await put(3, nested)).json.errors[0].code, 'CONFLICT')
      const changed = await put(2, nested)
      assert.deepEqual(
        [changed.status, changed.json.version.number, changed.json.body.markdown.value],
        [200, 2, 'second'],
      )
      const same = await put(3, nested)
      assert.equal(same.json.version.number, 2, 'as an import of the same')
      const said = { ...nested, version: { number: 3, message: 'why' } }
      assert.match((await put(3, said)).json.errors[0].title, /message/)
      const deep = await put(3, written(`${'> '.repeat(91)}x`))
      assert.match(deep.json.errors[0].title, /deep/)
      const { homepageId } = api.server.space
      const home = { ...written('Home.'), id: homepageId, version: { number: 2 } }
      const homepage = { method: 'PUT', body: api.newPage('Home as Markdown', home) }
      assert.equal((await api.call(`/pages/${homepageId}`, homepage)).status, 200)
      const audited = await api.server.database.read<{ detail: string }>(sql`
        select detail from audit_records where action = 'page-write' and subject = ${id}
        order by recorded_at, id`)
      assert.deepEqual(
        audited.map(({ detail }) => JSON.parse(detail)),
        [1, 2].map((number) => ({ via: 'api', token: 'client', version: number })),
      )
      const imports = await listImports(api.server.database, {}, { limit: 1 })
      assert.deepEqual(
        imports.map((one) => [one.apiTokenName, one.isFromForm]),
        [['client', false]],
      )
    })

    test('each answer tells how often the token may still ask, and reading takes nothing of writing', async () => {
      const { database } = api.server
      const input = { name: 'often', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
      const made = await hostTokens(database, idAllocator(database), clock).create(input)
      const authorization = `Bearer ${made.token}`
      const left = async (method: string): Promise<(string | null)[]> => {
        const { headers } = await api.call('/nowhere', { method, authorization })
        return ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
      }
      assert.deepEqual(await left('GET'), ['200', '199', '1'])
      assert.deepEqual(await left('PATCH'), ['200', '199', '1'])
      const refusal = fromRequestError(new RequestError('too-many-requests', 'Wait.'))
      assert.deepEqual([refusal.status, refusal.code], [429, 'TOO_MANY_REQUESTS'])
    })

    test('an import token does not open this API', async () => {
      const authorization = `Bearer ${api.server.token}`
      const { status, json } = await api.call('/spaces', { authorization })
      assert.equal(status, 401)
      assert.equal(json.errors[0].status, 401)
    })

    test('lists go on at next until the end', async () => {
      const parentId = await api.create('Many')
      const made: string[] = []
      for (let index = 0; index < 5; index += 1) {
        made.push(await api.create(`Child ${index}`, { parentId }))
      }
      assert.deepEqual(await readAll(`/pages/${parentId}/direct-children?limit=2`), made)
      assert.deepEqual(await readAll(`/pages?limit=2&id=${made.join(',')}`), made)
      const inSpace = await readAll(`/spaces/${api.server.space.id}/pages?limit=3`)
      assert.deepEqual(
        inSpace.filter((id) => made.includes(id)),
        made,
      )
    })

    test('spaces and pages are chosen by several ids, and spaces are listed in parts', async () => {
      const { space } = api.server
      const other = await addSpace('OTHER')
      const both = [space.id, other.id]
      assert.deepEqual(await readAll('/spaces?limit=1'), both)
      assert.deepEqual(await readAll('/spaces?keys=other,DOCS'), both)
      assert.deepEqual(await readAll(`/spaces?ids=${other.id}`), [other.id])
      assert.deepEqual(await readAll('/spaces?status=archived'), [])
      const pages = await readAll(`/pages?limit=2&space-id=${both.join(',')}`)
      assert.ok(pages.includes(space.homepageId) && pages.includes(other.homepageId))
    })

    test('a slash at the end changes nothing', async () => {
      const { space } = api.server
      const body = api.newPage('Slash')
      const created = await api.call('/pages/', { method: 'POST', body })
      assert.equal(created.status, 200)
      for (const path of [
        '/spaces/',
        `/spaces/${space.id}/`,
        `/spaces/${space.id}/pages/`,
        '/pages/',
        `/pages/${created.json.id}/`,
        `/pages/${created.json.id}/direct-children/`,
      ]) {
        assert.equal((await api.call(path)).status, 200, path)
      }
      const next = api.newPage('Slash', { version: { number: 2 } })
      const update = { method: 'PUT', body: next }
      assert.equal((await api.call(`/pages/${created.json.id}/`, update)).json.version.number, 2)
    })

    test('a body is taken in its nested form', async () => {
      const { value } = adfBody('nested')
      const id = await api.create('Nested', { body: { atlas_doc_format: { value } } })
      const { json } = await api.call(`/pages/${id}?body-format=atlas_doc_format`)
      assert.deepEqual(json.body.atlas_doc_format, { representation: 'atlas_doc_format', value })
    })

    test('a body is shown in each format, and in older versions', async () => {
      const id = await api.create('Formats')
      for (const format of ['view', 'storage']) {
        const { json } = await api.call(`/pages/${id}?body-format=${format}`)
        const shown = { representation: format, value: '<p>Formats</p>' }
        assert.deepEqual(json.body, { [format]: shown })
      }
      assert.deepEqual((await api.call(`/pages/${id}`)).json.body, {})
      assert.equal((await api.call(`/pages/${id}?version=1`)).json.version.number, 1)
      assert.equal((await api.call(`/pages/${id}?version=2`)).status, 404)
    })

    test('an update changes what it names and leaves the rest', async () => {
      const parentId = await api.create('New parent')
      const id = await api.create('Before')
      const put = (members: object) =>
        api.call(`/pages/${id}`, { method: 'PUT', body: JSON.stringify(members) })
      const renamed = await put({ title: 'After', version: { number: 2, message: 'renamed' } })
      assert.equal(renamed.json.title, 'After')
      assert.equal(renamed.json.version.message, 'renamed')
      const moved = await put({ parentId, version: { number: 3 } })
      assert.equal(moved.json.parentId, parentId)
      assert.equal(moved.json.body.atlas_doc_format.value, adfText('Before'))
      assert.equal((await put({ parentId: id, version: { number: 4 } })).status, 400)
    })

    test('a page in the trash is listed only when asked for, and takes no update', async () => {
      const { database, space } = api.server
      const id = await api.create('Trashed')
      await trashPage({ database, ids: idAllocator(database), clock }, id, 'test')
      const list = `/pages?space-id=${space.id}&title=Trashed`
      assert.deepEqual(await readAll(list), [])
      assert.deepEqual(await readAll(`${list}&status=current,trashed`), [id])
      const body = api.newPage('Trashed', { version: { number: 2 } })
      assert.equal((await api.call(`/pages/${id}`, { method: 'PUT', body })).status, 404)
      const under = api.newPage('Under', { parentId: id })
      assert.equal((await api.call('/pages', { method: 'POST', body: under })).status, 404)
    })

    test('no access looks as if nothing were there', async () => {
      const { database, space } = api.server
      const ids = idAllocator(database)
      const input = { name: 'reader', isAdministrator: false, createdBy: 'test' }
      const reader = await users(database, ids, clock, passwords()).create(input)
      const token = { name: 'reading', owner: 'reader', lifetimeMs: dayMs, createdBy: 'test' }
      const made = await hostTokens(database, ids, clock).create({ ...token, canWrite: true })
      const authorization = `Bearer ${made.token}`
      const id = await api.create('Closed')
      assert.equal((await api.call(`/pages/${id}`, { authorization })).status, 404)
      assert.equal((await api.call(`/spaces/${space.id}`, { authorization })).status, 404)
      assert.deepEqual((await api.call('/spaces', { authorization })).json.results, [])
      assert.deepEqual((await api.call(`/pages?id=${id}`, { authorization })).json.results, [])

      const grant = { userId: reader.id, spaceId: Number(space.id), grantedBy: 'test' }
      await spaceAccess(database, ids, clock).grant({ ...grant, access: 'read' })
      assert.equal((await api.call(`/pages/${id}`, { authorization })).status, 200)
      const body = api.newPage('By a reader')
      const post = await api.call('/pages', { method: 'POST', body, authorization })
      assert.equal(post.status, 404)
      const next = api.newPage('By a reader', { version: { number: 2 } })
      const put = await api.call(`/pages/${id}`, { method: 'PUT', body: next, authorization })
      assert.equal(put.status, 404)
    })

    test('a token that reads writes nothing', async () => {
      const { database } = api.server
      const keeper = hostTokens(database, idAllocator(database), clock)
      const input = { name: 'only-reads', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
      const made = await keeper.create(input)
      assert.deepEqual(made.scopes, ['read'])
      const authorization = `Bearer ${made.token}`
      const id = await api.create('Only read')
      const page = { path: `/pages/${id}`, body: api.newPage('Other', { version: { number: 2 } }) }
      for (const [method, path] of [
        ['POST', '/pages'],
        ['PUT', page.path],
        ['DELETE', page.path],
        ['DELETE', `${page.path}?space-id=${api.server.space.id}`],
        ['PATCH', '/nowhere'],
      ] as const) {
        const { status, json } = await api.call(path, { method, body: page.body, authorization })
        assert.equal(status, 403, `${method} ${path}`)
        assert.equal(json.errors[0].code, 'FORBIDDEN')
        assert.match(json.errors[0].title, /--scope read,write/)
      }
      const { json } = await api.call(page.path, { authorization })
      assert.deepEqual([json.title, json.version.number], ['Only read', 1])
    })

    test('a token for some spaces finds nothing of others, its owner’s rights aside', async () => {
      const { database, space } = api.server
      const ids = idAllocator(database)
      const other = await addSpace('NEXT')
      const keeper = hostTokens(database, ids, clock)
      const input = { name: 'one-space', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
      const made = await keeper.create({ ...input, canWrite: true, spaces: ['next'] })
      assert.deepEqual(made.spaces, ['NEXT'])
      const authorization = `Bearer ${made.token}`
      const id = await api.create('Of the first space')
      const call = (path: string, options = {}) => api.call(path, { ...options, authorization })
      const body = api.newPage('Changed', { version: { number: 2 } })
      for (const [method, path] of [
        ['GET', `/pages/${id}`],
        ['GET', `/pages/${id}/direct-children`],
        ['GET', `/spaces/${space.id}`],
        ['GET', `/spaces/${space.id}/pages`],
        ['POST', '/pages'],
        ['PUT', `/pages/${id}`],
        ['DELETE', `/pages/${id}`],
      ] as const) {
        const { status } = await call(path, { method, ...(method === 'GET' ? {} : { body }) })
        assert.equal(status, 404, `${method} ${path}`)
      }
      const keysOf = async (path: string) => (await call(path)).json.results
      assert.deepEqual(await keysOf(`/pages?id=${id}`), [])
      const seen = (await keysOf('/spaces')) as { key: string }[]
      assert.deepEqual(
        seen.map(({ key }) => key),
        ['NEXT'],
      )
      const own = api.newPage('Of its own', { spaceId: other.id })
      assert.equal((await call('/pages', { method: 'POST', body: own })).status, 200)
      await assert.rejects(keeper.create({ ...input, name: 'no-space', spaces: ['NONE'] }), {
        key: 'bad-request',
      })
      const listed = (await keeper.list()).find(({ name }) => name === input.name)
      assert.deepEqual(listed?.spaces, ['NEXT'])
    })
  })
})
