/** All routes of the wiki's REST API: spaces, pages, and search. @module */
import type { Context } from 'hono'
import { bodyFormats } from '../../contract/body-formats.ts'
import { findReadableSpace, listSpacesById } from '../../wiki/import/spaces.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { listPageAttachments } from '../../wiki/pages/attachments.ts'
import { findPage } from '../../wiki/pages/find-page.ts'
import { cursorOf, listPages } from '../../wiki/pages/list-pages.ts'
import type { Page, PageWithBody } from '../../wiki/pages/page.ts'
import { type ChildPage, listChildren } from '../../wiki/pages/pages-around.ts'
import {
  type ApiCall,
  type ApiRequest,
  type ApiRoute,
  apiRoute,
  choice,
  type HostScope,
  ids,
  integer,
  invalidRequest,
  manyTexts,
  notFound,
  oneText,
  paged,
  readPathId,
} from './api-route.ts'
import {
  attachmentShape,
  childShape,
  hitShape,
  labelShape,
  pageShape,
  type ShownSpace,
  spaceShape,
} from './shapes.ts'

function partOfPages(pages: readonly Page[], limit: number, title?: string): PartOfList<Page> {
  return listPart(pages, limit, (last) => cursorOf(last, title).join('-'))
}

const oneNumber = integer(undefined)
/** Needed where pages of several spaces have the id. */
const ofSpace = { 'space-id': oneNumber }
const ofBody = { 'body-format': choice(bodyFormats) }

export const wikiApiRoutes: readonly ApiRoute[] = [
  apiRoute({
    path: '/spaces',
    parameters: { ids, keys: manyTexts, ...paged() },
    async answer(call) {
      const { c, parameters, reader, baseUrl } = call
      const { limit, cursor: after, ...filter } = parameters
      const rows = await listSpacesById(reader, { ...filter, after, limit: limit + 1 })
      const { results, next } = listPart(rows, limit)
      const spaces = await Promise.all(results.map((space) => asConnected(space, call)))
      return answerResults(c, { results: spaces, next }, spaceShape, baseUrl)
    },
  }),
  apiRoute({
    path: '/spaces/{id}',
    async answer(call) {
      const { _links: links, ...shape } = spaceShape(await asConnected(await spaceOf(call), call))
      return call.c.json({ ...shape, _links: { ...links, base: call.baseUrl } })
    },
  }),
  apiRoute({
    path: '/spaces/{id}/pages',
    parameters: paged(),
    async answer(call) {
      const { c, parameters, reader, baseUrl } = call
      const { limit, cursor: after } = parameters
      const { id: spaceId } = await spaceOf(call)
      const pages = await listPages(reader, { spaceId, after, limit: limit + 1 })
      return answerResults(c, partOfPages(pages, limit), pageShape, baseUrl)
    },
  }),
  apiRoute({
    path: '/pages',
    parameters: { 'space-id': ids, title: oneText, ...paged() },
    async answer({ c, parameters, reader, baseUrl }) {
      const { 'space-id': spaceId, title, limit, cursor: after } = parameters
      const filter = { spaceId, title, after, limit: limit + 1 }
      const pages = await listPages(reader, filter)
      return answerResults(c, partOfPages(pages, limit, title), pageShape, baseUrl)
    },
  }),
  apiRoute({
    path: '/pages/{id}',
    parameters: { ...ofSpace, ...ofBody, version: oneNumber },
    async answer(call) {
      const { c, parameters, workers, baseUrl } = call
      const page = await pageOf(call, parameters.version)
      const { _links: links, ...shape } = pageShape(page)
      const text = JSON.stringify({ ...shape, _links: { ...links, base: baseUrl } })
      const format = parameters['body-format']
      if (format === undefined) return c.body(text, 200, { 'Content-Type': 'application/json' })
      const body = await workers.show('render-page-body', {
        value: { format, origin: new URL(baseUrl).origin },
        parts: [Buffer.from(format === 'markdown' ? page.markdown : page.adf)],
      })
      // The body is JSON already. Quotes in texts are escaped, so this matches only the member.
      const json = text.replace('"body":{}', () => `"body":${body}`)
      return c.body(json, 200, { 'Content-Type': 'application/json' })
    },
  }),
  apiRoute({
    path: '/pages/{id}/direct-children',
    parameters: { ...ofSpace, ...paged() },
    async answer(call) {
      const { c, parameters, reader, baseUrl } = call
      const { limit, cursor: after } = parameters
      const page = await pageOf(call)
      const { pages, next } = await listChildren(reader, page, { after, limit })
      const shape = (child: ChildPage) => childShape(child, page.spaceId)
      return answerResults(c, { results: pages, next }, shape, baseUrl)
    },
  }),
  apiRoute({
    path: '/pages/{id}/labels',
    parameters: { ...ofSpace, ...paged() },
    async answer(call) {
      const { c, parameters, baseUrl } = call
      const { limit, cursor = '0' } = parameters
      const { version } = await pageOf(call)
      const start = Number.parseInt(cursor, 10)
      const end = start + limit
      const names = version.labels.toSorted()
      const next = end < names.length ? String(end) : undefined
      return answerResults(c, { results: names.slice(start, end), next }, labelShape, baseUrl)
    },
  }),
  apiRoute({
    path: '/pages/{id}/attachments',
    parameters: { ...ofSpace, ...paged(50) },
    async answer(call) {
      const { c, parameters, reader, baseUrl } = call
      const { limit, cursor: after } = parameters
      const page = await pageOf(call)
      // Attachments of connected pages are in Confluence.
      if (page.url !== undefined) throw notFound()
      const attachments = await listPageAttachments(reader, page, { after, limit: limit + 1 })
      const shape = (attachment: (typeof attachments)[number]) => attachmentShape(attachment, page)
      return answerResults(c, listPart(attachments, limit), shape, baseUrl)
    },
  }),
  apiRoute({
    path: '/search',
    parameters: { query: oneText, ...paged(20, 50) },
    async answer(call) {
      const { c, parameters, reader, baseUrl } = call
      const { query, limit, cursor = '0' } = parameters
      if (query === undefined) throw invalidRequest('query must say what to look for.')
      const offset = Number.parseInt(cursor, 10)
      const answer = await call.search(reader, query, { offset, limit })
      const { hits, total, hasMore, instead = null, next } = answer
      const { origin } = new URL(baseUrl)
      return c.json({
        results: hits.map((hit) => hitShape(hit, origin)),
        total,
        hasMore,
        instead,
        _links: linksOf(c, next === undefined ? undefined : String(next), baseUrl),
      })
    },
  }),
]

/** @throws {RequestError} 404. */
async function spaceOf({ c, reader }: ApiRequest): Promise<Space> {
  const space = await findReadableSpace(reader, readPathId(c))
  if (space === undefined) throw notFound()
  return space
}

/** In a connected space, page ids are Confluence's, the homepage's included. */
async function asConnected(
  space: Space,
  { findConnection }: Pick<ApiRequest, 'findConnection'>,
): Promise<ShownSpace> {
  const connected = await findConnection(space.id)
  if (connected === undefined) return space
  const { remoteSpace, policies } = connected
  return { ...space, homepageId: remoteSpace.homepageId, edits: policies.edits }
}

/**
 * Finds the page of a request; trashed pages count as missing.
 * @throws {RequestError} 404, and 400 if pages of several spaces have the id.
 */
async function pageOf(
  { c, reader, parameters }: ApiCall<typeof ofSpace>,
  version?: number,
): Promise<PageWithBody> {
  const spaceId = parameters['space-id'] === undefined ? undefined : String(parameters['space-id'])
  const page = await findPage(reader, readPathId(c), { version, spaceId })
  if (page === undefined) throw notFound()
  return page
}

interface PartOfList<Result> {
  readonly results: readonly Result[]
  readonly next: string | undefined
}

/** @param rows One more than `limit` when there are more. */
function listPart<Result extends { readonly id: string }>(
  rows: readonly Result[],
  limit: number,
  cursorOf: (last: Result) => string = ({ id }) => id,
): PartOfList<Result> {
  const results = rows.slice(0, limit)
  const lastResult = results.at(-1)
  return {
    results,
    next: rows.length > limit && lastResult ? cursorOf(lastResult) : undefined,
  }
}

function answerResults<Result>(
  c: Context<HostScope>,
  { results, next }: PartOfList<Result>,
  shape: (result: Result) => object,
  baseUrl: string,
): Response {
  return c.json({ results: results.map(shape), _links: linksOf(c, next, baseUrl) })
}

function linksOf(
  c: Context<HostScope>,
  next: string | undefined,
  baseUrl: string,
): Record<string, string> {
  if (next === undefined) return { base: baseUrl }
  const url = new URL(c.req.url)
  url.searchParams.set('cursor', Buffer.from(next).toString('base64url'))
  const address = url.pathname + url.search
  c.header('Link', `<${address}>; rel="next"`)
  return { next: address, base: baseUrl }
}
