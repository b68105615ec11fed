/** The wiki's own API, driven by a client that was written for Confluence, and by hand. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createV2Client } from 'confluence.js'
import { hostTokens } from '../src/accounts/tokens/host-tokens.ts'
import { listTokens } from '../src/accounts/tokens/tokens.ts'
import { openLog } from '../src/contract/base/log.ts'
import { RequestError } from '../src/contract/errors.ts'
import { hostApi } from '../src/server/rest/host-api.ts'
import { wikiApiRoutes } from '../src/server/rest/wiki-api-routes.ts'
import { sql } from '../src/store/sql.ts'
import { assertEach } from './support/base/assert-each.ts'
import { png } from './support/samples/images.ts'
import { fuzzApi } from './support/service/fuzz-api.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { wikiApiDocument as document } from './support/service/wiki-api-document.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  // Its own suite, so that the server stops before the engine.
  describe('host API', () => {
    const api = testHostApi(engine)
    let client: ReturnType<typeof createV2Client>
    let top: string
    let children: string[]

    before(async () => {
      client = createV2Client({ host: api.server.url, auth: { type: 'bearer', token: api.token } })
      const image = `![a](data:image/png;base64,${png.toString('base64')})`
      const labels = ['beta', 'alpha']
      top = await api.server.save({ pageTitle: 'Top', content: 'Some words.', labels })
      const content = `# Sailing\n\nBoats and words.\n\n${image}`
      await api.server.save({ pageTitle: 'Top', content, overwrite: true })
      children = []
      for (const title of ['C', 'a', 'B']) children.push(await api.create(title, { parentId: top }))
    })

    const readAll = async (start: string, member = 'id'): Promise<string[]> => {
      const seen: string[] = []
      for (let path: string | undefined = start; path !== undefined; ) {
        const { status, json, headers } = await api.call(path)
        assert.equal(status, 200, JSON.stringify(json))
        seen.push(...json.results.map((one: Record<string, string>) => one[member]))
        const next: string | undefined = json._links.next
        assert.equal(headers.get('link'), next === undefined ? null : `<${next}>; rel="next"`)
        path = next?.replace('/wiki/api/v2', '')
      }
      return seen
    }

    test('a Confluence client reads spaces, pages, labels and attachments', async () => {
      const { space: known } = api.server
      const [space] = (await client.space.getSpaces({ keys: ['DOCS'] })).results ?? []
      assert.equal(space?.id, known.id)
      const byId = await client.space.getSpaceById({ id: Number(known.id) })
      assert.equal(byId.homepageId, known.homepageId)
      const homepage = await client.page.getPageById({ id: Number(known.homepageId) })
      assert.equal(homepage.parentId ?? null, null)

      const id = Number(top)
      const page = await client.page.getPageById({ id, bodyFormat: 'atlas_doc_format' })
      assert.deepEqual([page.parentId, page.version?.number], [known.homepageId, 2])
      assert.match(page.body?.atlas_doc_format?.value ?? '', /Boats and words/)
      const before = await client.page.getPageById({ id, version: 1, bodyFormat: 'storage' })
      assert.equal(before.body?.storage?.value, '<p>Some words.</p>')
      const byTitle = { spaceId: [Number(known.id)], title: 'Top' }
      const found = await client.page.getPages(byTitle)
      assertEach(found.results ?? [], (one) => one.id, [top])
      const ofSpace = await client.page.getPagesInSpace({ id: Number(known.id) })
      assert.equal(ofSpace.results?.length, 5)
      const below = await client.children.getPageDirectChildren({ id })
      assertEach(below.results ?? [], ({ title }) => title, ['a', 'B', 'C'])
      const { results: labels } = await client.label.getPageLabels({ id })
      assertEach(labels ?? [], ({ name }) => name, ['alpha', 'beta'])
      const [image] = (await client.attachment.getPageAttachments({ id })).results ?? []
      assert.deepEqual([image?.fileSize, image?.mediaType], [png.length, 'image/png'])
      const bytes = await fetch(`${api.server.url}/wiki${image?.downloadLink}`, {
        headers: { authorization: `Bearer ${api.token}` },
      })
      assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), png)
      const missing = { name: 'NotFoundError' }
      await assert.rejects(client.page.getPageById({ id: 999_999 }), missing)
      await assert.rejects(client.space.getSpaceById({ id: 999_999 }), missing)
    })

    test('a body is shown in each format, and only where it is asked for', async () => {
      const id = await api.create('Formats')
      for (const format of ['view', 'storage']) {
        const { json } = await api.call(`/pages/${id}?body-format=${format}`)
        const shown = { representation: format, value: '<p>Formats</p>' }
        assert.deepEqual(json.body, { [format]: shown })
      }
      const { json } = await api.call(`/pages/${id}?body-format=markdown`)
      assert.equal(json.body.markdown.value, 'Formats')
      assert.deepEqual((await api.call(`/pages/${id}`)).json.body, {})
      assert.equal((await api.call(`/pages/${id}?version=1`)).json.version.number, 1)
      assert.equal((await api.call(`/pages/${id}?version=2`)).status, 404)
    })

    test('lists go on at next until the end', async () => {
      const [C, a, B] = children
      assert.deepEqual(await readAll(`/pages/${top}/direct-children?limit=2`), [a, B, C])
      assert.deepEqual(await readAll(`/pages/${top}/labels?limit=1`, 'name'), ['alpha', 'beta'])
      assert.equal((await readAll(`/pages/${top}/attachments?limit=1`)).length, 1)
      const inSpace = await readAll(`/spaces/${api.server.space.id}/pages?limit=3`)
      assert.deepEqual(
        inSpace.filter((id) => children.includes(id)),
        children,
      )
    })

    test('attachments are listed in parts, in one order', async () => {
      const image = (red: number): string =>
        `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="rgb(${red},0,0)"/></svg>`
      const content = [1, 2, 3, 4, 5]
        .map((red) => `![a](data:image/svg+xml;base64,${btoa(image(red))})`)
        .join('\n\n')
      const id = await api.server.save({ pageTitle: 'Images', content })
      const all = await readAll(`/pages/${id}/attachments`, 'fileId')
      assert.equal(all.length, 5)
      assert.deepEqual(await readAll(`/pages/${id}/attachments?limit=2`, 'fileId'), all)
      assert.deepEqual(all, all.toSorted())
    })

    test('spaces and pages are chosen by several ids, and spaces are listed in parts', async () => {
      const { space } = api.server
      const other = await api.server.createSpace('OTHER')
      const both = [space.id, other.id]
      assert.deepEqual(await readAll('/spaces?limit=1'), both)
      assert.deepEqual(await readAll('/spaces?keys=other,DOCS'), both)
      assert.deepEqual(await readAll(`/spaces?ids=${other.id}`), [other.id])
      const pages = await readAll(`/pages?limit=2&space-id=${both.join(',')}`)
      assert.ok(pages.includes(space.homepageId) && pages.includes(other.homepageId))
    })

    test('a title is found without case, the one in its case first', async () => {
      const lower = await api.create('top', { parentId: top })
      assert.deepEqual(await readAll('/pages?title=top&limit=1'), [lower, top])
      assert.deepEqual(await readAll('/pages?title=TOP&limit=1'), [top, lower])
    })

    test('the search gives pages and sections with the words marked, in parts', async () => {
      const { json } = await api.call('/search?query=sailing+boats')
      const [hit] = json.results
      assert.deepEqual([json.total, hit.title, hit.space.key], [1, 'Top', 'DOCS'])
      const [section] = hit.sections
      assert.equal(section.heading, 'Sailing')
      const topUrl = `${api.server.url}/wiki/spaces/DOCS/pages/${top}`
      assert.equal(section.url, `${topUrl}#h-sailing`)
      const marked = section.excerpt.filter((part: { isHit: boolean }) => part.isHit)
      assert.deepEqual(marked, [{ text: 'Boats', isHit: true }])
      for (const title of ['Sloop one', 'Sloop two']) await api.create(title)
      const sloops = await readAll('/search?query=sloop&limit=1', 'title')
      assert.deepEqual(sloops.toSorted(), ['Sloop one', 'Sloop two'])
      assert.equal(json.instead, null)
      const { json: mended } = await api.call('/search?query=slopo')
      assert.deepEqual([mended.total, mended.instead], [2, 'sloop'])
      assert.deepEqual((await readAll('/search?query=slopo&limit=1', 'title')).length, 2)
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

    test('an import token does not open this API', async () => {
      const authorization = `Bearer ${api.server.token}`
      const { status, json } = await api.call('/spaces', { authorization })
      assert.equal(status, 401)
      assert.equal(json.errors[0].status, 401)
    })

    for (const [key, status, code] of [
      ['too-many-requests', 429, 'TOO_MANY_REQUESTS'],
      ['unavailable', 503, 'SERVICE_UNAVAILABLE'],
      ['forbidden', 500, 'INTERNAL_SERVER_ERROR'],
    ] as const) {
      test(`${key} is told as Confluence does`, async () => {
        const countRequest = (): never => {
          throw new RequestError(key, 'Wait.', { retryAfterSeconds: 3 })
        }
        const { database, ids, clock } = api.server
        const log = openLog('silent', { write: () => {} })
        const tokens = hostTokens({ database, ids, clock })
        const app = hostApi({ ...api.server, hostTokens: tokens, countRequest, log } as never)
        const incoming = { headersDistinct: { authorization: [`Bearer ${api.token}`] } }
        const answer = await app.request('/spaces', {}, { incoming, outgoing: { setHeader() {} } })
        const { errors } = (await answer.json()) as { errors: object[] }
        assert.deepEqual(errors, [{ status, code, title: 'Wait.', detail: null }])
        assert.equal(answer.status, status)
        assert.equal(answer.headers.get('retry-after'), status === 500 ? null : '3')
      })
    }

    test('a token for some spaces finds nothing of others, its owner’s rights aside', async () => {
      const { database, space } = api.server
      await api.server.createSpace('NEXT')
      const made = await api.server.createHostToken('one-space', { spaces: ['next'] })
      assert.deepEqual(made.spaces, ['NEXT'])
      const authorization = `Bearer ${made.token}`
      for (const path of [
        `/pages/${top}`,
        `/pages/${top}/direct-children`,
        `/spaces/${space.id}`,
        `/spaces/${space.id}/pages`,
      ]) {
        assert.equal((await api.call(path, { authorization })).status, 404, path)
      }
      const listed = async (path: string): Promise<{ key: string }[]> =>
        (await api.call(path, { authorization })).json.results
      assert.deepEqual(await listed('/pages?title=Top'), [])
      assertEach(await listed('/spaces'), ({ key }) => key, ['NEXT'])
      await assert.rejects(api.server.createHostToken('no-space', { spaces: ['NONE'] }), {
        key: 'bad-request',
      })
      const kept = (await listTokens(database)).find(({ name }) => name === 'one-space')
      assert.deepEqual(kept?.spaces, ['NEXT'])
    })

    test('any request gets an answer that the document says', async () => {
      for (const { path, parameters } of wikiApiRoutes) {
        const described = document.paths[path]?.get.parameters.flatMap((one) =>
          one.in === 'query' ? [one.name] : [],
        )
        assert.deepEqual(described, Object.keys(parameters), path)
      }
      assert.equal(Object.keys(document.paths).length, wikiApiRoutes.length)
      const { id, homepageId } = api.server.space
      const known = {
        ids: [id, homepageId, top, ...children],
        texts: ['Top', 'alpha', 'sailing'],
      }
      const place = {
        address: `${api.server.url}/wiki/api/v2`,
        authorization: `Bearer ${api.token}`,
      }
      const { statuses, faults } = await fuzzApi({ document, known, ...place }, 100, 7)
      assert.deepEqual(faults, [])
      for (const status of [200, 400, 404]) assert.ok(statuses.has(status), `none is ${status}`)
    })
  })
})
