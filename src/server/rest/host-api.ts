/** The wiki's REST API, the reading part of Confluence's v2, and its OpenAPI document. @module */

import { Hono } from 'hono'
import { hostTokenChallenge } from '../../accounts/tokens/host-tokens.ts'
import { RequestError, toRequestError } from '../../contract/errors.ts'
import { admit, admitHostToken } from '../http/admit.ts'
import { tagAnswers } from '../http/entity-tag.ts'
import { logFailure } from '../http/error-answer.ts'
import type { ServiceParts } from '../service/compose.ts'
import {
  type ApiRoute,
  baseUrlOf,
  type HostScope,
  type JsonSchema,
  notFound,
  type Parameter,
} from './api-route.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

export function hostApi(parts: ServiceParts): Hono<HostScope> {
  const { log, gate } = parts
  const app = new Hono<HostScope>()
  // The description is public, because it is useless without a token.
  app.get('/openapi.json', async (c) => c.json(await apiDocument(baseUrlOf(parts))))
  app.use(async (c, next) => {
    c.set('holder', await admitHostToken(c.env, parts, 'reading'))
    await next()
  })
  app.use(tagAnswers)
  const reading = admit<HostScope>(gate, (c) => ({
    key: `user ${c.get('holder').userId}`,
    isKnown: true,
  }))
  for (const { path: pattern, answer } of wikiApiRoutes) {
    const path = pattern.replace('{id}', ':id')
    for (const address of [path, `${path}/`]) {
      app.get(address, reading, (c) => answer(c, parts))
      app.all(address, (c) => {
        c.header('Allow', 'GET, HEAD')
        const title = `This address takes GET and HEAD, not ${c.req.method}.`
        throw new RequestError('method-not-allowed', title)
      })
    }
  }
  app.all('*', () => {
    throw notFound()
  })
  app.onError((error, c) => {
    const refusal = toRequestError(error)
    logFailure(log, c.get('requestId'), error)
    const status = (refusal.status in codes ? refusal.status : 500) as keyof typeof codes
    if (status === 401) c.header('WWW-Authenticate', hostTokenChallenge)
    if (status === 429 || status === 503) {
      c.header('Retry-After', String(refusal.retryAfterSeconds ?? 2))
    }
    // Closed and missing pages get the same answer, so it reveals nothing.
    const title = status === 404 ? notFound().message : refusal.message
    const code = refusal.field === undefined ? codes[status] : 'INVALID_REQUEST_PARAMETER'
    return c.json({ errors: [{ status, code, title, detail: null }] }, status)
  })
  return app
}

/** The codes that Confluence's API gives for these statuses. */
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const

const apiVersion = '2.0.0'

async function apiDocument(baseUrl: string): Promise<JsonSchema> {
  // Loaded on demand, because few ask for it.
  const { jsonSchemas } = await import('../../contract/json-schema.ts')
  const { wikiApiShapes } = await import('../../contract/wiki-api.ts')
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
      schemas: jsonSchemas(wikiApiShapes),
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

function json(schema: ApiRoute['gives']): JsonSchema {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } }
}
