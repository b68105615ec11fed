/** Reading the wiki's own API: other wikis' shapes, and all that may stand where it is looked for. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { noteRequests } from '../../test/support/network/note-requests.ts'
import {
  answer,
  type Script,
  startScriptedService,
} from '../../test/support/network/scripted-service.ts'
import type { Connection } from './send-request.ts'
import { type WikiReader, wikiReader } from './wiki-reader.ts'

const stops: (() => Promise<void>)[] = []
after(() => Promise.all(stops.map((stop) => stop())))

async function serve(script: Script, more: Partial<Connection> = {}) {
  const service = await startScriptedService(script)
  stops.push(service.stop)
  const { endpoint } = service
  const connection = { endpoint, token: 'import-secret', firstDelayMs: 1, ...more }
  const api = `${new URL(endpoint).origin}/wiki/api/v2`
  return { service, api, wiki: wikiReader(connection, 'mph_secret') }
}

const noCheck =
  'so the space and the parent page cannot be checked. Check --endpoint, or leave out the host token to import without the check.'

test('reads spaces and pages as Confluence has them', async () => {
  const space = {
    id: '98306',
    key: 'DOCS',
    name: 'Docs',
    type: 'global',
    status: 'current',
    spaceOwnerId: '5f0',
    homepageId: '98440',
    icon: null,
    currentActiveAlias: 'DOCS',
    _links: { webui: '/spaces/DOCS' },
  }
  const page = {
    id: '98441',
    status: 'current',
    title: 'Old',
    spaceId: '98306',
    parentId: '98440',
    parentType: 'page',
    subtype: '',
    version: { number: 3, message: '', minorEdit: false },
    body: {},
    _links: { webui: '/spaces/DOCS/pages/98441/Old' },
  }
  const links = { base: 'https://example.atlassian.net/wiki', next: '/wiki/api/v2/spaces?cursor=x' }
  const { service, wiki } = await serve((response, _, { path }) => {
    const results = path?.includes('/held-pages') ? [page] : [space]
    response.end(JSON.stringify({ results, _links: links }))
  })
  const known = {
    ...{ id: '98306', key: 'DOCS', homepageId: '98440' },
    ...{ keepsEdits: false, isConnected: false },
  }
  assert.deepEqual(await wiki.findSpace('docs'), known)
  assert.deepEqual(await wiki.findSpace('98306'), known)
  // A wiki that ignores the filter answers with all spaces.
  assert.equal(await wiki.findSpace('OTHER'), undefined)
  assert.deepEqual(
    [...((await wiki.findPages(['98441', '98441', '5'], '98306')) ?? []).values()],
    [
      {
        id: '98441',
        title: 'Old',
        spaceId: '98306',
        status: 'current',
        parentId: '98440',
        version: 3,
      },
    ],
  )
  assert.deepEqual(
    service.requests.map(({ method, path }) => `${method} ${path}`),
    [
      'GET /wiki/api/v2/spaces?keys=docs&limit=1',
      'GET /wiki/api/v2/spaces?ids=98306&limit=1',
      'GET /wiki/api/v2/spaces?keys=OTHER&limit=1',
      'GET /wiki/api/v2/spaces/98306/held-pages?id=98441%2C5',
    ],
  )
  const tokens = new Set(service.requests.map(({ headers }) => headers.authorization))
  assert.deepEqual([...tokens], ['Bearer mph_secret'])
})

test('finds the API before the last /wiki/apps/, and says where there is none', async () => {
  const { service } = await serve((response) => response.end('{"results":[]}'))
  const { origin } = new URL(service.endpoint)
  const reader = (path: string): WikiReader =>
    wikiReader({ endpoint: `${origin}${path}`, token: 't' }, 'h')
  await reader('/at/wiki/apps/wiki/apps/a/e/webtrigger?x=/wiki/apps/').listSpaces(3)
  assert.equal(service.requests[0]?.path, '/at/wiki/apps/wiki/api/v2/spaces?limit=3')
  assert.throws(() => reader('/x1/webtrigger'), {
    name: 'ImportError',
    message: `The wiki's API is looked for where the endpoint has /wiki/apps/, and this one has no such part, ${noCheck}`,
  })
})

test('tells a token that is refused from an API that is not there', async () => {
  const said = { errors: [{ status: 401, code: 'UNAUTHORIZED', title: 'Scope', detail: null }] }
  const nothing = `There is no wiki API at $API, ${noCheck}`
  const cases: readonly [status: number, body: string, key: string, message: string][] = [
    [401, JSON.stringify(said), 'unauthorized', 'The host token was refused: Scope'],
    [403, '<html>', 'unauthorized', 'The host token was refused.'],
    [404, '{"body":"Error: nothing","key":"not-found"}', 'bad-answer', nothing],
    [200, '<html>Sign in</html>', 'bad-answer', nothing],
    [200, 'null', 'bad-answer', nothing],
    [200, '{"results":{}}', 'bad-answer', nothing],
    [400, '{"errors":7}', 'bad-answer', `$API answered 400, ${noCheck}`],
  ]
  for (const [status, body, key, message] of cases) {
    const { service, api, wiki } = await serve((response) => response.writeHead(status).end(body))
    const error = { name: 'ImportError', key, status, message: message.replace('$API', () => api) }
    await assert.rejects(wiki.findSpace('DOCS'), error)
    assert.equal(service.requests.length, 1)
  }
})

test('is as patient as imports are', async () => {
  const busy = await serve((response, number) =>
    number < 2
      ? answer(response, number === 0 ? 500 : 503, {}, { 'retry-after': '0' })
      : response.end('{"results":[]}'),
  )
  assert.deepEqual(await busy.wiki.listSpaces(1), [])
  assert.equal(busy.service.requests.length, 3)
  const slow = await serve(() => {}, { timeoutMs: 20, maxAttempts: 2 })
  const { requests } = await noteRequests(() =>
    assert.rejects(slow.wiki.listSpaces(1), { key: 'timed-out' }),
  )
  assert.equal(requests.length, 2)
  await slow.service.stop()
  await assert.rejects(slow.wiki.listSpaces(1), { key: 'no-connection' })
})

test('follows no redirect', async () => {
  const elsewhere = await serve((response) => response.end('{"results":[]}'))
  const { wiki } = await serve((response) =>
    response.writeHead(302, { location: `${elsewhere.api}/spaces` }).end(),
  )
  await assert.rejects(wiki.findSpace('DOCS'), {
    key: 'bad-answer',
    message: /\/wiki\/api\/v2\/spaces leads to http:\S+\. The token is not sent there/,
  })
  assert.deepEqual(elsewhere.service.requests, [])
})

test('reads edits, whatever was sent for them', async () => {
  const edit = { line: 3, endLine: 3, before: 'a', after: 'b' }
  const strange = { line: 'x', endLine: 1.5, before: 7, after: null, isRough: 1, problem: 'why' }
  const answers = [
    [200, { version: 2, by: 'Ada', at: 'now', markdown: 'a', edits: [edit, strange, null] }],
    [404, { errors: [] }],
  ] as const
  const { wiki, service } = await serve((response, number) => {
    const [status, body] = answers[number] as (typeof answers)[number]
    response.writeHead(status).end(JSON.stringify(body))
  })
  assert.deepEqual(await wiki.findEdits('7', '5'), {
    version: 2,
    by: 'Ada',
    at: 'now',
    markdown: 'a',
    edits: [
      edit,
      { before: '7', after: 'null', problem: 'why' },
      { before: 'undefined', after: 'undefined' },
    ],
  })
  assert.equal(await wiki.findEdits('7', '5'), undefined)
  assert.match(service.requests[0]?.path ?? '', /\/spaces\/5\/held-pages\/7\/edits$/)
})
