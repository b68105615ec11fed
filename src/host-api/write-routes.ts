/** The writing half of the wiki's own API. @module */
import { type Context, Hono } from 'hono'
import { limitBody } from '../api/limit-body.ts'
import type { Access } from '../auth/access.ts'
import type { Database } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { withPaths } from '../wiki/attachment-addresses.ts'
import { createPage, type EditResult, updatePage } from '../wiki/edit-page.ts'
import { findPage, type PageWithBody } from '../wiki/pages.ts'
import { findSpace } from '../wiki/spaces.ts'
import { badRequest, HostApiError, maxBodyBytes, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import {
  checkStatus,
  type Members,
  parseMembers,
  readAdf,
  readId,
  readTitle,
  readVersion,
} from './page-body.ts'
import { readPathId, withSlash } from './parameters.ts'
import { pageWithBodyShape } from './shapes.ts'

export interface WriteDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: () => Date
  readonly access: Access
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
}

const bodyLimits = { maxBodyBytes, maxBufferedBytes: 64 * 1024 * 1024 }

/**
 * Make the writing routes.
 * @param dependencies Store, ids, clock, access and the wiki's address.
 */
export function writeRoutes(dependencies: WriteDependencies): Hono<HostScope> {
  const app = new Hono<HostScope>()
  const limit = limitBody(bodyLimits)
  for (const path of withSlash('/pages')) app.post(path, limit, (c) => create(c, dependencies))
  for (const path of withSlash('/pages/:id')) app.put(path, limit, (c) => update(c, dependencies))
  return app
}

async function create(c: Context<HostScope>, dependencies: WriteDependencies): Promise<Response> {
  const { database, ids, clock } = dependencies
  checkPlace(c)
  const members = parseMembers(c.get('body'))
  checkStatus(members)
  const spaceId = readId(members, 'spaceId')
  if (spaceId === undefined) throw badRequest('spaceId is required.')
  const parentId = readId(members, 'parentId')
  const title = readTitle(members)
  const adf = withPaths(readAdf(members), originOf(dependencies))
  await checkAccess(c, spaceId, dependencies)
  const space = await findSpace(database, spaceId)
  if (space === undefined) throw notFound()
  const result = await createPage(database, ids, {
    spaceId,
    parentId: parentId ?? space.homepageId,
    title,
    adf,
    userId: c.get('userId'),
    now: clock(),
  })
  return answerSaved(c, result, dependencies)
}

/** Putting the page where more people see it than its author asked for would be no service. */
function checkPlace(c: Context<HostScope>): void {
  for (const name of ['private', 'root-level']) {
    if (c.req.query(name) === 'true') throw badRequest(`${name}=true is not possible in this wiki.`)
  }
}

async function update(c: Context<HostScope>, dependencies: WriteDependencies): Promise<Response> {
  const { database, clock } = dependencies
  const id = readPathId(c)
  const members = parseMembers(c.get('body'))
  checkStatus(members)
  const bodyId = readId(members, 'id')
  if (bodyId !== undefined && bodyId !== id) throw badRequest('id must be the one in the address.')
  const version = readVersion(members)
  const page = await findPage(database, id, { readableBy: c.get('userId') })
  if (page === undefined || page.status !== 'current') throw notFound()
  await checkAccess(c, page.spaceId, dependencies)
  const result = await updatePage(database, {
    ...readChanges(members, page, originOf(dependencies)),
    pageId: id,
    spaceId: page.spaceId,
    version: version.number,
    message: version.message,
    userId: c.get('userId'),
    now: clock(),
  })
  if (result.outcome === 'conflict') {
    throw new HostApiError(
      409,
      'CONFLICT',
      `Version must be incremented when updating a page. Current Version: [${result.currentVersion}]. Provided version: [${version.number}]`,
    )
  }
  return answerSaved(c, result, dependencies)
}

/** What an update leaves out stays as it is. */
function readChanges(
  members: Members,
  page: PageWithBody,
  origin: string,
): { title: string; adf: string; parentId: string } {
  const parentId = readId(members, 'parentId') ?? page.parentId ?? '0'
  if (parentId === page.id) throw badRequest('Can not set page as its own parent')
  if (page.parentId === undefined && parentId !== '0') {
    throw badRequest('The homepage of a space cannot be moved.')
  }
  return {
    title: Object.hasOwn(members, 'title') ? readTitle(members) : page.title,
    adf: Object.hasOwn(members, 'body') ? withPaths(readAdf(members), origin) : page.adf,
    parentId,
  }
}

function originOf({ baseUrl }: WriteDependencies): string {
  return new URL(baseUrl()).origin
}

/** Without the right to write, what is there looks as if it were not. */
async function checkAccess(
  c: Context<HostScope>,
  spaceId: string,
  { access }: WriteDependencies,
): Promise<void> {
  const level = await access.accessOf(c.get('userId'), parseId(spaceId) ?? 0)
  if (level !== 'write') throw notFound()
}

async function answerSaved(
  c: Context<HostScope>,
  result: EditResult,
  { database, baseUrl }: WriteDependencies,
): Promise<Response> {
  switch (result.outcome) {
    case 'saved': {
      const page = await findPage(database, result.pageId, { version: result.version })
      if (page === undefined) throw notFound()
      return c.json(pageWithBodyShape(page, 'atlas_doc_format', baseUrl()))
    }
    case 'already-exists':
      throw badRequest(
        'A page with this title already exists: A page already exists with the same TITLE under this parent',
      )
    default:
      throw notFound()
  }
}
