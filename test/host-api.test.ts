/** The wiki's own API, driven by a client that was written for Confluence, and by hand. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createV2Client } from 'confluence.js'
import { hostTokens } from '../src/auth/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { dayMs } from './support/prepared-store.ts'
import { createTestStore, forEachEngine } from './support/test-engines.ts'
import { startTestServer, type TestAnswer, type TestServer } from './support/test-server.ts'

type Client = ReturnType<typeof createV2Client>

const adf = (text: string): string =>
  JSON.stringify({
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })

forEachEngine((_, engine) => {
  let server: TestServer
  let remove: () => Promise<void>
  let token: string
  let client: Client

  before(async () => {
    const store = await createTestStore(engine)
    remove = store.remove
    server = await startTestServer(store.options)
    const { database } = server
    const keeper = hostTokens(database, idAllocator(database), () => new Date())
    const input = { name: 'client', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
    token = (await keeper.create(input)).token
    client = createV2Client({ host: server.url, auth: { type: 'bearer', token } })
  })
  after(async () => {
    await server.stop()
    await remove()
  })

  const call = async (
    path: string,
    options: { method?: string; body?: string | Uint8Array; authorization?: string } = {},
  ) => {
    const response = await fetch(`${server.url}/wiki/api/v2${path}`, {
      method: options.method ?? 'GET',
      headers: { authorization: options.authorization ?? `Bearer ${token}` },
      ...(options.body === undefined
        ? {}
        : { body: options.body as NonNullable<RequestInit['body']> }),
    })
    return {
      status: response.status,
      headers: response.headers,
      json: (await response.json()) as TestAnswer['json'],
    }
  }
  const newPage = (title: string, changes: object = {}): string =>
    JSON.stringify({
      spaceId: server.space.id,
      status: 'current',
      title,
      body: { representation: 'atlas_doc_format', value: adf(title) },
      ...changes,
    })
  const create = async (title: string, changes: object = {}): Promise<string> => {
    const { status, json } = await call('/pages', { method: 'POST', body: newPage(title, changes) })
    assert.equal(status, 200, JSON.stringify(json))
    return json.id
  }

  test('a Confluence client finds a space, creates, reads, updates and lists', async () => {
    const spaces = await client.space.getSpaces({ keys: ['DOCS'] })
    const [space] = spaces.results ?? []
    assert.equal(space?.id, server.space.id)
    const byId = await client.space.getSpaceById({ id: Number(space?.id) })
    assert.equal(byId.homepageId, server.space.homepageId)

    const body = { representation: 'atlas_doc_format' as const, value: adf('one') }
    const created = await client.page.createPage({
      body: { spaceId: server.space.id, status: 'current', title: 'Client', body },
    })
    const id = Number(created.id)
    const read = await client.page.getPageById({ id, bodyFormat: 'atlas_doc_format' })
    assert.equal(read.parentId, server.space.homepageId)
    assert.equal(read.body?.atlas_doc_format?.value, adf('one'))

    const version = { number: 2, message: 'second' }
    const next = { representation: 'atlas_doc_format' as const, value: adf('two') }
    const updated = await client.page.updatePage({
      id,
      body: { id: String(id), status: 'current', title: 'Client', body: next, version },
    })
    assert.equal(updated.version?.number, 2)
    const found = await client.page.getPages({
      spaceId: [Number(server.space.id)],
      title: 'Client',
    })
    assert.deepEqual(
      found.results?.map((page) => page.id),
      [String(id)],
    )
    const children = await client.children.getPageDirectChildren({
      id: Number(server.space.homepageId),
    })
    assert.ok(children.results?.some((page) => page.id === String(id)))
  })

  test('a Confluence client is told of what went wrong', async () => {
    await create('Taken')
    const body = { representation: 'atlas_doc_format' as const, value: adf('x') }
    const page = { spaceId: server.space.id, status: 'current' as const, title: 'Taken', body }
    await assert.rejects(client.page.createPage({ body: page }), /400|already exists/i)
    await assert.rejects(client.page.getPageById({ id: 999_999 }), { name: 'NotFoundError' })
  })

  test('basic authentication takes the owner’s address and the token', async () => {
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
    const users = await server.database.read<{ email: string }>({
      parts: ['select email from users'],
      values: [],
    })
    const email = users[0]?.email ?? ''
    assert.equal((await call('/spaces', { authorization: basic(`${email}:${token}`) })).status, 200)
    const wrong = await call('/spaces', { authorization: basic(`x@example.org:${token}`) })
    assert.equal(wrong.status, 401)
    assert.equal(wrong.json.errors[0].code, 'UNAUTHORIZED')
    assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic/)
  })

  test('an import token does not open this API', async () => {
    const { status } = await call('/spaces', { authorization: `Bearer ${server.token}` })
    assert.equal(status, 401)
  })

  test('lists go on at next until the end', async () => {
    const parentId = await create('Many')
    const made: string[] = []
    for (let index = 0; index < 5; index += 1)
      made.push(await create(`Child ${index}`, { parentId }))
    const seen: string[] = []
    let path: string | undefined = `/pages/${parentId}/direct-children?limit=2`
    for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
      const { json, headers } = await call(path)
      seen.push(...json.results.map((page: { id: string }) => page.id))
      const next: string | undefined = json._links.next
      assert.equal(headers.get('link'), next === undefined ? null : `<${next}>; rel="next"`)
      path = next?.replace('/wiki/api/v2', '')
    }
    assert.deepEqual(seen, made)
  })

  test('a body is shown in each format, and in older versions', async () => {
    const id = await create('Formats')
    const view = await call(`/pages/${id}?body-format=view`)
    assert.equal(view.json.body.view.value, '<p>Formats</p>')
    const storage = await call(`/pages/${id}?body-format=storage`)
    assert.deepEqual(storage.json.body.storage, {
      representation: 'storage',
      value: '<p>Formats</p>',
    })
    assert.deepEqual((await call(`/pages/${id}`)).json.body, {})
    assert.equal((await call(`/pages/${id}?version=1`)).json.version.number, 1)
    assert.equal((await call(`/pages/${id}?version=2`)).status, 404)
  })

  test('a stale version is refused in Confluence’s words', async () => {
    const id = await create('Stale')
    const body = (number: number): string => newPage('Stale', { id, version: { number } })
    assert.equal((await call(`/pages/${id}`, { method: 'PUT', body: body(2) })).status, 200)
    const { status, json } = await call(`/pages/${id}`, { method: 'PUT', body: body(2) })
    assert.equal(status, 409)
    assert.deepEqual(json.errors, [
      {
        status: 409,
        code: 'CONFLICT',
        title:
          'Version must be incremented when updating a page. Current Version: [2]. Provided version: [2]',
        detail: null,
      },
    ])
  })

  describe('bad requests are refused, name what is wrong, and write nothing', () => {
    const value = (text: string): object => ({
      body: { representation: 'atlas_doc_format', value: text },
    })
    const posts: readonly [
      name: string,
      body: () => string | Uint8Array,
      status: number,
      title: RegExp,
    ][] = [
      ['no JSON', () => '{', 400, /does not parse/],
      ['bytes that are no UTF-8', () => new Uint8Array([0x7b, 0xff, 0x7d]), 400, /UTF-8/],
      ['an array', () => '[]', 400, /must be a JSON object/],
      ['null', () => 'null', 400, /must be a JSON object/],
      ['__proto__', () => '{"__proto__":{"title":"x","spaceId":"1"}}', 400, /spaceId is required/],
      [
        'deep JSON',
        () => `{"spaceId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        400,
        /spaceId/,
      ],
      [
        'a space that is no number',
        () => newPage('a', { spaceId: 'DOCS' }),
        400,
        /Expected type is long/,
      ],
      [
        'a huge number',
        () => newPage('a').replace(/"spaceId":"\d+"/, '"spaceId":1e400'),
        400,
        /spaceId/,
      ],
      ['an unknown space', () => newPage('a', { spaceId: '999999' }), 404, /Not Found/],
      ['an unknown parent', () => newPage('a', { parentId: '999999' }), 404, /Not Found/],
      ['no title', () => newPage(''), 400, /title must be/],
      ['a long title', () => newPage('x'.repeat(256)), 400, /1 to 255/],
      ['NUL in the title', () => newPage('a\0b'), 400, /control characters/],
      ['a lone surrogate in the title', () => newPage('a\ud800'), 400, /lone surrogates/],
      ['a number as title', () => newPage('a', { title: 5 }), 400, /title must be a string/],
      ['a draft', () => newPage('a', { status: 'draft' }), 400, /status must be current/],
      ['no body', () => newPage('a', { body: undefined }), 400, /body must be an object/],
      [
        'storage format',
        () => newPage('a', { body: { representation: 'storage', value: '<p/>' } }),
        400,
        /atlas_doc_format/,
      ],
      [
        'ADF as an object',
        () => newPage('a', { body: { representation: 'atlas_doc_format', value: {} } }),
        400,
        /must be a string/,
      ],
      ['ADF that is no JSON', () => newPage('a', value('{')), 400, /does not parse/],
      [
        'ADF that is not valid',
        () =>
          newPage('a', value('{"version":1,"type":"doc","content":[{"type":"text","text":"x"}]}')),
        400,
        /text cannot stand inside doc/,
      ],
      ['NUL in the ADF', () => newPage('a', value(adf('a\0b'))), 400, /NUL/],
      [
        'a lone surrogate in the ADF',
        () => newPage('a', value(adf('a\udc00b'))),
        400,
        /lone surrogates/,
      ],
      ['more than 5 MiB', () => newPage('x'.repeat(5 * 1024 * 1024)), 413, /at most 5242880/],
    ]
    for (const [name, body, status, title] of posts) {
      test(name, async () => {
        const answer = await call('/pages', { method: 'POST', body: body() })
        assert.equal(answer.status, status, JSON.stringify(answer.json))
        assert.match(answer.json.errors[0].title, title)
        assert.equal(answer.json.errors[0].status, status)
      })
    }

    const gets: readonly [path: string, status: number, code: string][] = [
      ['/pages/abc', 400, 'INVALID_REQUEST_PARAMETER'],
      ['/pages/99999999999999999999', 404, 'NOT_FOUND'],
      ['/pages/-1', 400, 'INVALID_REQUEST_PARAMETER'],
      ['/spaces/DOCS', 400, 'INVALID_REQUEST_PARAMETER'],
      ['/spaces/1', 404, 'NOT_FOUND'],
      ['/pages?limit=0', 400, 'BAD_REQUEST'],
      ['/pages?limit=251', 400, 'BAD_REQUEST'],
      ['/pages?limit=x', 400, 'BAD_REQUEST'],
      ['/pages?cursor=%00', 400, 'BAD_REQUEST'],
      ['/pages?space-id=x', 400, 'INVALID_REQUEST_PARAMETER'],
      ['/nothing', 404, 'NOT_FOUND'],
    ]
    for (const [path, status, code] of gets) {
      test(`GET ${path} answers ${status}`, async () => {
        const answer = await call(path)
        assert.equal(answer.status, status)
        assert.equal(answer.json.errors[0].code, code)
      })
    }

    test('odd titles and keys find nothing', async () => {
      for (const query of ['%00', '%ED%A0%80', "'; drop table pages; --", '__proto__']) {
        assert.deepEqual((await call(`/pages?title=${query}`)).json.results, [])
        assert.deepEqual((await call(`/spaces?keys=${query}`)).json.results, [])
      }
    })
  })

  test('text that only looks like an escape of a surrogate is kept', async () => {
    const id = await create('Escapes', {
      body: { representation: 'atlas_doc_format', value: adf('\\ud800 \\u0000') },
    })
    const { json } = await call(`/pages/${id}?body-format=atlas_doc_format`)
    assert.equal(json.body.atlas_doc_format.value, adf('\\ud800 \\u0000'))
  })

  test('no access looks as if nothing were there', async () => {
    const { database } = server
    const ids = idAllocator(database)
    const clock = (): Date => new Date()
    const { users } = await import('../src/auth/users.ts')
    const { passwords } = await import('../src/auth/passwords.ts')
    const { spaceAccess } = await import('../src/auth/access.ts')
    const reader = await users(database, ids, clock, passwords()).create({
      name: 'reader',
      isAdministrator: false,
      createdBy: 'test',
    })
    const made = await hostTokens(database, ids, clock).create({
      name: 'reading',
      owner: 'reader',
      lifetimeMs: dayMs,
      createdBy: 'test',
    })
    const authorization = `Bearer ${made.token}`
    const id = await create('Closed')
    assert.equal((await call(`/pages/${id}`, { authorization })).status, 404)
    assert.deepEqual((await call('/spaces', { authorization })).json.results, [])
    await spaceAccess(database, ids, clock).grant({
      userId: reader.id,
      spaceId: Number(server.space.id),
      access: 'read',
      grantedBy: 'test',
    })
    assert.equal((await call(`/pages/${id}`, { authorization })).status, 200)
    const body = newPage('By a reader')
    assert.equal((await call('/pages', { method: 'POST', body, authorization })).status, 404)
  })
})
