/** Paging of results: a limit, an opaque cursor, and the link to the next part. @module */
import type { Context } from 'hono'
import { invalidRequest } from './host-api-error.ts'
import { type HostScope, integer, type Parameter } from './parameters.ts'

export type PagedParameters = {
  readonly limit: Parameter<number>
  readonly cursor: Parameter<string | undefined>
}

/**
 * The parameters of a list.
 * @param usual The default of `limit`.
 * @param max The most in one answer.
 */
export function paged(usual = 25, max = 250): PagedParameters {
  return {
    limit: integer('How many results at most.', { max, fallback: usual }),
    cursor,
  }
}

/** Numbers with `-` between them: the id or place of the last result, or how many came before. */
const cursor: Parameter<string | undefined> = {
  description: 'Where to go on, as `_links.next` of the answer before says.',
  schema: { type: 'string' },
  read(values) {
    if (values === undefined) return undefined
    const place = Buffer.from(values.join(), 'base64url').toString()
    if (/^[0-9]{1,40}(-[0-9]{1,40})*$/.test(place)) return place
    throw invalidRequest('cursor is not one that this API gave out.')
  },
}

export interface PartOfList<Found> {
  readonly shown: readonly Found[]
  readonly next: string | undefined
}

/**
 * Cut what was found.
 * @param found Results in their order, one more than asked for when there are more.
 * @param cursorOf Gives the cursor of the part after a result.
 */
export function listPart<Found extends { readonly id: string }>(
  found: readonly Found[],
  limit: number,
  cursorOf: (last: Found) => string = ({ id }) => id,
): PartOfList<Found> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last ? cursorOf(last) : undefined }
}

export function answerResults<Found>(
  c: Context<HostScope>,
  { shown, next }: PartOfList<Found>,
  shape: (one: Found) => object,
  baseUrl: string,
): Response {
  return c.json({ results: shown.map(shape), _links: linksOf(c, next, baseUrl) })
}

export function linksOf(
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
