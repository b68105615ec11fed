/**
 * The routes of properties: what programs keep beside pages, attachments and spaces. The same five for
 * each of the three.
 * @module
 */
import {
  deleteProperty,
  insertProperty,
  listProperties,
  type Property,
  type PropertyOutcome,
  type PropertyOwner,
  replaceProperty,
  toProperty,
} from '../store/properties.ts'
import { type ApiRequest, type ApiRoute, apiRoute, auditActor } from './api-route.ts'
import { attachmentAsked, checkWritable, pageAsked, spaceAsked } from './find-asked.ts'
import { HostApiError, notFound } from './host-api-error.ts'
import { answerResults, listPart, paged, sorted } from './paging.ts'
import { oneText, readPathId } from './parameters.ts'
import {
  propertiesOfAttachment,
  propertiesOfPage,
  propertiesOfSpace,
  propertyShape,
} from './property-answers.ts'
import { readNewProperty, readNextProperty } from './property-body.ts'

/** What has properties. */
interface Kind {
  readonly path: 'pages' | 'attachments' | 'spaces'
  readonly what: string
  /** What Confluence calls the operations: to list, create, read, update and delete. */
  readonly names: readonly [string, string, string, string, string]
  findOwner(call: ApiRequest): Promise<PropertyOwner>
}

const kinds: readonly Kind[] = [
  {
    path: 'pages',
    what: 'a page',
    names: [
      ...(['getPageContentProperties', 'createPageProperty'] as const),
      ...(['getPageContentPropertiesById', 'updatePagePropertyById'] as const),
      'deletePagePropertyById',
    ],
    findOwner: async (call) => propertiesOfPage(await pageAsked(call)),
  },
  {
    path: 'attachments',
    what: 'an attachment',
    names: [
      ...(['getAttachmentContentProperties', 'createAttachmentProperty'] as const),
      ...(['getAttachmentContentPropertiesById', 'updateAttachmentPropertyById'] as const),
      'deleteAttachmentPropertyById',
    ],
    findOwner: async (call) => propertiesOfAttachment(await attachmentAsked(call)),
  },
  {
    path: 'spaces',
    what: 'a space',
    names: [
      ...(['getSpaceProperties', 'createSpaceProperty'] as const),
      ...(['getSpacePropertyById', 'updateSpacePropertyById'] as const),
      'deleteSpacePropertyById',
    ],
    findOwner: async (call) => propertiesOfSpace(await spaceAsked(call)),
  },
]

/** The name in the path. */
const propertyId = 'property-id'

export const propertyRoutes: readonly ApiRoute[] = kinds.flatMap((kind) => [
  listRoute(kind),
  createRoute(kind),
  readRoute(kind),
  updateRoute(kind),
  deleteRoute(kind),
])

function listRoute({ path, what, names: [name], findOwner }: Kind): ApiRoute {
  return apiRoute({
    method: 'GET',
    path: `/${path}/{id}/properties`,
    name,
    summary: `List the properties of ${what}`,
    parameters: {
      key: oneText('Only the one of this key.'),
      sort: sorted(['key'], { by: 'key', isDescending: false }),
      ...paged(),
    },
    gives: path === 'spaces' ? 'SpaceProperties' : 'Properties',
    async answer(call) {
      const { c, asked, database, baseUrl } = call
      const { key, sort, cursor, limit } = asked
      const owner = await findOwner(call)
      const after = cursor && String(cursor.value ?? '')
      const filter = { key, after, isDescending: sort.isDescending, limit: limit + 1 }
      const found = await listProperties(database, owner, filter)
      const { shown, next } = listPart(found, limit, (one) => ({ id: one.id, value: one.key }))
      const shapes = shown.map((property) => propertyShape(owner, property))
      return answerResults(c, shapes, next, baseUrl())
    },
  })
}

function createRoute({ path, what, names: [, name], findOwner }: Kind): ApiRoute {
  const isOfSpace = path === 'spaces'
  return apiRoute({
    method: 'POST',
    path: `/${path}/{id}/properties`,
    name,
    summary: `Add a property to ${what}`,
    body: 'NewProperty',
    gives: isOfSpace ? 'SpaceProperty' : 'Property',
    ...(isOfSpace && { creates: true }),
    async answer(call) {
      const { c, holder, database, baseUrl } = call
      const { key, value } = readNewProperty(c.get('body'))
      const change = await changeOf(call, findOwner, await call.ids.nextId())
      const written = { ...change, key, value, userId: holder.userId }
      const outcome = await database.write(insertProperty, written)
      const property = settled(outcome, () => `A property with the key ${key} already exists`)
      const shape = propertyShape(change.owner, property)
      if (!isOfSpace) return c.json(shape)
      const { spaceId } = change.owner
      c.header('Location', `${baseUrl()}/api/v2/spaces/${spaceId}/properties/${property.id}`)
      return c.json(shape, 201)
    },
  })
}

function readRoute({ path, what, names: [, , name], findOwner }: Kind): ApiRoute {
  return apiRoute({
    method: 'GET',
    path: onePath(path),
    name,
    summary: `Read a property of ${what}`,
    gives: path === 'spaces' ? 'SpaceProperty' : 'Property',
    async answer(call) {
      const id = readPathId(call.c, propertyId)
      const owner = await findOwner(call)
      const [property] = await listProperties(call.database, owner, { id, limit: 1 })
      if (property === undefined) throw notFound()
      return call.c.json(propertyShape(owner, property))
    },
  })
}

function updateRoute({ path, what, names: [, , , name], findOwner }: Kind): ApiRoute {
  return apiRoute({
    method: 'PUT',
    path: onePath(path),
    name,
    summary: `Write the next version of a property of ${what}`,
    body: 'NextProperty',
    gives: path === 'spaces' ? 'SpaceProperty' : 'Property',
    async answer(call) {
      const next = readNextProperty(call.c.get('body'))
      const id = Number(readPathId(call.c, propertyId))
      const change = await changeOf(call, findOwner, id)
      const written = { ...change, ...next, userId: call.holder.userId }
      const outcome = await call.database.write(replaceProperty, written)
      const saved = settled(
        outcome,
        (version) =>
          `Version must be incremented when updating a property. Current Version: [${version}]. Provided version: [${next.version}]`,
      )
      return call.c.json(propertyShape(change.owner, saved))
    },
  })
}

function deleteRoute({ path, what, names: [, , , , name], findOwner }: Kind): ApiRoute {
  return apiRoute({
    method: 'DELETE',
    path: onePath(path),
    name,
    summary: `Take a property away from ${what}`,
    async answer(call) {
      const id = Number(readPathId(call.c, propertyId))
      const change = await changeOf(call, findOwner, id)
      settled(await call.database.write(deleteProperty, change))
      return call.c.body(null, 204)
    },
  })
}

function onePath(path: Kind['path']): string {
  return `/${path}/{id}/properties/{${propertyId}}`
}

/**
 * Say who changes which property of what, for the transaction that does; that one refuses what is in the
 * trash.
 * @throws {HostApiError} 404 or 400 where nothing may be written.
 */
async function changeOf(call: ApiRequest, findOwner: Kind['findOwner'], id: number) {
  const owner = await findOwner(call)
  await checkWritable(call, String(owner.spaceId))
  const [auditId, atMs] = [await call.ids.nextId(), call.clock().getTime()]
  return { auditId, atMs, actor: auditActor(call), owner, subject: subjectOf(owner), id }
}

/** An image of a page has no name of its own. */
function subjectOf({ spaceId, pageId, sha256 }: PropertyOwner): string {
  if (pageId === 0) return `space ${spaceId}`
  return sha256 === '' ? `page ${pageId}` : `an attachment of page ${pageId}`
}

/**
 * Tell what became of a change.
 * @param conflict What is wrong, by the version that is there.
 * @throws {HostApiError} 404 or 409.
 */
function settled(outcome: PropertyOutcome, conflict = (_: number): string => ''): Property {
  if (outcome === 'not-found') throw notFound()
  if ('row' in outcome) return toProperty(outcome.row)
  throw new HostApiError(409, 'CONFLICT', conflict(outcome.conflictsWith))
}
