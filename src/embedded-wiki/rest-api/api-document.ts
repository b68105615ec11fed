/** The OpenAPI 3.1 document of the wiki's own API, made from the tables that make its routes. @module */
import type { ApiRoute } from './api-route.ts'
import { maxBodyBytes } from './host-api-error.ts'
import type { JsonSchema, Parameter } from './parameters.ts'
import { schemas } from './schemas.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

/** Of the API that is described, not of the program. */
const apiVersion = '2.0.0'

/**
 * Describe the API as this server offers it.
 * @param baseUrl The address of the wiki, with `/wiki`.
 */
export function apiDocument(baseUrl: string): JsonSchema {
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
  const { name, method, summary, body, gives, path, parameters } = route
  const inPath = Array.from(path.matchAll(/\{(.+?)\}/g), ([, part = '']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: {
      type: 'string',
      pattern: path.startsWith('/attachments') ? '^(att)?[0-9]+$' : '^[0-9]+$',
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
        : { 200: { description: 'Found, or saved', content: json(gives) } }),
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
