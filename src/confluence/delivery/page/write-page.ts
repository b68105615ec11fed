/**
 * Writes the page of a delivery. A new page without files is made in one request. With files, a
 * placeholder is made, the files are attached, and the text becomes its second version. An existing
 * page gets one version for each import.
 * @module
 */

import type { AnswerWarning } from '../../../contract/answers.ts'
import type { PlannedBody } from '../../body/page-body.ts'
import { ConfluenceError, isNoWay } from '../../confluence-error.ts'
import type { ConfluenceSite, RemotePage, RemoteUpdate } from '../../site.ts'
import {
  madePage,
  type NotedWrite,
  outcomeOf,
  type PageDelivery,
  type PageToRecord,
  type PlannedCreate,
  type PlannedUpdate,
  versionMessage,
} from '../delivery.ts'
import {
  isOfComment,
  restrictedThere,
  warnOfComments,
  wouldDetachComments,
} from '../delivery-messages.ts'
import { isUnsettled, markKey } from '../records/recorded-pages.ts'
import { reservePlace } from '../reservations/reservations.ts'
import { type AttachedFiles, attachImages, listAttached } from './attach-images.ts'
import { bodyRequestOf, checkKept } from './plan-delivery.ts'

/**
 * @throws {ConfluenceError} When the write failed, or its outcome is unknown.
 */
export async function createRemotePage(
  delivery: PageDelivery,
  plan: PlannedCreate,
): Promise<PageToRecord> {
  if (plan.pageId !== undefined || delivery.document.images.length > 0) {
    const pageId = plan.pageId ?? (await makePlaceholder(delivery, plan))
    return fillPlaceholder(delivery, plan, pageId)
  }
  const { title, parentId } = plan
  const { id: spaceId, key: spaceKey } = delivery.connection.remoteSpace
  const { body } = await delivery.planBody(bodyRequestOf(delivery))
  const page = await delivery.site.createPage({ spaceId, spaceKey, title, parentId, body })
  return newPage(page, body, { files: [], remarks: [] })
}

async function makePlaceholder(
  delivery: PageDelivery,
  { title, parentId }: PlannedCreate,
): Promise<string> {
  const { id, exists } = await reservePlace(delivery, {
    spaceId: delivery.spaceId,
    parentId,
    title: delivery.fields.pageTitle,
    titles: [title],
    userId: 0,
    goneId: madePage(delivery)?.pageId,
  })
  if (exists) throw new ConfluenceError('conflict', 'The page has been made meanwhile.')
  return id
}

/** The text is the second version, whose message proves that it was written. */
async function fillPlaceholder(
  delivery: PageDelivery,
  plan: PlannedCreate,
  pageId: string,
): Promise<PageToRecord> {
  const { title, parentId } = plan
  const write: NotedWrite = { at: 'made', pageId, version: 2, remarks: [] }
  await delivery.note(write)
  const attached = plan.pageId === undefined ? [] : await listAttached(delivery, pageId)
  const attachedFiles = await attachImages(delivery, pageId, attached)
  const { body } = await delivery.planBody(bodyRequestOf(delivery, pageId, attachedFiles.files))
  // Attaching takes time, so check that nobody has taken over.
  if (delivery.document.images.length > 0) await delivery.note(write)
  const page = await writeVersion(delivery, write, { title, parentId, body })
  checkKept(page, write.version)
  return newPage(page, body, attachedFiles)
}

function writeVersion(
  { site, connection, attempt }: PageDelivery,
  { pageId: id, version }: NotedWrite,
  content: Pick<RemoteUpdate, 'title' | 'parentId' | 'body'>,
): Promise<RemotePage> {
  const { key: spaceKey } = connection.remoteSpace
  return site.updatePage({ ...content, id, spaceKey, version, message: versionMessage(attempt) })
}

function newPage(page: RemotePage, body: string, files: AttachedFiles): PageToRecord {
  return {
    ...files,
    outcome: 'created',
    head: page,
    recorded: undefined,
    stored: page.body ?? body,
    isMoved: true,
    pageToMark: page,
  }
}

/**
 * @throws {RequestError} When comments would be detached.
 * @throws {ConfluenceError} When the write failed, or its outcome is unknown.
 */
export function updateRemotePage(
  delivery: PageDelivery,
  update: PlannedUpdate,
): Promise<PageToRecord> {
  return writeUpdate(delivery, update).catch(async (error: unknown) => {
    throw await findRestriction(delivery.site, update.page, error)
  })
}

async function writeUpdate(delivery: PageDelivery, update: PlannedUpdate): Promise<PageToRecord> {
  const { site } = delivery
  const { page, title, parentId } = update
  const attached = await withImages(delivery, update)
  const { files, planned, remarks: imageRemarks } = attached
  // Until its images are attached, the text has their descriptions instead.
  const needsVersion = !planned.isSame || title !== page.title
  const remarks = [...update.remarks, ...imageRemarks]
  const version = page.version.number + 1
  const write: NotedWrite = { at: 'changing', pageId: page.id, version, remarks }
  if (needsVersion || update.needsMove) await delivery.note(write)
  if (!needsVersion && (!update.needsMove || (await moveAlone(site, update)))) {
    const stored = planned.nextBase ?? page.body ?? ''
    return updatedPage(delivery, update, { ...page, parentId }, { stored, files, remarks })
  }
  const writtenPage = await writeVersion(delivery, write, { title, parentId, body: planned.body })
  // A site may ignore a write that changes nothing visible, but never a write with other words.
  const mayBeIgnored = !needsVersion || (writtenPage.title === title && planned.isSameText)
  if (!mayBeIgnored) checkKept(writtenPage, version)
  const comments = await checkComments(site, writtenPage, planned)
  const markedPage = { ...writtenPage, labels: page.labels, property: page.property }
  return updatedPage(delivery, update, markedPage, {
    stored: planned.nextBase ?? writtenPage.body ?? planned.body,
    files,
    remarks: [
      ...update.remarks.filter(({ code }) => !isOfComment(code)),
      ...comments,
      ...imageRemarks,
    ],
  })
}

function updatedPage(
  delivery: PageDelivery,
  update: PlannedUpdate,
  page: RemotePage,
  { remarks, ...content }: AttachedFiles & { readonly stored: string },
): PageToRecord {
  const { recorded } = update
  const needsVersion = page.version.number > update.page.version.number
  const needsFiles = content.files.length > update.files.length
  const mayBeElsewhere =
    delivery.fields.position !== recorded?.position || isUnsettled(recorded?.digest ?? '')
  // Remarks of a version stay valid while it is the newest.
  const keepsRemarks = page.version.number === recorded?.version && remarks.length === 0
  return {
    ...content,
    outcome: outcomeOf(delivery, { ...update, needsVersion, needsFiles }),
    head: page,
    recorded,
    remarks: keepsRemarks ? undefined : remarks,
    isMoved: mayBeElsewhere || update.needsMove,
    pageToMark: page,
  }
}

/**
 * Sites word restrictions like missing pages or bad credentials.
 * @returns The refusal if the account may not change this page, else the error.
 */
async function findRestriction(
  site: ConfluenceSite,
  page: Pick<RemotePage, 'id' | 'status'>,
  error: unknown,
): Promise<unknown> {
  const isRefused =
    error instanceof ConfluenceError && (error.status === 403 || error.status === 404)
  if (!isRefused || error.kind === 'foreign' || page.status !== 'current') return error
  const readPage = await site.readPage(page.id, markKey, true).catch(() => undefined)
  return readPage?.isReadOnly ? restrictedThere(error) : error
}

/** Returns false if the site cannot move pages without a new version. */
async function moveAlone(
  site: ConfluenceSite,
  { page, parentId }: PlannedUpdate,
): Promise<boolean> {
  // A homepage is never moved.
  if (parentId === undefined) return true
  try {
    await site.movePage(page.id, 'append', parentId)
    return true
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    if (isNoWay(error) || error.kind === 'foreign' || error.status === 404) return false
    throw error
  }
}

async function withImages(
  delivery: PageDelivery,
  { page, files: existingFiles, bodyRequest, planned }: PlannedUpdate,
): Promise<AttachedFiles & { readonly planned: PlannedBody }> {
  const attached = await attachImages(delivery, page.id, existingFiles)
  const { files } = attached
  if (files.length === existingFiles.length) return { ...attached, planned }
  const replanned = await delivery.planBody({ ...bodyRequest, files })
  const detached = replanned.comments.filter(({ isKept }) => !isKept)
  if (delivery.connection.policies.comments === 'refuse' && detached.length > 0) {
    throw wouldDetachComments(page, detached)
  }
  return { ...attached, planned: replanned }
}

async function checkComments(
  site: ConfluenceSite,
  { id, body }: RemotePage,
  { comments }: PlannedBody,
): Promise<AnswerWarning[]> {
  if (comments.length === 0) return []
  const stored = body ?? (await site.readPage(id, markKey))?.body ?? ''
  const checkedComments = comments.map((comment) => ({
    ...comment,
    isKept: comment.isKept && stored.includes(comment.marker),
  }))
  return warnOfComments(checkedComments)
}
