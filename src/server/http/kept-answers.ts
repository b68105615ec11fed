/** Caches answers, which are sent again until anything changes in the store. @module */
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
  /** Keeps the answers of routes that set `keptUntilMs`. */
  readonly keep: MiddlewareHandler<RequestScope>
}

export interface KeptAnswersDependencies {
  /** Changes whenever anything in the store changes. */
  readonly storeVersion: () => number
  /** What the answer depends on beside the address and headers. */
  readonly variantOf: (request: IncomingMessage) => string
  readonly clock: () => Date
}

interface Kept extends KeptAnswer {
  readonly untilMs: number
}

const maxKeptBytes = 16 * 1024 * 1024
const maxBodyBytes = 512 * 1024
/** The size of an entry beside its body and key. */
const headBytes = 2 * 1024
const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'content-length'])

export function keptAnswers({
  storeVersion,
  variantOf,
  clock,
}: KeptAnswersDependencies): KeptAnswers {
  const kept = new Map<string, Kept>()
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
      // The route itself will report the problem of the store.
      return undefined
    }
  }
  const startAt = (version: number): void => {
    if (version === keptVersion) return
    kept.clear()
    keptBytes = 0
    keptVersion = version
  }
  const drop = (key: string): void => {
    keptBytes -= sizeOf(key, kept.get(key))
    kept.delete(key)
  }
  const add = (key: string, answer: Kept): void => {
    drop(key)
    kept.set(key, answer)
    keptBytes += sizeOf(key, answer)
    for (const oldest of kept.keys()) {
      if (keptBytes <= maxKeptBytes) break
      drop(oldest)
    }
  }
  return {
    find(request) {
      if (!isKeepable(request) || kept.size === 0) return undefined
      const version = versionNow()
      if (version === undefined) return undefined
      startAt(version)
      const answer = kept.get(keyOf(request))
      return answer !== undefined && clock().getTime() < answer.untilMs ? answer : undefined
    },
    keep: createMiddleware<RequestScope>(async (c, next) => {
      const version = versionNow()
      await next()
      const untilMs = c.get('keptUntilMs')
      // If the version is unchanged, everything was read from one state.
      if (untilMs === undefined || version === undefined || versionNow() !== version) return
      if (!isKeepable(c.env.incoming) || c.error !== undefined) return
      const answer = await readAnswer(c)
      startAt(version)
      if (answer.body.length <= maxBodyBytes) add(keyOf(c.env.incoming), { ...answer, untilMs })
    }),
  }
}

/** Credentials must be checked each time, and answers to other origins differ. */
function isKeepable({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.authorization === undefined && headers.origin === undefined
}

async function readAnswer(c: Context<RequestScope>): Promise<KeptAnswer> {
  const { res } = c
  const body = new Uint8Array(await res.arrayBuffer())
  c.res = new Response(res.status === 304 ? null : body, res)
  // Headers set on Node's answer count unless Hono's answer sets them too.
  const head = new Headers(c.env.outgoing.getHeaders() as Record<string, string>)
  for (const [name, value] of res.headers) head.set(name, value)
  const headers = [...head].filter(([name]) => !ownHeaders.has(name)).flat()
  if (body.length > 0) headers.push('content-length', String(body.length))
  return { status: res.status, headers, body, route: routePath(c) }
}

function sizeOf(key: string, answer: KeptAnswer | undefined): number {
  return answer === undefined ? 0 : key.length + answer.body.length + headBytes
}
