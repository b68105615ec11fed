/** Negotiates compression and compresses answers outside the event loop. @module */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'

export type ContentCoding = 'br' | 'gzip'

/** Compressions in our order of preference, which decides between equal weights. */
const codings = ['br', 'gzip', 'identity'] as const

/**
 * Choose the compression of an answer: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding.
 * @returns Undefined for none, which every client understands.
 */
export function chooseCoding(header = ''): ContentCoding | undefined {
  const weights = new Map(header.toLowerCase().split(',').map(readWeight))
  const weightOf = (coding: (typeof codings)[number]): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? leastWeight : 0)
  const [best = 'identity'] = codings
    .filter((coding) => weightOf(coding) > 0)
    .sort((left, right) => weightOf(right) - weightOf(left))
  return best === 'identity' ? undefined : best
}

/** Clients accept uncompressed answers even if the header does not name them. */
const leastWeight = 0.0001

function readWeight(part: string): [coding: string, weight: number] {
  const [coding = '', weight = 'q=1'] = part.split(';', 2).map((piece) => piece.trim())
  const [, digits] = /^q=([01](?:\.\d{0,3})?)$/.exec(weight) ?? []
  return [coding, Number(digits ?? 0)]
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export function compress(
  bytes: Uint8Array,
  coding: ContentCoding,
  effort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'gzip') return gzipped(bytes, { level: effort })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotli(bytes, { params })
}

/** Smaller answers fit into one packet. */
const minBytes = 1024
/** The maximum would save a tenth of the size and take ten times as long. */
const effort = 4

/** Each compression needs a few megabytes; further answers are sent uncompressed. */
const maxAtOnce = 8

export function compressAnswers(): MiddlewareHandler {
  let compressing = 0
  return createMiddleware(async (c, next) => {
    await next()
    if (!/^(?:text\/|application\/json\b)/.test(c.res.headers.get('Content-Type') ?? '')) return
    if (c.res.body === null) return
    if (c.res.headers.has('Content-Encoding') || isGuessable(c)) return
    if (!/accept-encoding/i.test(c.res.headers.get('Vary') ?? '')) {
      c.header('Vary', 'Accept-Encoding', { append: true })
    }
    const coding = chooseCoding(c.req.header('accept-encoding'))
    if (coding === undefined || compressing >= maxAtOnce) return
    compressing += 1
    try {
      const { res } = c
      const uncompressed = new Uint8Array(await res.arrayBuffer())
      const isSmall = uncompressed.length < minBytes
      const body = isSmall ? uncompressed : await compress(uncompressed, coding, effort)
      c.res = new Response(body, res)
      c.header('Content-Length', String(body.length))
      if (!isSmall) c.header('Content-Encoding', coding)
    } finally {
      compressing -= 1
    }
  })
}

/**
 * Tell whether somebody else's link could put words into a page of a signed-in user. Such pages are not
 * compressed: their length would reveal, try by try, the secrets on them (the BREACH attack).
 */
function isGuessable({ req }: Context): boolean {
  return req.url.includes('?') && req.header('cookie') !== undefined
}
