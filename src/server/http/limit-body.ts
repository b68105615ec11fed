/** Reads request bodies within limits, and drains those that are refused. @module */
import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { callerLeft } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import type { RequestScope } from './request-scope.ts'

export interface BodyLimits {
  readonly maxBodyBytes: number
  readonly bodyBytes: BodyBudget
}

export interface BodyBudget extends ReturnType<typeof bodyBudget> {}

export function bodyBudget(maxBytes: number, maxOfCaller: number) {
  const byCaller = new Map<string, number>()
  let totalBytes = 0
  const add = (caller: string, bytes: number): void => {
    totalBytes += bytes
    const callerBytes = (byCaller.get(caller) ?? 0) + bytes
    if (callerBytes === 0) byCaller.delete(caller)
    else byCaller.set(caller, callerBytes)
  }
  return {
    get bytes(): number {
      return totalBytes
    },
    /** @throws {RequestError} `unavailable` when the budget is used up. */
    take(caller: string, bytes: number): void {
      const ofCaller = (byCaller.get(caller) ?? 0) + bytes
      if (totalBytes + bytes > maxBytes || ofCaller > maxOfCaller) {
        const text = 'Too many large requests at once. Try again in a second.'
        throw new RequestError('unavailable', text, { retryAfterSeconds: 1 })
      }
      add(caller, bytes)
    },
    giveBack: (caller: string, bytes: number) => add(caller, -bytes),
  }
}

export function limitBody<Scope extends RequestScope>(
  limits: BodyLimits,
): MiddlewareHandler<Scope> {
  return createMiddleware<Scope>(async (c, next) => {
    const { incoming } = c.env as RequestScope['Bindings']
    const declared = Number(incoming.headers['content-length'] ?? 0)
    if (declared > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
    const encoding = incoming.headers['content-encoding'] || 'identity'
    if (encoding.toLowerCase() !== 'identity') {
      throw new RequestError(
        'bad-request',
        `Content-Encoding must be absent or identity, got ${encoding.slice(0, 40)}. Send the JSON uncompressed.`,
      )
    }
    const { headers, socket } = incoming
    const caller = headers.authorization ?? c.get('network') ?? socket.remoteAddress ?? ''
    let bodyBytes = 0
    try {
      const body = await readBody(incoming, (more) => {
        if (bodyBytes + more > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
        limits.bodyBytes.take(caller, more)
        bodyBytes += more
      })
      c.set('body', body)
      await next()
    } finally {
      limits.bodyBytes.giveBack(caller, bodyBytes)
    }
  })
}

function tooLarge(maxBodyBytes: number): RequestError {
  return new RequestError(
    'payload-too-large',
    `The request body must be at most ${maxBodyBytes} bytes. Split the page, or ask the administrator to raise --max-body.`,
  )
}

/**
 * Joins chunks as they arrive, because each chunk costs a kilobyte, however small it is. Leaves the
 * request open after a refusal, so that the client can read the answer.
 * @param count May throw to stop.
 */
async function readBody(
  incoming: IncomingMessage,
  count: (bytes: number) => void,
): Promise<Uint8Array> {
  if (incoming.destroyed) throw callerLeft()
  let body = Buffer.alloc(0)
  let length = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      count(chunk.length)
      const isFirst = length === 0
      length += chunk.length
      if (isFirst) body = chunk
      else {
        if (length > body.length) body = Buffer.concat([body], 2 * length)
        chunk.copy(body, length - chunk.length)
      }
    }
  } catch (error) {
    throw error instanceof RequestError ? error : callerLeft()
  }
  return body.subarray(0, length)
}

const silenceMs = 2_000
const totalMs = 10_000

/** Answers only after the whole request has arrived; closes the connection beyond the limit. */
export function dropBodies(maxBytes: number): MiddlewareHandler<RequestScope> {
  return createMiddleware<RequestScope>(async (c, next) => {
    await next()
    const { incoming, outgoing } = c.env
    if (await dropBody(incoming, maxBytes)) return
    outgoing.setHeader('Connection', 'close')
  })
}

/**
 * Drains the body of a refused request: some clients read no answer before they have sent everything.
 * @returns Whether the body ended within the limits of time and size.
 */
export function dropBody(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const giveUp = (): void => resolve(false)
  const silence = setTimeout(giveUp, silenceMs)
  const total = setTimeout(giveUp, totalMs)
  const onData = (chunk: Buffer): void => {
    silence.refresh()
    bytes += chunk.length
    if (bytes > maxBytes) giveUp()
  }
  const end = (): void => resolve(true)
  request.on('data', onData).once('end', end).once('close', end).resume()
  return promise.finally(() => {
    clearTimeout(silence)
    clearTimeout(total)
    request.off('data', onData).off('end', end).off('close', end)
  })
}
