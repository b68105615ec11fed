/** Finds what the path of a request names, if the caller may read it. @module */
import { findSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { findPage, type PageWithBody } from '../store/pages.ts'
import type { ApiRequest } from './api-route.ts'
import { notFound } from './host-api-error.ts'
import { readPathId } from './parameters.ts'
import type { ShownSpace } from './shapes.ts'

/**
 * Find the space.
 * @throws {HostApiError} 404.
 */
export async function spaceAsked({ c, database, holder }: ApiRequest, name = 'id'): Promise<Space> {
  const space = await findSpace(database, readPathId(c, name), { readableBy: holder })
  if (space === undefined) throw notFound()
  return space
}

/** Pages of a connected space have ids of another wiki, its homepage as well. */
export async function asConnected(
  space: Space,
  { browse }: Pick<ApiRequest, 'browse'>,
): Promise<ShownSpace> {
  const connected = await browse(space.id)
  if (connected === undefined) return space
  const { homepageId, edits } = connected
  return { ...space, homepageId, edits }
}

/**
 * Find the page.
 * @param version A version of it; the current one without it.
 * @throws {HostApiError} 404, also for a page that is not in the space that `space-id` names.
 */
export async function pageAsked(
  { c, database, holder, workers }: ApiRequest,
  version?: number | undefined,
  name = 'id',
): Promise<PageWithBody> {
  const { unpackVersion: unpack } = workers
  const page = await findPage(database, readPathId(c, name), {
    version,
    unpack,
    readableBy: holder,
  })
  const spaceId = c.req.query('space-id')
  if (page === undefined || (spaceId ?? page.spaceId) !== page.spaceId) throw notFound()
  return page
}
