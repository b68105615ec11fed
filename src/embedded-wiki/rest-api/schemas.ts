/** The JSON Schemas of the wiki's REST API, by name. @module */
import type { JsonSchema } from './parameters.ts'

/** `markdown` is an extension; the others are Confluence's. */
export const bodyFormats = ['storage', 'atlas_doc_format', 'view', 'markdown'] as const

export type BodyFormat = (typeof bodyFormats)[number]

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const yes: JsonSchema = { type: 'boolean' }
const id: JsonSchema = { type: 'string', pattern: '^[0-9]+$' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const nothing: JsonSchema = { type: 'null' }
const current: JsonSchema = { const: 'current' }
const nullableText: JsonSchema = { type: ['string', 'null'] }
const idOrNull: JsonSchema = { type: ['string', 'null'], pattern: '^[0-9]+$' }
const position: JsonSchema = { type: ['integer', 'null'] }

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object whose members are all required, except the named optional ones. */
function object(
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(members),
    properties: { ...members, ...optional },
  }
}

const results = (items: JsonSchema): JsonSchema =>
  object({ results: listOf(items), _links: object({ base: text }, { next: text }) })

const part: JsonSchema = object({ text, isHit: yes })

export type SchemaName =
  | 'Error'
  | 'Body'
  | 'Version'
  | 'Label'
  | 'Labels'
  | 'Space'
  | 'Spaces'
  | 'Page'
  | 'Pages'
  | 'Children'
  | 'Attachments'
  | 'Hits'

export const schemas: Readonly<Record<SchemaName, JsonSchema>> = {
  Error: object({
    errors: listOf(
      object({ status: { type: 'integer' }, code: text, title: text, detail: nullableText }),
    ),
  }),
  Body: object(
    {},
    Object.fromEntries(
      bodyFormats.map((format) => [
        format,
        object({ representation: { const: format }, value: text }),
      ]),
    ),
  ),
  Version: object(
    {
      number: count,
      message: text,
      minorEdit: { const: false },
      authorId: text,
      createdAt: instant,
    },
    { via: text, token: text },
  ),
  Label: object({ id, name: text, prefix: { const: 'global' } }),
  Labels: results(ref('Label')),
  Space: object(
    {
      id,
      key: text,
      name: text,
      type: { const: 'global' },
      status: current,
      homepageId: idOrNull,
      description: nothing,
      icon: nothing,
      _links: object({ webui: text }, { base: text }),
    },
    { connection: object({ edits: text }) },
  ),
  Spaces: results(ref('Space')),
  Page: object({
    id,
    status: current,
    title: text,
    spaceId: id,
    parentId: idOrNull,
    parentType: { enum: ['page', null] },
    position,
    authorId: text,
    ownerId: text,
    lastOwnerId: nothing,
    createdAt: instant,
    version: ref('Version'),
    body: ref('Body'),
    _links: object({ webui: text }, { base: text }),
  }),
  Pages: results(ref('Page')),
  Children: results(
    object({
      id,
      status: current,
      title: text,
      type: { const: 'page' },
      spaceId: id,
      childPosition: position,
    }),
  ),
  Attachments: results(
    object({
      id: { type: 'string', pattern: '^att[0-9]+$' },
      status: current,
      title: text,
      createdAt: instant,
      pageId: id,
      mediaType: text,
      mediaTypeDescription: nothing,
      comment: text,
      fileId: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      fileSize: count,
      webuiLink: text,
      downloadLink: text,
      version: ref('Version'),
      _links: object({ webui: text, download: text }),
    }),
  ),
  Hits: object({
    results: listOf(
      object({
        id,
        title: text,
        space: object({ id, key: text, name: text }),
        path: listOf(text),
        url: text,
        version: count,
        updatedAt: instant,
        excerpt: listOf(part),
        sections: listOf(object({ heading: text, url: text, excerpt: listOf(part) })),
      }),
    ),
    total: count,
    hasMore: yes,
    instead: nullableText,
    _links: object({ base: text }, { next: text }),
  }),
}
