/** What a credential lacks for imports, found out without writing anything. @module */

import { ConfluenceError, isAway } from './confluence-error.ts'
import { plainId } from './missing.ts'
import { nameOfCall, neededCalls, tryCalls } from './needed-calls.ts'
import type { OpenSiteOptions } from './open-site.ts'
import { mayEdit, readOperations } from './permitted-operations.ts'
import type { RemoteSpace } from './site.ts'
import { siteKinds } from './site-kinds.ts'
import { type SiteClient, siteClient } from './wire/site-client.ts'

/** As far as the site tells: Data Center of the space's homepage alone. */
export interface MissingRights {
  /** Of the token, such as `write:page:confluence`; one of the names that stand in a row is enough. */
  readonly scopes: readonly string[]
  /** Of the account in the space, such as `create page`. */
  readonly operations: readonly string[]
  /** What is served no more at this address, for this credential, or is closed to programs. */
  readonly removed: readonly RemovedCall[]
}

export interface RemovedCall {
  /** Such as `POST /rest/api/content/1/label`. */
  readonly call: string
  /** What imports do without it. */
  readonly without: string
}

/** As REST v2 names them: the operation, and what it is done to. */
const operations = ['create page', 'create attachment']

/**
 * Find out what a credential lacks.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function findMissingRights(
  options: OpenSiteOptions,
  space: RemoteSpace,
): Promise<MissingRights> {
  const client = siteClient(options, options.patience)
  const { tellsRights } = siteKinds[options.kind]
  const all = neededCalls[options.kind]
  // Tokens without scopes miss none, and what v2 serves is there for all of them.
  const hasScopes = tellsRights && options.address.cloudId !== undefined
  const calls = hasScopes ? all : all.filter(({ without }) => without !== undefined)
  const tried = await tryCalls(client, calls)
  const scopes = tried.flatMap(({ call: { scope }, answer }) =>
    hasScopes && answer === 'no-scope' && scope !== undefined ? [scope] : [],
  )
  const removed = tried.flatMap(({ call, answer }) =>
    answer === 'removed' || answer === 'closed'
      ? [{ call: nameOfCall(call), without: call.without ?? 'nothing can be imported' }]
      : [],
  )
  const operations = tellsRights
    ? await findMissingOperations(client, space)
    : await findMissingUpdate(client, space)
  return { scopes: [...new Set(scopes)], removed, operations }
}

async function findMissingUpdate(
  client: SiteClient,
  { homepageId }: RemoteSpace,
): Promise<string[]> {
  if (homepageId === undefined) return []
  const path = `/rest/api/content/${plainId(homepageId)}?expand=operations`
  return (await mayEdit(client, path)) ? [] : ['update page']
}

async function findMissingOperations(client: SiteClient, space: RemoteSpace): Promise<string[]> {
  const path = `/api/v2/spaces/${plainId(space.id)}/operations`
  try {
    const allowed = await client.send({ method: 'GET', path }, readOperations)
    return operations.filter((operation) => !allowed.includes(operation))
  } catch (error) {
    if (error instanceof ConfluenceError && !isAway(error)) return []
    throw error
  }
}
