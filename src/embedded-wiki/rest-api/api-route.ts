/**
 * Routes of the wiki's REST API as data, which serve requests and generate the OpenAPI document.
 *
 * @module
 */
import type { Context } from 'hono'
import { type Reader, readerAs } from '../../auth/reader.ts'
import type { wikiApiShapes } from '../../contract/wiki-api.ts'
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

export interface ApiParts {
  readonly database: Database
  readonly workers: EmbeddedWork
  readonly browse: BrowseSpace
  readonly search: Search
  readonly baseUrl: () => string
}

export interface ApiRequest extends Omit<ApiParts, 'database'> {
  readonly c: Context<HostScope>
  readonly reader: Reader
}

export interface ApiCall<Table extends Parameters> extends ApiRequest {
  readonly asked: AskedParameters<Table>
}

interface RouteTable<Table extends Parameters> {
  /** Below `/wiki/api/v2`; names in braces are ids. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly parameters?: Table
  readonly gives: keyof typeof wikiApiShapes
  answer(call: ApiCall<Table>): Promise<Response>
}

export interface ApiRoute extends Omit<RouteTable<Parameters>, 'answer'> {
  readonly parameters: Parameters
  answer(c: Context<HostScope>, parts: ApiParts): Promise<Response>
}

export function apiRoute<const Table extends Parameters = Record<never, never>>({
  answer,
  parameters = {} as Table,
  ...route
}: RouteTable<Table>): ApiRoute {
  return {
    ...route,
    parameters,
    answer: (c, parts) =>
      answer({
        ...parts,
        c,
        reader: readerAs(parts.database, c.get('holder')),
        asked: readParameters(c, parameters),
      }),
  }
}
