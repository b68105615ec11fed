/** The paths of previews in the OpenAPI document. @module */

import { importFields } from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import {
  type PreviewAction,
  previewNamePattern,
  previewsPath,
  runPattern,
} from '../contract/paths.ts'
import { maxKeepMs, minKeepMs } from '../importing/previews.ts'
import {
  decimalId,
  type Json,
  previewDryRunSchema,
  reference,
  unknownFieldWarnings,
  withAnswer,
} from './openapi-schemas.ts'

const summaries: Readonly<Record<PreviewAction, string>> = {
  begin: 'Begin a run of pages that a preview is to show',
  show: 'Show what was sent',
  apply:
    'Import what the preview shows: all of it at once, or page by page where it is in Confluence',
  end: 'End the preview',
}

const keys: Readonly<Record<PreviewAction, string>> = {
  begin: 'begun',
  show: 'shown',
  apply: 'applied',
  end: 'ended',
}

/** Parts that are shared with the paths of the operation. */
export interface SharedParts {
  readonly ids: readonly Json[]
  readonly conditions: readonly Json[]
  readonly operation: Json
  readonly reservations: Json
  readonly refusals: Json
  readonly headers: Json
}

export function previewOperations(shared: SharedParts): Json {
  const below = `${previewsPath('{appId}', '{envId}')}/{name}`
  const parameters = [...shared.ids, ...ofPreview]
  const answersOf = (...schemas: string[]): Json => answers(shared.headers, ...schemas)
  const actions = (Object.keys(summaries) as PreviewAction[]).map((action) => [
    `${below}/${action}`,
    { post: actionOperation(action, parameters, shared) },
  ])
  return {
    [`${below}/webtrigger`]: {
      post: {
        ...shared.operation,
        operationId: 'previewPage',
        summary: 'Put a page into a preview',
        description: 'As the import, but into the preview: pages of the space stay as they are.',
        parameters: [...parameters, ...shared.conditions],
        responses: {
          201: {
            description: '`created`: the preview has the page',
            ...answersOf('CreatedAnswer'),
          },
          200: {
            description: '`updated`, `unchanged` or `dry-run`',
            ...answersOf('SavedAnswer', 'PreviewDryRun'),
          },
          ...shared.refusals,
        },
      },
    },
    [`${below}/reservations`]: {
      post: {
        ...shared.reservations,
        operationId: 'reservePreviewPages',
        summary: 'Give the pages of a preview their ids and addresses',
        parameters,
      },
    },
    ...Object.fromEntries(actions),
  }
}

const ofPreview: readonly Json[] = [
  {
    name: 'name',
    in: 'path',
    required: true,
    description: 'The name of the preview.',
    schema: { type: 'string', pattern: previewNamePattern.source },
    example: 'pr-123',
  },
  {
    name: 'Markport-Run',
    in: 'header',
    required: false,
    description: 'Names the run that its requests belong to.',
    schema: { type: 'string', pattern: runPattern.source },
    example: '6f1c1e6e',
  },
]

function actionOperation(
  action: PreviewAction,
  parameters: readonly Json[],
  { refusals, headers }: SharedParts,
): Json {
  return {
    operationId: `${action}Preview`,
    summary: summaries[action],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference('PreviewRequest') } },
    },
    responses: {
      200: { description: `\`${keys[action]}\`: done`, ...answers(headers, 'PreviewAnswer') },
      ...refusals,
      ...(action === 'apply' && {
        412: {
          description:
            '`precondition-failed`: the space has changed since and nothing was applied, or pages were kept from Confluence',
          ...answers(headers, 'PreviewOutdated', 'Refusal412'),
        },
      }),
    },
  }
}

function answers(headers: Json, ...schemas: readonly string[]): Json {
  const [first = {}, ...others] = schemas.map(reference)
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  return { headers, content: { 'application/json': { schema } } }
}

const listOf = (description: string, properties: Json, required: readonly string[]): Json => ({
  type: 'array',
  description,
  items: { type: 'object', required, properties },
})

const text: Json = { type: 'string' }
const number: Json = { type: 'integer', minimum: 0 }

const previewRequest: Json = {
  type: 'object',
  required: ['spaceId'],
  properties: {
    spaceId: {
      type: 'string',
      minLength: 1,
      maxLength: contractLimits.maxIdLength,
      pattern: '\\S',
      description: importFields.spaceId.description,
    },
    keepForMs: {
      type: 'integer',
      minimum: minKeepMs,
      maximum: maxKeepMs,
      description: 'how long the preview is kept, in milliseconds; a week without it',
    },
    gone: {
      ...listOf(
        'pages that no file stands for any more, at the versions that imports made',
        { pageId: text, version: { type: 'integer' } },
        ['pageId', 'version'],
      ),
      maxItems: contractLimits.maxReservedPages,
    },
    warnings: listOf(
      'what the preview tells of its pages',
      {
        ...{ file: text, line: { type: 'integer' }, code: text, severity: text, message: text },
        isNew: { type: 'boolean', description: '`false` of one that the last import told as well' },
      },
      [],
    ),
    failures: listOf(
      'files that would not be imported, and why',
      { file: text, message: text },
      [],
    ),
    staying: listOf(
      'pages that no file stands for any more, and that stay',
      { file: text, pageId: text, why: text },
      [],
    ),
  },
}

const preview: Json = {
  type: 'object',
  required: ['name', 'url'],
  properties: {
    name: text,
    url: { type: 'string', format: 'uri', description: 'where people see it' },
  },
}

const common: Json = { preview, warnings: unknownFieldWarnings }

export const previewSchemas: Json = {
  PreviewRequest: previewRequest,
  PreviewDryRun: previewDryRunSchema,
  PreviewAnswer: withAnswer(Object.values(keys), {
    required: ['preview'],
    properties: {
      ...common,
      counts: {
        type: 'object',
        required: ['created', 'updated', 'unchanged', 'trashed'],
        properties: { created: number, updated: number, unchanged: number, trashed: number },
        description: 'of `apply`: how many pages came to which end',
      },
    },
  }),
  PreviewOutdated: withAnswer(['precondition-failed'], {
    required: ['preview', 'changes'],
    properties: {
      ...common,
      changes: listOf(
        'what has become of the space since the preview was made',
        { pageId: decimalId, title: text, message: text },
        ['pageId', 'title', 'message'],
      ),
    },
  }),
}
