/** The endpoint of a service by its address: what is asked for, and whom the token is kept from. @module */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../../../test/support/network/scripted-service.ts'
import { findEndpoint } from './find-endpoint.ts'

const stops: (() => Promise<void>)[] = []
after(() => Promise.all(stops.map((stop) => stop())))

async function serve(script: Script): Promise<ScriptedService & { readonly origin: string }> {
  const service = await startScriptedService(script)
  stops.push(service.stop)
  return { ...service, origin: new URL(service.endpoint).origin }
}

/** `$ORIGIN` stands for the service's own origin. */
const says =
  (text: string, status = 200): Script =>
  (response, _, { headers }) => {
    response.writeHead(status).end(text.replaceAll('$ORIGIN', `http://${headers.host}`))
  }

const find = (address: string, timeoutMs = 60_000): Promise<string> =>
  findEndpoint(address, { timeoutMs, firstDelayMs: 1 })

test('takes an endpoint as it is, and asks nobody', async () => {
  const service = await serve(says('{}'))
  for (const address of [service.endpoint, `${service.endpoint}/`, `${service.endpoint}?a=b`]) {
    assert.equal(await find(address), address)
  }
  assert.equal(service.requests.length, 0)
})

test('asks the service by any of its addresses, without the token', async () => {
  const service = await serve(says('{"endpoint":"$ORIGIN/wiki/apps/a/e/webtrigger"}'))
  for (const path of ['', '/', '/wiki/spaces/DOCS/pages/7?version=2', '/manage/tokens#new']) {
    assert.equal(await find(service.origin + path), service.endpoint)
  }
  for (const { method, path, headers } of service.requests) {
    assert.deepEqual([method, path], ['GET', '/.well-known/markport'])
    assert.equal(headers.authorization, undefined)
  }
})

test('takes the names of this machine for one, at one port', async () => {
  const service = await serve(says('{"endpoint":"$ORIGIN/webtrigger"}'))
  const { port } = new URL(service.origin)
  const named = await serve(says(`{"endpoint":"http://localhost:${port}/webtrigger"}`))
  await assert.rejects(find(named.origin), /names an endpoint at another address/)
  const self = await serve((response, number, request) => {
    const own = `http://localhost:${new URL(`http://${request.headers.host}`).port}/webtrigger`
    says(JSON.stringify({ endpoint: own }))(response, number, request)
  })
  assert.equal(
    await find(self.origin),
    `${self.origin.replace('127.0.0.1', 'localhost')}/webtrigger`,
  )
})

describe('refuses', () => {
  const cases: readonly [what: string, script: Script, message: RegExp][] = [
    [
      'a page for people',
      says('<!doctype html>'),
      /\/\.well-known\/markport answered 200 with something else\. Check --endpoint, or give/,
    ],
    ['what is not there', says('{"endpoint":"$ORIGIN/x"}', 404), /markport answered 404\. Check/],
    ['no address', says('{"endpoint":"webtrigger"}'), /with something else/],
    ['no object', says('null'), /with something else/],
    ['an address with a password', says('{"endpoint":"http://u:p@127.0.0.1/"}'), /something else/],
    ['another kind of address', says('{"endpoint":"file:///etc/passwd"}'), /another address/],
    [
      'another host',
      says('{"endpoint":"https://evil.example/wiki/apps/a/e/webtrigger"}'),
      /^http:\/\/127\.0\.0\.1:\d+\/\.well-known\/markport names an endpoint at another address, https:\/\/evil\.example\. The token is not sent there unasked: give the whole endpoint as --endpoint, https:\/\/evil\.example\/wiki\/apps\/a\/e\/webtrigger if/,
    ],
    ['another port', says('{"endpoint":"http://127.0.0.1:1/webtrigger"}'), /another address/],
    ['a redirect', redirect, /leads to https:\/\/evil\.example\/\. The token is not sent there/],
    ['an endless answer', endless, /answered with more than 16384 bytes/],
    ['no answer', () => {}, /did not answer within 0\.2 s/],
    ['half an answer', half, /did not answer within 0\.2 s/],
  ]
  for (const [what, script, message] of cases) {
    test(what, async () => {
      const service = await serve(script)
      const isLate = `${message}`.includes('did not answer')
      const found = find(service.origin, isLate ? 200 : undefined)
      await assert.rejects(found, { name: 'ImportError', message })
    })
  }
})

function redirect(...[response]: Parameters<Script>): void {
  response.writeHead(302, { location: 'https://evil.example/' }).end()
}

function endless(...[response]: Parameters<Script>): void {
  response.writeHead(200)
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(4096)));
  }
  response.on('drain', more)
  more()
}

function half(...[response]: Parameters<Script>): void {
  response.writeHead(200)
  response.write('{"endpoint":')
}
