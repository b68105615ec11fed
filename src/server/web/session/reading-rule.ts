/** Decides who may read pages. @module */
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Reader, readerAs } from '../../../accounts/reader.ts'
import { carriesHostToken, hostTokenChallenge } from '../../../accounts/tokens/host-tokens.ts'
import { isLoopbackName, parseHostName } from '../../../contract/base/hosts.ts'
import type { Caller } from '../../../contract/base/places/places.ts'
import { RequestError } from '../../../contract/errors.ts'
import { findReadableSpace } from '../../../wiki/import/spaces.ts'
import type { Space } from '../../../wiki/import/target-wiki.ts'
import { admitHostToken } from '../../http/admit.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { isForBrowser, showNotFound } from '../frame/message-page.ts'
import { type PageAnswer, type Rule, viewerOf, type WebPage, type WebScope } from '../pages.ts'
import { pathOf, signInPath } from './next-path.ts'

/** `local` allows only requests from this machine without signing in. */
export type Readers = 'anyone' | 'local' | 'users'

type ReadersOfRequest = Exclude<Readers, 'local'>

/**
 * Redirects visitors to the sign-in form. A form that they send is left to `protectForms`, because a
 * redirect would lose the typed text.
 */
export function readingRule(readers: Readers): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const isOpen = readersOf(c, readers) === 'anyone' || c.get('viewer') !== undefined
    if (isOpen || isForm(c)) return next()
    return c.redirect(signInPath(pathOf(c)), 303)
  })
}

function readersOf(c: Context<WebScope>, readers: Readers): ReadersOfRequest {
  if (c.get('viewer')?.isProgram) return 'users'
  if (readers !== 'local') return readers
  return isFromThisMachine(c.env.incoming) ? 'anyone' : 'users'
}

/** The viewer, or a visitor. */
export function readerOf(c: Context<WebScope>, { database, readers }: ServiceParts): Reader {
  const viewer = c.get('viewer')
  const knownReader = c.get('reader')
  // Signing in or out changes the viewer within a request.
  if (knownReader !== undefined && knownReader.principal === viewer) return knownReader
  const reader = readerAs(database, viewer, readersOf(c, readers) === 'anyone')
  c.set('reader', reader)
  return reader
}

/** Whom we count a request's work for: its user, or the network of a visitor. */
export function callerOf(c: Context<WebScope>): Pick<Caller, 'key' | 'isKnown'> {
  const viewer = c.get('viewer')
  return viewer === undefined
    ? { key: c.get('network') }
    : { key: `user ${viewer.userId}`, isKnown: true }
}

/** Serves an address that names a space: "not found" for readers who may not read the space. */
export function atReadableSpace(
  handle: (
    c: Context<WebScope>,
    space: Space,
    reader: Reader,
    dependencies: ServiceParts,
  ) => PageAnswer,
  rule?: Rule,
): WebPage {
  return {
    who: 'readers',
    rule,
    answer: async (c, dependencies) => {
      const reader = readerOf(c, dependencies)
      const space = await findReadableSpace(reader, c.req.param('key') ?? '')
      return space === undefined ? showNotFound(c) : handle(c, space, reader, dependencies)
    },
  }
}

export function readingHeaders(c: Context<WebScope>): Readonly<Record<string, string>> {
  return {
    'Cache-Control': c.get('viewer') === undefined ? 'no-cache' : 'private, no-cache',
    Vary: 'Cookie, Authorization, Accept-Encoding',
  }
}

/**
 * Tell whether a request was made on this machine. A proxy may connect from here too: its headers reveal
 * it, or HTTP/1.0, which nginx uses by default and no browser does. Requests from pages of other sites
 * do not count.
 */
function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const host = parseHostName(headers.host ?? '')
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    host !== undefined &&
    isLoopbackName(host.name) &&
    (headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  )
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

/** Proxies and tunnels add these headers. */
const forwarding =
  /^(?:forwarded|via|x-forwarded-.*|x-original-.*|x-real-ip|x-(?:cluster-)?client-ip|true-client-ip|(?:cf|fastly|fly)-.*)$/

export const requireViewer: MiddlewareHandler<WebScope> = readingRule('users')

export const requireAdministrator: MiddlewareHandler<WebScope> = createMiddleware<WebScope>(
  async (c, next) => (viewerOf(c).isAdministrator ? next() : showNotFound(c)),
)

function isForm({ req }: Context): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD'
}

/**
 * Signs a program in by its host token. Any other `Authorization` header is ignored, because it may
 * be meant for a proxy in front of us.
 */
export function acceptHostToken(parts: ServiceParts): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const values = c.env.incoming.headersDistinct.authorization ?? []
    if (!carriesHostToken(values)) return next()
    try {
      const { userId, userName, spaceIds } = await admitHostToken(c.env, parts, 'reading')
      // Programs never get administrators' views.
      const program = { isAdministrator: false, isProgram: true }
      c.set('viewer', { userId, name: userName, spaceIds, ...program })
    } catch (error) {
      if (!(error instanceof RequestError) || error.key !== 'unauthorized') throw error
      return refuse(c, error.message)
    }
    return next()
  })
}

/** Many programs send credentials only after a 401. */
export function askProgram(readers: Readers): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const isOpen = readersOf(c, readers) === 'anyone' || c.get('viewer') !== undefined
    const isBrowser = isForBrowser(c) || c.req.header('sec-fetch-site') !== undefined
    // An Authorization header may be meant for a proxy.
    if (isOpen || isBrowser || c.req.header('authorization')) return next()
    return refuse(c, 'Send a host token: "Authorization: Bearer mph_…".')
  })
}

function refuse(c: Context<WebScope>, text: string): Response {
  return c.text(`${text}\n`, 401, { 'WWW-Authenticate': hostTokenChallenge })
}
