/** The wiki's REST API: the reading part of Confluence's v2, in its shapes. @module */
import { Hono } from 'hono'
import { hostTokenChallenge } from '../../auth/tokens/host-tokens.ts'
import type { Log } from '../../base/log.ts'
import type { Places } from '../../base/places/places.ts'
import { toRequestError } from '../../contract/errors.ts'
import { admit } from '../../http/admit.ts'
import { admitHostToken, type HostTokenGate } from '../../http/admit-host-token.ts'
import { tagAnswers } from '../../http/entity-tag.ts'
import { logFailure } from '../../http/error-answer.ts'
import type { PageChangeDependencies } from '../store/trash-page.ts'
import type { ApiParts, ApiRoute } from './api-route.ts'
import { fromRequestError, HostApiError, notFound } from './host-api-error.ts'
import type { HostScope, JsonSchema, Parameter } from './parameters.ts'
import { pruneRoutes } from './prune-routes.ts'
import { schemas } from './schemas.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

interface HostApiDependencies
  extends Omit<ApiParts, 'baseUrl'>,
    PageChangeDependencies,
    HostTokenGate {
  readonly readingGate: Places
  readonly publicUrl: () => string
  readonly log: Log
}

export function hostApi(dependencies: HostApiDependencies): Hono<HostScope> {
  const { publicUrl, log, readingGate } = dependencies
  const baseUrl = (): string => `${publicUrl()}/wiki`
  const app = new Hono<HostScope>()
  // The document is public: it is useless without a token.
  app.get('/openapi.json', (c) => c.json(apiDocument(baseUrl())))
  app.use(async (c, next) => {
    c.set('holder', await admitHostToken(c.env, dependencies, 'reading'))
    await next()
  })
  app.use(tagAnswers)
  app.route('/', pruneRoutes(dependencies))
  const reading = admit<HostScope>(readingGate, (c) => `user ${c.get('holder').userId}`)
  const parts: ApiParts = { ...dependencies, baseUrl }
  for (const { path: named, answer } of wikiApiRoutes) {
    const path = named.replace('{id}', ':id')
    // Clients write addresses with and without a slash at the end.
    for (const address of [path, `${path}/`]) {
      app.get(address, reading, (c) => answer(c, parts))
      app.all(address, (c) => {
        c.header('Allow', 'GET, HEAD')
        const title = `This address takes GET and HEAD, not ${c.req.method}.`
        throw new HostApiError(405, 'METHOD_NOT_ALLOWED', title)
      })
    }
  }
  app.all('*', () => {
    throw notFound()
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

/** The version of the described API, not of the program. */
const apiVersion = '2.0.0'

function apiDocument(baseUrl: string): JsonSchema {
  const paths = Object.fromEntries(
    wikiApiRoutes.map((route) => [route.path, { get: operationOf(route) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Markport, the API of the wiki',
      version: apiVersion,
      summary: 'Reads spaces and pages, in the shapes of Confluence’s REST v2.',
      description:
        'A parameter that is listed acts, any other is refused with 400. Lists go on at `_links.next`.',
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

function operationOf({ name, summary, gives, path, parameters }: ApiRoute): JsonSchema {
  const id = { name: 'id', in: 'path', required: true }
  const inPath = path.includes('{id}')
    ? [{ ...id, schema: { type: 'string', pattern: '^[0-9]+$' } }]
    : []
  const inQuery = Object.entries(parameters).map(([parameter, one]) => queryOf(parameter, one))
  return {
    operationId: name,
    summary,
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    responses: {
      200: { description: 'Found', content: json(gives) },
      304: { description: 'As `If-None-Match` has it, by `ETag`' },
      '4XX': { description: 'Refused', content: json('Error') },
      '5XX': { description: 'Not possible at the moment', content: json('Error') },
    },
  }
}

function queryOf(name: string, { description, schema }: Parameter): JsonSchema {
  // Lists may be comma-separated or repeated.
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
