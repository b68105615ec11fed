/** Reads what is left of a request's body before it is refused: some clients send all before they read. @module */
import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

const silenceMs = 2_000
const totalMs = 10_000

/** Hold an answer back until the request has arrived; beyond the limit the connection is closed. */
export function dropBodies(maxBytes: number): MiddlewareHandler<RequestScope> {
  return createMiddleware<RequestScope>(async (c, next) => {
    await next()
    const { incoming, outgoing } = c.env
    if (await dropBody(incoming, maxBytes)) return
    outgoing.setHeader('Connection', 'close')
  })
}

/** @returns Whether the body has ended within the limits of time and size. */
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
