/** Reads the request body, up to its limit, within a bound on what all requests hold together. @module */
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RequestError } from '../errors.ts'

export interface BodyLimits {
  readonly maxBodyBytes: number
  /** Bytes of bodies that all requests in progress may hold together. */
  readonly maxBufferedBytes: number
}

/** What this stage needs of a request, and adds to it. */
export interface BodyScope {
  Bindings: HttpBindings
  Variables: { body: Uint8Array }
}

/**
 * Read the body into the request's scope.
 * @param limits Bytes for one request, and for all of them.
 */
export function limitBody(limits: BodyLimits): MiddlewareHandler<BodyScope> {
  let buffered = 0
  return createMiddleware<BodyScope>(async (c, next) => {
    const { incoming } = c.env
    const declared = Number(incoming.headers['content-length'] ?? 0)
    if (declared > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
    const encoding = incoming.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') {
      throw new RequestError(
        'bad-request',
        `Content-Encoding must be absent or identity, got ${encoding.slice(0, 40)}. Send the JSON uncompressed.`,
      )
    }
    let held = 0
    try {
      const body = await readBody(incoming, (bytes) => {
        held += bytes
        buffered += bytes
        if (held > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
        if (buffered > limits.maxBufferedBytes) {
          throw new RequestError(
            'unavailable',
            'Too many large requests at once. Try again in a second.',
            {
              retryAfterSeconds: 1,
            },
          )
        }
      })
      c.set('body', body)
      await next()
    } finally {
      buffered -= held
    }
  })
}

function tooLarge(maxBodyBytes: number): RequestError {
  return new RequestError(
    'payload-too-large',
    `The request body must be at most ${maxBodyBytes} bytes. Split the page, or ask the administrator to raise --max-body.`,
  )
}

/** Collect the body straight from the socket's stream; `count` may throw to stop. */
function readBody(incoming: IncomingMessage, count: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const stop = (error: Error): void => {
      incoming.off('data', onData)
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      try {
        count(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        stop(error as Error)
      }
    }
    incoming.on('data', onData)
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    incoming.once('error', (cause) => {
      stop(new RequestError('bad-request', 'The request body broke off.', { cause }))
    })
  })
}
