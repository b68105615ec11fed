/**
 * The API calls that imports need: their use, a test that writes nothing, and what happens without
 * them. Read by `markport doctor`, `space connect`, the probe and the docs.
 * @module
 */

import type { SiteKind } from '../wiki/pages/connected-place.ts'
import { ConfluenceError } from './confluence-error.ts'
import type { SiteRequest } from './wire/site-attempt.ts'
import type { SiteClient } from './wire/site-client.ts'

export interface NeededCall {
  readonly use: string
  readonly request: SiteRequest
  readonly scope?: string
  /** What imports do without it; undefined where they cannot work. */
  readonly without?: string
  /** Statuses that mean the call is closed to programs. */
  readonly closedAt?: readonly number[]
  readonly evidence: string
}

/**
 * - `no-scope`: the token lacks its scope
 * - `removed`: Atlassian no longer serves it for this credential
 * - `closed`: administrators have closed it to programs
 */
export type CallAnswer = 'served' | 'no-scope' | 'removed' | 'closed'

export interface TriedCall {
  readonly call: NeededCall
  readonly answer: CallAnswer
}

const images = 'images and files are left out, their descriptions stand there'
const labels = 'labels are left as they are'
const recorded = 'served in July 2026, recorded'
const closedList = [400, 403, 404, 405]
const removedForScopes =
  '410 since August 2026 where tokens with scopes go, reported; before that recorded'

/**
 * The gateway checks scopes before the request, so an empty request tests the scope. No page on
 * Cloud has the id 1. Folder scopes are optional, since not every token can have them. What v2
 * lacks uses v1, whose calls Atlassian removes one by one: they answer 410 (CHANGE-864 and later,
 * since August 2026).
 */
export const neededCalls: Readonly<Record<SiteKind, readonly NeededCall[]>> = {
  cloud: [
    {
      use: 'the space',
      request: { method: 'GET', path: '/api/v2/spaces?limit=1' },
      scope: 'read:space:confluence',
      evidence: recorded,
    },
    {
      use: 'pages, their versions and titles',
      request: { method: 'GET', path: '/api/v2/pages?limit=1' },
      scope: 'read:page:confluence',
      evidence: recorded,
    },
    {
      use: 'new pages',
      request: { method: 'POST', path: '/api/v2/pages', json: {} },
      scope: 'write:page:confluence',
      evidence: 'recorded in July 2026',
    },
    {
      use: 'inline comments',
      request: { method: 'GET', path: '/api/v2/pages/1/inline-comments?limit=1' },
      scope: 'read:comment:confluence',
      evidence: 'served in October 2026, recorded',
    },
    {
      use: 'which files a page has',
      request: { method: 'GET', path: '/api/v2/pages/1/attachments?limit=1' },
      scope: 'read:attachment:confluence',
      evidence: 'served in October 2026, recorded',
    },
    {
      use: 'images and files',
      request: { method: 'POST', path: '/rest/api/content/1/child/attachment', form: [] },
      scope: 'write:attachment:confluence or write:confluence-file',
      without: images,
      evidence: removedForScopes,
    },
    {
      use: 'labels',
      request: { method: 'POST', path: '/rest/api/content/1/label', json: [] },
      scope: 'write:label:confluence or write:confluence-content',
      without: labels,
      evidence: removedForScopes,
    },
    {
      use: 'order of pages, another parent',
      request: { method: 'PUT', path: '/rest/api/content/1/move/append/1' },
      without: 'pages stand in the order in which they came, and a move makes a version',
      evidence: 'documented; 410 as the two before it, reported',
    },
    {
      use: 'who writes, names of people',
      request: { method: 'GET', path: '/rest/api/user/current' },
      without: 'the account of the token has no name here',
      evidence: recorded,
    },
    {
      use: 'search for parents',
      request: { method: 'GET', path: '/rest/api/search?cql=type%3Dpage&limit=1' },
      without: 'parents are found among the 1,000 pages that were changed last',
      evidence: recorded,
    },
    {
      use: 'many pages at once in a dry run',
      request: { method: 'GET', path: '/rest/api/content/search?cql=id%20in%20(1)&limit=1' },
      without: 'a dry run reads pages one by one',
      evidence: 'documented',
    },
    {
      use: 'comments on whole pages, which keep them from `--prune`',
      request: { method: 'GET', path: '/api/v2/pages/1/footer-comments?limit=1' },
      scope: 'read:comment:confluence',
      without: 'all pages that have no file any more stay',
      evidence: 'documented',
    },
    {
      use: '`--prune --archive`',
      request: { method: 'POST', path: '/rest/api/content/archive', json: {} },
      without: 'pages go into the trash instead',
      evidence: 'documented',
    },
  ],
  'data-center': [
    {
      use: 'pages by title, many versions at once',
      request: { method: 'GET', path: '/rest/api/content?type=page&limit=1' },
      without:
        'pages are found by a search, some seconds later, and versions are asked for one by one',
      closedAt: closedList,
      evidence: 'documented; closed by administrators, reported',
    },
    {
      use: 'search for parents, and in place of that list',
      request: { method: 'GET', path: '/rest/api/content/search?cql=type%3Dpage&limit=1' },
      without: 'parents are named by their ids alone',
      closedAt: closedList,
      evidence: 'documented',
    },
    {
      use: 'images and files',
      request: { method: 'POST', path: '/rest/api/content/1/child/attachment', form: [] },
      without: images,
      evidence: 'recorded',
    },
    {
      use: 'labels',
      request: { method: 'POST', path: '/rest/api/content/1/label', json: [] },
      without: labels,
      evidence: 'documented',
    },
    {
      use: 'order of pages, another parent',
      request: { method: 'POST', path: '/pages/movepage.action' },
      without: 'pages stand by their titles, and a move makes a version',
      closedAt: [301, 302, 303, 307, 308, 403, 404, 405],
      evidence: "the site's own dialog; not yet seen",
    },
  ],
}

/**
 * Try calls one by one, without writing.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function tryCalls(
  client: SiteClient,
  calls: readonly NeededCall[],
): Promise<TriedCall[]> {
  const results: TriedCall[] = []
  for (const call of calls) {
    const answer = await client.send(call.request, () => 'served' as const).catch(readRefusal(call))
    results.push({ call, answer })
  }
  return results
}

/** An empty request is expected to fail; only some answers mean something. */
const readRefusal =
  ({ scope, closedAt = [] }: NeededCall) =>
  (error: unknown): CallAnswer => {
    if (!(error instanceof ConfluenceError)) throw error
    const { kind, status = 0 } = error
    if (closedAt.includes(status)) return 'closed'
    if (kind === 'unavailable' || kind === 'foreign') throw error
    if (kind === 'removed') return 'removed'
    return status === 401 && scope !== undefined ? 'no-scope' : 'served'
  }

export function nameOfCall({ request }: NeededCall): string {
  return `${request.method} ${request.path.replace(/\?.*/, '')}`
}
