/**
 * Internal routes with which `markport import` and `markport pull` prune pages or pull edits.
 *
 * @module
 */
import { type Context, Hono } from 'hono'
import type { Actor } from '../../auth/audit.ts'
import { type Reader, readerAs } from '../../auth/reader.ts'
import type { BrowsedPage, BrowsedSpace, BrowseSpace } from '../../delivery/browse/browse-space.ts'
import { listPages } from '../pages/list-pages.ts'
import type { Page } from '../pages/page.ts'
import { listChildren } from '../pages/pages-around.ts'
import { type PageChangeDependencies, trashPage } from '../store/trash-page.ts'
import { invalidRequest, notFound } from './host-api-error.ts'
import { type HostScope, ids, readParameters, readPathId } from './parameters.ts'

interface PruneDependencies extends PageChangeDependencies {
  readonly browse: BrowseSpace
}

interface HeldSpace {
  readonly reader: Reader
  readonly spaceId: string
  readonly connected: BrowsedSpace | undefined
}

/** Children counted below one page; it stays if one of them does. */
const maxChildren = 10_000

export function pruneRoutes(dependencies: PruneDependencies): Hono<HostScope> {
  const { database, browse } = dependencies
  const app = new Hono<HostScope>()
  const spaceToWrite = async (c: Context<HostScope>): Promise<HeldSpace> => {
    const spaceId = readPathId(c, 'space')
    const reader = readerAs(database, c.get('holder'))
    // Without write access the space looks as if it did not exist.
    if (!(await reader.mayWrite(spaceId))) throw notFound()
    return { reader, spaceId, connected: await browse(spaceId) }
  }
  const pages = '/spaces/:space/held-pages'
  app.get(pages, async (c) => {
    const { reader, spaceId, connected } = await spaceToWrite(c)
    const { id: wanted = [] } = readParameters(c, { id: ids('Pages to look for.') })
    const heldPages =
      connected === undefined
        ? await listPages(reader, { spaceId, ids: wanted, limit: wanted.length })
        : await connected.findPages(wanted)
    return c.json({ results: heldPages.map((page) => pageShape(page, spaceId)) })
  })
  app.get(`${pages}/:id/children`, async (c) => {
    const { reader, spaceId, connected } = await spaceToWrite(c)
    const parentId = readPathId(c)
    const children =
      connected === undefined
        ? await childrenHere(reader, { id: parentId, spaceId })
        : await connected.listChildren(parentId)
    if (children === undefined) throw notFound()
    return c.json({ results: children.map((page) => pageShape(page, spaceId)) })
  })
  app.get(`${pages}/:id/edits`, async (c) => {
    const { connected } = await spaceToWrite(c)
    const edits = await connected?.findEdits(readPathId(c))
    if (edits === undefined) throw notFound()
    return c.json(edits)
  })
  app.get(`${pages}/:id/comments`, async (c) => {
    const { connected } = await spaceToWrite(c)
    const hasComments = await connected?.hasComments(readPathId(c))
    if (hasComments === undefined) throw notFound()
    return c.json({ hasComments })
  })
  app.post(`${pages}/:id/archive`, async (c) => {
    const { connected } = await spaceToWrite(c)
    const isArchived = await connected?.archivePage(readPathId(c), actorOf(c))
    if (isArchived === undefined) throw notFound()
    if (!isArchived) {
      throw invalidRequest('Confluence does not archive this page, or not for this account.')
    }
    return c.body(null, 204)
  })
  app.delete(`${pages}/:id`, async (c) => {
    const { reader, spaceId, connected } = await spaceToWrite(c)
    const id = readPathId(c)
    if (connected === undefined) {
      const [page] = await listPages(reader, { spaceId, ids: [id], limit: 1 })
      if (page === undefined) throw notFound()
      await trashPage(dependencies, id, actorOf(c))
    } else if (!(await connected.trashPage(id, actorOf(c)))) {
      throw notFound()
    }
    return c.body(null, 204)
  })
  return app
}

async function childrenHere(
  reader: Reader,
  parent: Pick<Page, 'id' | 'spaceId'>,
): Promise<HeldPage[]> {
  const { pages } = await listChildren(reader, parent, { limit: maxChildren })
  return pages.map(({ id, pageTitle: title, version: number }) => ({
    ...{ id, title, status: 'current', parentId: parent.id },
    version: { number },
  }))
}

function actorOf(c: Context<HostScope>): Actor {
  const { userName, tokenName } = c.get('holder')
  const address = c.env.incoming.socket.remoteAddress ?? ''
  return { name: userName, address, origin: { via: 'api', tokenName } }
}

type HeldPage = Pick<Page, 'id' | 'title' | 'status' | 'parentId'> & {
  readonly version: Pick<Page['version'], 'number'>
}

function pageShape(
  { id, title, status, version, ...page }: HeldPage | BrowsedPage,
  spaceId: string,
) {
  return {
    id,
    title,
    status,
    spaceId,
    parentId: page.parentId ?? null,
    ...(version && { version: { number: version.number } }),
  }
}
