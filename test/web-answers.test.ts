/** How pages and their files travel: compressed, kept by browsers, and what unknown addresses get. @module */
import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pageElements } from './support/browser/page-elements.ts'
import { signedIn } from './support/browser/web-client.ts'
import { freshServer } from './support/service/fresh-server.ts'

const server = freshServer('sqlite', { readers: 'anyone' }, async () => {
  await server.createUser('ann', { isAdministrator: true })
  const content = `## Words\n\n${'These are words of a page. '.repeat(200)}`
  const { json } = await server.post({ pageTitle: 'Long', content })
  pagePath = new URL(json.page.url).pathname
})
let pagePath: string

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = request(new URL(path, server.url), { method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const { statusCode: status = 0, headers } = answer
      resolve({ status, headers, body: Buffer.concat(chunks) })
    })
    sent.once('error', reject).end()
  })
}

function decompress({ headers, body }: RawAnswer): Buffer {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(body)
    case 'gzip':
      return gunzipSync(body)
    default:
      return body
  }
}

async function filesOf(path: string): Promise<string[]> {
  const elements = pageElements((await ask(path)).body.toString())
  return elements.flatMap(({ name, attrs }) =>
    (name === 'link' && attrs.rel !== 'alternate'
      ? [attrs.href]
      : name === 'script'
        ? [attrs.src]
        : []
    ).filter((address) => address !== undefined),
  )
}

test('each file of a page is the same in every coding, kept for ever, and found under its own hash only', async () => {
  const files = await filesOf(pagePath)
  assert.ok(files.length >= 4)
  for (const file of files) {
    const plain = await ask(file)
    assert.equal(plain.status, 200, file)
    assert.equal(plain.headers['content-encoding'], undefined)
    for (const coding of ['br', 'gzip']) {
      const packed = await ask(file, { 'accept-encoding': coding })
      assert.equal(packed.headers['content-encoding'], coding)
      assert.equal(packed.headers['content-length'], String(packed.body.length))
      assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(packed.headers.vary, 'Accept-Encoding')
      assert.deepEqual(decompress(packed), plain.body)
      const head = await ask(file, { 'accept-encoding': coding }, 'HEAD')
      assert.equal(head.headers['content-length'], packed.headers['content-length'])
      assert.equal(head.body.length, 0)
    }
    for (const address of [
      file.replace(/[0-9a-f]{16}/, '0'.repeat(16)),
      file.replace(/\/[0-9a-f]{16}/, ''),
    ]) {
      const other = await ask(address)
      assert.deepEqual([other.status, other.headers['cache-control']], [404, 'no-store'], address)
    }
  }
})

test('pages and JSON are compressed when asked for and worth it, the operation never', async () => {
  for (const path of [pagePath, '/api', '/openapi.json', '/help']) {
    const plain = await ask(path)
    assert.match(plain.headers.vary ?? '', /Accept-Encoding/)
    for (const coding of ['br', 'gzip']) {
      const packed = await ask(path, { 'accept-encoding': `${coding};q=0.5, identity;q=0.1` })
      assert.equal(packed.headers['content-encoding'], coding)
      assert.ok(packed.body.length < plain.body.length * 0.7, `${path} as ${coding}`)
      assert.deepEqual(decompress(packed), plain.body)
    }
  }
  const accept = { 'accept-encoding': 'br, gzip' }
  for (const path of [
    '/nothing',
    '/robots.txt',
    '/favicon.ico',
    new URL(server.endpoint).pathname,
  ]) {
    const answer = await ask(path, accept)
    assert.equal(answer.headers['content-encoding'], undefined, path)
    assert.equal(answer.headers['content-length'], String(answer.body.length))
  }
  const many = Array.from({ length: 40 }, () => ask(pagePath, accept))
  const expected = (await ask(pagePath)).body
  for (const answer of await Promise.all(many)) assert.deepEqual(decompress(answer), expected)
})

test('a page that a browser has is not sent again, whatever the coding', async () => {
  for (const path of ['/', pagePath, '/help', '/api']) {
    const codings = ['br', 'gzip', 'identity']
    const answers = await Promise.all(codings.map((one) => ask(path, { 'accept-encoding': one })))
    const [etag = ''] = new Set(answers.map(({ headers }) => headers.etag))
    assert.match(etag, /^W\/"[\w-]{22}"$/, path)
    for (const [index, coding] of codings.entries()) {
      assert.equal(answers[index]?.headers.etag, etag)
      assert.equal(answers[index]?.headers['cache-control'], 'no-cache')
      for (const method of ['GET', 'HEAD']) {
        const known = { 'accept-encoding': coding, 'if-none-match': `"other", ${etag}` }
        const again = await ask(path, known, method)
        assert.deepEqual([again.status, again.body.length], [304, 0])
        assert.equal(again.headers['content-encoding'], undefined)
        assert.match(again.headers.vary ?? '', /\bCookie\b.*\bAccept-Encoding\b/)
      }
      const head = await ask(path, { 'accept-encoding': coding }, 'HEAD')
      assert.equal(head.headers['content-encoding'], answers[index]?.headers['content-encoding'])
      assert.equal(head.headers.etag, etag)
    }
  }
  const known = { 'if-none-match': (await ask(pagePath)).headers.etag ?? '' }
  await server.post({ pageTitle: 'Long', content: 'Changed.', overwrite: true })
  const changed = await ask(pagePath, known)
  assert.deepEqual([changed.status, /Changed\./.test(`${changed.body}`)], [200, true])
})

describe('who signed in', () => {
  const sessionOf = async (): Promise<Record<string, string>> => {
    const visitor = await signedIn(server, 'ann')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { cookie, 'accept-encoding': 'br' }
  }
  test('gets what somebody else may have asked for in their name as it is', async () => {
    const session = await sessionOf()
    const answer = await ask(`${pagePath}?guess=secret`, session)
    assert.equal(answer.headers['content-encoding'], undefined)
    const { cookie: _, ...open } = session
    assert.equal((await ask(`${pagePath}?guess=secret`, open)).headers['content-encoding'], 'br')
  })
})

test('an unknown address has a page for people and JSON for programs', async () => {
  for (const path of ['/nothing', '/wiki', '/%00', '/assets/', '/sign-in/x']) {
    const page = await ask(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.equal(page.status, 404, path)
    const elements = pageElements(page.body.toString())
    assert.ok(elements.some(({ attrs }) => attrs.action === '/search'))
    assert.ok(elements.some(({ name, attrs }) => name === 'a' && attrs.href === '/'))
    assert.equal(elements.find(({ name }) => name === 'h1')?.text, 'Not found')
  }
  for (const accept of ['*/*', 'application/json', 'text/css,*/*;q=0.1', '']) {
    const { status, headers, body } = await ask('/nothing', { accept })
    assert.deepEqual([status, headers['cache-control']], [404, 'no-store'])
    const { key, requestId } = JSON.parse(body.toString())
    assert.equal(key, 'not-found')
    assert.equal(requestId, headers['x-request-id'])
  }
  const asBrowser = { accept: 'text/html' }
  const elsewhere = server.endpoint.replace(/.{36}\/webtrigger/, `${'0'.repeat(36)}/webtrigger`)
  for (const path of [new URL(elsewhere).pathname, '/wiki/api/v2/nothing']) {
    const { headers } = await ask(path, asBrowser)
    assert.match(headers['content-type'] ?? '', /^application\/json/, path)
  }
})

test('a method that does not fit is told from an address that is not there', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/', 'GET, HEAD'],
    ['POST', pagePath, 'GET, HEAD'],
    ['GET', '/sign-out', 'POST'],
    ['DELETE', '/sign-in', 'GET, HEAD, POST'],
    ['OPTIONS', '/help', 'GET, HEAD'],
  ] as const) {
    const page = await ask(path, { accept: 'text/html' }, method)
    assert.deepEqual([page.status, page.headers.allow], [405, allow], `${method} ${path}`)
    assert.match(page.body.toString(), /<h1>Not possible<\/h1>/)
    const { status, headers, body } = await ask(path, {}, method)
    assert.deepEqual([status, headers.allow], [405, allow])
    assert.equal(JSON.parse(body.toString()).key, 'method-not-allowed')
  }
  assert.equal((await ask('/nothing', {}, 'PUT')).status, 404)
})
