/** Describes the parameters and answers of the wiki's reading API as OpenAPI, to hold real answers to it. @module */
import { z } from 'zod'
import { bodyFormats } from '../../../src/contract/body-formats.ts'
import { jsonSchemas } from '../../../src/contract/json-schema.ts'

const text = z.string()
const count = z.int().min(0)
const id = z.string().regex(/^[0-9]+$/)
const instant = z.iso.datetime()
const current = z.literal('current')
const position = z.int().nullable()
const nothing = z.null()
const link = { base: text.exactOptional(), webui: text }

const version = z.object({
  number: count,
  message: text,
  minorEdit: z.literal(false),
  authorId: text,
  createdAt: instant,
  via: text.exactOptional(),
  token: text.exactOptional(),
})

const label = z.object({ id, name: text, prefix: z.literal('global') })

const space = z.object({
  id,
  key: text,
  name: text,
  type: z.literal('global'),
  status: current,
  homepageId: id.nullable(),
  description: nothing,
  icon: nothing,
  _links: z.object(link),
  connection: z.object({ edits: text }).exactOptional(),
})

const body = z.object(
  Object.fromEntries(
    bodyFormats.map((format) => [
      format,
      z.object({ representation: z.literal(format), value: text }).exactOptional(),
    ]),
  ),
)

const page = z.object({
  id,
  status: current,
  title: text,
  spaceId: id,
  parentId: id.nullable(),
  parentType: z.literal('page').nullable(),
  position,
  authorId: text,
  ownerId: text,
  lastOwnerId: nothing,
  createdAt: instant,
  version,
  body,
  _links: z.object(link),
})

const child = z.object({
  id,
  status: current,
  title: text,
  type: z.literal('page'),
  spaceId: id,
  childPosition: position,
})

const attachment = z.object({
  id: z.string().regex(/^att[0-9]+$/),
  status: current,
  title: text,
  createdAt: instant,
  pageId: id,
  mediaType: text,
  mediaTypeDescription: nothing,
  comment: text,
  fileId: z.string().regex(/^[0-9a-f]{64}$/),
  fileSize: count,
  webuiLink: text,
  downloadLink: text,
  version,
  _links: z.object({ webui: text, download: text }),
})

const excerpt = z.array(z.object({ text, isHit: z.boolean() }))

const hit = z.object({
  id,
  title: text,
  space: z.object({ id, key: text, name: text }),
  path: z.array(text),
  url: text,
  version: count,
  updatedAt: instant,
  excerpt,
  sections: z.array(z.object({ heading: text, url: text, excerpt })),
})

const next = z.object({ base: text, next: text.exactOptional() })

function results<Item extends z.ZodType>(item: Item) {
  return z.object({ results: z.array(item), _links: next })
}

const error = z.object({ status: z.int(), code: text, title: text, detail: text.nullable() })

const shapes = {
  Error: z.object({ errors: z.array(error) }),
  Body: body,
  Version: version,
  Label: label,
  Labels: results(label),
  Space: space,
  Spaces: results(space),
  Page: page,
  Pages: results(page),
  Children: results(child),
  Attachments: results(attachment),
  Hits: results(hit).extend({
    total: count,
    hasMore: z.boolean(),
    instead: text.nullable(),
  }),
}

const texts = { type: 'array', items: { type: 'string' } }
const ids = { type: 'array', items: { type: 'string', pattern: '^[0-9]+$' } }
const integer = { type: 'integer' }
const anyText = { type: 'string' }
const ofList = { limit: integer, cursor: anyText }
const ofPage = { 'space-id': integer }

const routes: Readonly<Record<string, readonly [gives: keyof typeof shapes, query: object]>> = {
  '/spaces': ['Spaces', { ids, keys: texts, ...ofList }],
  '/spaces/{id}': ['Space', {}],
  '/spaces/{id}/pages': ['Pages', ofList],
  '/pages': ['Pages', { 'space-id': ids, title: anyText, ...ofList }],
  '/pages/{id}': [
    'Page',
    { ...ofPage, 'body-format': { type: 'string', enum: bodyFormats }, version: integer },
  ],
  '/pages/{id}/direct-children': ['Children', { ...ofPage, ...ofList }],
  '/pages/{id}/labels': ['Labels', { ...ofPage, ...ofList }],
  '/pages/{id}/attachments': ['Attachments', { ...ofPage, ...ofList }],
  '/search': ['Hits', { query: anyText, ...ofList }],
}

function contentOf(shape: keyof typeof shapes): object {
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` } } } }
}

export const wikiApiDocument = {
  paths: Object.fromEntries(
    Object.entries(routes).map(([path, [gives, query]]) => {
      const parameters = Object.entries(query).map(([name, schema]) => ({
        name,
        in: 'query',
        schema,
      }))
      const inPath = path.includes('{id}') ? [{ name: 'id', in: 'path' }] : []
      const responses = {
        200: contentOf(gives),
        304: {},
        '4XX': contentOf('Error'),
        '5XX': contentOf('Error'),
      }
      return [path, { get: { parameters: [...inPath, ...parameters], responses } }]
    }),
  ),
  components: { schemas: jsonSchemas(shapes) },
}
