/** Pages of results: a limit, a sort, an opaque cursor, and the address of what follows. @module */
import type { Context } from 'hono'
import { parseId } from '../../database/ids.ts'
import type { ListOrder, ListPlace } from '../../database/list-order.ts'
import { type HostApiError, invalidRequest } from './host-api-error.ts'
import { choice, type HostScope, integer, type Parameter } from './parameters.ts'

/** The most of a list in one answer. */
const maxLimit = 250

export type PagedParameters = {
  readonly limit: Parameter<number>
  readonly cursor: Parameter<ListPlace | undefined>
}

/**
 * The parameters of a list.
 * @param usual How many it gives without `limit`.
 */
export function paged(usual = 25): PagedParameters {
  return {
    limit: integer('How many results at most.', { max: maxLimit, fallback: usual }),
    cursor,
  }
}

/** What goes on behind the place that an answer ended at. */
const cursor: Parameter<ListPlace | undefined> = {
  description: 'Where to go on, as `_links.next` of the answer before says.',
  schema: { type: 'string' },
  read(values) {
    if (values === undefined) return undefined
    try {
      const [id, value] = JSON.parse(Buffer.from(values.join(), 'base64url').toString())
      if (typeof id === 'string' && isSortable(value)) return { id, value }
    } catch {
      // As any other text that is none.
    }
    throw foreignCursor()
  },
}

function foreignCursor(): HostApiError {
  return invalidRequest('cursor is not one that this API gave out.')
}

/**
 * Check that a place is one of its list: among dates and depths it is a number, which PostgreSQL must be given.
 * @throws {HostApiError} 400.
 */
export function checkListPlace({ cursor, sort }: PlaceAsked): void {
  const isOfNumbers = /^(?:depth|\w+-date)$/.test(sort?.by ?? '')
  if (cursor !== undefined && isOfNumbers && typeof cursor.value !== 'number') {
    throw foreignCursor()
  }
}

interface PlaceAsked {
  readonly cursor?: ListPlace | undefined
  readonly sort?: { readonly by?: string }
}

function isSortable(value: unknown): value is ListPlace['value'] {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return value === undefined || Number.isSafeInteger(value)
}

/**
 * The parameter that sorts a list.
 * @param columns What it can be sorted by.
 * @param usual Its order without one.
 */
export function sorted<Column extends string>(
  columns: readonly Column[],
  usual: ListOrder<Column>,
): Parameter<ListOrder<Column>> {
  const words = columns.flatMap((column) => [column, `-${column}`] as const)
  const { description, schema, read } = choice(
    'What to sort by; with `-`, the other way round.',
    words,
    undefined,
  )
  return {
    description,
    schema,
    read(values, name) {
      const word = read(values, name)
      if (word === undefined) return usual
      const isDescending = word.startsWith('-')
      return { by: (isDescending ? word.slice(1) : word) as Column, isDescending }
    },
  }
}

/** A part of a list, and where the next one begins. */
export interface PartOfList<Found> {
  readonly shown: readonly Found[]
  readonly next: ListPlace | undefined
}

/**
 * Cut what was found.
 * @param found Results in their order, one more than asked for when there are more.
 */
export function listPart<Found>(
  found: readonly Found[],
  limit: number,
  placeOf: (one: Found) => ListPlace,
): PartOfList<Found> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: found.length > limit && last !== undefined ? placeOf(last) : undefined }
}

/** Answer with results, and with the way to the next ones. */
export function answerResults(
  c: Context<HostScope>,
  results: readonly object[],
  next: ListPlace | undefined,
  baseUrl: string,
): Response {
  return c.json({ results, _links: linksOf(c, next, baseUrl) })
}

/** Make the links of a list, and say the next one in a header as well. */
export function linksOf(
  c: Context<HostScope>,
  next: ListPlace | undefined,
  baseUrl: string,
): Record<string, string> {
  if (next === undefined) return { base: baseUrl }
  const url = new URL(c.req.url)
  const { id, value } = next
  const place = JSON.stringify(value === undefined ? [id] : [id, value])
  url.searchParams.set('cursor', Buffer.from(place).toString('base64url'))
  const address = url.pathname + url.search
  c.header('Link', `<${address}>; rel="next"`)
  return { next: address, base: baseUrl }
}

/** Tell of an id of a cursor where lists are in the order of ids. */
export function idAtCursor(place: ListPlace | undefined): number | undefined {
  if (place === undefined) return undefined
  const id = parseId(place.id)
  if (id === undefined) throw foreignCursor()
  return id
}
