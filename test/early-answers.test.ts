/** Answers that leave before the body has arrived: they reach clients that still send, within bounds. @module */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { type EarlyAnswerLimits, earlyAnswers } from '../src/http/early-answers.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'

let server: TestServer
before(async () => {
  server = await startFreshServer('sqlite', {
    limits: {
      maxBodyBytes: 8 * 1024 * 1024,
      maxMarkdownBytes: 1024 * 1024,
      maxDepth: 90,
      maxAdfBytes: 5 * 1024 * 1024,
      conversionTimeoutMs: 3_000,
    },
  })
})
after(() => server.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

interface Ending {
  readonly answer: string
  readonly error: string | undefined
}

/** Like Python's urllib: sends the whole body before it reads an answer. */
function sendThenRead(url: string, head: readonly string[], body: Buffer): Promise<Ending> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    let error: string | undefined
    socket.pause()
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code
    })
    socket.on('close', () => resolve({ answer, error }))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body, () => socket.resume())
  })
}

function head(url: string, length: number, more: readonly string[] = []): string[] {
  const { pathname } = new URL(url)
  return [`POST ${pathname} HTTP/1.1`, 'Host: localhost', `Content-Length: ${length}`, ...more]
}

test('reach a client that sends megabytes before it reads, twenty times of twenty', async () => {
  const bearer = `Authorization: Bearer ${server.token}`
  const cases: readonly [status: number, url: string, headers: readonly string[]][] = [
    [401, server.endpoint, []],
    [403, server.endpoint, [`Authorization: Bearer ${server.token.slice(0, -2)}xx`]],
    [404, `${server.url}/nothing`, []],
    [405, server.endpoint.replace('POST', 'GET'), []],
    [413, server.endpoint, [bearer]],
    [421, server.endpoint, []],
  ]
  for (const [status, url, headers] of cases) {
    for (let turn = 0; turn < (status === 401 ? 20 : 4); turn += 1) {
      const size = status === 413 ? 12_000_000 : 1_000_000 * (1 + (turn % 8))
      const lines = head(url, size, [...headers, 'Connection: close']).map((line) => {
        if (status === 421 && line.startsWith('Host:')) return 'Host: evil.example'
        return status === 405 ? line.replace(/^POST/, 'PUT') : line
      })
      const { answer, error } = await sendThenRead(url, lines, Buffer.alloc(size, 0x61))
      assert.equal(error, undefined, `${status}, turn ${turn}, ${size} bytes`)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answer, /"requestId":"[0-9a-f-]{36}"\}$/)
    }
  }
})

async function refusing(
  limits: Partial<EarlyAnswerLimits> | undefined,
): Promise<{ url: string; server: Server; early: ReturnType<typeof earlyAnswers> }> {
  const bounds = { silenceMs: 60_000, totalMs: 60_000, maxBytes: 1e9, maxConnections: 100 }
  const early = earlyAnswers({ ...bounds, ...limits })
  const refusal = createServer((request, response) => {
    if (limits !== undefined) early.follow(request, response)
    response.writeHead(401, { 'Content-Length': 2 }).end('no')
  })
  await new Promise<void>((resolve) => refusal.listen(0, '127.0.0.1', resolve))
  after(() => {
    early.end()
    refusal.closeAllConnections()
    refusal.close()
  })
  return {
    url: `http://127.0.0.1:${(refusal.address() as AddressInfo).port}/`,
    server: refusal,
    early,
  }
}

async function hangingClient(url: string, length = 1_000_000): Promise<Socket & { text: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const client = Object.assign(socket, { text: '' })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (part: string) => {
    client.text += part
  })
  socket.write(`${head(url, length, ['Connection: close']).join('\r\n')}\r\n\r\n1`)
  return client
}

const answered = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('data', () => resolve()))
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

test('are lost without the wait: the control', async () => {
  const { url } = await refusing(undefined)
  let lost = 0
  for (let turn = 0; turn < 20; turn += 1) {
    const lines = head(url, 8_000_000, ['Connection: close'])
    const { error } = await sendThenRead(url, lines, Buffer.alloc(8_000_000))
    if (error !== undefined) lost += 1
  }
  assert.ok(lost > 0, 'every answer arrived all the same')
})

test('leave at once, while the body is still on its way', async () => {
  const { url, early } = await refusing({})
  const client = await hangingClient(url)
  await answered(client)
  assert.match(client.text, /^HTTP\/1\.1 401 [\s\S]*no$/)
  assert.equal(client.closed, false)
  early.end()
  await closed(client)
})

test('are followed by a close after silence, after the whole time, and beyond the bytes', async () => {
  const silent = await hangingClient((await refusing({ silenceMs: 50 })).url)
  await closed(silent)
  assert.match(silent.text, / 401 /)

  const trickling = await hangingClient((await refusing({ totalMs: 300 })).url)
  const drip = setInterval(() => trickling.write('1'), 10)
  await closed(trickling)
  clearInterval(drip)
  assert.match(trickling.text, / 401 /)

  const flooding = await hangingClient((await refusing({ maxBytes: 1_000_000 })).url, 1e9)
  const flood = (): void => {
    while (!flooding.destroyed && flooding.write(Buffer.alloc(65_536)));
  }
  flooding.on('drain', flood)
  flood()
  await closed(flooding)
})

test('are followed by a close where a body crumbles: small pieces cost as much as large ones', async () => {
  const { url } = await refusing({ maxBytes: 1_000_000, silenceMs: 1e9, totalMs: 1e9 })
  const crumbs = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(crumbs)
  crumbs.resume().on('error', () => {})
  crumbs.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  crumbs.write('1\r\nx\r\n'.repeat(200))
  await waitUntil('the connection is closed', () => crumbs.closed)
})

test('wait on a bounded number of connections; the next one is closed at once', async () => {
  const { url, early } = await refusing({ maxConnections: 2 })
  const first = await hangingClient(url)
  await answered(first)
  const second = await hangingClient(url)
  await answered(second)
  const third = await hangingClient(url)
  await closed(third)
  assert.deepEqual([first.closed, second.closed], [false, false])
  early.end()
  await Promise.all([closed(first), closed(second)])
})

test('leave the connection usable once the body has come', async () => {
  const { url } = await refusing({})
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(`${head(url, 300_000).join('\r\n')}\r\n\r\n1`)
  await answered(socket)
  socket.write(Buffer.alloc(299_999))
  socket.write(`${head(url, 2, ['Connection: close']).join('\r\n')}\r\n\r\n22`)
  await closed(socket)
  assert.equal(text.match(/HTTP\/1\.1 401 /g)?.length, 2)
})

test('end with a client that hangs up, cleanly or not', async () => {
  const { url, server: refusal } = await refusing({})
  const half = await hangingClient(url)
  await answered(half)
  half.end()
  await closed(half)
  const gone = await hangingClient(url)
  await answered(gone)
  gone.resetAndDestroy()
  while ((await connections(refusal)) > 0) await new Promise((resolve) => setImmediate(resolve))
})

function connections(refusal: Server): Promise<number> {
  return new Promise((resolve) => refusal.getConnections((_, count) => resolve(count)))
}

test('do not hold up a stop', async () => {
  const stopping = await startFreshServer('sqlite')
  const client = await hangingClient(stopping.endpoint)
  await answered(client)
  const drip = setInterval(() => client.write('1'), 10)
  await stopping.stop()
  clearInterval(drip)
  assert.match(client.text, /^HTTP\/1\.1 401 /)
})

/** Like curl with a large body: waits for 100 Continue. */
async function expecting(headers: readonly string[], body: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (/^HTTP\/1\.1 100 Continue\r\n\r\n$/.test(text)) socket.write(body)
  })
  const lines = head(server.endpoint, Buffer.byteLength(body), [...headers, 'Expect: 100-continue'])
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.on('error', () => {})
  while (!/"requestId":"[0-9a-f-]{36}"/.test(text)) await answered(socket)
  return text
}

test('make a body that waits for leave not travel at all', async () => {
  const body = JSON.stringify({
    spaceId: server.space.id,
    parentId: server.space.homepageId,
    pageTitle: 'Invited',
    content: 'text',
  })
  const bearer = `Authorization: Bearer ${server.token}`
  assert.match(await expecting([bearer], body), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  const refused = await expecting(['Authorization: Bearer wrong'], body)
  assert.match(refused, /^HTTP\/1\.1 401 /)
  assert.match(refused, /^Connection: close\r$/im)
})
