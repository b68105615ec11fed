/**
 * Pages of spaces that are connected to another wiki. Ids of their pages are that wiki's, so a request for
 * pages names the space, by its id here; without it, ids are those of pages here.
 * @module
 */
import type { ListPlace } from '../../database/list-order.ts'
import type { BrowsedPage } from '../../delivery/browse/browse-space.ts'
import {
  type ApiRequest,
  type ApiRoute,
  apiRoute,
  auditActor,
  type ConnectedCall,
} from './api-route.ts'
import { invalidRequest, notFound } from './host-api-error.ts'
import { answerResults, listPart } from './paging.ts'
import { ids, readPathId } from './parameters.ts'

interface ListAsked {
  readonly asked: { readonly limit: number; readonly cursor: ListPlace | undefined }
}

/** Whoever sends pages here has no cursor of that wiki: its list is cut here. */
function answerPart<Found extends { readonly id: string }>(
  { c, asked, baseUrl }: ApiRequest & ListAsked,
  found: readonly Found[],
  shape: (page: Found) => object,
): Response {
  const { cursor, limit } = asked
  const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor.id) + 1
  const { shown, next } = listPart(found.slice(start), limit, ({ id }) => ({ id }))
  return answerResults(c, shown.map(shape), next, baseUrl())
}

/** Answer with those of some pages that are there. */
export async function readConnectedPages(
  call: ApiRequest &
    ConnectedCall & {
      readonly asked: ListAsked['asked'] & {
        readonly id: readonly string[] | undefined
        readonly status: readonly string[] | undefined
      }
    },
): Promise<Response> {
  const { asked, space, spaceId } = call
  const found = await space.findPages(asked.id ?? [])
  const listed = found.filter(({ status }) => asked.status?.includes(status) ?? true)
  return answerPart(call, listed, (page) => remotePageShape(page, spaceId))
}

/** Answer with a page, and its body in the form of its site. */
export async function readConnectedPage({
  c,
  asked,
  space,
  spaceId,
}: ApiRequest &
  ConnectedCall & { readonly asked: { readonly 'body-format': string } }): Promise<Response> {
  const format = asked['body-format']
  const page = await space.readBody(readPathId(c))
  if (page === undefined) throw notFound()
  const shape = remotePageShape(page, spaceId)
  if (format === 'none') return c.json(shape)
  if (format !== page.format) {
    throw invalidRequest(`body-format must be ${page.format}: so are the pages of this site.`)
  }
  return c.json({ ...shape, body: { [format]: { representation: format, value: page.body } } })
}

/** Answer with the pages below one, in their order. */
export async function readConnectedChildren(
  call: ApiRequest & ConnectedCall & ListAsked,
): Promise<Response> {
  const { c, space, spaceId } = call
  const pages = await space.listChildren(readPathId(c))
  if (pages === undefined) throw notFound()
  return answerPart(call, pages, ({ id, status, title }) => {
    return { id, status, title, type: 'page', spaceId }
  })
}

/** Put a page into the trash of its site. */
export async function trashConnectedPage(call: ApiRequest & ConnectedCall): Promise<Response> {
  const { c, space } = call
  if (!(await space.trashPage(readPathId(c), auditActor(call)))) throw notFound()
  return c.body(null, 204)
}

const parameters = { 'space-id': ids('The connected space, by its id here.') }

const editsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/edits',
  name: 'getPageEdits',
  summary: 'Tell what was edited in Confluence since the last import',
  parameters,
  gives: 'Edits',
  connected: {
    async answer({ c, space }) {
      const edits = await space.findEdits(readPathId(c))
      if (edits === undefined) throw notFound()
      return c.json(edits)
    },
  },
})

const commentsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/comments',
  name: 'getPageHasComments',
  summary: 'Tell whether anybody commented on a page in Confluence',
  parameters,
  gives: 'HasComments',
  connected: {
    async answer({ c, space }) {
      const hasComments = await space.hasComments(readPathId(c))
      if (hasComments === undefined) throw notFound()
      return c.json({ hasComments })
    },
  },
})

const archiveRoute = apiRoute({
  method: 'POST',
  path: '/pages/{id}/archive',
  name: 'archivePage',
  summary: 'Put a page into the archive of Confluence',
  parameters,
  connected: {
    async answer(call) {
      const { c, space } = call
      const isArchived = await space.archivePage(readPathId(c), auditActor(call))
      if (isArchived === undefined) throw notFound()
      if (!isArchived) {
        throw invalidRequest('Confluence does not archive this page, or not for this account.')
      }
      return c.body(null, 204)
    },
  },
})

export const connectedRoutes: readonly ApiRoute[] = [editsRoute, commentsRoute, archiveRoute]

function remotePageShape(page: BrowsedPage, spaceId: string): Record<string, unknown> {
  const { id, status, title, parentId = null, version } = page
  return {
    id,
    status,
    title,
    spaceId,
    parentId,
    version: version && {
      number: version.number,
      message: version.message,
      authorId: version.authorId,
      createdAt: version.createdAt,
    },
  }
}
