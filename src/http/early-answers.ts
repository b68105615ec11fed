/** Answers before the body has arrived, then drops the rest ("lingering close"). @module */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { smallPieceBytes } from './limit-body.ts'

export interface EarlyAnswers {
  follow(request: IncomingMessage, response: ServerResponse): void
  /** Whether a connection has its answer already, and only its body is being dropped. */
  has(socket: Socket): boolean
  end(): void
}

export interface EarlyAnswerLimits {
  readonly silenceMs: number
  readonly totalMs: number
  /** The most bytes of a body that are dropped; small pieces count as thousands of bytes. */
  readonly maxBytes: number
  /** On connections beyond this number the answer may be lost. */
  readonly maxConnections: number
}

/** The cost of a small piece, so that a body in tiny pieces ends after some thousand of them. */
const smallPieceCost = 8 * 1024

export function earlyAnswers(limits: EarlyAnswerLimits): EarlyAnswers {
  const open = new Map<Socket, () => void>()
  let isEnding = false

  const drop = (request: IncomingMessage, end: () => void): void => {
    const { socket } = request
    let bytes = 0
    let isDone = false
    const finish = (): void => {
      // May be called twice: the close of a request comes after the start of the next one.
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
    // After a pause of this process, read what has arrived before it counts as silence.
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
    // Former readers of the body must not keep its bytes.
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
        // Send the answer now, even without a body.
        response.flushHeaders()
        // For an answer of unknown length, only its end tells the client that it is complete.
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

/** Send `100 Continue` only when somebody reads the body, so that a refused body is never sent. */
export function inviteWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  // An uninvited body could not be distinguished from the next request.
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
