/** Writes the page of a delivery at Confluence: one version for one import. @module */
import type { PlannedBody } from '../../confluence/body/page-body.ts'
import {
  ConfluenceError,
  type ConfluenceErrorKind,
  type ConfluenceSite,
  type RemotePage,
} from '../../confluence/site.ts'
import type { AnswerWarning } from '../../importing/contract.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { type Delivery, LostDeliveryError, versionMessage } from '../delivery.ts'
import { wouldDetachComments } from '../delivery-refusals.ts'
import { type NotedWrite, ownPage } from '../progress.ts'
import { markKey } from '../records/page-mark.ts'
import type { DeliveredFile } from '../records/recorded-pages.ts'
import { removeDraft } from '../reservations/remove-draft.ts'
import { attachImages } from './attach-images.ts'
import type {
  PlannedCreate,
  PlannedImport,
  PlannedRestore,
  PlannedUpdate,
  PlanTools,
} from './delivery-plan.ts'
import { warnOfComments } from './delivery-warnings.ts'
import { ownBody, placedFiles } from './own-body.ts'

/** A page as a delivery left it. */
export interface WrittenPage {
  readonly page: RemotePage
  /** What the site stored. */
  readonly stored: string
  readonly files: readonly DeliveredFile[]
  readonly remarks: readonly AnswerWarning[]
}

export interface WriteTools extends PlanTools {
  /**
   * Note what is about to be written.
   * @throws {LostDeliveryError} When somebody else has taken over.
   */
  note(write: NotedWrite): Promise<void>
}

/** An import that is written. */
export type Writing = PlannedImport &
  Pick<Delivery, 'attempt' | 'tries'> & {
    /** How often in a row the site was at work on the page. */
    readonly conflicts: number
  }

/**
 * Make a page.
 * @param tools The store, what plans bodies, and what notes writes.
 * @param target The site and the connection.
 * @param wanted The import.
 * @param plan Where, and by which title.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
export async function createRemotePage(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  { draftId: reservedId, title, parentId }: PlannedCreate,
): Promise<WrittenPage> {
  const { site, connection } = target
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const place = { title, parentId }
  const make = async (status: 'current' | 'draft'): Promise<RemotePage & { body: string }> => {
    const { body } = await tools.bodies.planBody(ownBody(connection, wanted.document))
    const page = await site.createPage({ spaceId, spaceKey, ...place, body, status })
    return { ...page, body: page.body ?? body }
  }
  if (wanted.document.images.length === 0 && reservedId === undefined) {
    const page = await make('current')
    return { page, stored: page.body, files: [], remarks: [] }
  }
  const draftId = reservedId ?? (await draftOf(tools, target, make, wanted))
  if (draftId !== undefined) {
    const published = await publishDraft(tools, target, wanted, { ...place, draftId })
    if (published !== undefined) return published
    await leaveDraft(tools, target, { draftId, isReserved: reservedId !== undefined })
  }
  // The site takes no drafts: the page is there without its images for a moment.
  const { id: pageId } = await make('current')
  await tools.note(fill(pageId, 2))
  try {
    const filled = await fillPage(tools, target, wanted, { ...place, pageId, version: 2 })
    if (reservedId !== undefined) await removeOwn(tools, target, reservedId)
    return filled
  } catch (error) {
    const isRefused = error instanceof ConfluenceError && error.kind === 'bad-request'
    const there = isRefused ? await site.readPage(pageId, markKey) : undefined
    // Whoever has written on it since wants to keep it.
    if (there?.version.number === 1) await site.trashPage(pageId)
    throw error
  }
}

/** A draft that an earlier try made is used again. */
async function draftOf(
  tools: WriteTools,
  target: ConnectedSite,
  make: (status: 'draft') => Promise<Pick<RemotePage, 'id'>>,
  { progress }: Writing,
): Promise<string | undefined> {
  const own = ownPage(progress)
  if (own?.version === 1) return own.pageId
  const draftId = await refusedAsUndefined(make('draft').then(({ id }) => id))
  if (draftId === undefined) return undefined
  try {
    await tools.note(fill(draftId, 1))
  } catch (error) {
    // Whoever has taken over makes one of their own, and nobody knows of this one.
    if (error instanceof LostDeliveryError) await removeOwn(tools, target, draftId).catch(() => {})
    throw error
  }
  return draftId
}

/** The write that gives a page of the import's own its text; 1 publishes a draft. */
function fill(pageId: string, version: number): NotedWrite {
  return { at: 'filling', pageId, version, remarks: [] }
}

/** What is reserved keeps its id until a page is there: its parent or its text may be mended. */
async function leaveDraft(
  tools: WriteTools,
  target: ConnectedSite,
  { draftId, isReserved }: { draftId: string; isReserved: boolean },
): Promise<void> {
  await tools.note(fill(draftId, 1))
  const isPublished = isReserved
    ? (await target.site.readPage(draftId, markKey))?.status === 'current'
    : !(await removeOwn(tools, target, draftId))
  if (isPublished) {
    throw new ConfluenceError('conflict', 'The draft has been published meanwhile.')
  }
}

/** Who may not remove it can go on: it is tried again later. */
async function removeOwn(
  tools: WriteTools,
  { site, connection }: ConnectedSite,
  pageId: string,
): Promise<boolean> {
  const draft = { spaceId: Number(connection.spaceId), pageId }
  return removeDraft(tools, site, draft).catch((error: unknown) => {
    if (error instanceof ConfluenceError && error.kind === 'credential') return true
    throw error
  })
}

/** A site is not at work on a draft for so long, and so often in a row: it will not publish it. */
const maxBusyTries = 3
const maxConflicts = 2

/** Text and images become visible in one step, which proves itself by its message. */
async function publishDraft(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  { draftId, ...place }: { draftId: string; title: string; parentId: string },
): Promise<WrittenPage | undefined> {
  const isBusy = wanted.tries >= maxBusyTries && wanted.conflicts >= maxConflicts
  return refusedAsUndefined(
    fillPage(tools, target, wanted, { ...place, pageId: draftId, version: 1 }),
    isBusy ? [...refusals, 'conflict'] : refusals,
  )
}

const refusals: readonly ConfluenceErrorKind[] = ['bad-request', 'not-found']

async function refusedAsUndefined<Result>(
  making: Promise<Result>,
  kinds = refusals,
): Promise<Result | undefined> {
  try {
    return await making
  } catch (error) {
    if (error instanceof ConfluenceError && kinds.includes(error.kind)) return undefined
    throw error
  }
}

/** Give a page that was just made its images and its text. */
async function fillPage(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  place: { pageId: string; title: string; parentId: string; version: number },
): Promise<WrittenPage> {
  const { pageId, version, ...rest } = place
  const { site, connection } = target
  const status = version === 1 ? 'draft' : 'current'
  const files = await attachImages(site, pageId, wanted.document.images, [], status)
  const wish = ownBody(connection, wanted.document, pageId, files)
  const { body } = await tools.bodies.planBody(wish)
  // Images may have taken their time: nobody must have taken over since.
  await tools.note(fill(pageId, version))
  const page = await site.updatePage({
    id: pageId,
    spaceKey: connection.remoteSpace.key,
    ...rest,
    body,
    version,
    message: versionMessage(wanted.attempt),
  })
  return { page, stored: page.body ?? body, files, remarks: [] }
}

/**
 * Take a page out of the trash.
 * @param tools The store, what plans bodies, and what notes writes.
 * @param target The site and the connection.
 * @param plan The page.
 * @returns False where the site does not do that.
 * @throws {ConfluenceError} When it may not have done it.
 */
export async function restoreRemotePage(
  { note }: WriteTools,
  { site, connection }: ConnectedSite,
  { page, title, parentId }: PlannedRestore,
): Promise<boolean> {
  const version = page.version.number + 1
  await note({ at: 'changing', pageId: page.id, version, remarks: [] })
  const restored = await refusedAsUndefined(
    site.updatePage({
      id: page.id,
      spaceKey: connection.remoteSpace.key,
      title,
      parentId,
      version,
      // Of an attempt it would say that its text is there.
      body: page.body ?? '',
      message: '',
    }),
  )
  return restored !== undefined
}

/**
 * Give a page its new version, where it needs one.
 * @param tools The store, what plans bodies, and what notes writes.
 * @param target The site and the connection.
 * @param wanted The import.
 * @param update What was planned.
 * @throws {RequestError} When comments would be detached that are not to be.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
export async function updateRemotePage(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  update: PlannedUpdate,
): Promise<WrittenPage> {
  const { site, connection } = target
  const { page, title, parentId } = update
  const { files, planned } = await withImages(tools, target, wanted, update)
  // A page that was begun without its images says nothing else until they are there.
  const needsVersion = update.needsVersion || !planned.isSame
  const { remarks } = update
  const version = page.version.number + 1
  if (needsVersion || update.needsMove) {
    const at = update.isNew ? 'filling' : 'changing'
    await tools.note({ at, pageId: page.id, version, remarks })
  }
  if (!needsVersion && (!update.needsMove || (await moveAlone(site, update)))) {
    const moved = { ...page, parentId }
    return { page: moved, stored: planned.nextBase ?? page.body ?? '', files, remarks }
  }
  const written = await site.updatePage({
    id: page.id,
    spaceKey: connection.remoteSpace.key,
    title,
    parentId,
    version,
    body: planned.body,
    message: versionMessage(wanted.attempt),
  })
  const comments = await checkComments(site, written, planned)
  return {
    page: { ...written, labels: page.labels, property: page.property },
    stored: planned.nextBase ?? written.body ?? planned.body,
    files,
    remarks: [...remarks.filter(({ code }) => code === 'remote-edited'), ...comments],
  }
}

/** Whether the page could be moved without a version; not all sites let programs do that. */
async function moveAlone(
  site: ConfluenceSite,
  { page, parentId }: PlannedUpdate,
): Promise<boolean> {
  try {
    await site.movePage(page.id, 'append', parentId)
    return true
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    if (error.kind === 'bad-request' || error.status === 404) return false
    throw error
  }
}

/** Images are attached before the body that names them is planned for good. */
async function withImages(
  { bodies }: WriteTools,
  { site, connection }: ConnectedSite,
  { document }: PlannedImport,
  { page, files: known, wanted, planned }: PlannedUpdate,
): Promise<{ files: readonly DeliveredFile[]; planned: PlannedBody }> {
  const files = await attachImages(site, page.id, document.images, known)
  if (files.length === known.length) return { files, planned }
  const again = await bodies.planBody({ ...wanted, files: placedFiles(files) })
  const detached = again.comments.filter(({ isKept }) => !isKept)
  if (connection.policies.comments === 'refuse' && detached.length > 0) {
    throw wouldDetachComments(detached.map(({ quoted }) => quoted))
  }
  return { files, planned: again }
}

/** Every mark that was sent is in what the site answered, or its comment has lost its text. */
async function checkComments(
  site: ConfluenceSite,
  { id, body }: RemotePage,
  { comments }: PlannedBody,
): Promise<AnswerWarning[]> {
  if (comments.length === 0) return []
  const stored = body ?? (await site.readPage(id, markKey))?.body ?? ''
  const checked = comments.map((comment) => ({
    ...comment,
    isKept: comment.isKept && stored.includes(comment.marker),
  }))
  return warnOfComments(checked)
}
