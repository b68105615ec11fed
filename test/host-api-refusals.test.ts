/** The wiki's own API against requests that are wrong in every way, and against those that would write. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { wikiApiRoutes } from '../src/server/rest/wiki-api-routes.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const confluenceParameters: Readonly<Record<string, string>> = {
  '/spaces':
    'ids keys type status labels favorited-by not-favorited-by sort description-format include-icon cursor limit',
  '/spaces/{id}':
    'description-format include-icon include-operations include-properties include-permissions include-role-assignments include-labels',
  '/pages': 'id space-id sort status title body-format subtype cursor limit',
  '/spaces/{id}/pages': 'depth sort status title body-format cursor limit',
  '/pages/{id}':
    'body-format get-draft status version include-labels include-properties include-operations include-likes include-versions include-version include-favorited-by-current-user-status include-webresources include-collaborators include-direct-children',
  '/pages/{id}/direct-children': 'cursor limit sort',
  '/pages/{id}/labels': 'prefix sort cursor limit',
  '/pages/{id}/attachments': 'sort cursor status mediaType filename limit',
}

const gets: readonly [path: string, status: number, code: string][] = [
  ['/pages/abc', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/-1', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/%00', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/%E0%A4%A', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/99999999999999999999', 404, 'NOT_FOUND'],
  ['/pages/abc/direct-children', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/1/direct-children', 404, 'NOT_FOUND'],
  ['/pages/1?version=x', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages/1?version=0', 400, 'BAD_REQUEST'],
  ['/pages/1?body-format=pdf', 400, 'BAD_REQUEST'],
  ['/pages?limit=0', 400, 'BAD_REQUEST'],
  ['/pages?limit=251', 400, 'BAD_REQUEST'],
  ['/pages?limit=1e1', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages?limit=', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/pages?limit=1&limit=2', 400, 'BAD_REQUEST'],
  ['/pages?cursor=%00', 400, 'BAD_REQUEST'],
  ['/pages?cursor=', 400, 'BAD_REQUEST'],
  ['/pages?cursor=WyIxIl0', 400, 'BAD_REQUEST'],
  ['/pages?space-id=x', 400, 'INVALID_REQUEST_PARAMETER'],
  [`/pages?space-id=${'1,'.repeat(250)}1`, 400, 'BAD_REQUEST'],
  ['/spaces?ids=x', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/spaces?key=DOCS', 400, 'BAD_REQUEST'],
  ['/pages?__proto__=1', 400, 'BAD_REQUEST'],
  ['/pages/1?space-key=DOCS', 400, 'BAD_REQUEST'],
  ['/search', 400, 'BAD_REQUEST'],
  ['/search?query=a&space=DOCS', 400, 'BAD_REQUEST'],
  ['/search?query=a&limit=51', 400, 'BAD_REQUEST'],
  ['/spaces/DOCS', 400, 'INVALID_REQUEST_PARAMETER'],
  ['/spaces/1', 404, 'NOT_FOUND'],
  ['/spaces/1/pages', 404, 'NOT_FOUND'],
  ['/labels', 404, 'NOT_FOUND'],
  ['/pages/1/properties', 404, 'NOT_FOUND'],
  ['/nothing', 404, 'NOT_FOUND'],
]

const oddTexts = ['%ED%A0%80', '%', "'; drop table pages; --", '__proto__', 'x'.repeat(9_000)]

forEachEngine((_, engine) => {
  // Its own suite, so that the server stops before the engine.
  describe('host API refuses', () => {
    const api = testHostApi(engine)
    let pageId: string

    before(async () => {
      pageId = await api.create('Standing')
    })

    const addressOf = (path: string): string =>
      path.replace('{id}', path.startsWith('/spaces') ? api.server.space.id : pageId)

    for (const [path, status, code] of gets) {
      test(`GET ${path.slice(0, 60)} with ${status}`, async () => {
        const answer = await api.call(path)
        assert.equal(answer.status, status)
        const [error] = answer.json.errors
        assert.deepEqual(Object.keys(error), ['status', 'code', 'title', 'detail'])
        assert.deepEqual([error.status, error.code], [status, code])
      })
    }

    test('each parameter that Confluence has for a route and that does not act here', async () => {
      for (const { path, parameters } of wikiApiRoutes) {
        const names = confluenceParameters[path]?.split(' ')
        assert.equal(names === undefined, path === '/search', path)
        for (const name of names ?? []) {
          if (Object.hasOwn(parameters, name)) continue
          const { status, json } = await api.call(`${addressOf(path)}?${name}=1`)
          assert.equal(status, 400, `${path} ignores ${name}`)
          assert.match(json.errors[0].title, new RegExp(name))
        }
      }
    })

    test('to write, at every address that reads', async () => {
      for (const { path } of wikiApiRoutes) {
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
          for (const slash of ['', '/']) {
            const { status, headers, json } = await api.call(addressOf(path) + slash, { method })
            assert.equal(status, 405, `${method} ${path}${slash}`)
            assert.equal(headers.get('allow'), 'GET, HEAD')
            assert.equal(json.errors[0].code, 'METHOD_NOT_ALLOWED')
          }
        }
      }
      assert.equal((await api.call('/nothing', { method: 'POST' })).status, 404)
      assert.equal((await api.call(`/pages/${pageId}`)).json.version.number, 1)
    })

    test('no place in a list that is of no number', async () => {
      for (const { path, parameters } of wikiApiRoutes) {
        if (parameters.cursor === undefined) continue
        const query = parameters.query ? 'query=a&' : ''
        for (const place of ['9007199254740991', '9'.repeat(30), '0', pageId]) {
          const cursor = Buffer.from(place).toString('base64url')
          const { status } = await api.call(`${addressOf(path)}?${query}cursor=${cursor}`)
          assert.equal(status, 200, `${path} ${place}`)
        }
      }
    })

    test('nothing for odd titles and keys: they find nothing', async () => {
      const { status, json } = await api.call('/pages?title=%00')
      assert.deepEqual([status, json.errors[0].title], [400, 'title must not contain NUL.'])
      for (const text of oddTexts) {
        assert.deepEqual((await api.call(`/pages?title=${text}`)).json.results, [])
        assert.deepEqual((await api.call(`/spaces?keys=${text}`)).json.results, [])
      }
    })
  })
})
