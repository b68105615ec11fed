/** The writing half of the wiki's own API. @module */
import { type Context, Hono } from 'hono'
import type { Access } from '../../auth/access.ts'
import type { Database } from '../../database/database.ts'
import { type IdAllocator, parseId } from '../../database/ids.ts'
import type { BrowseSpace } from '../../delivery/browse/browse-space.ts'
import { admit } from '../../http/admit.ts'
import { limitBody } from '../../http/limit-body.ts'
import { findSpace } from '../../importing/spaces.ts'
import type { Places } from '../../places/places.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import { findPage, type PageWithBody } from '../store/pages.ts'
import { createPage, type EditResult, updatePage } from '../store/saving/edit-page.ts'
import { trashPage } from '../store/trash-page.ts'
import { HostApiError, invalidRequest, maxBodyBytes, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import type { PageChanges } from './page-changes.ts'
import { readPathId, withSlash } from './parameters.ts'
import { answerPageWithBody } from './shapes.ts'

export interface WriteDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: () => Date
  readonly access: Access
  /** The address of the wiki, with `/wiki`. */
  readonly baseUrl: () => string
  readonly workers: EmbeddedWork
  readonly browse: BrowseSpace
  /** Bounds what is under way. */
  readonly gate: Places
  /** The bytes of all bodies that are being read or worked on. */
  readonly bodyBytes: Places
}

/**
 * Make the writing routes.
 * @param dependencies Store, ids, clock, access and the wiki's address.
 */
export function writeRoutes(dependencies: WriteDependencies): Hono<HostScope> {
  const app = new Hono<HostScope>()
  const admitted = admit<HostScope>(dependencies.gate, (c) => `user ${c.get('holder').userId}`)
  const limit = limitBody({ maxBodyBytes, bodyBytes: dependencies.bodyBytes })
  for (const path of withSlash('/pages')) {
    app.post(path, admitted, limit, (c) => create(c, dependencies))
  }
  for (const path of withSlash('/pages/:id')) {
    app.put(path, admitted, limit, (c) => update(c, dependencies))
    app.delete(path, admitted, (c) => trash(c, dependencies))
  }
  return app
}

async function create(c: Context<HostScope>, dependencies: WriteDependencies): Promise<Response> {
  const { database, ids, clock, workers } = dependencies
  // Putting the page where more people see it than its author asked for would be no service.
  refuseFlags(c, ['private', 'root-level'])
  const { spaceId = '', parentId, title = '', adf = '' } = await readChanges(c, dependencies, true)
  await checkAccess(c, spaceId, dependencies)
  const space = await findSpace(database, spaceId)
  if (space === undefined) throw notFound()
  await refuseConnected(spaceId, dependencies)
  const result = await createPage(database, ids, {
    spaceId,
    parentId: parentId ?? space.homepageId,
    title,
    document: await workers.indexDocument(title, adf),
    userId: c.get('holder').userId,
    now: clock(),
  })
  return answerSaved(c, result, dependencies)
}

function refuseFlags(c: Context<HostScope>, names: readonly string[]): void {
  for (const name of names) {
    if (c.req.query(name) === 'true')
      throw invalidRequest(`${name}=true is not possible in this wiki.`)
  }
}

async function update(c: Context<HostScope>, dependencies: WriteDependencies): Promise<Response> {
  const { database, clock, workers } = dependencies
  const id = readPathId(c)
  const changes = await readChanges(c, dependencies, false)
  if (changes.id !== undefined && changes.id !== id) {
    throw invalidRequest('id must be the one in the address.')
  }
  const version = changes.version as NonNullable<PageChanges['version']>
  const page = await findPage(database, id, { readableBy: c.get('holder') })
  if (page === undefined || page.status !== 'current') throw notFound()
  await checkAccess(c, page.spaceId, dependencies)
  await refuseConnected(page.spaceId, dependencies)
  const title = changes.title ?? page.title
  const result = await updatePage(database, {
    title,
    parentId: newParent(changes, page),
    document: await workers.indexDocument(title, changes.adf ?? page.adf),
    pageId: id,
    spaceId: page.spaceId,
    version: version.number,
    message: version.message,
    userId: c.get('holder').userId,
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

/** Into the trash, with what is below it; from there it can be restored. */
async function trash(c: Context<HostScope>, dependencies: WriteDependencies): Promise<Response> {
  const { database, ids, clock } = dependencies
  const id = readPathId(c)
  refuseFlags(c, ['purge', 'draft'])
  const page = await findPage(database, id, { readableBy: c.get('holder') })
  if (page === undefined || page.status !== 'current') throw notFound()
  await checkAccess(c, page.spaceId, dependencies)
  const address = c.env.incoming.socket.remoteAddress ?? ''
  const actor = { name: c.get('holder').userName, address }
  await trashPage({ database, ids, clock }, id, actor)
  return c.body(null, 204)
}

function readChanges(
  c: Context<HostScope>,
  { workers, baseUrl }: WriteDependencies,
  isNew: boolean,
): Promise<PageChanges> {
  const options = { origin: new URL(baseUrl()).origin, isNew }
  return workers.readPageBody(c.get('body'), options, c.req.raw.signal)
}

function newParent(changes: PageChanges, page: PageWithBody): string {
  const parentId = changes.parentId ?? page.parentId ?? '0'
  if (parentId === page.id) throw invalidRequest('Can not set page as its own parent')
  if (page.parentId === undefined && parentId !== '0') {
    throw invalidRequest('The homepage of a space cannot be moved.')
  }
  return parentId
}

/** Without the right to write, what is there looks as if it were not. */
async function checkAccess(
  c: Context<HostScope>,
  spaceId: string,
  { access }: WriteDependencies,
): Promise<void> {
  const level = await access.accessOf(c.get('holder'), parseId(spaceId) ?? 0)
  if (level !== 'write') throw notFound()
}

/** A page would be where nobody looks for it. */
async function refuseConnected(
  spaceId: string,
  { browse }: Pick<WriteDependencies, 'browse'>,
): Promise<void> {
  if ((await browse(spaceId)) === undefined) return
  throw invalidRequest(
    'The pages of this space are in Confluence. Import them, or write them there.',
  )
}

async function answerSaved(
  c: Context<HostScope>,
  result: EditResult,
  dependencies: WriteDependencies,
): Promise<Response> {
  switch (result.outcome) {
    case 'saved': {
      const page = await findPage(dependencies.database, result.pageId, {
        version: result.version,
        unpack: dependencies.workers.unpackVersion,
      })
      if (page === undefined) throw notFound()
      return answerPageWithBody(c, page, 'atlas_doc_format', dependencies)
    }
    case 'already-exists':
      throw invalidRequest(
        'A page with this title already exists: A page already exists with the same TITLE under this parent',
      )
    default:
      throw notFound()
  }
}
