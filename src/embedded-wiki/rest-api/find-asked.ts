/** Finds what the path of a request names, if the caller may read it. @module */
import { findSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { findPageAttachment, type PageAttachment } from '../store/attachments/list-attachments.ts'
import { findPage, type PageWithBody } from '../store/pages.ts'
import type { ApiRequest } from './api-route.ts'
import { invalidRequest, notFound } from './host-api-error.ts'
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

/**
 * Find the attachment.
 * @throws {HostApiError} 404.
 */
export async function attachmentAsked({
  c,
  database,
  holder,
}: ApiRequest): Promise<PageAttachment> {
  const [, id = ''] = /^(?:att)?([0-9]+)$/.exec(c.req.param('id') ?? '') ?? []
  const found = await findPageAttachment(database, id, holder)
  if (found === undefined) throw notFound()
  return found
}

/**
 * Check that a space may be written to. Without the right, what is there looks as if it were not; and in
 * a connected space, what is written would be where nobody looks for it.
 * @throws {HostApiError} 404, or 400.
 */
export async function checkWritable(
  { access, holder, browse }: ApiRequest,
  spaceId: string,
): Promise<void> {
  if ((await access.accessOf(holder, Number(spaceId))) !== 'write') throw notFound()
  if ((await browse(spaceId)) === undefined) return
  throw invalidRequest(
    'The pages of this space are in Confluence. Import them, or write them there.',
  )
}
