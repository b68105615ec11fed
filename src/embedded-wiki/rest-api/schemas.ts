/** What the wiki's own API gives and takes, as JSON Schemas, by name. @module */
import { changeTypes } from '../../importing/changes/change.ts'
import { bodyFormats, writtenFormats } from './body-formats.ts'
import { type JsonSchema, maxListed } from './parameters.ts'

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const whole: JsonSchema = { type: 'integer' }
const yes: JsonSchema = { type: 'boolean' }
const id: JsonSchema = { type: 'string', pattern: '^[0-9]+$' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const nothing: JsonSchema = { type: 'null' }
const status: JsonSchema = { enum: ['current', 'trashed'] }
const nullableText: JsonSchema = { type: ['string', 'null'] }
const idOrNull: JsonSchema = { type: ['string', 'null'], pattern: '^[0-9]+$' }
const position: JsonSchema = { type: ['integer', 'null'] }

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object that has all of its members, but for those that are named as optional. */
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

/** A list in parts. */
const results = (items: JsonSchema): JsonSchema =>
  object({ results: listOf(items), _links: object({ base: text }, { next: text }) })

/** What a page tells beside itself, where that was asked for. */
const included = (items: JsonSchema): JsonSchema =>
  object({
    results: listOf(items),
    meta: object({ hasMore: yes }),
    _links: object({}, { self: text }),
  })

const version = { number: count, message: text, authorId: text, createdAt: instant }

const body: JsonSchema = object(
  {},
  Object.fromEntries(
    bodyFormats.map((format) => [
      format,
      object({ representation: { const: format }, value: text }),
    ]),
  ),
)

/** What a request's body may say of the page's. */
const writtenBody: JsonSchema = {
  anyOf: writtenFormats.flatMap((format) => [
    object({ representation: { const: format }, value: text }),
    object({ [format]: object({ value: text }) }),
  ]),
  description: 'ADF as JSON text, or Markdown, which is an import; flat or nested.',
}

const page = {
  id,
  status,
  title: text,
  spaceId: id,
  parentId: idOrNull,
  parentType: { enum: ['page', null] },
  position,
  authorId: text,
  ownerId: text,
  lastOwnerId: nothing,
  createdAt: instant,
  body: { anyOf: [ref('Body'), nothing] },
  _links: object({ webui: text }, { base: text }),
}

/** A page of a connected space has what its wiki tells. */
const remotePage = {
  id,
  status: text,
  title: text,
  spaceId: id,
  parentId: nullableText,
}

const child = { id, status, title: text, spaceId: id, childPosition: position }

const space = {
  id,
  key: text,
  name: text,
  type: { const: 'global' },
  status: { const: 'current' },
  homepageId: idOrNull,
  description: nothing,
  icon: nothing,
  _links: object({ webui: text }, { base: text }),
}

const attachment = {
  id: { type: 'string', pattern: '^att[0-9]+$' },
  status,
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
  _links: object({ webui: text, download: text }, { base: text }),
}

const property = { id, key: text, value: {} }
const propertyVersion = { ...version, minorEdit: { const: false } }
const keyToWrite: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 }
const valueToWrite: JsonSchema = { description: 'Any JSON, of at most 32 KiB.' }

const part: JsonSchema = object({ text, isHit: yes })

export type SchemaName =
  | 'Error'
  | 'Body'
  | 'Version'
  | 'Operation'
  | 'Operations'
  | 'Label'
  | 'Labels'
  | 'Space'
  | 'Spaces'
  | 'Page'
  | 'Pages'
  | 'RemotePage'
  | 'OnePage'
  | 'Child'
  | 'Children'
  | 'ChildPages'
  | 'Ancestors'
  | 'Descendants'
  | 'Versions'
  | 'OneVersion'
  | 'Attachments'
  | 'Attachment'
  | 'Property'
  | 'Properties'
  | 'SpaceProperty'
  | 'SpaceProperties'
  | 'Nothing'
  | 'Count'
  | 'Found'
  | 'Changes'
  | 'Edits'
  | 'HasComments'
  | 'NewPage'
  | 'NextPage'
  | 'NextTitle'
  | 'NewProperty'
  | 'NextProperty'
  | 'UserIds'
  | 'Users'

export const schemas: Readonly<Record<SchemaName, JsonSchema>> = {
  Error: object({
    errors: listOf(object({ status: whole, code: text, title: text, detail: nullableText })),
  }),
  Body: body,
  Version: object({ ...version, minorEdit: { const: false } }, { via: text, token: text }),
  Operation: object({ operation: text, targetType: text }),
  Operations: object({ operations: listOf(ref('Operation')) }),
  Label: object({ id, name: text, prefix: { const: 'global' } }),
  Labels: results(ref('Label')),
  Space: object(space, {
    connection: object({ edits: text }),
    labels: included(ref('Label')),
    operations: included(ref('Operation')),
    properties: included(ref('SpaceProperty')),
  }),
  Spaces: results(ref('Space')),
  Page: object(page, {
    version: ref('Version'),
    labels: included(ref('Label')),
    properties: included(ref('Property')),
    operations: included(ref('Operation')),
    likes: included(nothing),
    versions: included(ref('Version')),
    collaborators: included(text),
    directChildren: included(ref('Child')),
    isFavoritedByCurrentUser: { const: false },
    warnings: listOf(
      object({
        ...{ code: text, severity: { enum: ['lost', 'changed', 'note'] }, message: text },
        line: count,
      }),
    ),
  }),
  Pages: results({ anyOf: [ref('Page'), ref('RemotePage')] }),
  RemotePage: object(remotePage, { version: object(version), body: ref('Body') }),
  OnePage: { anyOf: [ref('Page'), ref('RemotePage')] },
  Child: object(
    { id, status: text, title: text, type: { const: 'page' }, spaceId: id },
    {
      childPosition: position,
    },
  ),
  Children: results(ref('Child')),
  ChildPages: results(object(child)),
  Ancestors: results(object({ id, type: { const: 'page' } })),
  Descendants: results(
    object({
      ...{ id, status, title: text, type: { const: 'page' }, parentId: id },
      ...{ depth: count, childPosition: position },
    }),
  ),
  Versions: results(
    object(
      { ...version, minorEdit: { const: false } },
      { page: object({ id, title: text, body: ref('Body') }), via: text, token: text },
    ),
  ),
  OneVersion: object(
    {
      ...{ ...version, minorEdit: { const: false } },
      ...{ contentTypeModified: { const: false }, collaborators: listOf(text) },
    },
    { prevVersion: count, nextVersion: count, via: text, token: text },
  ),
  Attachments: results(object({ ...attachment, version: ref('Version') })),
  Attachment: object(attachment, {
    version: ref('Version'),
    labels: included(ref('Label')),
    properties: included(ref('Property')),
    operations: included(ref('Operation')),
    versions: included(ref('Version')),
    collaborators: included(text),
  }),
  Property: object({ ...property, version: object(propertyVersion) }),
  Properties: results(ref('Property')),
  SpaceProperty: object({
    ...{ ...property, createdAt: instant, createdBy: text },
    version: object({ ...propertyVersion, createdBy: text }),
  }),
  SpaceProperties: results(ref('SpaceProperty')),
  Nothing: results(nothing),
  Count: object({ count }),
  Found: object({
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
  Changes: object({
    results: listOf(
      object(
        { id: text, type: { enum: changeTypes }, at: instant, spaceId: id, via: text },
        {
          ...{ spaceKey: text, pageId: id, title: text, version: object({ number: count }) },
          ...{ authorId: id, authorName: text, token: text, url: text },
        },
      ),
    ),
    since: instant,
    _links: object({ base: text }, { next: text }),
  }),
  Edits: object({
    ...{ page: text, version: count, by: text, at: text, markdown: text },
    edits: listOf(
      object(
        { before: text, after: text },
        { line: count, endLine: count, isRough: yes, problem: text },
      ),
    ),
  }),
  HasComments: object({ hasComments: yes }),
  NewPage: object(
    { spaceId: { type: ['string', 'integer'] }, title: text },
    {
      ...{ parentId: { type: ['string', 'integer', 'null'] }, status: { const: 'current' } },
      ...{ body: writtenBody, subtype: { const: 'page' } },
    },
  ),
  NextPage: object(
    { version: object({ number: whole }, { message: nullableText }) },
    {
      ...{ id: { type: ['string', 'integer'] }, status: { const: 'current' }, title: text },
      ...{ spaceId: { type: ['string', 'integer'] }, body: writtenBody, ownerId: text },
      parentId: { type: ['string', 'integer', 'null'] },
    },
  ),
  NextTitle: object({ title: text }, { status: { const: 'current' } }),
  NewProperty: object({ key: keyToWrite, value: valueToWrite }),
  NextProperty: object(
    { value: valueToWrite, version: object({ number: whole }, { message: nullableText }) },
    { key: keyToWrite },
  ),
  UserIds: object({ accountIds: { ...listOf(text), maxItems: maxListed } }),
  Users: results(
    object({
      ...{
        accountId: id,
        accountType: { const: 'atlassian' },
        displayName: text,
        publicName: text,
      },
      ...{ accountStatus: { enum: ['active', 'inactive'] }, email: { const: '' } },
    }),
  ),
}
