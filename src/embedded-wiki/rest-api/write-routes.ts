/** The routes that write pages. @module */
import { RequestError } from '../../base/errors.ts'
import { ifMatchHeader } from '../../importing/contract.ts'
import { importByHostToken } from '../../importing/import-by-host-token.ts'
import { findSpace } from '../../importing/spaces.ts'
import { checkVersion, readIfMatch } from '../../importing/version-condition.ts'
import { findPage, type PageWithBody } from '../store/pages.ts'
import { createPage, type EditResult, updatePage } from '../store/saving/edit-page.ts'
import { trashPage } from '../store/trash-page.ts'
import { type ApiRequest, type ApiRoute, apiRoute, auditActor } from './api-route.ts'
import { trashConnectedPage } from './connected-routes.ts'
import { checkWritable } from './find-asked.ts'
import { HostApiError, invalidRequest, notFound } from './host-api-error.ts'
import { answerOnePage } from './page-answers.ts'
import type { BodyKind, PageChanges } from './page-changes.ts'
import { ids, impossible, readPathId } from './parameters.ts'

const createRoute = apiRoute({
  method: 'POST',
  path: '/pages',
  name: 'createPage',
  summary: 'Create a page',
  parameters: {
    // Putting the page where more people see it than its author asked for would be no service.
    private: impossible('A page is for all who may read its space.'),
    'root-level': impossible('A page stands below another one.'),
    embedded: impossible('There are no such pages.'),
  },
  body: 'NewPage',
  gives: 'Page',
  async answer(call) {
    const { database, workers } = call
    const changes = await readChanges(call, 'page')
    const { spaceId = '', parentId, title = '', adf = '', markdown } = changes
    await checkWritable(call, spaceId)
    const space = await findSpace(database, spaceId)
    if (space === undefined) throw notFound()
    if (markdown !== undefined) {
      const place = { spaceId, parentId: parentId ?? space.homepageId, pageTitle: title }
      return answerImported(call, { ...place, content: markdown, overwrite: false })
    }
    const result = await createPage(database, call.ids, {
      spaceId,
      parentId: parentId ?? space.homepageId,
      title,
      document: await workers.indexDocument(title, adf),
      userId: call.holder.userId,
      now: call.clock(),
      actor: auditActor(call),
    })
    return answerSaved(call, result)
  },
})

const updateRoute = apiRoute({
  method: 'PUT',
  path: '/pages/{id}',
  name: 'updatePage',
  summary: 'Write the next version of a page; what is left out stays as it is',
  body: 'NextPage',
  gives: 'Page',
  async answer(call) {
    const changes = await readChanges(call, 'version')
    if (changes.id !== undefined && changes.id !== readPathId(call.c)) {
      throw invalidRequest('id must be the one in the address.')
    }
    const version = changes.version as NonNullable<PageChanges['version']>
    const page = await pageToWrite(call)
    if (changes.markdown === undefined) {
      return answerSaved(call, await saveNext(call, page, { ...changes, version }))
    }
    checkNext(call, page, { ...changes, version })
    // The import takes none, and its version would say nothing of it.
    if (version.message !== '') throw invalidRequest('version.message is not kept with Markdown.')
    const place = { spaceId: page.spaceId, parentId: parentOfNext(changes, page), pageId: page.id }
    const asked = { ...place, pageTitle: changes.title ?? page.title, content: changes.markdown }
    return answerImported(call, { ...asked, overwrite: true }, page.version.number)
  },
})

const renameRoute = apiRoute({
  method: 'PUT',
  path: '/pages/{id}/title',
  name: 'updatePageTitle',
  summary: 'Give a page another title, by another version',
  body: 'NextTitle',
  gives: 'Page',
  async answer(call) {
    const { title } = await readChanges(call, 'title')
    const page = await pageToWrite(call)
    const version = { number: page.version.number + 1, message: '' }
    return answerSaved(call, await saveNext(call, page, { title, version }), false)
  },
})

const trashRoute = apiRoute({
  method: 'DELETE',
  path: '/pages/{id}',
  name: 'deletePage',
  summary: 'Put a page into the trash, with all that is below it',
  parameters: {
    purge: impossible('What is in the trash is purged by administrators.'),
    draft: impossible('There are no drafts.'),
    'space-id': ids('The space that it is in; of a connected space, the id is one of Confluence.'),
  },
  async answer(call) {
    const page = await pageToWrite(call)
    await trashPage(call, page.id, auditActor(call))
    return call.c.body(null, 204)
  },
  connected: { answer: trashConnectedPage },
})

export const writeRoutes: readonly ApiRoute[] = [createRoute, updateRoute, renameRoute, trashRoute]

function readChanges({ c, workers, baseUrl }: ApiRequest, kind: BodyKind): Promise<PageChanges> {
  const options = { origin: new URL(baseUrl()).origin, kind }
  return workers.readPageBody(c.get('body'), options, c.req.raw.signal)
}

/** The page of the path, if it can be written. */
async function pageToWrite(call: ApiRequest): Promise<PageWithBody> {
  const { c, database, holder } = call
  const page = await findPage(database, readPathId(c), { readableBy: holder })
  const spaceId = c.req.query('space-id')
  if (page?.status !== 'current' || (spaceId ?? page.spaceId) !== page.spaceId) throw notFound()
  await checkWritable(call, page.spaceId)
  return page
}

async function saveNext(
  call: ApiRequest,
  page: PageWithBody,
  changes: NextVersion,
): Promise<EditResult> {
  checkNext(call, page, changes)
  const { database, workers, holder, clock } = call
  const title = changes.title ?? page.title
  const { version } = changes
  const result = await updatePage(database, call.ids, {
    title,
    parentId: newParent(changes, page),
    document: await workers.indexDocument(title, changes.adf ?? page.adf),
    pageId: page.id,
    spaceId: page.spaceId,
    version: version.number,
    message: version.message,
    userId: holder.userId,
    now: clock(),
    actor: auditActor(call),
  })
  if (result.outcome !== 'conflict') return result
  throw conflict(result.currentVersion, version.number)
}

type NextVersion = PageChanges & { readonly version: NonNullable<PageChanges['version']> }

/** Check what is asked for against the page as it was read; what writes it asks for that version. */
function checkNext({ c }: ApiRequest, page: PageWithBody, changes: NextVersion): void {
  if (changes.ownerId !== undefined && changes.ownerId !== page.authorId) {
    throw invalidRequest('ownerId must be the author: pages are not handed on in this wiki.')
  }
  if (changes.spaceId !== undefined && changes.spaceId !== page.spaceId) {
    throw invalidRequest('spaceId must be the space of the page: it stays there.')
  }
  const { number } = page.version
  checkVersion(readIfMatch(c.req.header(ifMatchHeader)), number)
  if (changes.version.number !== number + 1) throw conflict(number, changes.version.number)
}

function conflict(current: number | undefined, provided: number): HostApiError {
  return new HostApiError(
    409,
    'CONFLICT',
    `Version must be incremented when updating a page. Current Version: [${current}]. Provided version: [${provided}]`,
  )
}

/** A homepage stands below none, and an import names it twice. */
function parentOfNext(changes: PageChanges, page: PageWithBody): string {
  const parentId = newParent(changes, page)
  return parentId === '0' ? page.id : parentId
}

/**
 * Import Markdown, and answer with the page as it was sent.
 * @param version The one that is written over, if there is one.
 */
async function answerImported(
  call: ApiRequest,
  fields: Parameters<typeof importByHostToken>[1],
  version?: number,
): Promise<Response> {
  const { c, holder, importing, workers, clock, database } = call
  const ifMatch = version === undefined ? undefined : `"${version}"`
  const imported = await importByHostToken({ ...importing, workers, clock }, fields, {
    holder,
    via: 'api',
    requestId: c.get('requestId'),
    address: c.env.incoming.socket.remoteAddress ?? '',
    signal: c.req.raw.signal,
    ifMatch,
  }).catch((error: unknown) => {
    const isConflict = error instanceof RequestError && error.key === 'precondition-failed'
    throw isConflict ? conflict(error.version, (version ?? 0) + 1) : error
  })
  if (imported.kind !== 'saved') throw new TypeError('without a key, an import is saved')
  const { page, warnings } = imported
  const saved = await findPage(database, page.id, {
    version: page.version,
    unpack: workers.unpackVersion,
  })
  if (saved === undefined) throw notFound()
  return answerOnePage(call, saved, 'markdown', { warnings })
}

function newParent(changes: PageChanges, page: PageWithBody): string {
  const parentId = changes.parentId ?? page.parentId ?? '0'
  if (parentId === page.id) throw invalidRequest('Can not set page as its own parent')
  if (page.parentId === undefined && parentId !== '0') {
    throw invalidRequest('The homepage of a space cannot be moved.')
  }
  return parentId
}

async function answerSaved(
  call: ApiRequest,
  result: EditResult,
  hasBody = true,
): Promise<Response> {
  if (result.outcome === 'already-exists') {
    throw invalidRequest(
      'A page with this title already exists: A page already exists with the same TITLE under this parent',
    )
  }
  if (result.outcome !== 'saved') throw notFound()
  const page = await findPage(call.database, result.pageId, {
    version: result.version,
    unpack: call.workers.unpackVersion,
  })
  if (page === undefined) throw notFound()
  // As Confluence has it where nothing but the title was sent.
  if (!hasBody) return answerOnePage(call, page, undefined, { body: null })
  return answerOnePage(call, page, 'atlas_doc_format')
}
