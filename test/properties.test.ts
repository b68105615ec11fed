/** Properties of pages, attachments and spaces: what programs keep beside them by the wiki's own API. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createV2Client } from 'confluence.js'
import { listAuditRecords } from '../src/auth/audit.ts'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { sql } from '../src/database/sql.ts'
import { spaceConnections } from '../src/delivery/connections/space-connections.ts'
import { finishPurges } from '../src/embedded-wiki/store/purging/let-go.ts'
import { purgesOf } from '../src/embedded-wiki/store/purging/purges.ts'
import { restorePage, trashPage } from '../src/embedded-wiki/store/trash-page.ts'
import { sampleConnection } from './support/delivery/sample-connection.ts'
import { dayMs } from './support/prepared-store.ts'
import { png } from './support/samples/images.ts'
import { startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import type { TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const image = `![a](data:image/png;base64,${png.toString('base64')})`

/** Bodies that are refused, and why. */
const newFaults: readonly (readonly [body: string, why: RegExp])[] = [
  ['', /does not parse/],
  ['[]', /must be a JSON object/],
  ['{"value":1}', /key must be a string of 1 to 255/],
  ['{"key":"","value":1}', /key must be/],
  ['{"key":7,"value":1}', /key must be/],
  ['{"key":"a\\u0000","value":1}', /key must be/],
  ['{"key":"\\ud800","value":1}', /key must be/],
  [`{"key":"${'x'.repeat(256)}","value":1}`, /key must be/],
  ['{"key":"a"}', /value is required/],
  ['{"key":"a","value":1e400}', /numbers beyond/],
  ['{"key":"a","value":[12345678901234567890]}', /numbers beyond/],
  [`{"key":"a","value":"${'x'.repeat(32 * 1024 - 1)}"}`, /at most 32768 bytes/],
  [`{"key":"a","value":"${'x'.repeat(300_000)}"}`, /at most 32768 bytes/],
  [`{"key":"a","value":${'['.repeat(200)}${']'.repeat(200)}}`, /deeper than 100/],
]
const nextFaults: typeof newFaults = [
  ['{"value":1}', /version\.number must be the current version of the property plus one/],
  ['{"value":1,"version":{"number":"2"}}', /version\.number/],
  ['{"value":1,"version":{"number":2,"message":7}}', /version\.message/],
  ['{"version":{"number":2}}', /value is required/],
  ['{"key":7,"value":1,"version":{"number":2}}', /key must be a string/],
  ['{"key":"other","value":1,"version":{"number":2}}', /it stays/],
]

forEachEngine((_, engine) => {
  // A suite of its own: it stops the server before the engine's suite stops the engine.
  describe('properties', () => {
    let api: TestHostApi
    let pageId: string
    let attachmentId: string
    /** Where properties stand, of each kind. */
    let owners: readonly string[]

    before(async () => {
      api = await startTestHostApi(engine)
      ;[pageId, attachmentId] = await addPage('Top')
      const { id } = api.server.space
      owners = [`/pages/${pageId}`, `/attachments/${attachmentId}`, `/spaces/${id}`]
    })
    after(() => api.stop())

    const addPage = async (pageTitle: string): Promise<[page: string, attachment: string]> => {
      const page = await api.server.save({ pageTitle, content: image })
      const { json } = await api.call(`/pages/${page}/attachments`)
      return [page, json.results[0].id]
    }
    const send = (path: string, method: string, body: unknown, authorization?: string) =>
      api.call(path, {
        method,
        ...(method === 'POST' || method === 'PUT' ? { body: JSON.stringify(body) } : {}),
        ...(authorization === undefined ? {} : { authorization }),
      })
    const add = async (owner: string, key: string, value: unknown = 1): Promise<string> => {
      const { status, json } = await send(`${owner}/properties`, 'POST', { key, value })
      assert.ok(status < 300, JSON.stringify(json))
      return json.id
    }
    const keysOf = async (path: string): Promise<string[]> => {
      const keys: string[] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const { json } = await api.call(next)
        keys.push(...json.results.map((one: { key: string }) => one.key))
        next = json._links.next?.replace('/wiki/api/v2', '')
      }
      return keys
    }
    const error = ({ status, json }: TestAnswer) => [status, json.errors[0].title]

    test('a Confluence client keeps them with pages, attachments and spaces', async () => {
      const client = createV2Client({
        host: api.server.url,
        auth: { type: 'bearer', token: api.token },
      })
      const { contentProperties, spaceProperties } = client
      const place = { pageId: Number(pageId) }
      const made = await contentProperties.createPageProperty({ ...place, key: 'a', value: [1] })
      const one = { ...place, propertyId: Number(made.id) }
      const next = { key: 'a', value: 'ü', version: { number: 2, message: 'why' } }
      const updated = await contentProperties.updatePagePropertyById({ ...one, ...next })
      assert.deepEqual([updated.version?.number, updated.version?.message], [2, 'why'])
      const read = await contentProperties.getPageContentPropertiesById(one)
      assert.deepEqual([read.key, read.value, read.version?.minorEdit], ['a', 'ü', false])
      const listed = await contentProperties.getPageContentProperties({ ...place, key: 'a' })
      assert.deepEqual(listed.results?.length, 1)
      const page = await client.page.getPageById({ id: Number(pageId), includeProperties: true })
      assert.equal(page.properties?.results?.[0]?.id, made.id)
      await contentProperties.deletePagePropertyById(one)
      await assert.rejects(contentProperties.getPageContentPropertiesById(one), { status: 404 })

      const image = { attachmentId }
      const beside = await contentProperties.createAttachmentProperty({
        ...{ ...image, key: 'digest', value: { md5: 'x' } },
      })
      const propertyId = Number(beside.id)
      const ofImage = { ...image, propertyId, key: 'digest', value: null }
      await contentProperties.updateAttachmentPropertyById({ ...ofImage, version: { number: 2 } })
      const found = await contentProperties.getAttachmentContentPropertiesById(ofImage)
      assert.deepEqual([found.value, found.version?.number], [null, 2])
      const all = await contentProperties.getAttachmentContentProperties({ attachmentId })
      assert.equal(all.results?.length, 1)
      const whole = await client.attachment.getAttachmentById({
        ...{ id: attachmentId, includeProperties: true },
      })
      assert.equal(whole.properties?.results?.length, 1)
      await contentProperties.deleteAttachmentPropertyById(ofImage)

      const spaceId = Number(api.server.space.id)
      const ofSpace = await spaceProperties.createSpaceProperty({ spaceId, key: 'map', value: {} })
      const mapId = { spaceId, propertyId: Number(ofSpace.id) }
      const map = { key: 'map', value: { 'a.md': '1' }, version: { number: 2 } }
      await spaceProperties.updateSpacePropertyById({ ...mapId, ...map })
      assert.deepEqual((await spaceProperties.getSpacePropertyById(mapId)).value, map.value)
      assert.equal((await spaceProperties.getSpaceProperties({ spaceId })).results?.length, 1)
      const space = await client.space.getSpaceById({ id: spaceId, includeProperties: true })
      assert.equal(space.properties?.results?.[0]?.key, 'map')
      await spaceProperties.deleteSpacePropertyById(mapId)
      assert.deepEqual(await keysOf(`/spaces/${spaceId}/properties`), [])
    })

    test('a space’s property is made with its address, and tells who made it', async () => {
      const owner = owners[2] ?? ''
      const body = { key: 'made', value: 1 }
      const { status, headers, json } = await send(`${owner}/properties`, 'POST', body)
      const address = `${api.server.url}/wiki/api/v2${owner}/properties/${json.id}`
      assert.deepEqual([status, headers.get('location')], [201, address])
      assert.deepEqual(
        [json.createdAt, json.createdBy],
        [json.version.createdAt, json.version.createdBy],
      )
      await send(`${owner}/properties/${json.id}`, 'DELETE', undefined)
    })

    test('values come back as they were sent', async () => {
      const values = [
        'null',
        'false',
        '-0.5',
        '""',
        '[]',
        '{"__proto__":{"a":[1e-7]}}',
        '"\\u0000 \\ud800 é"',
      ]
      for (const value of [...values, `"${'x'.repeat(32 * 1024 - 2)}"`]) {
        const body = `{"key":"value","value":${value}}`
        const made = await api.call(`/pages/${pageId}/properties`, { method: 'POST', body })
        const path = `/pages/${pageId}/properties/${made.json.id}`
        assert.equal(
          JSON.stringify((await api.call(path)).json.value),
          JSON.stringify(JSON.parse(value)),
        )
        await send(path, 'DELETE', undefined)
      }
    })

    test('lists are in the order of keys, and go on where they ended', async () => {
      for (const owner of owners) {
        for (const key of ['b', 'ä', 'B', 'a']) await add(owner, key)
        const path = `${owner}/properties?limit=1`
        const inOrder = ['B', 'a', 'b', 'ä']
        assert.deepEqual(await keysOf(path), inOrder)
        assert.deepEqual(await keysOf(`${path}&sort=-key`), inOrder.toReversed())
        assert.deepEqual(await keysOf(`${path}&key=b`), ['b'])
        assert.deepEqual(await keysOf(`${path}&key=c`), [])
      }
    })

    test('a key that is taken and a version that does not follow are conflicts', async () => {
      for (const owner of owners) {
        const id = await add(owner, 'taken')
        const again = await send(`${owner}/properties`, 'POST', { key: 'taken', value: 2 })
        assert.deepEqual(error(again), [409, 'A property with the key taken already exists'])
        for (const number of [1, 3]) {
          const next = { value: 2, version: { number } }
          const words = `Version must be incremented when updating a property. Current Version: [1]. Provided version: [${number}]`
          assert.deepEqual(error(await send(`${owner}/properties/${id}`, 'PUT', next)), [
            409,
            words,
          ])
        }
      }
    })

    test('of many who write at once one succeeds', async () => {
      const path = `/pages/${pageId}/properties`
      const many = (where: string, method: string, body: object) =>
        Promise.all(Array.from({ length: 6 }, () => send(where, method, body)))
      const added = await many(path, 'POST', { key: 'once', value: 1 })
      const [first, ...others] = added.sort((one, other) => one.status - other.status)
      assert.deepEqual([first?.status, ...new Set(others.map(({ status }) => status))], [200, 409])
      const next = { value: 2, version: { number: 2 } }
      const written = await many(`${path}/${first?.json.id}`, 'PUT', next)
      assert.equal(written.filter(({ status }) => status === 200).length, 1)
    })

    test('what is wrong is refused, with the reason', async () => {
      const path = `/pages/${pageId}/properties`
      const id = await add(`/pages/${pageId}`, 'refusing')
      for (const [body, why] of newFaults) {
        const answer = await api.call(path, { method: 'POST', body })
        assert.equal(answer.status, 400, body.slice(0, 60))
        assert.match(answer.json.errors[0].title, why)
      }
      for (const [body, why] of nextFaults) {
        const answer = await api.call(`${path}/${id}`, { method: 'PUT', body })
        assert.equal(answer.status, 400, body)
        assert.match(answer.json.errors[0].title, why)
      }
      // It is there, and belongs to another one.
      for (const owner of owners.slice(1)) {
        assert.equal((await api.call(`${owner}/properties/${id}`)).status, 404)
        assert.equal((await send(`${owner}/properties/${id}`, 'DELETE', undefined)).status, 404)
      }
      assert.equal((await api.call(`${path}/x`)).status, 400)
      assert.equal((await api.call(`${path}?sort=id`)).status, 400)
    })

    test('they make no version of their page, and audit records tell of them by their ids', async () => {
      const [page] = await addPage('Audited')
      const id = await add(`/pages/${page}`, 'secret words')
      const path = `/pages/${page}/properties/${id}`
      await send(path, 'PUT', { value: 2, version: { number: 2 } })
      await send(path, 'DELETE', undefined)
      assert.equal((await api.call(`/pages/${page}`)).json.version.number, 1)
      const records = await listAuditRecords(api.server.database, { limit: 3 })
      const by = `page ${page} {"property":${id},"version":`
      assert.deepEqual(
        records
          .map(({ action, subject, detail }) => `${action} ${subject} ${JSON.stringify(detail)}`)
          .sort(),
        [
          ['property-delete', 2],
          ['property-write', 1],
          ['property-write', 2],
        ].map(([action, version]) => `${action} ${by}${version},"via":"api","token":"client"}`),
      )
    })

    test('they are open to whoever may read or write what they belong to', async () => {
      const { database, space, createUser, createSpace, grant } = api.server
      const other = await createSpace('OTHER')
      const keeper = hostTokens(database, idAllocator(database), () => new Date())
      const levels = { reader: 'read', writer: 'write', stranger: undefined } as const
      for (const [name, level] of Object.entries(levels)) {
        const user = await createUser(name)
        await grant(user, level === undefined ? other : space, level ?? 'write')
      }
      const tokenOf = async (owner: string, more: object): Promise<string> => {
        const name = `t-${owner}-${Object.keys(more).length}-${Object.values(more).length}`
        const made = { name, owner, lifetimeMs: dayMs, createdBy: 'test' }
        return `Bearer ${(await keeper.create({ ...made, ...more })).token}`
      }
      /** What each may: read, and write. */
      const roles: readonly (readonly [
        who: string,
        token: string,
        reads: number,
        writes: number,
      ])[] = [
        ['nobody', '', 401, 401],
        ['an import token', `Bearer ${api.server.token}`, 401, 401],
        ['a reader', await tokenOf('reader', { canWrite: true }), 200, 404],
        ['a writer by a token that reads', await tokenOf('writer', {}), 200, 403],
        ['a writer', await tokenOf('writer', { canWrite: true }), 200, 200],
        ['a writer elsewhere', await tokenOf('stranger', { canWrite: true }), 404, 404],
        [
          'an administrator by a token for elsewhere',
          await tokenOf('admin', { canWrite: true, spaces: ['other'] }),
          404,
          404,
        ],
      ]
      for (const owner of owners) {
        for (const [who, token, reads, writes] of roles) {
          const id = await add(owner, `of ${who}`)
          const path = `${owner}/properties`
          const statusOf = async (method: string, where: string, body?: unknown) => {
            const { status } = await send(where, method, body, token)
            return status === 201 || status === 204 ? 200 : status
          }
          const found = [
            await statusOf('GET', path),
            await statusOf('GET', `${path}/${id}`),
            await statusOf('POST', path, { key: `new ${who}`, value: 1 }),
            await statusOf('PUT', `${path}/${id}`, { value: 1, version: { number: 2 } }),
            await statusOf('DELETE', `${path}/${id}`),
          ]
          assert.deepEqual(found, [reads, reads, writes, writes, writes], `${who}: ${path}`)
        }
      }
    })

    test('what is in the trash keeps them and takes none, and what is purged leaves none', async () => {
      const { database, createSpace } = api.server
      const parts = { database, ids: idAllocator(database), clock: () => new Date() }
      const purges = purgesOf(parts)
      const [page, attachment] = await addPage('Goes')
      const [id] = [await add(`/pages/${page}`, 'a'), await add(`/attachments/${attachment}`, 'b')]
      const ids = async (): Promise<number> =>
        (await database.read(sql`select id from properties where page_id = ${Number(page)}`)).length
      await trashPage(parts, page, 'test')
      assert.deepEqual(await keysOf(`/pages/${page}/properties`), ['a'])
      for (const owner of [`/pages/${page}`, `/attachments/${attachment}`]) {
        const refused = await send(`${owner}/properties`, 'POST', { key: 'c', value: 1 })
        assert.equal(refused.status, 404)
      }
      await restorePage(parts, page, 'test')
      const next = { value: 2, version: { number: 2 } }
      assert.equal((await send(`/pages/${page}/properties/${id}`, 'PUT', next)).status, 200)
      // The image was of the first version alone.
      await api.server.save({ pageTitle: 'Goes', content: 'words', overwrite: true })
      assert.equal(await ids(), 2)
      const version = { pageId: Number(page), number: 1 }
      await purges.version(version, 'test')
      assert.equal(await ids(), 1)
      assert.deepEqual(await keysOf(`/attachments/${attachmentId}/properties?key=taken`), ['taken'])
      await purges.page(page, { withPagesBelow: false, purgedBy: 'test' })
      await finishPurges(database)
      assert.equal(await ids(), 0)
      const space = await createSpace('GONE')
      await add(`/spaces/${space.id}`, 'a')
      await add(`/pages/${space.homepageId}`, 'a')
      await purges.space(space.id, 'test')
      assert.equal((await api.call(`/spaces/${space.id}/properties`)).status, 404)
      await finishPurges(database)
      const left = await database.read(
        sql`select id from properties where space_id = ${Number(space.id)}`,
      )
      assert.deepEqual(left, [])
    })

    test('of a space in Confluence none are kept', async () => {
      const { database, createSpace } = api.server
      const { id: spaceId, homepageId } = await createSpace('FAR')
      const connection = sampleConnection({ spaceId, remoteId: '1', remoteKey: 'FAR' })
      const connections = spaceConnections(database, idAllocator(database), () => new Date())
      await connections.connect(connection, 'test')
      for (const owner of [`/spaces/${spaceId}`, `/pages/${homepageId}`]) {
        const answer = await send(`${owner}/properties`, 'POST', { key: 'a', value: 1 })
        assert.equal(answer.status, 400)
        assert.match(answer.json.errors[0].title, /are in Confluence/)
      }
    })
  })
})
