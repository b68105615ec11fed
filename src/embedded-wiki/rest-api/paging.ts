/** Pages of results: a limit, an opaque cursor, and the address of what follows. @module */
import type { Context } from 'hono'
import { parseId } from '../../database/ids.ts'
import { invalidRequest } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'

export interface Paging {
  readonly limit: number
  /** The id after which to go on. */
  readonly after: string | undefined
}

const defaultLimit = 25
const maxLimit = 250

/**
 * Read `limit` and `cursor`.
 * @param c The request.
 * @throws {HostApiError} 400 for either.
 */
export function readPaging(c: Context<HostScope>): Paging {
  const text = c.req.query('limit')
  const limit = text === undefined ? defaultLimit : (parseId(text) ?? 0)
  if (limit < 1 || limit > maxLimit) {
    throw invalidRequest(`limit must be a whole number from 1 to ${maxLimit}.`)
  }
  const cursor = c.req.query('cursor')
  if (cursor === undefined) return { limit, after: undefined }
  const after = Buffer.from(cursor, 'base64url').toString('latin1')
  if (parseId(after) === undefined)
    throw invalidRequest('cursor is not one that this API gave out.')
  return { limit, after }
}

/**
 * Answer with results, and with the way to the next ones.
 * @param c The request.
 * @param found Results in their order, one more than asked for when there are more.
 * @param paging What was asked for.
 * @param options The wiki's address, and how to show a result.
 */
export function answerResults<Found extends { readonly id: string }>(
  c: Context<HostScope>,
  found: readonly Found[],
  paging: Paging,
  options: { baseUrl: string; show: (one: Found) => object },
): Response {
  const shown = found.slice(0, paging.limit)
  const links: Record<string, string> = { base: options.baseUrl }
  if (found.length > paging.limit) {
    const url = new URL(c.req.url)
    url.searchParams.set('limit', String(paging.limit))
    url.searchParams.set('cursor', Buffer.from(shown.at(-1)?.id ?? '').toString('base64url'))
    links.next = url.pathname + url.search
    c.header('Link', `<${links.next}>; rel="next"`)
  }
  return c.json({ results: shown.map(options.show), _links: links })
}
