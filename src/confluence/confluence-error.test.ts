import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ConfluenceErrorKind, type NamedRequest, readError } from './confluence-error.ts'

const v2 = (status: number, title: string): string =>
  JSON.stringify({ errors: [{ status, code: 'X', title, detail: null }] })
const v1 = (message: string): string => JSON.stringify({ statusCode: 400, message })
const page = (title: string): string => `<!doctype html><html><title>${title}</title><p>words</p>`
const own = { 'atl-traceid': '1' }

const answers: readonly [
  status: number,
  text: string,
  read: ConfluenceErrorKind,
  write?: ConfluenceErrorKind,
][] = [
  [404, v2(404, 'Not Found'), 'credential'],
  [404, v2(404, 'Cannot find a page with id [4711]'), 'not-found'],
  [404, v2(404, 'Content with id: [4711] not found'), 'not-found'],
  [404, v1('No content found with id: ContentId{id=4711}'), 'not-found'],
  [404, v1('Not Found'), 'not-found'],
  [403, v1('caller cannot access Confluence'), 'credential'],
  [403, v1('Basic Authentication has been disabled on this instance.'), 'credential'],
  [
    403,
    v1('Could not update Content of type : class com.atlassian.confluence.pages.Page with id 4711'),
    'credential',
  ],
  [401, page('HTTP Status 401 – Unauthorized'), 'credential'],
  [401, '{"code":401,"message":"Unauthorized; scope does not match"}', 'credential'],
  [
    400,
    v2(
      400,
      'A page with this title already exists: A page already exists with the same TITLE in this space',
    ),
    'title-taken',
  ],
  [400, v1('A page already exists with the title X in the space with key K'), 'title-taken'],
  [500, v1('A page already exists with the title X in the space with key K'), 'title-taken'],
  [
    400,
    v2(400, 'A property with the key page-title-property-published already exists'),
    'bad-request',
  ],
  [
    400,
    v2(400, 'Cannot add a new attachment with same file name as an existing attachment: a.png'),
    'bad-request',
  ],
  [400, 'Invalid message', 'bad-request'],
  [400, '{"errors":[{"title":"ATTACHMENT_VALIDATION_ERROR"}]}', 'bad-request'],
  [405, page('HTTP Status 405 – Method Not Allowed'), 'bad-request'],
  [413, page('Request Entity Too Large'), 'bad-request'],
  [413, v2(413, 'Request is too large in size (over 5 MB)'), 'bad-request'],
  [
    409,
    v2(
      409,
      'Version must be incremented when updating a page. Current Version: [3]. Provided version: [3]',
    ),
    'conflict',
  ],
  [409, '', 'conflict'],
  [400, v2(400, 'OptimisticLockException: Batch update returned unexpected row count'), 'conflict'],
  [
    500,
    v1('org.springframework.transaction.UnexpectedRollbackException: Transaction rolled back'),
    'conflict',
  ],
  [500, 'the content is unreconciled', 'conflict'],
  [429, '{"code":429,"message":"Rate limit exceeded"}', 'unavailable'],
  [408, '', 'unavailable', 'unknown'],
  [500, page('HTTP Status 500 – Oops'), 'unavailable', 'unknown'],
  [502, '', 'unavailable', 'unknown'],
  [503, 'down', 'unavailable', 'unknown'],
]

describe('what an answer means', () => {
  for (const [status, text, read, write = read] of answers) {
    test(`${status} ${text.slice(0, 60)}`, () => {
      assert.equal(readOf(status, text).kind, read)
      assert.equal(readOf(status, text, true).kind, write)
      assert.equal(readOf(status, text).status, status)
    })
  }

  const foreign: readonly [status: number, text: string, mayBeDone?: boolean][] = [
    [401, page('401 Authorization Required')],
    [403, page('Attention Required! | Cloudflare')],
    [403, 'error code: 1020'],
    [403, '{"error":"access_denied"}'],
    [403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    [400, page('Request Rejected')],
    [404, page('Not Found')],
    [405, page('Method Not Allowed')],
    [407, '', false],
    [511, '', false],
    [301, '', false],
    [302, ''],
    [200, page('Sign in')],
    [500, page('Oops')],
    [503, page('Service Unavailable')],
  ]
  for (const [status, text, mayBeDone = true] of foreign) {
    test(`${status} ${text.slice(0, 60)} is no answer of Confluence`, () => {
      const [read, write] = [readOf(status, text), readOf(status, text, true)]
      assert.deepEqual([read.kind, write.kind], ['foreign', 'foreign'])
      assert.deepEqual([read.mayBeDone, write.mayBeDone], [false, mayBeDone])
      assert.equal(read.status, status)
      if (status === 407 || status === 511) return
      for (const headers of [own, { server: 'AtlassianEdge' }, { 'x-seraph-loginreason': 'OK' }]) {
        const { kind } = readError({ status, headers, text }, sent(false), new Date())
        assert.notEqual(kind, 'foreign', Object.keys(headers).join())
      }
    })
  }

  test('Data Center takes an unknown token for nobody, at any status', () => {
    const headers = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' }
    for (const status of [200, 403, 404]) {
      const text = v1('No content found with id: ContentId{id=1}')
      assert.equal(readError({ status, headers, text }, sent(false), new Date()).kind, 'credential')
    }
  })
})

test('says what answered in place of Confluence, and what to ask for', () => {
  const text = `<html><head><title>Blocked\u202e</title><style>p { a: b }</style><script>evil("</p>")
    </script><!-- <p>note</p> --></head><body><p onclick="x">Your "IP"
    was \u001b[31mblocked.</p>${'<b>more</b> '.repeat(100)}<script>unended`
  const headers = { 'content-type': 'text/html; charset=utf-8', server: 'cloudflare' }
  const told = readError({ status: 403, headers, text }, sent(true), new Date()).message
  assert.match(
    told,
    /^HTTP 403 \(text\/html, server cloudflare\) came from something before Confluence, not from it\. Ask the network's people to let POST \/rest\/api\/content\/1\/label through to acme\.test\. It says: "Blocked Your 'IP' was \[31mblocked\. more more [more ]+m?…"$/,
  )
  assert.ok(told.length < 300, `${told.length}`)
  const location = 'https://sso.acme.test/login?state=secret'
  const moved = { status: 302, headers: { location }, text: '' }
  assert.match(
    readError(moved, sent(false), new Date()).message,
    /^HTTP 302, which leads to https:\/\/sso\.acme\.test, came from .* through to acme\.test\.$/,
  )
  assert.match(readOf(502, page('Bad Gateway')).message, /If Confluence is up, ask/)
})

test('waits as long as the site asks, by its clock, and no more than an hour', () => {
  const asked = (headers: Record<string, string>): number | undefined =>
    readError({ status: 429, headers, text: '' }, sent(false), new Date('2026-01-01T00:00:00Z'))
      .retryAfterMs
  assert.equal(asked({ 'retry-after': '7' }), 7_000)
  assert.equal(asked({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), 30_000)
  assert.equal(
    asked({
      'retry-after': 'Thu, 01 Jan 2026 02:00:30 GMT',
      date: 'Thu, 01 Jan 2026 02:00:00 GMT',
    }),
    30_000,
  )
  assert.equal(asked({ 'retry-after': '999999999' }), 3_600_000)
  assert.equal(asked({ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 0)
  assert.equal(asked({ 'retry-after': 'soon' }), undefined)
  assert.equal(asked({}), undefined)
})

function readOf(status: number, text: string, isWrite = false): ReturnType<typeof readError> {
  return readError({ status, headers: {}, text }, sent(isWrite), new Date())
}

function sent(isWrite: boolean): NamedRequest {
  const path = '/rest/api/content/1/label?limit=1'
  return { method: isWrite ? 'POST' : 'GET', path, host: 'acme.test' }
}
