/** Reads what a request's address says: ids, lists, statuses and formats, each checked. @module */
import type { Context } from 'hono'
import { parseId } from '../../database/ids.ts'
import type { PageStatus } from '../store/pages.ts'
import { type BodyFormat, bodyFormats } from './body-formats.ts'
import { invalidRequest, notFound, wrongType } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'

/** As many values as a list in an address may have. */
const maxListed = 250

/**
 * Let a route stand for its path with and without a slash at the end; clients write both.
 * @param path The path without it.
 */
export function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

/**
 * Read the id in the path.
 * @param c The request.
 * @throws {HostApiError} 400 for anything but digits, 404 for digits that cannot be an id.
 */
export function readPathId(c: Context<HostScope>): string {
  const id = c.req.param('id') ?? ''
  if (!/^[0-9]+$/.test(id)) throw wrongType('id', id)
  if (parseId(id) === undefined) throw notFound()
  return id
}

/**
 * Read a parameter that may be repeated, and may hold several values with commas between.
 * @param c The request.
 * @param name The parameter.
 * @returns `undefined` when it is absent.
 * @throws {HostApiError} 400 for too many.
 */
export function readList(c: Context<HostScope>, name: string): string[] | undefined {
  const values = c.req.queries(name)?.flatMap((value) => value.split(','))
  if (values !== undefined && values.length > maxListed) {
    throw invalidRequest(`${name} must have at most ${maxListed} values, got ${values.length}.`)
  }
  return values
}

/**
 * Read a list of ids.
 * @param c The request.
 * @param name The parameter.
 * @returns `undefined` when it is absent.
 * @throws {HostApiError} 400 for anything but digits, and for too many.
 */
export function readIds(c: Context<HostScope>, name: string): string[] | undefined {
  const ids = readList(c, name)
  const wrong = ids?.find((id) => !/^[0-9]+$/.test(id))
  if (wrong !== undefined) throw wrongType(name, wrong)
  return ids
}

/**
 * Read which pages to list; those that are not in the trash by default.
 * @param c The request.
 * @returns Of the statuses that were asked for, those that pages can have here.
 */
export function readStatuses(c: Context<HostScope>): PageStatus[] {
  const statuses = readList(c, 'status') ?? ['current']
  return statuses.filter((status) => status === 'current' || status === 'trashed')
}

/**
 * Read the version that is asked for.
 * @param c The request.
 * @returns `undefined` for the current one.
 * @throws {HostApiError} 400 for anything but digits.
 */
export function readVersionNumber(c: Context<HostScope>): number | undefined {
  const version = c.req.query('version')
  if (version === undefined) return undefined
  const number = parseId(version)
  if (number === undefined) throw wrongType('version', version)
  return number
}

/**
 * Read in which form the body is asked for.
 * @param c The request.
 * @returns `undefined` for no body.
 * @throws {HostApiError} 400 for a form that this wiki does not have.
 */
export function readBodyFormat(c: Context<HostScope>): BodyFormat | undefined {
  const format = c.req.query('body-format')
  if (format === undefined || format === 'none') return undefined
  const known = bodyFormats.find((one) => one === format)
  if (known !== undefined) return known
  throw invalidRequest(`body-format must be one of ${bodyFormats.join(', ')}.`)
}
