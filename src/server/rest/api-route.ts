/** Routes of the wiki's REST API, and the kinds of their parameters. @module */
import type { Context } from 'hono'
import { type Reader, readerAs } from '../../accounts/reader.ts'
import type { HostTokenHolder } from '../../accounts/tokens/host-tokens.ts'
import { RequestError, wrongField } from '../../contract/errors.ts'
import { parseId } from '../../store/ids.ts'
import { unknownParameter } from '../http/error-answer.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from '../service/compose.ts'

/** Without the database, so that routes read by `reader`, which knows what the caller may read. */
export interface ApiRequest extends Omit<ServiceParts, 'database'> {
  readonly c: Context<HostScope>
  readonly reader: Reader
  readonly baseUrl: string
}

export interface ApiCall<Table extends Parameters> extends ApiRequest {
  readonly parameters: ParameterValues<Table>
}

interface RouteTable<Table extends Parameters> {
  /** The path below `/wiki/api/v2`; names in braces are ids. */
  readonly path: string
  readonly parameters?: Table
  answer(call: ApiCall<Table>): Promise<Response>
}

export interface ApiRoute {
  readonly path: string
  readonly parameters: Parameters
  answer(c: Context<HostScope>, parts: ServiceParts): Promise<Response>
}

export function apiRoute<const Table extends Parameters = Record<never, never>>({
  path,
  parameters = {} as Table,
  answer,
}: RouteTable<Table>): ApiRoute {
  return {
    path,
    parameters,
    answer: (c, parts) =>
      answer({
        ...parts,
        c,
        reader: readerAs(parts.database, c.get('holder')),
        baseUrl: `${parts.publicUrl()}/wiki`,
        parameters: readParameters(c, parameters),
      }),
  }
}

/** Reads a parameter from all values that were sent for it. */
type Parameter<Value = unknown> = (values: readonly string[] | undefined, name: string) => Value

type Parameters = Readonly<Record<string, Parameter>>

type ParameterValues<Table extends Parameters> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never
}

/** @throws {RequestError} 400 for the first wrong or unknown parameter. */
function readParameters<Table extends Parameters>(
  c: Context<HostScope>,
  table: Table,
): ParameterValues<Table> {
  const unknown = Object.keys(c.req.queries()).find((name) => !Object.hasOwn(table, name))
  if (unknown !== undefined) throw invalidRequest(unknownParameter(unknown, Object.keys(table)))
  const entries = Object.entries(table).map(([name, parameter]) => {
    const values = c.req.queries(name)
    // PostgreSQL text cannot hold NUL.
    if (values?.some((value) => value.includes('\0'))) {
      throw invalidRequest(`${name} must not contain NUL.`)
    }
    return [name, parameter(values, name)]
  })
  return Object.fromEntries(entries)
}

/** @throws {RequestError} 400 for anything but digits, 404 for digits that cannot be an id. */
export function readPathId(c: Context<HostScope>): string {
  const id = c.req.param('id') ?? ''
  if (!/^[0-9]+$/.test(id)) throw wrongType('id', id)
  if (parseId(id) === undefined) throw notFound()
  return id
}

const maxListed = 250

export const oneText: Parameter<string | undefined> = (values, name) => {
  if (values === undefined || values.length <= 1) return values?.[0]
  throw invalidRequest(`${name} must be given once, got ${values.length} values.`)
}

/** A repeatable parameter whose values may be comma-separated lists. */
export const manyTexts: Parameter<string[] | undefined> = (values, name) => {
  const items = values?.flatMap((value) => value.split(','))
  if (items !== undefined && items.length > maxListed) {
    throw invalidRequest(`${name} must have at most ${maxListed} values, got ${items.length}.`)
  }
  return items
}

export const ids: Parameter<string[] | undefined> = (values, name) => {
  const items = manyTexts(values, name)
  const wrong = items?.find((id) => !/^[0-9]+$/.test(id))
  if (wrong !== undefined) throw wrongType(name, wrong)
  return items
}

export function integer<Fallback extends number | undefined>(
  fallback: Fallback,
  max = Number.MAX_SAFE_INTEGER,
): Parameter<number | Fallback> {
  return (values, name) => {
    const value = oneText(values, name)
    if (value === undefined) return fallback
    if (!/^[0-9]+$/.test(value)) throw wrongType(name, value)
    const number = Number(value)
    if (number >= 1 && number <= max) return number
    throw invalidRequest(`${name} must be a whole number from 1 to ${max}.`)
  }
}

export function choice<Word extends string>(words: readonly Word[]): Parameter<Word | undefined> {
  return (values, name) => {
    const value = oneText(values, name)
    if (value === undefined) return undefined
    const knownWord = words.find((word) => word === value)
    if (knownWord !== undefined) return knownWord
    throw invalidRequest(`${name} must be one of ${words.join(', ')}.`)
  }
}

/** `holder` is the owner of the token, whose access the token may limit. */
export type HostScope = RequestScope<{ holder: HostTokenHolder }>

/** Missing pages and pages that the caller may not see get the same error, so it reveals nothing. */
export function notFound(): RequestError {
  return new RequestError('not-found', 'Not Found')
}

export function invalidRequest(title: string): RequestError {
  return new RequestError('bad-request', title)
}

/** Refuses a value in the words of Confluence's API. */
function wrongType(name: string, value: string): RequestError {
  const title = `Provided value {${value.slice(0, 60)}} for '${name}' is not the correct type. Expected type is long.`
  return wrongField(name, title)
}

type PagedParameters = {
  readonly limit: Parameter<number>
  readonly cursor: Parameter<string | undefined>
}

/** @param usual The default of `limit`. */
export function paged(usual = 25, max = 250): PagedParameters {
  return { limit: integer(usual, max), cursor }
}

/** Numbers joined by `-`: the id or position of the last result, or an offset. */
const cursor: Parameter<string | undefined> = (values) => {
  if (values === undefined) return undefined
  const place = Buffer.from(values.join(), 'base64url').toString()
  if (/^[0-9]{1,40}(-[0-9]{1,40})*$/.test(place)) return place
  throw invalidRequest('cursor is not one that this API gave out.')
}
