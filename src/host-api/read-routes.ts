/** The reading half of the wiki's own API. @module */
import { type Context, Hono } from 'hono'
import type { Database } from '../database/database.ts'
import { parseId } from '../database/ids.ts'
import { findPage, listPages, type PageFilter, type PageStatus } from '../wiki/pages.ts'
import { listSpaces } from '../wiki/spaces.ts'
import type { Space } from '../wiki/wiki.ts'
import { badRequest, notFound, wrongType } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import { answerResults, readPaging } from './paging.ts'
import { type BodyFormat, pageShape, pageWithBodyShape, spaceShape } from './shapes.ts'

export interface ReadDependencies {
  readonly database: Database
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
}

/**
 * Make the reading routes.
 * @param dependencies The store and the wiki's address.
 */
export function readRoutes({ database, baseUrl }: ReadDependencies): Hono<HostScope> {
  const app = new Hono<HostScope>()
  const findSpace = async (c: Context<HostScope>, id: string): Promise<Space> => {
    const spaces = await listSpaces(database, { readableBy: c.get('userId') })
    const space = spaces.find((one) => one.id === id)
    if (space === undefined) throw notFound()
    return space
  }
  const answerPages = async (
    c: Context<HostScope>,
    filter: Omit<PageFilter, 'limit' | 'after' | 'readableBy'>,
  ): Promise<Response> => {
    const paging = readPaging(c)
    const found = await listPages(database, {
      ...filter,
      statuses: readStatuses(c),
      readableBy: c.get('userId'),
      limit: paging.limit + 1,
      ...(paging.after === undefined ? {} : { after: paging.after }),
    })
    return answerResults(c, found, paging, { baseUrl: baseUrl(), show: pageShape })
  }

  app.get('/spaces', async (c) => {
    const paging = readPaging(c)
    const keys = readList(c, 'keys')?.map((key) => key.toLowerCase())
    const ids = readList(c, 'ids')
    const isArchivedOnly = c.req.query('status') === 'archived'
    const spaces = (await listSpaces(database, { readableBy: c.get('userId') }))
      .filter((space) => keys === undefined || keys.includes(space.key.toLowerCase()))
      .filter((space) => ids === undefined || ids.includes(space.id))
      .filter((space) => Number(space.id) > Number(paging.after ?? 0) && !isArchivedOnly)
      .sort((a, b) => Number(a.id) - Number(b.id))
    return answerResults(c, spaces, paging, { baseUrl: baseUrl(), show: spaceShape })
  })
  app.get('/spaces/:id', async (c) => {
    const space = await findSpace(c, pathId(c))
    return c.json({
      ...spaceShape(space),
      _links: { webui: `/spaces/${space.key}`, base: baseUrl() },
    })
  })
  app.get('/spaces/:id/pages', async (c) => {
    const space = await findSpace(c, pathId(c))
    const title = c.req.query('title')
    return answerPages(c, { spaceId: space.id, ...(title === undefined ? {} : { title }) })
  })
  app.get('/pages', async (c) => {
    const spaceIds = readList(c, 'space-id')
    if (spaceIds !== undefined && spaceIds.length > 1) {
      throw badRequest('space-id must name one space.')
    }
    const [spaceId] = spaceIds ?? []
    if (spaceId !== undefined && parseId(spaceId) === undefined)
      throw wrongType('space-id', spaceId)
    const title = c.req.query('title')
    const ids = readList(c, 'id')
    return answerPages(c, {
      ...(spaceId === undefined ? {} : { spaceId }),
      ...(title === undefined ? {} : { title }),
      ...(ids === undefined ? {} : { ids }),
    })
  })
  app.get('/pages/:id', async (c) => {
    const id = pathId(c)
    const version = c.req.query('version')
    if (version !== undefined && parseId(version) === undefined) throw wrongType('version', version)
    const page = await findPage(database, id, {
      readableBy: c.get('userId'),
      ...(version === undefined ? {} : { version: Number(version) }),
    })
    if (page === undefined) throw notFound()
    return c.json(pageWithBodyShape(page, readBodyFormat(c), baseUrl()))
  })
  app.get('/pages/:id/direct-children', async (c) => {
    const parentId = pathId(c)
    const parent = await findPage(database, parentId, { readableBy: c.get('userId') })
    if (parent === undefined) throw notFound()
    const paging = readPaging(c)
    const found = await listPages(database, {
      spaceId: parent.spaceId,
      parentId,
      limit: paging.limit + 1,
      ...(paging.after === undefined ? {} : { after: paging.after }),
    })
    const show = ({ id, status, title, spaceId }: (typeof found)[number]): object => ({
      id,
      status,
      title,
      type: 'page',
      spaceId,
      childPosition: null,
    })
    return answerResults(c, found, paging, { baseUrl: baseUrl(), show })
  })
  return app
}

/**
 * Read the id in the path.
 * @param c The request.
 * @throws {HostApiError} 400 for anything but digits.
 */
export function pathId(c: Context<HostScope>): string {
  const id = c.req.param('id') ?? ''
  if (parseId(id) === undefined) {
    if (/^[0-9]+$/.test(id)) throw notFound()
    throw wrongType('id', id)
  }
  return id
}

function readList(c: Context<HostScope>, name: string): string[] | undefined {
  const values = c.req.queries(name)
  return values?.flatMap((value) => value.split(',')).slice(0, 250)
}

function readStatuses(c: Context<HostScope>): PageStatus[] {
  const statuses = readList(c, 'status') ?? ['current']
  return statuses.filter((status): status is PageStatus => /^(?:current|trashed)$/.test(status))
}

function readBodyFormat(c: Context<HostScope>): BodyFormat | undefined {
  const format = c.req.query('body-format')
  if (format === undefined || format === 'none') return undefined
  if (format === 'atlas_doc_format' || format === 'storage' || format === 'view') return format
  throw badRequest('body-format must be atlas_doc_format, storage or view.')
}
