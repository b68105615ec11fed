/** What a credential lacks for imports, found out without writing anything. @module */
import { plainId } from './missing.ts'
import type { OpenSiteOptions } from './open-site.ts'
import { mayEdit, readOperations } from './permitted-operations.ts'
import { ConfluenceError, type RemoteSpace } from './site.ts'
import { siteKinds } from './site-kinds.ts'
import type { SiteRequest } from './wire/site-attempt.ts'
import { type SiteClient, siteClient } from './wire/site-client.ts'

/** As far as the site tells: Data Center of the space's homepage alone. */
export interface MissingRights {
  /** Of the token, such as `write:page:confluence`; one of the names that stand in a row is enough. */
  readonly scopes: readonly string[]
  /** Of the account in the space, such as `create page`. */
  readonly operations: readonly string[]
}

/**
 * The gateway looks at the scopes before it reads a request, so that requests which ask for nothing
 * tell of a scope. No page of Cloud has the id 1. Imports work without the scopes of folders and of
 * what stands below them, which not every token can be given.
 */
const scopeRequests: Readonly<Record<string, SiteRequest>> = {
  'read:space:confluence': { method: 'GET', path: '/api/v2/spaces?limit=1' },
  'read:page:confluence': { method: 'GET', path: '/api/v2/pages?limit=1' },
  'write:page:confluence': { method: 'POST', path: '/api/v2/pages', json: {} },
  'read:comment:confluence': { method: 'GET', path: '/api/v2/pages/1/inline-comments?limit=1' },
  'read:attachment:confluence': { method: 'GET', path: '/api/v2/pages/1/attachments?limit=1' },
  'write:attachment:confluence or write:confluence-file': {
    method: 'POST',
    path: '/rest/api/content/1/child/attachment',
    form: [],
  },
  'write:label:confluence or write:confluence-content': {
    method: 'POST',
    path: '/rest/api/content/1/label',
    json: [],
  },
}

/** As REST v2 names them: the operation, and what it is done to. */
const operations = ['create page', 'create attachment']

/**
 * Find out what a credential lacks.
 * @param options The site.
 * @param space Where imports are to go.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function findMissingRights(
  options: OpenSiteOptions,
  space: RemoteSpace,
): Promise<MissingRights> {
  const client = siteClient(options, options.patience)
  if (!siteKinds[options.kind].tellsRights) {
    const { homepageId } = space
    const path = homepageId && `/rest/api/content/${plainId(homepageId)}?expand=operations`
    const isMissing = path !== undefined && !(await mayEdit(client, path))
    return { scopes: [], operations: isMissing ? ['update page'] : [] }
  }
  // Tokens without scopes work at the site itself; there nothing can be missing.
  const scopes = options.address.cloudId === undefined ? [] : await findMissingScopes(client)
  return { scopes, operations: await findMissingOperations(client, space) }
}

async function findMissingScopes(client: SiteClient): Promise<string[]> {
  const missing: string[] = []
  for (const [scope, request] of Object.entries(scopeRequests)) {
    try {
      await client.send(request, () => {})
    } catch (error) {
      if (!(error instanceof ConfluenceError) || error.kind === 'unavailable') throw error
      if (error.status === 401) missing.push(scope)
    }
  }
  return missing
}

async function findMissingOperations(client: SiteClient, space: RemoteSpace): Promise<string[]> {
  const path = `/api/v2/spaces/${plainId(space.id)}/operations`
  try {
    const allowed = await client.send({ method: 'GET', path }, readOperations)
    return operations.filter((operation) => !allowed.includes(operation))
  } catch (error) {
    if (error instanceof ConfluenceError && error.kind !== 'unavailable') return []
    throw error
  }
}
