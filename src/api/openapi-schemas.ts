/** The JSON Schemas of requests and answers in the OpenAPI document. @module */

import { type ImportFieldName, importFields } from '../contract/import-request.ts'
import { labelPattern } from '../contract/labels.ts'
import { contractLimits } from '../contract/limits.ts'
import { type successTable, warningSeverities } from '../contract/successes.ts'

export type Json = Readonly<Record<string, unknown>>

export function requestSchema(limits: { readonly maxMarkdownBytes: number }): Json {
  const rows = Object.entries(importFields)
  return {
    type: 'object',
    description: 'Fields that are not listed are ignored with a warning.',
    required: rows.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(
      rows.map(([name, row]) => [
        name,
        {
          ...fieldSchema(row),
          description:
            name === 'content'
              ? `${row.description}; at most ${limits.maxMarkdownBytes} bytes of UTF-8, embedded images not counted`
              : 'fallback' in row
                ? `${row.description}; without it \`${row.fallback}\``
                : row.description,
        },
      ]),
    ),
  }
}

function fieldSchema(row: (typeof importFields)[ImportFieldName]): Json {
  switch (row.type) {
    case 'boolean':
      // No `default`: generators of clients would treat the field as required.
      return { type: 'boolean' }
    case 'array of strings':
      return {
        type: 'array',
        maxItems: contractLimits.maxLabels,
        items: {
          type: 'string',
          minLength: 1,
          maxLength: contractLimits.maxLabelLength,
          pattern: labelPattern,
        },
      }
    case 'integer':
      return { type: 'integer', minimum: 0, maximum: contractLimits.maxPosition }
    case 'string':
      return {
        type: 'string',
        minLength: 1,
        ...('lengthLimit' in row ? { maxLength: contractLimits[row.lengthLimit] } : {}),
        // The text must not be empty after trimming.
        pattern: '\\S',
      }
  }
}

export const answerSchema: Json = {
  type: 'object',
  required: ['body', 'key', 'requestId'],
  properties: {
    body: {
      type: 'string',
      maxLength: contractLimits.maxMessageLength,
      description: 'for people',
    },
    key: { type: 'string', description: 'for programs: a stable word' },
    requestId: {
      type: 'string',
      format: 'uuid',
      description: 'names this request in the log and in the import log',
    },
  },
}

export const uuidSchema: Json = { type: 'string', format: 'uuid' }
const address: Json = { type: 'string', format: 'uri' }

export const discoverySchema: Json = {
  type: 'object',
  required: ['endpoint', 'reservations', 'appId', 'envId'],
  properties: { endpoint: address, reservations: address, appId: uuidSchema, envId: uuidSchema },
}

/** Ids have the form of Confluence's. */
export const decimalId: Json = { type: 'string', pattern: '^[1-9][0-9]*$' }

export const warningSchema: Json = {
  type: 'object',
  required: ['code', 'severity', 'message', 'line'],
  properties: {
    code: { type: 'string', description: 'a stable word, such as `html-shown`' },
    severity: {
      enum: Object.keys(warningSeverities),
      description: Object.entries(warningSeverities)
        .map(([severity, meaning]) => `\`${severity}\`: ${meaning}`)
        .join('; '),
    },
    message: { type: 'string' },
    line: {
      type: 'integer',
      minimum: 0,
      description: 'line of the Markdown, from 1; 0 when the warning is not about a line',
    },
  },
}

export const pageSchema: Json = {
  type: 'object',
  required: ['id', 'title', 'spaceId', 'parentId', 'version', 'url'],
  properties: {
    id: decimalId,
    title: { type: 'string' },
    spaceId: decimalId,
    parentId: decimalId,
    version: { type: 'integer', minimum: 1 },
    url: { type: 'string', format: 'uri', description: 'where people read the page' },
  },
}

type SuccessKey = keyof typeof successTable

export function importAnswerSchema(keys: readonly SuccessKey[]): Json {
  return withAnswer(keys, {
    required: ['page', 'warnings'],
    properties: { page: reference('Page'), target, warnings },
  })
}

const target: Json = {
  type: 'object',
  required: ['kind', 'url', 'version'],
  properties: {
    kind: { enum: ['cloud', 'data-center'] },
    url: { type: 'string', format: 'uri', description: 'where people read the page' },
    version: { type: 'integer', minimum: 1, description: 'its version there' },
  },
  description: 'of a page in Confluence: where it is',
}

const warnings: Json = {
  type: 'array',
  items: { $ref: '#/components/schemas/Warning' },
  description: 'everything that the conversion had to change or leave out',
}

export const unknownFieldWarnings: Json = {
  type: 'array',
  items: { $ref: '#/components/schemas/Warning' },
  description: 'of fields that are not known; left out where there is none',
}

const authorSchema = (description: string): Json => ({
  type: 'object',
  required: ['by', 'at'],
  properties: {
    by: { type: 'string', description: 'who, for people' },
    at: { type: 'string', description: 'when, in ISO 8601' },
  },
  description,
})

const texts = (description: string): Json => ({
  type: 'array',
  items: { type: 'string' },
  description,
})

const foreseenSchema: Json = {
  type: 'object',
  required: ['title'],
  properties: {
    title: {
      type: 'string',
      description:
        'the title that the page would have: another one than `pageTitle` where that is taken',
    },
    titleClash: {
      enum: ['refuse', 'suffix'],
      description:
        'what becomes of a second page of that title, where titles stand once in a space',
    },
    isReaddressed: {
      type: 'boolean',
      description: '`true` where the page would be read at another address than now',
    },
    edited: authorSchema(
      'somebody edited it since the last import, or made it without one: who wrote it last',
    ),
    detaches: texts('the words of open comments that would lose them'),
    files: texts('images and files that the page has not got yet, as they would be called'),
    requests: {
      type: 'integer',
      minimum: 0,
      description: 'requests that Confluence would be sent, beside those that a run shares',
    },
  },
  description: 'what the import would do, beside its outcome',
}

const foreseenMembers = {
  outcome: { enum: ['created', 'updated', 'unchanged'], description: 'what would happen' },
  page: reference('Page'),
  foreseen: foreseenSchema,
  warnings,
}

export const dryRunAnswerSchema: Json = withAnswer(['dry-run'], {
  required: ['outcome', 'foreseen', 'adf', 'warnings'],
  properties: {
    ...foreseenMembers,
    target,
    adf: {
      type: 'object',
      required: ['version', 'type', 'content'],
      properties: {
        version: { const: 1 },
        type: { const: 'doc' },
        content: { type: 'array', items: { type: 'object', additionalProperties: true } },
      },
      description: 'the converted document, in the Atlassian Document Format',
    },
  },
})

/** Without `adf`, because the preview itself shows the page. */
export const previewDryRunSchema: Json = withAnswer(['dry-run'], {
  required: ['outcome', 'foreseen', 'warnings'],
  properties: foreseenMembers,
})

export function refusalSchema(keys: readonly string[]): Json {
  const body = { type: 'string', pattern: '^Error: ' }
  return withAnswer(keys, {
    properties: {
      body,
      ...(keys.includes('unavailable') && { undecidedUntil }),
      ...(keys.includes('precondition-failed') && { version: heldVersion }),
      ...(keys.includes('edited-elsewhere') && { page: refusingPage }),
    },
  })
}

export const instantSchema: Json = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T.*Z$',
}

const heldVersion: Json = {
  type: 'integer',
  minimum: 1,
  description: 'the version that the page has; none where there is no page',
}

const refusingPage: Json = {
  type: 'object',
  required: ['id', 'url'],
  description:
    'the page that is there, where its text refuses to be written over; a dry run always tells it',
  properties: {
    id: decimalId,
    url: { type: 'string', format: 'uri', description: 'where people read the page' },
  },
}

const undecidedUntil: Json = {
  ...instantSchema,
  description: 'of an unknown outcome: an import that had not happened by then never will',
}

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

export function withAnswer(
  keys: readonly string[],
  own: { readonly required?: readonly string[]; readonly properties: Json },
): Json {
  return {
    allOf: [reference('Answer')],
    type: 'object',
    ...own,
    properties: { key: { enum: keys }, ...own.properties },
  }
}
