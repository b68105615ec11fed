/**
 * Query parameters: how each kind is read and documented; unknown parameters are refused.
 *
 * @module
 */
import type { Context } from 'hono'
import type { HostTokenHolder } from '../../auth/tokens/host-tokens.ts'
import { parseId } from '../../database/ids.ts'
import { unknownParameter } from '../../http/error-answer.ts'
import type { RequestScope } from '../../http/request-scope.ts'
import { invalidRequest, notFound, wrongType } from './host-api-error.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface Parameter<Value = unknown> {
  readonly description: string
  readonly schema: JsonSchema
  /** @throws {HostApiError} 400 for values that it does not accept. */
  read(values: readonly string[] | undefined, name: string): Value
}

export type Parameters = Readonly<Record<string, Parameter>>

export type AskedParameters<Table extends Parameters> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never
}

/** @throws {HostApiError} 400 for the first wrong or unknown parameter. */
export function readParameters<Table extends Parameters>(
  c: Context<HostScope>,
  table: Table,
): AskedParameters<Table> {
  const unknown = Object.keys(c.req.queries()).find((name) => !Object.hasOwn(table, name))
  if (unknown !== undefined) throw invalidRequest(unknownParameter(unknown, Object.keys(table)))
  const read = Object.entries(table).map(([name, one]) => {
    const values = c.req.queries(name)
    // PostgreSQL text cannot hold NUL.
    if (values?.some((value) => value.includes('\0'))) {
      throw invalidRequest(`${name} must not contain NUL.`)
    }
    return [name, one.read(values, name)]
  })
  return Object.fromEntries(read)
}

/** @throws {HostApiError} 400 for anything but digits, 404 for digits that cannot be an id. */
export function readPathId(c: Context<HostScope>, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!/^[0-9]+$/.test(id)) throw wrongType(name, id)
  if (parseId(id) === undefined) throw notFound()
  return id
}

const maxListed = 250

export function oneText(description: string): Parameter<string | undefined> {
  return { description, schema: { type: 'string' }, read: readOnce }
}

/** The parameter may be repeated, and each value may be a comma-separated list. */
export function manyTexts(description: string): Parameter<string[] | undefined> {
  const schema = { type: 'array', maxItems: maxListed, items: { type: 'string' } }
  return { description, schema, read: readList }
}

export function ids(description: string): Parameter<string[] | undefined> {
  const items = { type: 'string', pattern: '^[0-9]+$' }
  return {
    description,
    schema: { type: 'array', maxItems: maxListed, items },
    read(values, name) {
      const listed = readList(values, name)
      const wrong = listed?.find((id) => !/^[0-9]+$/.test(id))
      if (wrong !== undefined) throw wrongType(name, wrong)
      return listed
    },
  }
}

export function integer<Fallback extends number | undefined>(
  description: string,
  { max = Number.MAX_SAFE_INTEGER, fallback }: NumberBounds<Fallback>,
): Parameter<number | Fallback> {
  const schema = { type: 'integer', minimum: 1, maximum: max }
  return {
    description,
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
    read(values, name) {
      const value = readOnce(values, name)
      if (value === undefined) return fallback
      if (!/^[0-9]+$/.test(value)) throw wrongType(name, value)
      const number = Number(value)
      if (number >= 1 && number <= max) return number
      throw invalidRequest(`${name} must be a whole number from 1 to ${max}.`)
    },
  }
}

interface NumberBounds<Fallback> {
  readonly max?: number
  readonly fallback: Fallback
}

export function choice<Word extends string>(
  description: string,
  words: readonly Word[],
): Parameter<Word | undefined> {
  return {
    description,
    schema: { type: 'string', enum: words },
    read(values, name) {
      const value = readOnce(values, name)
      if (value === undefined) return undefined
      const known = words.find((one) => one === value)
      if (known !== undefined) return known
      throw invalidRequest(`${name} must be one of ${words.join(', ')}.`)
    },
  }
}

function readOnce(values: readonly string[] | undefined, name: string): string | undefined {
  if (values === undefined || values.length <= 1) return values?.[0]
  throw invalidRequest(`${name} must be given once, got ${values.length} values.`)
}

function readList(values: readonly string[] | undefined, name: string): string[] | undefined {
  const listed = values?.flatMap((value) => value.split(','))
  if (listed !== undefined && listed.length > maxListed) {
    throw invalidRequest(`${name} must have at most ${maxListed} values, got ${listed.length}.`)
  }
  return listed
}

export interface HostScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The access of the token's owner, limited by the token. */
    holder: HostTokenHolder
  }
}
