/** The embedded wiki's own REST API: a subset of Confluence's v2, in its shapes. @module */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { spaceAccess } from '../../auth/access.ts'
import { hostTokenChallenge } from '../../auth/tokens/host-tokens.ts'
import { toRequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Places } from '../../base/places/places.ts'
import { parseId } from '../../database/ids.ts'
import { admit } from '../../http/admit.ts'
import { admitHostToken, type HostTokenGate } from '../../http/admit-host-token.ts'
import { tagAnswers } from '../../http/entity-tag.ts'
import { logFailure } from '../../http/error-answer.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { ApiParts, ApiRoute, ConnectedCall } from './api-route.ts'
import {
  fromRequestError,
  HostApiError,
  invalidRequest,
  maxBodyBytes,
  notFound,
} from './host-api-error.ts'
import type { HostScope, JsonSchema, Parameter } from './parameters.ts'
import { schemas } from './schemas.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

interface HostApiDependencies
  extends Omit<ApiParts, 'access' | 'baseUrl'>,
    ApiGates,
    HostTokenGate {
  readonly publicUrl: () => string
  readonly log: Log
}

/** Make the API, to be mounted at `/wiki/api/v2`. */
export function hostApi(dependencies: HostApiDependencies): Hono<HostScope> {
  const { database, ids, clock, publicUrl, log } = dependencies
  const baseUrl = (): string => `${publicUrl()}/wiki`
  const app = new Hono<HostScope>()
  // What it says is no secret: without a token nothing can be done with it.
  app.get('/openapi.json', (c) => c.json(apiDocument(baseUrl())))
  app.use(async (c, next) => {
    const isReading = ['GET', 'HEAD'].includes(c.req.method) || readingPosts.has(pathOf(c.req.path))
    const holder = await admitHostToken(c.env, dependencies, isReading ? 'reading' : 'writing')
    c.set('holder', holder)
    if (!holder.canWrite && !isReading) {
      throw new HostApiError(
        403,
        'FORBIDDEN',
        'This host token reads only. Make one with "markport token create NAME --host --scope read,write".',
      )
    }
    await next()
  })
  app.use(tagAnswers)
  const parts: ApiParts = {
    ...dependencies,
    access: spaceAccess(database, ids, clock),
    baseUrl,
  }
  app.route('/', mountRoutes(wikiApiRoutes, parts, dependencies))
  app.all('*', (c) => {
    const methods = methodsOf(c.req.path)
    if (methods.length === 0) throw notFound()
    c.header('Allow', methods.join(', '))
    const title = `This address takes ${methods.join(' and ')}, not ${c.req.method}.`
    throw new HostApiError(405, 'METHOD_NOT_ALLOWED', title)
  })
  app.onError((error, c) => {
    const cause = error instanceof HostApiError ? undefined : toRequestError(error)
    const refusal = cause === undefined ? (error as HostApiError) : fromRequestError(cause)
    if (refusal !== error) logFailure(log, c.get('requestId'), error)
    if (refusal.status === 401) c.header('WWW-Authenticate', hostTokenChallenge)
    if (refusal.status === 429 || refusal.status === 503) {
      c.header('Retry-After', String(cause?.retryAfterSeconds ?? 2))
    }
    const { status, code, message } = refusal
    return c.json({ errors: [{ status, code, title: message, detail: null }] }, status)
  })
  return app
}

/** The addresses of questions that are too long for an address. */
const readingPosts: ReadonlySet<string> = new Set(
  wikiApiRoutes.filter(({ readsOnly }) => readsOnly).map(({ path }) => path),
)

/** The path as routes have it. */
function pathOf(address: string): string {
  return address.replace(/^\/wiki\/api\/v2|\/$/g, '')
}

/** List the methods that an address takes. */
function methodsOf(address: string): string[] {
  const path = pathOf(address)
  const there = wikiApiRoutes.filter((route) =>
    new RegExp(`^${route.path.replace(/\{.+?\}/g, '[^/]+')}$`).test(path),
  )
  const methods = there.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : method))
  return [...new Set<string>(methods)]
}

interface ApiGates {
  /** Where writers pass, and readers. */
  readonly gate: Places
  readonly readingGate: Places
  /** The bytes of all bodies that are being read or worked on. */
  readonly bodyBytes: Places
}

/** Serve routes. */
function mountRoutes(
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

/** Of the API that is described, not of the program. */
const apiVersion = '2.0.0'

/**
 * Describe the API as this server offers it.
 * @param baseUrl The address of the wiki, with `/wiki`.
 */
function apiDocument(baseUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of wikiApiRoutes) {
    const path = paths[route.path] ?? {}
    paths[route.path] = { ...path, [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Markport, the API of the wiki',
      version: apiVersion,
      summary: 'Reads and writes pages, in the shapes of Confluence’s REST v2.',
      description: `A parameter that is listed acts, or is refused with 400, as others are. A body may have at most ${maxBodyBytes} bytes. Lists go on at \`_links.next\`.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api/v2` }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A host token.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The e-mail address of the token’s owner, and the token.',
        },
      },
      schemas,
    },
  }
}

function operationOf(route: ApiRoute): JsonSchema {
  const { name, method, summary, body, gives, creates, path, parameters } = route
  const inPath = Array.from(path.matchAll(/\{(.+?)\}/g), ([, part = '']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: {
      type: 'string',
      pattern: path.startsWith(`/attachments/{${part}}`) ? '^(att)?[0-9]+$' : '^[0-9]+$',
    },
  }))
  const inQuery = Object.entries(parameters).map(([parameter, one]) => queryOf(parameter, one))
  return {
    operationId: name,
    summary,
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      ...(gives === undefined
        ? { 204: { description: 'Done' } }
        : { [creates ? 201 : 200]: { description: 'Found, or saved', content: json(gives) } }),
      ...(method === 'GET' && { 304: { description: 'As `If-None-Match` has it, by `ETag`' } }),
      '4XX': { description: 'Refused', content: json('Error') },
      '5XX': { description: 'Not possible at the moment', content: json('Error') },
    },
  }
}

function queryOf(name: string, { description, schema }: Parameter): JsonSchema {
  // Lists may be written with commas as well as be repeated.
  const isList = schema.type === 'array'
  return {
    name,
    in: 'query',
    description,
    schema,
    ...(isList && { style: 'form', explode: false }),
  }
}

function json(schema: keyof typeof schemas): JsonSchema {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } }
}
