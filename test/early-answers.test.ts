/** Refusals reach clients that send their whole body before they read, within bounds. @module */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { freshServer, startFreshServer } from './support/service/fresh-server.ts'

const server = freshServer('sqlite', {
  limits: {
    maxBodyBytes: 8 * 1024 * 1024,
    maxMarkdownBytes: 1024 * 1024,
    maxDepth: 90,
    maxAdfBytes: 5 * 1024 * 1024,
    conversionTimeoutMs: 3_000,
  },
})

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

/** Sends the beginning of a large body, and more from time to time. */
async function hangingClient(
  url: string,
  { length = 1_000_000, more = '' } = {},
): Promise<Socket & { text: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const client = Object.assign(socket, { text: '' })
  sockets.push(socket)
  const drip = more === '' ? undefined : setInterval(() => socket.write(more), 10)
  socket.on('error', () => {}).once('close', () => clearInterval(drip))
  socket.setEncoding('latin1').on('data', (part: string) => {
    client.text += part
  })
  socket.write(`${head(url, length).join('\r\n')}\r\n\r\n1`)
  return client
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

test('come all the same, and end the connection, where a body stops, trickles or has no end', async () => {
  const clients = await Promise.all([
    hangingClient(server.endpoint),
    hangingClient(server.endpoint, { more: '1' }),
    hangingClient(server.endpoint, { length: 1e9, more: 'x'.repeat(4_000_000) }),
  ])
  await Promise.all(clients.map(closed))
  for (const { text } of clients.slice(0, 2)) {
    assert.match(text, /^HTTP\/1\.1 401 [\s\S]*"requestId"/)
    assert.match(text, /^connection: close\r$/im)
  }
})

test('leave the connection usable once the body has come', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(`${head(server.endpoint, 300_000).join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(300_000))
  socket.write(`${head(server.endpoint, 2, ['Connection: close']).join('\r\n')}\r\n\r\n22`)
  await closed(socket)
  assert.equal(text.match(/HTTP\/1\.1 401 /g)?.length, 2)
})

test('do not hold up a stop', async () => {
  const stopping = await startFreshServer('sqlite')
  const client = await hangingClient(stopping.endpoint, { more: '1' })
  await stopping.stop()
  await closed(client)
})
