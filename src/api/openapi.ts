/** The OpenAPI 3.1 document of the operation, made from the same tables as the code. @module */
import { type ErrorKey, errorTable } from '../contract/errors.ts'
import { contractLimits } from '../contract/limits.ts'
import {
  discoveryPath,
  reservationsPath,
  tokenExpiresHeader,
  webtriggerPath,
} from '../contract/paths.ts'
import { successTable } from '../contract/successes.ts'
import {
  type ExamplePlace,
  errorExamples,
  requestExamples,
  reservationExample,
  reservedExample,
  successExamples,
} from './openapi-examples.ts'
import { previewOperations, previewSchemas } from './openapi-previews.ts'
import { reservationRequestSchema, reservedAnswerSchema } from './openapi-reservations.ts'
import {
  answerSchema,
  discoverySchema,
  dryRunAnswerSchema,
  importAnswerSchema,
  instantSchema,
  type Json,
  pageSchema,
  reference,
  refusalSchema,
  requestSchema,
  uuidSchema,
  warningSchema,
} from './openapi-schemas.ts'

export interface OpenApiOptions {
  readonly publicUrl: string
  readonly appId: string
  readonly envId: string
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
}

/** The version of the contract, not of the program. */
const contractVersion = '1.0.0'

export function openApiDocument(options: OpenApiOptions): Json {
  const place: ExamplePlace = { publicUrl: options.publicUrl }
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
      [webtriggerPath('{appId}', '{envId}')]: { post: operation(options, place) },
      [reservationsPath('{appId}', '{envId}')]: { post: reservations(options, place) },
      [discoveryPath]: { get: discovery() },
      ...previewOperations({
        ids: installationIds(options),
        conditions,
        operation: operation(options, place),
        reservations: reservations(options, place),
        refusals: refusals(),
        headers: headersNamed('X-Request-Id', tokenExpiresHeader),
      }),
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
      schemas: {
        ImportRequest: requestSchema(options.limits),
        Answer: answerSchema,
        Page: pageSchema,
        Warning: warningSchema,
        CreatedAnswer: importAnswerSchema(['created']),
        SavedAnswer: importAnswerSchema(['updated', 'unchanged']),
        DryRunAnswer: dryRunAnswerSchema,
        ReservationRequest: reservationRequestSchema,
        ReservedAnswer: reservedAnswerSchema,
        ...previewSchemas,
        ...Object.fromEntries(
          errorStatuses().map((status) => [`Refusal${status}`, refusalSchema(keysOf(status))]),
        ),
        ParserRefusal: refusalSchema(['bad-request']),
      },
    },
  }
}

function operation(options: OpenApiOptions, place: ExamplePlace): Json {
  const { limits } = options
  return {
    operationId: 'importPage',
    summary: 'Import a page',
    description: `Creates the page, or updates it with \`overwrite\`. A page is identified by space, parent and title. 2xx leaves only after the commit has reached the disk.\n\nRetry 500, 503 and 429; the last two say when in \`Retry-After\`. The request body may have at most ${limits.maxBodyBytes} bytes, and ${contractLimits.maxJsonDepth} levels of JSON. The \`Content-Type\` is not looked at.`,
    parameters: [
      ...installationIds(options),
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Makes a retry safe: within 24 hours the same key with the same fields gives the first answer again. With other fields it is a 400.',
        schema: { type: 'string', minLength: 1, maxLength: contractLimits.maxIdempotencyKeyLength },
        example: '6f1c1e6e-7d5e-4f0b-9c55-2f3f6a1d0f7e',
      },
      ...conditions,
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: reference('ImportRequest'), examples: requestExamples },
      },
    },
    responses: {
      201: success('CreatedAnswer', ['created'], place),
      200: {
        ...success('SavedAnswer', ['updated', 'unchanged', 'dry-run'], place),
        content: {
          'application/json': {
            schema: { oneOf: [reference('SavedAnswer'), reference('DryRunAnswer')] },
            examples: successExamples(['updated', 'unchanged', 'dry-run'], place),
          },
        },
      },
      ...refusals(),
    },
  }
}

const conditions: readonly Json[] = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The version that the page must have, in quotes, or `*` for any: another one is a 412, and nothing is written.',
    schema: { type: 'string' },
    example: '"7"',
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`*`: only where there is no page yet; a page is a 412, and nothing is written.',
    schema: { const: '*' },
    example: '*',
  },
]

/** The ids are only examples, so that a generated client works with other installations. */
function installationIds({ appId, envId }: OpenApiOptions): Json[] {
  return Object.entries({ appId, envId }).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    description: 'An id of the installation; the example is that of this one.',
    schema: uuidSchema,
    example,
  }))
}

function reservations(options: OpenApiOptions, place: ExamplePlace): Json {
  return {
    operationId: 'reservePages',
    summary: 'Reserve ids and addresses for pages',
    description:
      'Gives pages their ids and addresses before they are made, so that pages that link to each other are sent once. `pageId` of an import uses a reservation. It shows nothing to readers, is no parent until its page is made, and lapses after 24 hours; asking again begins them anew.',
    parameters: installationIds(options),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference('ReservationRequest'),
          examples: { reserve: { value: reservationExample } },
        },
      },
    },
    responses: {
      200: {
        description: '`reserved`: each page has an id',
        headers: headersNamed('X-Request-Id', tokenExpiresHeader),
        content: {
          'application/json': {
            schema: reference('ReservedAnswer'),
            examples: { reserved: { value: reservedExample(place) } },
          },
        },
      },
      ...refusals(),
    },
  }
}

function discovery(): Json {
  return {
    operationId: 'findEndpoint',
    summary: 'Find the endpoint',
    description: 'Leads clients from the address of the service to the two above. Needs no token.',
    security: [],
    responses: {
      200: {
        description: 'Where to send requests',
        headers: headersNamed('X-Request-Id'),
        content: { 'application/json': { schema: discoverySchema } },
      },
      421: refusal(421),
    },
  }
}

function refusals(): Json {
  return {
    ...Object.fromEntries(errorStatuses().map((status) => [status, refusal(status)])),
    default: {
      description:
        'What the HTTP parser itself refuses: 400, 408 (too slow) or 431 (headers too large).',
      content: { 'application/json': { schema: reference('ParserRefusal') } },
    },
  }
}

function success(
  schema: string,
  keys: readonly (keyof typeof successTable)[],
  place: ExamplePlace,
): Json {
  return {
    description: keys.map((key) => `\`${key}\`: ${successTable[key].when}`).join('\n\n'),
    headers: headersNamed('X-Request-Id', tokenExpiresHeader, 'ETag', 'Idempotency-Replayed'),
    content: {
      'application/json': { schema: reference(schema), examples: successExamples(keys, place) },
    },
  }
}

function refusal(status: number): Json {
  const keys = keysOf(status)
  const describe = (key: ErrorKey): string =>
    `\`${key}\`: ${errorTable[key].when}. What to do: ${errorTable[key].wayOut}.`
  return {
    description: keys.map(describe).join('\n\n'),
    headers: headersNamed(
      'X-Request-Id',
      ...tokenHeaderOf(status),
      ...(headersOfStatus[status] ?? []),
    ),
    content: {
      'application/json': {
        schema: reference(`Refusal${status}`),
        examples: errorExamples(keys),
      },
    },
  }
}

/** Statuses that are answered before the token is accepted. */
const statusesBeforeToken: readonly number[] = [401, 402, 403, 405, 421]

function tokenHeaderOf(status: number): readonly HeaderName[] {
  return statusesBeforeToken.includes(status) ? [] : [tokenExpiresHeader]
}

const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

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
    schema: instantSchema,
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
  Allow: { description: 'the method to use', required: true, schema: { const: 'POST' } },
} as const

function headersNamed(...names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorStatuses(): number[] {
  return [...new Set(Object.values(errorTable).map(({ status }) => status))]
}

function keysOf(status: number): ErrorKey[] {
  return (Object.keys(errorTable) as ErrorKey[]).filter((key) => errorTable[key].status === status)
}
