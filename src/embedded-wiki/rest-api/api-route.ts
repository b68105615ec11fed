/**
 * A route of the wiki's own API, as data: what it takes, what it gives, and what answers. Requests are
 * served by these and described by them, so that nothing is taken that is not in the document.
 * @module
 */
import type { Context } from 'hono'
import type { Access } from '../../auth/access.ts'
import type { Actor } from '../../auth/audit.ts'
import type { HostTokenHolder } from '../../auth/tokens/host-tokens.ts'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import type { BrowsedSpace, BrowseSpace } from '../../delivery/browse/browse-space.ts'
import type { ImportWork } from '../../importing/import-work.ts'
import type { ImportDependencies } from '../../importing/run-import.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import type { Synonyms } from '../store/searching/asked-words.ts'
import { checkListPlace } from './paging.ts'
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
  readonly ids: IdAllocator
  readonly clock: () => Date
  readonly access: Access
  readonly workers: EmbeddedWork & ImportWork
  /** The import into this wiki. */
  readonly importing: ImportDependencies
  /** Gives spaces whose pages are in another wiki. */
  readonly browse: BrowseSpace
  readonly synonyms: Synonyms
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

/** A connected space, which the request names. */
export interface ConnectedCall {
  readonly space: BrowsedSpace
  readonly spaceId: string
}

interface RouteTable<Table extends Parameters> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/wiki/api/v2`; what stands in braces is an id. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly parameters?: Table
  /** Whether it changes nothing, although it has a body. */
  readonly readsOnly?: true
  /** What its body must be. */
  readonly body?: SchemaName
  /** What it gives with 200; 204 without it. */
  readonly gives?: SchemaName
  /** Whether it gives that with 201. */
  readonly creates?: true
  answer?(call: ApiCall<Table>): Promise<Response>
  /** For pages in a connected space, which `space-id` names: those parameters that act there. */
  readonly connected?: {
    readonly acts?: readonly (keyof Table)[]
    answer(call: ApiCall<Table> & ConnectedCall): Promise<Response>
  }
}

export interface ApiRoute extends Omit<RouteTable<Parameters>, 'answer' | 'connected'> {
  readonly parameters: Parameters
  readonly connected: readonly string[] | undefined
  /** Answer a request; undefined where the route is one of connected spaces alone. */
  readonly answer: ((c: Context<HostScope>, parts: ApiParts) => Promise<Response>) | undefined
  /** The same for a connected space. */
  answerConnected(
    c: Context<HostScope>,
    parts: ApiParts,
    connected: ConnectedCall,
  ): Promise<Response>
}

/**
 * Make a route.
 * @param table What it takes and gives; without `answer`, one of connected spaces alone.
 */
export function apiRoute<const Table extends Parameters = Record<never, never>>(
  table: RouteTable<Table>,
): ApiRoute {
  const { answer, connected, parameters = {} as Table, ...route } = table
  const callOf = (c: Context<HostScope>, parts: ApiParts): ApiCall<Table> => {
    const asked = readParameters(c, parameters)
    checkListPlace(asked)
    return { ...parts, c, holder: c.get('holder'), asked }
  }
  return {
    ...route,
    parameters,
    connected: connected && ['space-id', ...((connected.acts ?? []) as string[])],
    answer: answer && ((c, parts) => answer(callOf(c, parts))),
    answerConnected: (c, parts, place) => {
      if (connected === undefined) throw new TypeError(`${route.path} has no connected pages.`)
      return connected.answer({ ...callOf(c, parts), ...place })
    },
  }
}

/** Who does what the audit log is told of, and by which token. */
export function auditActor({ c, holder }: Pick<ApiRequest, 'c' | 'holder'>): Actor {
  const address = c.env.incoming.socket.remoteAddress ?? ''
  return { name: holder.userName, address, origin: { via: 'api', tokenName: holder.tokenName } }
}
