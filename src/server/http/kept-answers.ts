/** Caches answers until anything in the store changes. @module */
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { RequestScope } from './request-scope.ts'

export interface KeptAnswer {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Uint8Array
  readonly route: string
}

export interface KeptAnswers {
  find(request: IncomingMessage): KeptAnswer | undefined
  readonly keep: MiddlewareHandler<RequestScope>
}

export interface KeptAnswersDependencies {
  readonly storeVersion: () => number
  /** What the answer depends on beside the address and headers. */
  readonly variantOf: (request: IncomingMessage) => string
  readonly clock: () => Date
}

interface CacheEntry extends KeptAnswer {
  readonly untilMs: number
}

const maxKeptBytes = 16 * 1024 * 1024
const maxBodyBytes = 512 * 1024
const headBytes = 2 * 1024
const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'content-length'])

export function keptAnswers({
  storeVersion,
  variantOf,
  clock,
}: KeptAnswersDependencies): KeptAnswers {
  const entries = new Map<string, CacheEntry>()
  let keptBytes = 0
  let keptVersion: number | undefined

  const keyOf = (request: IncomingMessage): string => {
    const { accept, cookie, 'accept-encoding': codings, 'if-none-match': tags } = request.headers
    return [request.url, accept, cookie, codings, tags, variantOf(request)].join('\n')
  }
  const versionNow = (): number | undefined => {
    try {
      return storeVersion()
    } catch {
      // The route reports the problem itself.
      return undefined
    }
  }
  const startAt = (version: number): void => {
    if (version === keptVersion) return
    entries.clear()
    keptBytes = 0
    keptVersion = version
  }
  const drop = (key: string): void => {
    keptBytes -= sizeOf(key, entries.get(key))
    entries.delete(key)
  }
  const add = (key: string, answer: CacheEntry): void => {
    drop(key)
    entries.set(key, answer)
    keptBytes += sizeOf(key, answer)
    for (const oldest of entries.keys()) {
      if (keptBytes <= maxKeptBytes) break
      drop(oldest)
    }
  }
  return {
    find(request) {
      if (!isKeepable(request) || entries.size === 0) return undefined
      const version = versionNow()
      if (version === undefined) return undefined
      startAt(version)
      const answer = entries.get(keyOf(request))
      return answer !== undefined && clock().getTime() < answer.untilMs ? answer : undefined
    },
    keep: createMiddleware<RequestScope>(async (c, next) => {
      const version = versionNow()
      await next()
      const untilMs = c.get('keptUntilMs')
      // An unchanged version proves that the answer was read from one state.
      if (untilMs === undefined || version === undefined || versionNow() !== version) return
      if (!isKeepable(c.env.incoming) || c.error !== undefined) return
      const answer = await readAnswer(c)
      startAt(version)
      if (answer.body.length <= maxBodyBytes) add(keyOf(c.env.incoming), { ...answer, untilMs })
    }),
  }
}

/** Credentials must be checked each time, and CORS answers differ by origin. */
function isKeepable({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.authorization === undefined && headers.origin === undefined
}

async function readAnswer(c: Context<RequestScope>): Promise<KeptAnswer> {
  const { res } = c
  const body = new Uint8Array(await res.arrayBuffer())
  c.res = new Response(res.status === 304 ? null : body, res)
  // Hono's headers take precedence over those set on Node's answer.
  const head = new Headers(c.env.outgoing.getHeaders() as Record<string, string>)
  for (const [name, value] of res.headers) head.set(name, value)
  const headers = [...head].filter(([name]) => !ownHeaders.has(name)).flat()
  if (body.length > 0) headers.push('content-length', String(body.length))
  return { status: res.status, headers, body, route: routePath(c) }
}

function sizeOf(key: string, answer: KeptAnswer | undefined): number {
  return answer === undefined ? 0 : key.length + answer.body.length + headBytes
}
