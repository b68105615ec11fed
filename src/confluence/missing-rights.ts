/** Finds out what a credential lacks for imports, without writing. @module */

import { ConfluenceError, isAway } from './confluence-error.ts'
import { plainId } from './missing.ts'
import { nameOfCall, neededCalls, tryCalls } from './needed-calls.ts'
import type { OpenSiteOptions } from './open-site.ts'
import type { RemoteSpace } from './site.ts'
import { siteKinds } from './site-kinds.ts'
import { mayEdit, readOperations } from './v1-shapes.ts'
import { type SiteClient, siteClient } from './wire/site-client.ts'

/** As far as the site tells; Data Center only for the space's homepage. */
export interface MissingRights {
  /** Scopes of the token, such as `write:page:confluence`; of alternatives any one is enough. */
  readonly scopes: readonly string[]
  /** Rights in the space, such as `create page`. */
  readonly operations: readonly string[]
  /** Calls that no longer exist for this credential, or are closed to programs. */
  readonly removed: readonly RemovedCall[]
}

interface RemovedCall {
  readonly call: string
  readonly without: string
}

const operations = ['create page', 'create attachment']

/** @throws {ConfluenceError} When the site cannot answer. */
export async function findMissingRights(
  options: OpenSiteOptions,
  space: RemoteSpace,
): Promise<MissingRights> {
  const client = siteClient(options, options.patience)
  const { tellsRights } = siteKinds[options.kind]
  const allCalls = neededCalls[options.kind]
  const hasScopes = tellsRights && options.address.cloudId !== undefined
  const calls = hasScopes ? allCalls : allCalls.filter(({ without }) => without !== undefined)
  const results = await tryCalls(client, calls)
  const scopes = results.flatMap(({ call: { scope }, answer }) =>
    hasScopes && answer === 'no-scope' && scope !== undefined ? [scope] : [],
  )
  const removed = results.flatMap(({ call, answer }) =>
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
