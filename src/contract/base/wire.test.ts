import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sendOnce, type WireAnswer, type WireLimits } from './wire.ts'

const usual: WireLimits = { timeoutMs: 10_000, maxAnswerBytes: 1_000_000 }

test('reads an answer, as it is and packed', async (t) => {
  const url = await serve(t, (request, response) => {
    if (request.url === '/plain') return void response.end('ä plain')
    response.setHeader('content-encoding', 'GZIP').end(gzipSync('ä packed'))
  })
  assert.equal((await get(`${url}/plain`)).text, 'ä plain')
  assert.equal((await get(`${url}/packed`)).text, 'ä packed')
})

test('reads no more than the limit, of what is sent and of what it unpacks to', async (t) => {
  const endless = await serve(t, (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  })
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  assert.ok(bomb.length < usual.maxAnswerBytes, 'it is small until it is unpacked')
  const packed = await serve(t, (_, response) => {
    response.setHeader('content-encoding', 'gzip').end(bomb)
  })
  await assert.rejects(get(endless), { code: 'TOO-LARGE', isSent: true })
  await assert.rejects(get(packed), { code: 'TOO-LARGE', isSent: true })
})

test('refuses answers that are cut, broken or packed in another way', async (t) => {
  const whole = gzipSync('x'.repeat(10_000))
  const answers: Record<string, string | Buffer> = {
    '/cut': Buffer.concat([head('content-encoding: gzip'), whole.subarray(0, whole.length - 10)]),
    '/broken': Buffer.concat([head('content-encoding: gzip'), Buffer.from('no gzip at all')]),
    '/other': Buffer.concat([head('content-encoding: br'), Buffer.from('x')]),
    '/short': Buffer.concat([head('content-length: 100'), Buffer.from('too short')]),
    '/no-http': 'SSH-2.0-OpenSSH\r\n',
    '/headers': `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(50_000)}\r\n`,
  }
  const url = await serveBytes(t, (socket, text) => {
    socket.end(answers[/^GET (\S+)/.exec(text)?.[1] ?? ''] ?? '')
  })
  for (const path of Object.keys(answers)) {
    await assert.rejects(get(url + path), { name: 'WireError', isSent: true }, path)
  }
})

test('ends with an answer that is none', async (t) => {
  const url = await serveBytes(t, (socket, text) => {
    const isSwitch = text.startsWith('GET /switch')
    socket.write(
      `HTTP/1.1 ${isSwitch ? 101 : 103} Odd\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n`,
    )
    if (!isSwitch) socket.end()
  })
  await assert.rejects(get(`${url}/switch`), { name: 'WireError', isSent: true })
  await assert.rejects(get(`${url}/hint`), { name: 'WireError', isSent: true })
})

test('knows that nothing was sent where no connection stands', async (t) => {
  const gone = await serveBytes(t, () => {})
  const stopped = createServer()
  await new Promise<void>((resolve) => stopped.listen(0, '127.0.0.1', resolve))
  const { port } = stopped.address() as AddressInfo
  await new Promise((resolve) => stopped.close(resolve))
  await assert.rejects(get(`http://127.0.0.1:${port}/`), { code: 'ECONNREFUSED', isSent: false })
  await assert.rejects(get(gone.replace('http:', 'https:'), { ...usual, timeoutMs: 100 }), {
    code: 'TIMEOUT',
    isSent: false,
  })
  await assert.rejects(get(await serveUntrusted(t)), { isSent: false, code: /CERT|VERIFY/ })
})

test('does not know what was carried out where the connection breaks afterwards', async (t) => {
  const url = await serveBytes(t, (socket) => void socket.destroy())
  await assert.rejects(get(url), { code: 'ECONNRESET', isSent: true })
})

test('takes a connection that was used before for one that may have carried a request', async (t) => {
  let count = 0
  const url = await serveBytes(t, (socket) => {
    count += 1
    if (count === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    else socket.destroy()
  })
  assert.equal((await get(url)).text, 'ok')
  await assert.rejects(get(url), { code: 'ECONNRESET', isSent: true })
})

test('reads an answer that comes before the request is whole', async (t) => {
  const url = await serveBytes(t, (socket) => {
    socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno')
  })
  const body = Buffer.alloc(200_000)
  const answer = await sendOnce({ url, method: 'POST', headers: {}, body }, usual)
  assert.deepEqual([answer.status, answer.text], [413, 'no'])
})

function get(url: string, limits = usual): Promise<WireAnswer> {
  return sendOnce({ url, method: 'GET', headers: {}, body: undefined }, limits)
}

function head(line: string): Buffer {
  return Buffer.from(`HTTP/1.1 200 OK\r\n${line}\r\nconnection: close\r\n\r\n`)
}

function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return listening(server)
}

function serveBytes(
  t: TestContext,
  answer: (socket: Socket, text: string) => void,
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (/^[A-Z]+ \S+ HTTP/.test(text)) answer(socket, text)
    })
  })
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return listening(server)
}

async function serveUntrusted(t: TestContext): Promise<string> {
  const file = (name: string): Buffer =>
    readFileSync(new URL(`../../../test/fixtures/tls/${name}.pem`, import.meta.url))
  const server = createSecureServer({ key: file('first-key'), cert: file('first-cert') })
  t.after(() => server.close())
  return (await listening(server)).replace('http:', 'https:')
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
