/** Finds out which calls a credential lacks for imports, without writing. @module */
import { neededCalls, type TriedCall, tryCalls } from './needed-calls.ts'
import type { OpenSiteOptions } from './open-site.ts'
import { siteClient } from './wire/site-client.ts'

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
