/** The reading half of the wiki's own API. @module */
import { type Context, Hono } from 'hono'
import type { Database } from '../../database/database.ts'
import type { BrowseSpace } from '../../delivery/browse/browse-space.ts'
import { admit } from '../../http/admit.ts'
import { findSpace, listSpacesById } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import type { Places } from '../../places/places.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import { findPage, listChildren, listPages, type PageFilter } from '../store/pages.ts'
import { notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import { answerResults, readPaging } from './paging.ts'
import {
  readBodyFormat,
  readIds,
  readList,
  readPathId,
  readStatuses,
  readVersionNumber,
  withSlash,
} from './parameters.ts'
import { answerPageWithBody, childShape, pageShape, type ShownSpace, spaceShape } from './shapes.ts'

export interface ReadDependencies {
  readonly database: Database
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
  readonly workers: Pick<EmbeddedWork, 'show' | 'unpackVersion'>
  readonly readingGate: Places
  readonly browse: BrowseSpace
}

/**
 * Make the reading routes.
 * @param dependencies The store and the wiki's address.
 */
export function readRoutes(dependencies: ReadDependencies): Hono<HostScope> {
  const app = new Hono<HostScope>()
  const enter = admit<HostScope>(dependencies.readingGate, (c) => `user ${c.get('holder').userId}`)
  app.on('GET', '*', enter)
  app.on('GET', withSlash('/spaces'), (c) => answerSpaces(c, dependencies))
  app.on('GET', withSlash('/spaces/:id'), async (c) => {
    const space = await readSpace(c, dependencies)
    const shape = spaceShape(await asConnected(space, dependencies))
    return c.json({ ...shape, _links: { ...shape._links, base: dependencies.baseUrl() } })
  })
  app.on('GET', withSlash('/spaces/:id/pages'), async (c) => {
    const space = await readSpace(c, dependencies)
    return answerPages(c, dependencies, { spaceId: space.id })
  })
  app.on('GET', withSlash('/pages'), (c) =>
    answerPages(c, dependencies, { spaceId: readIds(c, 'space-id'), ids: readIds(c, 'id') }),
  )
  app.on('GET', withSlash('/pages/:id'), (c) => answerPage(c, dependencies))
  app.on('GET', withSlash('/pages/:id/direct-children'), (c) => answerChildren(c, dependencies))
  return app
}

async function answerSpaces(
  c: Context<HostScope>,
  { database, baseUrl, browse }: ReadDependencies,
): Promise<Response> {
  const paging = readPaging(c)
  const filter = { keys: readList(c, 'keys'), ids: readIds(c, 'ids') }
  // No space here is ever archived.
  const isCurrent = readList(c, 'status')?.includes('current') ?? true
  const found = isCurrent
    ? await listSpacesById(database, {
        ...filter,
        readableBy: c.get('holder'),
        after: paging.after,
        limit: paging.limit + 1,
      })
    : []
  const spaces = await Promise.all(found.map((space) => asConnected(space, { browse })))
  return answerResults(c, spaces, paging, { baseUrl: baseUrl(), show: spaceShape })
}

/** Pages of a connected space have ids of another wiki, its homepage as well. */
async function asConnected(
  space: Space,
  { browse }: Pick<ReadDependencies, 'browse'>,
): Promise<ShownSpace> {
  const connected = await browse(space.id)
  if (connected === undefined) return space
  const { homepageId, edits } = connected
  return { ...space, homepageId, edits }
}

async function readSpace(c: Context<HostScope>, { database }: ReadDependencies): Promise<Space> {
  const space = await findSpace(database, readPathId(c), { readableBy: c.get('holder') })
  if (space === undefined) throw notFound()
  return space
}

async function answerPages(
  c: Context<HostScope>,
  { database, baseUrl }: ReadDependencies,
  filter: Pick<PageFilter, 'spaceId' | 'ids'>,
): Promise<Response> {
  const paging = readPaging(c)
  const found = await listPages(database, {
    ...filter,
    title: c.req.query('title'),
    statuses: readStatuses(c),
    readableBy: c.get('holder'),
    after: paging.after,
    limit: paging.limit + 1,
  })
  return answerResults(c, found, paging, { baseUrl: baseUrl(), show: pageShape })
}

async function answerPage(
  c: Context<HostScope>,
  dependencies: ReadDependencies,
): Promise<Response> {
  const id = readPathId(c)
  const version = readVersionNumber(c)
  const format = readBodyFormat(c)
  const readableBy = c.get('holder')
  const unpack = dependencies.workers.unpackVersion
  const page = await findPage(dependencies.database, id, { version, unpack, readableBy })
  if (page === undefined) throw notFound()
  return answerPageWithBody(c, page, format, dependencies)
}

async function answerChildren(
  c: Context<HostScope>,
  { database, baseUrl }: ReadDependencies,
): Promise<Response> {
  const paging = readPaging(c)
  const parent = await findPage(database, readPathId(c), { readableBy: c.get('holder') })
  if (parent === undefined) throw notFound()
  const found = await listChildren(database, {
    spaceId: parent.spaceId,
    parentId: parent.id,
    after: paging.after,
    limit: paging.limit + 1,
  })
  return answerResults(c, found, paging, { baseUrl: baseUrl(), show: childShape })
}
