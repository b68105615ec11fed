/** Serves the routes of the wiki's own API: gates, bodies, and spaces that are connected to another wiki. @module */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parseId } from '../../database/ids.ts'
import { admit } from '../../http/admit.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { Places } from '../../places/places.ts'
import type { ApiParts, ApiRoute, ConnectedCall } from './api-route.ts'
import { invalidRequest, maxBodyBytes, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'

export interface ApiGates {
  /** Where writers pass, and readers. */
  readonly gate: Places
  readonly readingGate: Places
  /** The bytes of all bodies that are being read or worked on. */
  readonly bodyBytes: Places
}

/**
 * Serve routes.
 * @param routes All of them.
 * @param parts What they work with.
 * @param gates What bounds how much is under way.
 */
export function mountRoutes(
  routes: readonly ApiRoute[],
  parts: ApiParts,
  { gate, readingGate, bodyBytes }: ApiGates,
): Hono<HostScope> {
  const app = new Hono<HostScope>()
  const callerOf = (c: Context<HostScope>): string => `user ${c.get('holder').userId}`
  const reading = admit<HostScope>(readingGate, callerOf)
  const writing = admit<HostScope>(gate, callerOf)
  const body = limitBody<HostScope>({ maxBodyBytes, bodyBytes })
  for (const route of routes) {
    const stages: MiddlewareHandler<HostScope>[] = []
    // Of another wiki, which takes its time: its own bounds hold.
    if (route.connected !== undefined) stages.push(connectedFirst(route, parts))
    stages.push(route.method === 'GET' || route.readsOnly ? reading : writing)
    if (route.body !== undefined) stages.push(body)
    const { answer } = route
    const answers = async (c: Context<HostScope>): Promise<Response> => {
      if (answer === undefined) throw notFound()
      return answer(c, parts)
    }
    const path = route.path.replace(/\{(.+?)\}/g, ':$1')
    // Clients write it with and without a slash at its end.
    app.on(route.method, [path, `${path}/`], ...stages, answers)
  }
  return app
}

/** Answer here for a page of a connected space; requests for others go on. */
function connectedFirst(route: ApiRoute, parts: ApiParts): MiddlewareHandler<HostScope> {
  return createMiddleware<HostScope>(async (c, next) => {
    const place = await findConnected(c, route.method === 'GET', parts)
    if (place === undefined) return next()
    const sent = Object.keys(route.parameters).filter((name) => c.req.query(name) !== undefined)
    const idle = sent.find((name) => route.connected?.includes(name) === false)
    if (idle !== undefined) {
      throw invalidRequest(`${idle} is not possible for pages of a space in Confluence.`)
    }
    return route.answerConnected(c, parts, place)
  })
}

/** Without the access, what is there looks as if it were not. */
async function findConnected(
  c: Context<HostScope>,
  isReading: boolean,
  { browse, access }: ApiParts,
): Promise<ConnectedCall | undefined> {
  const spaceId = c.req.query('space-id')
  if (spaceId === undefined || parseId(spaceId) === undefined) return undefined
  const space = await browse(spaceId)
  if (space === undefined) return undefined
  const level = await access.accessOf(c.get('holder'), parseId(spaceId) ?? 0)
  if (level === undefined || (level !== 'write' && !isReading)) throw notFound()
  return { space, spaceId }
}
