/**
 * Answers that leave before the request's body has arrived. A socket that closes while its client
 * still sends is reset, and the answer is lost with it; so the answer leaves at once, and what is
 * still on its way is read and dropped, within bounds (a "lingering close").
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { smallPieceBytes } from './limit-body.ts'

export interface EarlyAnswers {
  /** Watch over a request's answer. */
  follow(request: IncomingMessage, response: ServerResponse): void
  /** Tell whether a connection has its answer already, and only its body is being dropped. */
  has(socket: Socket): boolean
  /** Wait for no more bodies. */
  end(): void
}

export interface EarlyAnswerLimits {
  /** The longest time without a byte. */
  readonly silenceMs: number
  /** The longest time in all. */
  readonly totalMs: number
  /** The most bytes of one body that are dropped; a piece of a few bytes counts as thousands. */
  readonly maxBytes: number
  /** Connections at once; on further ones the answer may be lost. */
  readonly maxConnections: number
}

/** What one counts as, so that a body which crumbles ends after some thousand: each costs time, however small. */
const smallPieceCost = 8 * 1024

/**
 * Start watching.
 * @param limits How long and how much is waited for.
 */
export function earlyAnswers(limits: EarlyAnswerLimits): EarlyAnswers {
  const open = new Map<Socket, () => void>()
  let isEnding = false

  /** Drop what still comes; then the response ends, and the connection is used again or closed. */
  const drop = (request: IncomingMessage, end: () => void): void => {
    const { socket } = request
    let bytes = 0
    let isDone = false
    const finish = (): void => {
      // Twice: the close of a request comes after the start of the next one.
      if (isDone) return
      isDone = true
      open.delete(socket)
      clearTimeout(silence)
      clearTimeout(total)
      end()
    }
    const cut = (): void => {
      if (isDone) return
      finish()
      socket.destroy()
    }
    // After a pause of this process, what has come meanwhile is read before it counts as silence.
    const onSilence = (): void => {
      const seen = bytes
      setImmediate(() => {
        if (bytes === seen) cut()
      })
    }
    const silence = setTimeout(onSilence, limits.silenceMs)
    const total = setTimeout(cut, limits.totalMs)
    open.set(socket, () => {
      finish()
      socket.destroySoon()
    })
    // Whoever read the body has turned away from it; kept listeners would keep its bytes.
    request.removeAllListeners('newListener').removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      silence.refresh()
      bytes += chunk.length < smallPieceBytes ? smallPieceCost : chunk.length
      if (bytes > limits.maxBytes) cut()
    })
    request.once('end', finish).once('close', finish).resume()
  }

  return {
    follow(request, response) {
      if (!hasBody(request)) return
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
      response.end = ((...args: unknown[]) => {
        response.end = end as typeof response.end
        const isComplete = request.complete || request.destroyed
        if (isComplete || isEnding || open.size >= limits.maxConnections) return end(...args)
        const [chunk, encoding] = args
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
          response.write(chunk, encoding as BufferEncoding)
        }
        // Also without a body the answer leaves now.
        response.flushHeaders()
        // Only its end tells the client that an answer of unknown length is whole.
        if (response.chunkedEncoding) return end()
        drop(request, end)
        return response
      }) as typeof response.end
    },
    has: (socket) => open.has(socket),
    end() {
      isEnding = true
      for (const close of open.values()) close()
    },
  }
}

/**
 * Invite the body of a request with `Expect: 100-continue` once somebody reads it, so that the body
 * of one that is refused never travels.
 */
export function inviteWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  // Nobody could tell a body that comes uninvited from the next request.
  response.shouldKeepAlive = false
  const onListener = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return
    request.off('newListener', onListener)
    if (response.headersSent) return
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  }
  request.on('newListener', onListener)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
