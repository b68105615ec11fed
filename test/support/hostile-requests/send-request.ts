/** Sends a request as no client should, and tells what came back. @module */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultMaxAnswerBytes, type HostileRequest } from './hostile-kind.ts'

export interface Answer {
  readonly request: HostileRequest
  readonly status: number | undefined
  readonly bytes: number
  readonly text: string
  readonly ms: number
  readonly isUnread: boolean
}

const giveUpMs = 45_000
const unreadMs = 4_000
const pieces = 12
const pieceGapMs = 250
const maxTextBytes = 12 * defaultMaxAnswerBytes

export async function sendRequest(origin: URL, request: HostileRequest): Promise<Answer> {
  const startedAt = performance.now()
  const socket = connect({
    port: Number(origin.port),
    host: origin.hostname,
    ...(request.from === undefined ? {} : { localAddress: request.from }),
  })
  const received = collect(socket)
  const sent = write(socket, bytesOf(origin, request), request.manner)
  const isUnread = request.manner === 'unread' || request.manner === 'broken off'
  // A client that only writes takes a failed write for the end.
  const isWritten = request.manner !== 'writing first' || (await sent)
  socket.resume()
  const chunks = isWritten ? await received : []
  await sent
  socket.destroy()
  const answer = parseAnswer(Buffer.concat(chunks))
  return { request, ...answer, ms: performance.now() - startedAt, isUnread }
}

function collect(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  const deadline = setTimeout(() => socket.destroy(), giveUpMs)
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.pause()
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(deadline)
      resolve(chunks)
    })
  })
}

async function write(
  socket: Socket,
  bytes: Buffer,
  manner: HostileRequest['manner'],
): Promise<boolean> {
  // One listener for all pieces: a write cut off by the close may never report it.
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)))
  const writeAll = (part: Buffer): Promise<boolean> => {
    const written = new Promise<boolean>((resolve) => {
      socket.write(part, (error) => resolve(error === undefined || error === null))
    })
    return Promise.race([written, closed])
  }
  if (manner === 'broken off') {
    await writeAll(bytes.subarray(0, bytes.length / 2))
    socket.destroy()
    return false
  }
  if (manner === 'unread') {
    socket.setNoDelay(true).pause()
    await writeAll(bytes)
    await wait(unreadMs)
    socket.destroy()
    return true
  }
  if (manner !== 'in pieces') return writeAll(bytes)
  const length = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += length) {
    if (!(await writeAll(bytes.subarray(at, at + length)))) return false
    await wait(pieceGapMs)
  }
  return true
}

function bytesOf(origin: URL, request: HostileRequest): Buffer {
  if (request.raw !== undefined) return Buffer.from(request.raw as string)
  const { path, headers = [], body } = request
  const content = Buffer.from((body ?? '') as string)
  const has = (name: string): boolean =>
    headers.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    ...(has('host') ? [] : [`Host: ${origin.host}`]),
    ...(has('connection') ? [] : ['Connection: close']),
    ...(body === undefined || has('content-length') || has('transfer-encoding')
      ? []
      : [`Content-Length: ${content.length}`]),
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content])
}

function parseAnswer(received: Buffer): Pick<Answer, 'status' | 'bytes' | 'text'> {
  const all = withoutInterim(received)
  const headEnd = all.indexOf('\r\n\r\n')
  const head = all.toString('latin1', 0, Math.max(0, headEnd))
  const body = all.subarray(headEnd + 4)
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  const isChunked = /^transfer-encoding: chunked/im.test(head)
  const isWhole = isChunked
    ? body.subarray(-5).toString('latin1') === '0\r\n\r\n'
    : length === undefined || body.length >= Number(length)
  const text = (isChunked ? unchunk(body) : body).toString('utf8', 0, maxTextBytes)
  if (status === undefined || !isWhole) return { status: undefined, bytes: all.length, text }
  return { status: Number(status), bytes: all.length, text }
}

/** "100 Continue" stands before the answer itself. */
function withoutInterim(all: Buffer): Buffer {
  const isInterim = /^HTTP\/1\.1 1\d\d /.test(all.toString('latin1', 0, 13))
  return isInterim ? withoutInterim(all.subarray(all.indexOf('\r\n\r\n') + 4)) : all
}

function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!(length > 0)) break
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
  return Buffer.concat(parts)
}
