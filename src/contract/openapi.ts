/** The OpenAPI 3.1 document of the operation, made of the contract's schemas and rows. @module */
import { z } from 'zod'
import {
  closingAnswer,
  discoveryAnswer,
  editsAnswer,
  foreseenAnswer,
  instantPattern,
  page,
  refusalAnswer,
  reservedAnswer,
  savedAnswer,
  sourceAnswer,
  warning,
} from './answers.ts'
import { type ErrorKey, type ErrorRow, errorTable } from './errors.ts'
import { importRequest } from './import-request.ts'
import { type Json, jsonSchemas } from './json-schema.ts'
import { contractLimits } from './limits.ts'
import { successTable } from './outcomes.ts'
import {
  discoveryPath,
  reservationsPath,
  sourcesPath,
  tokenExpiresHeader,
  webtriggerPath,
} from './paths.ts'
import { reservationRequest } from './reservation-request.ts'
import { closingRequest, sourceEditsQuery, sourceQuery } from './source-request.ts'

export interface OpenApiOptions {
  readonly publicUrl: string
  readonly appId: string
  readonly envId: string
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

const contractVersion = '1.0.0'

export function openApiDocument(options: OpenApiOptions): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Markport',
      version: contractVersion,
      summary: 'Imports Markdown into wiki pages.',
      description:
        'One operation creates or updates one page. Every answer is JSON with `body` for people, `key` for programs and `requestId`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.publicUrl }],
    security: [{ apiToken: [] }],
    paths: {
      [webtriggerPath('{appId}', '{envId}')]: { post: importOperation(options) },
      [reservationsPath('{appId}', '{envId}')]: { post: reservations(options) },
      [discoveryPath]: { get: discovery },
      ...sources(options),
    },
    components: {
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An API token, as `markport token create` shows it once.',
        },
      },
      headers,
      schemas: jsonSchemas({ ...schemas, ImportRequest: requestWithin(options.limits) }),
    },
  }
}

const statuses = [...new Set(Object.values(errorTable).map(({ status }) => status))]

function rowsOf(status: number): (ErrorRow & { readonly key: ErrorKey })[] {
  const rows = Object.entries<ErrorRow>(errorTable)
  return rows.flatMap(([key, row]) =>
    row.status === status ? [{ ...row, key: key as ErrorKey }] : [],
  )
}

const schemas = {
  ImportRequest: importRequest,
  Page: page,
  Warning: warning,
  SavedAnswer: savedAnswer,
  DryRunAnswer: foreseenAnswer,
  ReservationRequest: reservationRequest,
  ReservedAnswer: reservedAnswer,
  ClosingRequest: closingRequest,
  SourceAnswer: sourceAnswer,
  EditsAnswer: editsAnswer,
  ClosingAnswer: closingAnswer,
  Discovery: discoveryAnswer,
  ...Object.fromEntries(
    statuses.map((status) => [
      `Refusal${status}`,
      refusalAnswer(
        rowsOf(status).map(({ key }) => key),
        rowsOf(status).flatMap(({ tells = [] }) => tells),
      ),
    ]),
  ),
  ParserRefusal: refusalAnswer(['bad-request'], []),
}

type SchemaName = keyof typeof schemas | `Refusal${number}`

function requestWithin({ maxMarkdownBytes }: OpenApiOptions['limits']): z.ZodType {
  const { content } = importRequest.shape
  const limit = `at most ${maxMarkdownBytes} bytes of UTF-8, embedded images not counted`
  return importRequest
    .safeExtend({ content: content.describe(`${content.description}; ${limit}`) })
    .describe('Fields that are not listed are ignored with a warning.')
}

function importOperation(options: OpenApiOptions): Json {
  const { limits } = options
  return {
    operationId: 'importPage',
    summary: 'Import a page',
    description: `Creates the page, or updates it with \`overwrite\`. A page is identified by space, parent and title. 2xx leaves only after the commit has reached the disk.\n\nRetry 500, 503 and 429; the last two say when in \`Retry-After\`. The request body may have at most ${limits.maxBodyBytes} bytes, and ${contractLimits.maxJsonDepth} levels of JSON. The \`Content-Type\` is not looked at.`,
    parameters: [...installationIds(options), idempotencyKey, ...conditions],
    requestBody: requestBody('ImportRequest'),
    responses: {
      201: answer(describe('created'), ['SavedAnswer'], importHeaders),
      200: answer(
        describe('updated', 'unchanged', 'dry-run'),
        ['SavedAnswer', 'DryRunAnswer'],
        importHeaders,
      ),
      ...refusals,
    },
  }
}

function describe(...keys: readonly (keyof typeof successTable)[]): string {
  return keys.map((key) => `\`${key}\`: ${successTable[key].when}`).join('\n\n')
}

function reservations(options: OpenApiOptions): Json {
  return {
    operationId: 'reservePages',
    summary: 'Reserve ids and addresses for pages',
    description:
      'Gives pages their ids and addresses before they are made, so that pages that link to each other are sent once. `pageId` of an import uses a reservation. It shows nothing to readers, is no parent until its page is made, and lapses after 24 hours; asking again begins them anew.',
    parameters: installationIds(options),
    requestBody: requestBody('ReservationRequest'),
    responses: {
      200: answer('`reserved`: each page has an id', ['ReservedAnswer']),
      ...refusals,
    },
  }
}

function sources(options: OpenApiOptions): Json {
  const basePath = sourcesPath('{appId}', '{envId}')
  const ids = installationIds(options)
  return {
    [basePath]: {
      get: {
        operationId: 'listSource',
        summary: 'List the pages that a source keeps',
        description:
          'What the last import of each page brought, at most 1,000 a part. A source that is not there has no pages; pages in the trash are left out.',
        parameters: [...ids, ...queryOf(sourceQuery)],
        responses: {
          200: answer('`source`: a part of the pages', ['SourceAnswer']),
          ...refusals,
        },
      },
    },
    [`${basePath}/edits`]: {
      get: {
        operationId: 'findEdits',
        summary: 'Tell what was edited of a page since the last import',
        parameters: [...ids, ...queryOf(sourceEditsQuery)],
        responses: { 200: answer('`edits`: what was edited', ['EditsAnswer']), ...refusals },
      },
    },
    [`${basePath}/close`]: {
      post: {
        operationId: 'closeRun',
        summary: 'End a run, and take pages away whose file is gone',
        description:
          'With `prune` the pages of the source whose path is not in `paths` go to the trash, but for those that `kept` names. Tokens that only create or preview send `dryRun`.',
        parameters: ids,
        requestBody: requestBody('ClosingRequest'),
        responses: {
          200: answer('`closed`, or `dry-run`', ['ClosingAnswer']),
          ...refusals,
        },
      },
    },
  }
}

function queryOf({ shape }: z.ZodObject): Json[] {
  return Object.entries(shape).map(([name, field]) => {
    const { description, ...schema } = z.toJSONSchema(field as z.ZodType, { io: 'input' })
    const { $schema: _, ...rest } = schema
    const required = !(field instanceof z.ZodOptional)
    return { name, in: 'query', required, description, schema: rest }
  })
}

/** The ids are only examples, so that a generated client works with other installations. */
function installationIds({ appId, envId }: OpenApiOptions): Json[] {
  return Object.entries({ appId, envId }).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    description: 'An id of the installation; the example is that of this one.',
    schema: { type: 'string', format: 'uuid' },
    example,
  }))
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: within 24 hours the same key with the same fields gives the first answer again. With other fields it is a 400.',
  schema: { type: 'string', minLength: 1, maxLength: contractLimits.maxIdempotencyKeyLength },
  example: '6f1c1e6e-7d5e-4f0b-9c55-2f3f6a1d0f7e',
}

const conditions: readonly Json[] = [
  {
    name: 'If-Match',
    in: 'header',
    description:
      'The version that the page must have, in quotes, or `*` for any: another one is a 412, and nothing is written.',
    schema: { type: 'string' },
    example: '"7"',
  },
  {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: only where there is no page yet; a page is a 412, and nothing is written.',
    schema: { const: '*' },
    example: '*',
  },
]

type HeaderName = keyof typeof headers

const headers = {
  'X-Request-Id': {
    description: 'the same as `requestId`',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  [tokenExpiresHeader]: {
    description:
      'when the token expires, in ISO 8601; with every answer to a token that was accepted',
    schema: { type: 'string', pattern: instantPattern.source },
  },
  ETag: {
    description: 'the version of the page, in quotes; not with a dry run',
    schema: { type: 'string', pattern: '^"[1-9][0-9]*"$' },
  },
  'Idempotency-Replayed': {
    description: 'sent with the first answer when it is given again',
    schema: { const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'RFC 6750: what to present, and what was wrong with it',
    required: true,
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  'Retry-After': {
    description: 'seconds to wait before the next try',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: { description: 'the method to use', required: true, schema: { enum: ['GET', 'POST'] } },
} as const

const acceptedHeaders: readonly HeaderName[] = ['X-Request-Id', tokenExpiresHeader]
const importHeaders: readonly HeaderName[] = [...acceptedHeaders, 'ETag', 'Idempotency-Replayed']

/** Statuses that are answered before the token is accepted. */
const statusesBeforeToken: readonly number[] = [401, 402, 403, 405, 421]

function refusal(status: number): Json {
  const rows = rowsOf(status)
  const description = rows
    .map(({ key, when, wayOut }) => `\`${key}\`: ${when}. What to do: ${wayOut}.`)
    .join('\n\n')
  const first = statusesBeforeToken.includes(status) ? ['X-Request-Id' as const] : acceptedHeaders
  const headers = new Set([...first, ...rows.flatMap(({ header = [] }) => header)])
  return answer(description, [`Refusal${status}`], [...headers])
}

const refusals: Json = {
  ...Object.fromEntries(statuses.map((status) => [status, refusal(status)])),
  default: answer(
    'What the HTTP parser itself refuses: 400, 408 (too slow) or 431 (headers too large).',
    ['ParserRefusal'],
    [],
  ),
}

const discovery: Json = {
  operationId: 'findEndpoint',
  summary: 'Find the endpoint',
  description: 'Leads clients from the address of the service to the two above. Needs no token.',
  security: [],
  responses: {
    200: answer('Where to send requests', ['Discovery'], ['X-Request-Id']),
    421: refusal(421),
  },
}

function requestBody(schema: SchemaName): Json {
  return { required: true, content: content([schema]) }
}

function answer(
  description: string,
  schemas: readonly SchemaName[],
  headers: readonly HeaderName[] = acceptedHeaders,
): Json {
  return {
    description,
    headers: Object.fromEntries(
      headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: content(schemas),
  }
}

function content(schemas: readonly SchemaName[]): Json {
  const [first, ...others] = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  return { 'application/json': { schema } }
}
