/** Requests that are addressed to somebody else: refused before anything else is looked at. @module */
import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, describe, test } from 'node:test'
import { openLog } from '../src/contract/base/log.ts'
import { type HttpServerOptions, startHttpServer } from '../src/server/http/http-server.ts'
import type { ServeOptions } from '../src/server/service/serve-options.ts'
import { rawExchange } from './support/network/raw-exchange.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

const stops: (() => Promise<void>)[] = []
after(() => Promise.all(stops.map((stop) => stop())))

async function start(overrides: Partial<ServeOptions> = {}): Promise<TestServer> {
  const server = await startFreshServer('sqlite', overrides)
  stops.push(() => server.stop())
  return server
}

interface Ask {
  readonly target?: string
  readonly headers?: readonly string[]
  readonly version?: string
  readonly url?: string
}

async function ask(
  server: { readonly url: string },
  { target = '/sign-in', headers = [], version = '1.1', url = server.url }: Ask,
): Promise<{ status: number; head: string; text: string }> {
  const lines = [`GET ${target} HTTP/${version}`, ...headers, 'Connection: close']
  const answer = await rawExchange(url, `${lines.join('\r\n')}\r\n\r\n`)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, text: rest.join('\r\n\r\n') }
}

async function assertStatuses(
  server: { readonly url: string },
  cases: Readonly<Record<string, number>>,
  url = server.url,
): Promise<void> {
  for (const [host, expected] of Object.entries(cases)) {
    const { status } = await ask(server, { headers: [`Host: ${host}`], url })
    assert.equal(status, expected, host)
  }
}

describe('on a loopback address', () => {
  test('its own names are answered whatever the port, and no others', async () => {
    const server = await start()
    await assertStatuses(server, {
      [new URL(server.url).host]: 200,
      '127.0.0.1': 200,
      '127.0.0.1:9999': 200,
      '127.0.0.2:8080': 200,
      '[::1]:8080': 200,
      localhost: 200,
      'LocalHost:3000': 200,
      'localhost.': 200,
      'docs.localhost': 200,
      'evil.example': 421,
      [`evil.example:${new URL(server.url).port}`]: 421,
      '127.0.0.1.evil.example': 421,
      'localhost.evil.example': 421,
      evillocalhost: 421,
      '169.254.169.254': 421,
      '[2001:db8::1]': 421,
    })
  })

  test('a page whose name was made to lead here gets nothing', async () => {
    const server = await start({ readers: 'local' })
    const headers = [`Host: evil.example:${new URL(server.url).port}`]
    const paths = ['/', '/search?q=a', '/wiki/api/v2/spaces', '/openapi.json', '/metrics', '/nope']
    for (const target of [...paths, '/style.css', new URL(server.endpoint).pathname]) {
      const { status, head, text } = await ask(server, { target, headers })
      assert.equal(status, 421, target)
      const { body, key, requestId } = JSON.parse(text)
      assert.equal(key, 'misdirected')
      assert.match(body, /^Error: This host name is not one of this service\./)
      assert.match(head, new RegExp(`^X-Request-Id: ${requestId}\r$`, 'm'))
    }
    for (const target of ['/healthz', '/readyz']) {
      assert.equal((await ask(server, { target, headers })).status, 200, target)
    }
  })

  test('what is no single name is malformed', async () => {
    const server = await start()
    const malformed = [
      ['Host:'],
      ['Host: localhost', 'Host: localhost'],
      ['Host: localhost', 'host: evil.example'],
      ['Host: me@localhost'],
      ['Host: localhost evil.example'],
      ['Host: localhost#evil.example'],
      ['Host: localhost/evil.example'],
      ['Host: localhost, evil.example'],
      ['Host: localhost:'],
      ['Host: localhost:99999'],
      ['Host: 127.1'],
      ['Host: 0x7f000001'],
      ['Host: 2130706433'],
      ['Host: [::1'],
      ['Host: [0:0:0:0:0:0:0:1]'],
      ['Host: local%68ost'],
    ]
    for (const headers of malformed) {
      const { status, text } = await ask(server, { headers })
      assert.equal(status, 400, headers.join(' '))
      assert.equal(JSON.parse(text).key, 'bad-request', headers.join(' '))
    }
    const nameless = await rawExchange(server.url, 'GET /sign-in HTTP/1.1\r\n\r\n')
    assert.match(nameless, /^HTTP\/1\.1 400 .*"Error: the Host header is missing\."/s)
  })

  test('the target in absolute form counts as well', async () => {
    const server = await start()
    const own = ['Host: localhost']
    const targets: Readonly<Record<string, number>> = {
      'http://localhost:1/sign-in': 200,
      'HTTP://127.0.0.1/sign-in': 400,
      'http://evil.example/sign-in': 421,
      'http://localhost@evil.example/sign-in': 400,
      'http:///sign-in': 400,
      'ftp://localhost/sign-in': 400,
      '*': 400,
      '/\\evil.example': 400,
    }
    for (const [target, expected] of Object.entries(targets)) {
      assert.equal((await ask(server, { target, headers: own })).status, expected, target)
    }
    const crossed = await ask(server, {
      target: 'http://localhost/',
      headers: ['Host: evil.example'],
    })
    assert.equal(crossed.status, 421)
  })
})

describe('with further names', () => {
  async function startSocket(names: Partial<HttpServerOptions>): Promise<{ url: string }> {
    const options = { host: '127.0.0.1', port: 0, tls: undefined, limits: { maxBodyBytes: 1_000 } }
    const server = await startHttpServer(
      { ...options, publicUrl: undefined, allowedHosts: [], ...names },
      (_, response) => response.end('ok'),
      openLog('silent', { write: () => {} }),
    )
    stops.push(() => server.stop())
    return { url: `http://127.0.0.1:${server.port}` }
  }

  test('the public address and allowed hosts are names of the service', async () => {
    const server = await startSocket({
      publicUrl: 'https://wiki.example.org',
      allowedHosts: ['markport:8787', 'Old.example.org', 'plain.example.org:443'],
    })
    await assertStatuses(server, {
      'wiki.example.org': 200,
      'wiki.example.org:8443': 200,
      'WIKI.example.org': 200,
      'old.example.org:1': 200,
      'markport:8787': 200,
      'markport:8788': 421,
      'plain.example.org': 200,
      'example.org': 421,
    })
  })

  test('what a proxy says of another name is not asked', async () => {
    const server = await startSocket({ publicUrl: 'https://wiki.example.org' })
    const forwarded = (name: string): string[] => [`X-Forwarded-Host: ${name}`]
    const own = ['Host: wiki.example.org', ...forwarded('evil.example')]
    assert.equal((await ask(server, { headers: own })).status, 200)
    const foreign = ['Host: evil.example', ...forwarded('wiki.example.org')]
    assert.equal((await ask(server, { headers: foreign })).status, 421)
  })
})

test('listening everywhere, the address that was reached is a name of the service', async () => {
  const server = await start({ host: '0.0.0.0', isBehindProxy: true, readers: 'local' })
  const { port } = new URL(server.url)
  const others = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one?.family === 'IPv4' && !one.internal ? [one.address] : []))
  // Without another address, 127.0.0.2 stands for one.
  for (const address of [...others, '127.0.0.2']) {
    const url = `http://${address}:${port}`
    await assertStatuses(
      server,
      { [`${address}:8080`]: 200, 'localhost:8080': 200, '203.0.113.9': 421, 'evil.example': 421 },
      url,
    )
  }
})

describe('where readers are whoever is at this machine', () => {
  const asVisitor = (headers: readonly string[], version = '1.1'): Ask => ({
    target: '/',
    headers: headers.some((one) => /^host:/i.test(one)) ? headers : ['Host: localhost', ...headers],
    version,
  })

  test('pages are open to loopback names, and what came through a proxy signs in', async () => {
    const server = await start({ readers: 'local', allowedHosts: ['wiki.example.org'] })
    for (const host of ['localhost', '127.0.0.1:8787', '[::1]']) {
      assert.equal((await ask(server, asVisitor([`Host: ${host}`]))).status, 200, host)
    }
    const throughProxies = [
      'Host: wiki.example.org',
      'Forwarded: for=192.0.2.1',
      'Via: 1.1 proxy',
      'X-Forwarded-For: 192.0.2.1',
      'X-Forwarded-Host: wiki.example.org',
      'X-Forwarded-Proto: https',
      'X-Real-IP: 192.0.2.1',
      'x-client-ip: 192.0.2.1',
      'CF-Connecting-IP: 192.0.2.1',
    ]
    for (const header of throughProxies) {
      const { status, head } = await ask(server, asVisitor([header]))
      assert.equal(status, 303, header)
      assert.match(head, /^location: \/sign-in/im)
    }
    assert.equal((await ask(server, asVisitor([], '1.0'))).status, 303)
  })

  test('with readers that were said to be anyone, pages are open through proxies, too', async () => {
    const server = await start({ readers: 'anyone', allowedHosts: ['wiki.example.org'] })
    const headers = ['Host: wiki.example.org', 'X-Forwarded-For: 192.0.2.1']
    assert.equal((await ask(server, asVisitor(headers))).status, 200)
  })
})
