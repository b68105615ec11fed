/**
 * A route of the wiki's own API, as data: what it takes, what it gives, and what answers. Requests are
 * served by these and described by them, so that nothing is taken that is not in the document.
 * @module
 */
import type { Context } from 'hono'
import type { HostTokenHolder } from '../../auth/tokens/host-tokens.ts'
import type { Database } from '../../database/database.ts'
import type { BrowseSpace } from '../../delivery/browse/browse-space.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import type { Search } from '../reader/search/search-answer.ts'
import {
  type AskedParameters,
  type HostScope,
  type Parameters,
  readParameters,
} from './parameters.ts'
import type { SchemaName } from './schemas.ts'

/** What routes work with. */
export interface ApiParts {
  readonly database: Database
  readonly workers: EmbeddedWork
  /** Gives spaces whose pages are in another wiki. */
  readonly browse: BrowseSpace
  readonly search: Search
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
}

/** A request, and all that answers it. */
export interface ApiRequest extends ApiParts {
  readonly c: Context<HostScope>
  /** Whose access counts. */
  readonly holder: HostTokenHolder
}

/** The same, with what it says by its parameters. */
export interface ApiCall<Table extends Parameters> extends ApiRequest {
  readonly asked: AskedParameters<Table>
}

interface RouteTable<Table extends Parameters> {
  /** Below `/wiki/api/v2`; what stands in braces is an id. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly parameters?: Table
  readonly gives: SchemaName
  answer(call: ApiCall<Table>): Promise<Response>
}

export interface ApiRoute extends Omit<RouteTable<Parameters>, 'answer'> {
  readonly parameters: Parameters
  answer(c: Context<HostScope>, parts: ApiParts): Promise<Response>
}

/** Make a route, of what it takes and gives. */
export function apiRoute<const Table extends Parameters = Record<never, never>>({
  answer,
  parameters = {} as Table,
  ...route
}: RouteTable<Table>): ApiRoute {
  return {
    ...route,
    parameters,
    answer: (c, parts) =>
      answer({ ...parts, c, holder: c.get('holder'), asked: readParameters(c, parameters) }),
  }
}
