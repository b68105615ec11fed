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
  /** What Atlassian serves no more at this address, for this credential. */
  readonly removed: readonly RemovedCall[]
}

export interface RemovedCall {
  /** Such as `POST /rest/api/content/1/label`. */
  readonly call: string
  /** What imports do without it. */
  readonly without: string
}

/** A call that imports make: how it is tried, and what they do without it. */
interface TriedCall {
  readonly request: SiteRequest
  /** What a token with scopes needs for it; undefined where none is asked for. */
  readonly scope?: string
  /** Undefined where nothing goes without it. */
  readonly without?: string
}

/**
 * The gateway looks at the scopes before it reads a request, so that requests which ask for nothing
 * tell of a scope. No page of Cloud has the id 1. Imports work without the scopes of folders and of
 * what stands below them, which not every token can be given. What REST v2 lacks is asked of v1, which
 * Atlassian takes away call by call: those answer 410 (CHANGE-864 and later, since August 2026).
 */
const calls: readonly TriedCall[] = [
  { request: { method: 'GET', path: '/api/v2/spaces?limit=1' }, scope: 'read:space:confluence' },
  { request: { method: 'GET', path: '/api/v2/pages?limit=1' }, scope: 'read:page:confluence' },
  { request: { method: 'POST', path: '/api/v2/pages', json: {} }, scope: 'write:page:confluence' },
  {
    request: { method: 'GET', path: '/api/v2/pages/1/inline-comments?limit=1' },
    scope: 'read:comment:confluence',
  },
  {
    request: { method: 'GET', path: '/api/v2/pages/1/attachments?limit=1' },
    scope: 'read:attachment:confluence',
  },
  {
    request: { method: 'POST', path: '/rest/api/content/1/child/attachment', form: [] },
    scope: 'write:attachment:confluence or write:confluence-file',
    without: 'images are left out, their descriptions stand there',
  },
  {
    request: { method: 'POST', path: '/rest/api/content/1/label', json: [] },
    scope: 'write:label:confluence or write:confluence-content',
    without: 'labels are left as they are',
  },
  {
    request: { method: 'PUT', path: '/rest/api/content/1/move/append/1' },
    without: 'pages stand in the order in which they came, and a move makes a version',
  },
  {
    request: { method: 'GET', path: '/rest/api/user/current' },
    without: 'the account of the token has no name here',
  },
  {
    request: { method: 'GET', path: '/rest/api/search?cql=type%3Dpage&limit=1' },
    without: 'parents are found among the 1,000 pages that were changed last',
  },
]

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
    return { scopes: [], removed: [], operations: isMissing ? ['update page'] : [] }
  }
  const tried = await tryCalls(client, options.address.cloudId !== undefined)
  return { ...tried, operations: await findMissingOperations(client, space) }
}

/** @param hasScopes Whether the token has scopes: others work at the site itself, and miss none. */
async function tryCalls(
  client: SiteClient,
  hasScopes: boolean,
): Promise<Pick<MissingRights, 'scopes' | 'removed'>> {
  const scopes: string[] = []
  const removed: RemovedCall[] = []
  for (const { request, scope, without } of calls) {
    // What v2 serves is there for every token without scopes.
    if (!hasScopes && without === undefined) continue
    try {
      await client.send(request, () => {})
    } catch (error) {
      if (!(error instanceof ConfluenceError) || error.kind === 'unavailable') throw error
      if (error.status === 401 && hasScopes && scope !== undefined) scopes.push(scope)
      if (error.kind === 'removed') {
        const call = `${request.method} ${request.path.replace(/\?.*/, '')}`
        removed.push({ call, without: without ?? 'nothing can be imported' })
      }
    }
  }
  return { scopes, removed }
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
