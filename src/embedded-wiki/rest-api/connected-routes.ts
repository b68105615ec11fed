/**
 * The wiki's own API for spaces that are connected to another wiki. Ids of their pages are that wiki's,
 * so a request for pages names the space, by its id here; without it, ids are those of pages here.
 * @module
 */
import { type Context, Hono } from 'hono'
import type { Access } from '../../auth/access.ts'
import type { Actor } from '../../auth/audit.ts'
import { parseId } from '../../database/ids.ts'
import type { BrowsedPage, BrowsedSpace, BrowseSpace } from '../../delivery/browse/browse-space.ts'
import { invalidRequest, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import { readBodyFormat, readIds, readPathId, withSlash } from './parameters.ts'

export interface ConnectedDependencies {
  readonly browse: BrowseSpace
  readonly access: Access
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
}

type Answerer = (c: Context<HostScope>, space: BrowsedSpace, spaceId: string) => Promise<Response>

/**
 * Make the routes; requests for other spaces go on to what comes next.
 * @param dependencies What gives connected spaces, and who may see them.
 */
export function connectedRoutes(dependencies: ConnectedDependencies): Hono<HostScope> {
  const { baseUrl } = dependencies
  const app = new Hono<HostScope>()
  const route = (method: 'GET' | 'POST' | 'DELETE', path: string, answer: Answerer): void => {
    for (const one of withSlash(path)) {
      app.on(method, one, async (c, next) => {
        const found = await findSpace(
          c,
          method === 'GET' ? ['read', 'write'] : ['write'],
          dependencies,
        )
        return found === undefined ? next() : answer(c, found.space, found.spaceId)
      })
    }
  }
  route('GET', '/pages', async (c, space, spaceId) => {
    const pages = await space.findPages(readIds(c, 'id') ?? [])
    return c.json({
      results: pages.map((page) => pageShape(page, spaceId)),
      _links: { base: baseUrl() },
    })
  })
  route('GET', '/pages/:id', async (c, space, spaceId) => {
    const format = readBodyFormat(c)
    const page = await space.readBody(readPathId(c))
    if (page === undefined) throw notFound()
    const shape = pageShape(page, spaceId)
    if (format === undefined) return c.json(shape)
    if (format !== page.format) {
      throw invalidRequest(`body-format must be ${page.format}: so are the pages of this site.`)
    }
    return c.json({ ...shape, body: { [format]: { representation: format, value: page.body } } })
  })
  route('GET', '/pages/:id/direct-children', async (c, space, spaceId) => {
    const pages = await space.listChildren(readPathId(c))
    if (pages === undefined) throw notFound()
    // All at once: whoever sends pages here has no cursor of that wiki.
    return c.json({
      results: pages.map(({ id, status, title }) => ({ id, status, title, type: 'page', spaceId })),
      _links: { base: baseUrl() },
    })
  })
  route('GET', '/pages/:id/edits', async (c, space) => {
    const edits = await space.findEdits(readPathId(c))
    if (edits === undefined) throw notFound()
    return c.json(edits)
  })
  route('GET', '/pages/:id/comments', async (c, space) => {
    const hasComments = await space.hasComments(readPathId(c))
    if (hasComments === undefined) throw notFound()
    return c.json({ hasComments })
  })
  route('POST', '/pages/:id/archive', async (c, space) => {
    const isArchived = await space.archivePage(readPathId(c), actorOf(c))
    if (isArchived === undefined) throw notFound()
    if (!isArchived) {
      throw invalidRequest('Confluence does not archive this page, or not for this account.')
    }
    return c.body(null, 204)
  })
  route('DELETE', '/pages/:id', async (c, space) => {
    if (!(await space.trashPage(readPathId(c), actorOf(c)))) throw notFound()
    return c.body(null, 204)
  })
  return app
}

function actorOf(c: Context<HostScope>): Actor {
  return { name: c.get('holder').userName, address: c.env.incoming.socket.remoteAddress ?? '' }
}

/** Without the access, what is there looks as if it were not. */
async function findSpace(
  c: Context<HostScope>,
  levels: readonly string[],
  { browse, access }: ConnectedDependencies,
): Promise<{ readonly space: BrowsedSpace; readonly spaceId: string } | undefined> {
  const [spaceId, ...others] = readIds(c, 'space-id') ?? []
  if (spaceId === undefined || others.length > 0) return undefined
  const space = await browse(spaceId)
  if (space === undefined) return undefined
  const level = await access.accessOf(c.get('holder'), parseId(spaceId) ?? 0)
  if (level === undefined || !levels.includes(level)) throw notFound()
  return { space, spaceId }
}

function pageShape(page: BrowsedPage, spaceId: string): Record<string, unknown> {
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
