/**
 * The API calls that imports need: their use, and what happens without them. Read by
 * `markport doctor`, the probe and the docs.
 * @module
 */
import type { SiteKind } from '../wiki/pages/recorded-pages.ts'
import { ConfluenceError, isAway, plainId } from './confluence-error.ts'
import type { OpenSiteOptions } from './open-site.ts'
import { nameOfOperation } from './rest-v1.ts'
import type { RemoteSpace } from './site.ts'
import { type SiteClient, type SiteRequest, siteClient } from './wire/site-client.ts'
import { listOf } from './wire/site-json.ts'

interface NeededCall {
  readonly use: string
  /** Method and path of a request that writes nothing, because it is empty. */
  readonly call: string
  readonly scope?: string
  /** What imports do without the call; undefined if they cannot work without it. */
  readonly without?: string
  /** Statuses that mean the call is closed to programs. */
  readonly closedAt?: readonly number[]
}

/**
 * - `no-scope`: the token lacks its scope
 * - `removed`: Atlassian no longer serves it for this credential
 * - `closed`: administrators have closed it to programs
 */
type CallAnswer = 'served' | 'no-scope' | 'removed' | 'closed'

export interface TriedCall {
  readonly call: NeededCall
  readonly answer: CallAnswer
}

const closedList = [400, 403, 404, 405]

const files: NeededCall = {
  use: 'images and files',
  call: 'POST /rest/api/content/1/child/attachment',
  without: 'images and files are left out, their descriptions stand there',
}

const labels: NeededCall = {
  use: 'labels',
  call: 'POST /rest/api/content/1/label',
  without: 'labels are left as they are',
}

/**
 * The gateway checks scopes before the request, so an empty request tests the scope. No page on
 * Cloud has the id 1. Folder scopes are optional, since not every token can have them. Where v2 has
 * no call we use v1, whose calls Atlassian removes one by one: they answer 410 (CHANGE-864 and
 * later, since August 2026).
 */
export const neededCalls: Readonly<Record<SiteKind, readonly NeededCall[]>> = {
  cloud: [
    { use: 'the space', call: 'GET /api/v2/spaces?limit=1', scope: 'read:space:confluence' },
    {
      use: 'pages, their versions and titles',
      call: 'GET /api/v2/pages?limit=1',
      scope: 'read:page:confluence',
    },
    { use: 'new pages', call: 'POST /api/v2/pages', scope: 'write:page:confluence' },
    {
      use: 'inline comments',
      call: 'GET /api/v2/pages/1/inline-comments?limit=1',
      scope: 'read:comment:confluence',
    },
    {
      use: 'which files a page has',
      call: 'GET /api/v2/pages/1/attachments?limit=1',
      scope: 'read:attachment:confluence',
    },
    { ...files, scope: 'write:attachment:confluence or write:confluence-file' },
    { ...labels, scope: 'write:label:confluence or write:confluence-content' },
    {
      use: 'order of pages, another parent',
      call: 'PUT /rest/api/content/1/move/append/1',
      without: 'pages stand in the order in which they came, and a move makes a version',
    },
    {
      use: 'who writes, names of people',
      call: 'GET /rest/api/user/current',
      without: 'the account of the token has no name here',
    },
    {
      use: 'search for parents',
      call: 'GET /rest/api/search?cql=type%3Dpage&limit=1',
      without: 'parents are named by their ids alone',
    },
    {
      use: 'comments on whole pages, which keep them from `--prune`',
      call: 'GET /api/v2/pages/1/footer-comments?limit=1',
      scope: 'read:comment:confluence',
      without: 'all pages that have no file any more stay',
    },
    {
      use: '`"prune": "archive"` of a run’s close',
      call: 'POST /rest/api/content/archive',
      without: 'pages go into the trash instead',
    },
  ],
  'data-center': [
    {
      use: 'pages by title, many versions at once',
      call: 'GET /rest/api/content?type=page&limit=1',
      without:
        'pages are found by a search, some seconds later, and versions are asked for one by one',
      closedAt: closedList,
    },
    {
      use: 'search for parents, and for titles in place of that list',
      call: 'GET /rest/api/content/search?cql=type%3Dpage&limit=1',
      without: 'parents are named by their ids alone',
      closedAt: closedList,
    },
    files,
    labels,
    {
      use: 'order of pages, another parent',
      call: 'POST /pages/movepage.action',
      without: 'pages stand by their titles, and a move makes a version',
      closedAt: [301, 302, 303, 307, 308, 403, 404, 405],
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
    const answer = await client
      .send(requestOf(call), () => 'served' as const)
      .catch(readRefusal(call))
    results.push({ call, answer })
  }
  return results
}

function requestOf({ call }: NeededCall): SiteRequest {
  const [method, path] = call.split(' ') as [SiteRequest['method'], string]
  return { method, path, json: method === 'POST' ? {} : undefined }
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

export function nameOfCall({ call }: NeededCall): string {
  return call.replace(/\?.*/, '')
}

interface MissingCalls {
  /** Scopes that the token lacks; of alternatives any one is enough. */
  readonly scopes: readonly string[]
  /** Calls that Confluence has removed, or that it refuses to programs. */
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
 * @returns The operations that the account may not do in a space of Cloud, if the site lists them.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function findMissingRights(
  options: OpenSiteOptions,
  { id }: RemoteSpace,
): Promise<string[]> {
  const path = `/api/v2/spaces/${plainId(id)}/operations`
  try {
    const allowed = await siteClient(options, options.patience).get(path, (json) =>
      listOf(json, 'operations').map(nameOfOperation),
    )
    return neededRights.filter((right) => !allowed.includes(right))
  } catch (error) {
    if (error instanceof ConfluenceError && !isAway(error)) return []
    throw error
  }
}
