/** Finds out which calls and rights a credential lacks for imports, without writing. @module */
import { ConfluenceError, isAway } from './confluence-error.ts'
import { plainId } from './missing.ts'
import { neededCalls, type TriedCall, tryCalls } from './needed-calls.ts'
import type { OpenSiteOptions } from './open-site.ts'
import type { RemoteSpace } from './site.ts'
import { nameOfOperation } from './v1-shapes.ts'
import { siteClient } from './wire/site-client.ts'
import { listOf } from './wire/site-json.ts'

interface MissingCalls {
  /** Scopes that the token lacks; of alternatives any one is enough. */
  readonly scopes: readonly string[]
  /** Calls that no longer exist for this credential, or are closed to programs. */
  readonly lost: readonly TriedCall[]
}

/** @throws {ConfluenceError} When the site cannot answer. */
export async function findMissingCalls(options: OpenSiteOptions): Promise<MissingCalls> {
  const hasScopes = options.address.cloudId !== undefined
  const calls = neededCalls[options.kind].filter(
    ({ without }) => hasScopes || without !== undefined,
  )
  const tried = await tryCalls(siteClient(options, options.patience), calls)
  const scopes = tried.flatMap(({ call: { scope }, answer }) =>
    hasScopes && answer === 'no-scope' ? (scope ?? []) : [],
  )
  const lost = tried.filter(({ answer }) => answer === 'removed' || answer === 'closed')
  return { scopes: [...new Set(scopes)], lost }
}

const neededRights = ['create page', 'create attachment']

/**
 * @returns What the account may not do in a space of Cloud, as far as the site tells.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function findMissingRights(
  options: OpenSiteOptions,
  { id }: RemoteSpace,
): Promise<string[]> {
  const path = `/api/v2/spaces/${plainId(id)}/operations`
  try {
    const allowed = await siteClient(options, options.patience).send(
      { method: 'GET', path },
      (json) => listOf(json, 'operations').map(nameOfOperation),
    )
    return neededRights.filter((right) => !allowed.includes(right))
  } catch (error) {
    if (error instanceof ConfluenceError && !isAway(error)) return []
    throw error
  }
}
