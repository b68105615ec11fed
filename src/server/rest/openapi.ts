/** Makes the OpenAPI document of the wiki's REST API from its routes and shapes. @module */
import { jsonSchemas } from '../../contract/json-schema.ts'
import { wikiApiShapes } from '../../contract/wiki-api.ts'
import type { ApiRoute, JsonSchema, Parameter } from './api-route.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

const apiVersion = '2.0.0'

export function apiDocument(baseUrl: string): JsonSchema {
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
