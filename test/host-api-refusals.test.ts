/** The wiki's own API against requests that are wrong in every way. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../src/database/sql.ts'
import { wikiApiRoutes } from '../src/embedded-wiki/rest-api/wiki-api-routes.ts'
import { adfText, startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

type Bytes = string | Uint8Array
type Refusal = readonly [name: string, body: (api: TestHostApi) => Bytes, RegExp, status?: number]

const withAdf = (value: unknown): object => ({
  body: { representation: 'atlas_doc_format', value },
})
const page =
  (changes: object, title = 'a') =>
  (api: TestHostApi): string =>
    api.newPage(title, changes)
const document = (content: string): object =>
  withAdf(`{"version":1,"type":"doc","content":[${content}]}`)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const extension = (parameters: string): string =>
  `{"type":"extension","attrs":{"extensionType":"a","extensionKey":"b","parameters":${parameters}}}`

const posts: readonly Refusal[] = [
  ['no body at all', () => '', /does not parse/],
  ['no JSON', () => '{', /does not parse/],
  ['bytes that are no UTF-8', () => new Uint8Array([0x7b, 0xff, 0x7d]), /UTF-8/],
  ['an array', () => '[]', /must be a JSON object/],
  ['null', () => 'null', /must be a JSON object/],
  ['__proto__', () => '{"__proto__":{"title":"x","spaceId":"1"}}', /spaceId is required/],
  ['deep JSON', () => `{"spaceId":${nested(100_000)}}`, /spaceId/],
  ['a space that is no number', page({ spaceId: 'DOCS' }), /Expected type is long/],
  ['a space that is true', page({ spaceId: true }), /Expected type is long/],
  ['a huge number', (api) => api.newPage('a').replace(/"\d+"/, '1e400'), /Expected type is long/],
  ['an unknown space', page({ spaceId: '999999' }), /Not Found/, 404],
  ['an unknown parent', page({ parentId: '999999' }), /Not Found/, 404],
  ['the top as parent', page({ parentId: '0' }), /Expected type is long/],
  ['no title', page({}, ''), /title must be/],
  ['a long title', page({}, 'x'.repeat(256)), /1 to 255/],
  ['NUL in the title', page({}, 'a\0b'), /control characters/],
  ['a lone surrogate in the title', page({}, 'a\ud800'), /lone surrogates/],
  ['a number as title', page({ title: 5 }), /title must be a string/],
  ['a draft', page({ status: 'draft' }), /status must be current/],
  ['a live page', page({ subtype: 'live' }), /subtype must be page/],
  ['a text as body', page({ body: 'x' }), /body must be an object/],
  ['storage format', page({ body: { representation: 'storage', value: '' } }), /atlas_doc_format/],
  ['nested storage format', page({ body: { storage: { value: '<p/>' } } }), /atlas_doc_format/],
  ['ADF as an object', page(withAdf({})), /must be a string/],
  ['ADF that is no JSON', page(withAdf('{')), /does not parse/],
  ['ADF that is a list', page(withAdf('[]')), /not valid ADF: doc must be an object/],
  ['ADF with a text at its top', page(document('{"type":"text","text":"x"}')), /inside doc/],
  ['an unknown node', page(document('{"type":"__proto__"}')), /unknown type/],
  ['NUL in the ADF', page(withAdf(adfText('a\0b'))), /NUL/],
  ['a lone surrogate in the ADF', page(withAdf(adfText('a\udc00b'))), /lone surrogates/],
  ['deep ADF', page(document(extension(nested(100_000)))), /body\.value/],
  [
    'more than 5 MiB',
    page({}, 'x'.repeat(5 * 1024 * 1024)),
    /at most 5242880 bytes\. Split the page\.$/,
    413,
  ],
]

const puts: readonly Refusal[] = [
  ['no JSON', () => '{', /does not parse/],
  ['no version', page({}), /version\.number/],
  ['a text as version', page({ version: { number: '2' } }), /version\.number/],
  ['half a version', page({ version: { number: 1.5 } }), /version\.number/],
  ['a huge version', (api) => `{"version":{"number":1e300},${rest(api)}`, /version\.number/],
  ['a far version', page({ version: { number: 2 ** 53 - 1 } }), /Current Version: \[1\]/, 409],
  ['a negative version', page({ version: { number: -1 } }), /Provided version: \[-1\]/, 409],
  ['a number as message', page({ version: { number: 2, message: 5 } }), /version\.message/],
  ['NUL in the message', page({ version: { number: 2, message: '\0' } }), /version\.message/],
  ['another id', page({ id: '5', version: { number: 2 } }), /id must be the one/],
  ['an unknown parent', page({ parentId: '999999', version: { number: 2 } }), /Not Found/, 404],
  ['a title that is null', page({ title: null, version: { number: 2 } }), /title must be/],
  ['another space', page({ spaceId: '999999', version: { number: 2 } }), /it stays there/],
  ['another owner', page({ ownerId: '999', version: { number: 2 } }), /ownerId must be the author/],
  ['a body that is null', page({ body: null, version: { number: 2 } }), /body must be an object/],
]

const gets: readonly [path: string, status: number, code: string][] = [
  ['/pages/abc', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/-1', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/%00', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/%E0%A4%A', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/99999999999999999999', 404, 'NOT_FOUND'],
  ['/pages/abc/direct-children', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/1/direct-children', 404, 'NOT_FOUND'],
  ['/pages/1?version=x', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/1?body-format=pdf', 400, 'BAD_REQUEST'],
  ['/pages?limit=0', 400, 'BAD_REQUEST'],
  ['/pages?limit=251', 400, 'BAD_REQUEST'],
  ['/pages?limit=1e1', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages?limit=', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages?limit=1&limit=2', 400, 'BAD_REQUEST'],
  ['/pages?status=none', 400, 'BAD_REQUEST'],
  ['/pages?sort=title,id', 400, 'BAD_REQUEST'],
  ['/pages?cursor=%00', 400, 'BAD_REQUEST'],
  ['/pages?cursor=', 400, 'BAD_REQUEST'],
  ['/pages?space-id=x', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages?id=1,x', 400, 'INVALID_REQUEST_PARAMETER'],
  [`/pages?id=${'1,'.repeat(250)}1`, 400, 'BAD_REQUEST'],
  ['/spaces?ids=x', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/spaces?key=DOCS', 400, 'BAD_REQUEST'],
  ['/pages?__proto__=1', 400, 'BAD_REQUEST'],
  ['/pages/1?space-key=DOCS', 400, 'BAD_REQUEST'],
  ['/search?query=a&space=DOCS', 400, 'BAD_REQUEST'],
  ['/spaces/DOCS', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/spaces/1', 404, 'NOT_FOUND'],
  ['/spaces/1/pages', 404, 'NOT_FOUND'],
  ['/nothing', 404, 'NOT_FOUND'],
]

const oddTexts = ['%ED%A0%80', '%', "'; drop table pages; --", '__proto__', 'x'.repeat(9_000)]

/** The rest of a valid body, after its opening brace. */
function rest(api: TestHostApi): string {
  return api.newPage('a').slice(1)
}

forEachEngine((_, engine) => {
  // A suite of its own: it stops the server before the engine's suite stops the engine.
  describe('host API refuses', () => {
    let api: TestHostApi
    let pageId: string
    let versionCount: number

    const countVersions = async (): Promise<number> =>
      (await api.server.database.read(sql`select number from page_versions`)).length

    before(async () => {
      api = await startTestHostApi(engine)
      pageId = await api.create('Standing')
      versionCount = await countVersions()
    })
    after(() => api.stop())

    const check = async (
      [method, path]: readonly [string, string],
      [, body, title, status = 400]: Refusal,
    ): Promise<void> => {
      const answer = await api.call(path, { method, body: body(api) })
      assert.equal(answer.status, status, JSON.stringify(answer.json))
      const [error] = answer.json.errors
      assert.deepEqual(Object.keys(error), ['status', 'code', 'title', 'detail'])
      assert.equal(error.status, status)
      assert.match(error.title, title)
      assert.equal(await countVersions(), versionCount)
    }

    for (const refusal of posts) {
      test(`a creation with ${refusal[0]}`, () => check(['POST', '/pages'], refusal))
    }
    for (const refusal of puts) {
      test(`an update with ${refusal[0]}`, () => check(['PUT', `/pages/${pageId}`], refusal))
    }
    for (const [path, status, code] of gets) {
      test(`GET ${path.slice(0, 60)} with ${status}`, async () => {
        const answer = await api.call(path)
        assert.equal(answer.status, status)
        assert.equal(answer.json.errors[0].code, code)
      })
    }

    test('places that no list gave out, and finds nothing by labels that none can be', async () => {
      let refused = 0
      for (const { method, path, parameters } of wikiApiRoutes) {
        if (method !== 'GET' || parameters.cursor === undefined) continue
        const { id } = path.startsWith('/spaces') ? api.server.space : { id: pageId }
        const words = (parameters.sort?.schema.enum ?? []) as readonly string[]
        for (const sort of ['', ...words.filter((word) => word.endsWith('-date'))]) {
          for (const place of [`["${pageId}","a"]`, `["${pageId}",9007199254740991]`]) {
            const cursor = Buffer.from(place).toString('base64url')
            const query = `?query=a&cursor=${cursor}&sort=${sort}`
              .replace(parameters.query ? '' : 'query=a&', '')
              .replace(sort === '' ? '&sort=' : '', '')
            const { status } = await api.call(path.replace(/\{\w+\}/, id) + query)
            assert.ok(status < 500, `${path}${query}: ${status}`)
            if (status === 400) refused += 1
          }
        }
      }
      assert.ok(refused > 10)
      // PostgreSQL takes no word of so many letters.
      const none = await api.call(`/search?query=a&label=${'x'.repeat(3_000)}`)
      assert.deepEqual([none.status, none.json.results], [200, []])
    })

    test('what it cannot do for a creation, and says so', async () => {
      for (const name of ['private', 'root-level', 'embedded']) {
        await check(
          ['POST', `/pages?${name}=true`],
          ['', page({}), new RegExp(`^${name}=true is not possible`)],
        )
      }
    })

    test('an update of a page that is not there', async () => {
      const refusal: Refusal = ['', page({ version: { number: 2 } }), /Not Found/, 404]
      await check(['PUT', '/pages/999999'], refusal)
    })

    test('to move a homepage', async () => {
      const changes = { parentId: pageId, version: { number: 2 } }
      const path = `/pages/${api.server.space.homepageId}`
      await check(['PUT', path], ['', page(changes), /homepage of a space cannot be moved/])
    })

    test('a title that is taken, in Confluence’s words', async () => {
      await check(['POST', '/pages'], ['', page({}, 'Standing'), /^A page with this title already/])
    })

    test('a stale version, in Confluence’s words', async () => {
      const body = page({ version: { number: 1 } })(api)
      const { status, json } = await api.call(`/pages/${pageId}`, { method: 'PUT', body })
      assert.equal(status, 409)
      const title =
        'Version must be incremented when updating a page. Current Version: [1]. Provided version: [1]'
      assert.deepEqual(json.errors, [{ status: 409, code: 'CONFLICT', title, detail: null }])
    })

    test('nothing for odd titles and keys: they find nothing', async () => {
      const { status, json } = await api.call('/pages?title=%00')
      assert.deepEqual([status, json.errors[0].title], [400, 'title must not contain NUL.'])
      for (const text of oddTexts) {
        assert.deepEqual((await api.call(`/pages?title=${text}`)).json.results, [])
        assert.deepEqual((await api.call(`/spaces?keys=${text}`)).json.results, [])
      }
    })

    test('no text that only looks like an escape of a surrogate', async () => {
      const value = adfText('\\ud800 \\u0000')
      const id = await api.create('Escapes', withAdf(value))
      const { json } = await api.call(`/pages/${id}?body-format=atlas_doc_format`)
      assert.equal(json.body.atlas_doc_format.value, value)
    })
  })
})
