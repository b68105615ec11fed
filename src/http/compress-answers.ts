/** Compresses pages and JSON on their way out. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Places } from '../base/places/places.ts'
import { chooseCoding, compress } from './content-coding.ts'

/** Smaller answers fit into one packet anyway. */
const minBytes = 1024
/** The smallest answer would be a tenth smaller, and take ten times as long to make. */
const effort = 4

/**
 * Make the stage; answers that are compressed already pass, and those that find no place.
 * @param gate Bounds how many are compressed at once.
 */
export function compressAnswers(gate: Places): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    await next()
    if (!/^(?:text\/|application\/json\b)/.test(c.res.headers.get('Content-Type') ?? '')) return
    // Nothing is sent, and what would be is not known to be empty.
    if (c.res.body === null) return
    if (c.res.headers.has('Content-Encoding') || isGuessable(c)) return
    if (!/accept-encoding/i.test(c.res.headers.get('Vary') ?? '')) {
      c.header('Vary', 'Accept-Encoding', { append: true })
    }
    const coding = chooseCoding(c.req.header('accept-encoding'))
    if (coding === undefined || gate.isFull) return
    await gate.hold({ key: 'answers' }, async () => {
      const { res } = c
      const plain = new Uint8Array(await res.arrayBuffer())
      const isSmall = plain.length < minBytes
      const body = isSmall ? plain : await compress(plain, coding, effort)
      c.res = new Response(body, res)
      c.header('Content-Length', String(body.length))
      if (!isSmall) c.header('Content-Encoding', coding)
    })
  })
}

/**
 * Whether somebody else could have chosen a part of an answer that only this visitor may see: the
 * length of what is compressed tells how much of its two halves is alike (BREACH).
 */
function isGuessable({ req }: Context): boolean {
  return req.url.includes('?') && req.header('cookie') !== undefined
}
