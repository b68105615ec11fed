/** Makes the page of a delivery at Confluence, by way of a draft where it has images or an id already. @module */
import { ConfluenceError, isNoWay, isOfKind } from '../../confluence/confluence-error.ts'
import type { RemotePage } from '../../confluence/site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { LostDeliveryError, versionMessage } from '../delivery.ts'
import { mayBeThere, type NotedWrite, ownPage } from '../progress.ts'
import { markKey } from '../records/page-mark.ts'
import { makeDraft } from '../reservations/make-draft.ts'
import { attachImages, listAttached } from './attach-images.ts'
import type { PlannedCreate, WriteTools, Writing, WrittenPage } from './delivery-plan.ts'
import { ownBody } from './own-body.ts'
import { checkKept } from './update-page.ts'

/**
 * Make a page.
 * @param plan Its place and title.
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
  const bodyOf = async (): Promise<string> =>
    (await tools.bodies.planBody(ownBody(connection, wanted.document))).body
  const make = async (): Promise<RemotePage & { body: string }> => {
    const body = await bodyOf()
    const page = await site.createPage({ spaceId, spaceKey, ...place, body, status: 'current' })
    return { ...page, body: page.body ?? body }
  }
  if (wanted.document.images.length === 0 && reservedId === undefined) {
    const page = await make()
    return { page, stored: page.body, files: [], remarks: [] }
  }
  const isTried = !target.drafts.areRefused() || ownPage(wanted.progress) !== undefined
  const makeOwn = async (): Promise<RemotePage | undefined> =>
    makeDraft(tools.reservations, target, {
      ...place,
      body: await bodyOf(),
      purpose: wanted.attempt,
      mayBeThere: mayBeThere(wanted.progress),
    })
  const draftId =
    reservedId ?? (isTried ? await draftOf(tools, target, makeOwn, wanted) : undefined)
  if (draftId !== undefined) {
    const published = isTried && (await publishDraft(tools, target, wanted, { ...place, draftId }))
    if (published) return published
    await leaveDraft(tools, target, { draftId, isReserved: reservedId !== undefined })
  }
  // Without drafts, the page is visible without its images for a moment.
  const made = await make()
  const pageId = made.id
  // The draft was refused, not the page.
  if (draftId !== undefined) target.drafts.noteRefused()
  if (wanted.document.images.length === 0) {
    if (reservedId !== undefined) await removeOwn(tools, target, reservedId)
    return { page: made, stored: made.body, files: [], remarks: [] }
  }
  await tools.note(fill(pageId, 2))
  try {
    const filled = await fillPage(tools, target, wanted, { ...place, pageId, version: 2 })
    if (reservedId !== undefined) await removeOwn(tools, target, reservedId)
    return filled
  } catch (error) {
    const isRefused = isOfKind(error, 'bad-request')
    const there = isRefused ? await site.readPage(pageId, markKey) : undefined
    if (there?.version.number === 1) await site.trashPage(pageId)
    throw error
  }
}

/** Use the draft of an earlier try again. */
async function draftOf(
  tools: WriteTools,
  target: ConnectedSite,
  make: () => Promise<RemotePage | undefined>,
  { progress }: Writing,
): Promise<string | undefined> {
  const own = ownPage(progress)
  if (own?.version === 1) return own.pageId
  const draftId = (await make())?.id
  if (draftId === undefined) return undefined
  try {
    await tools.note(fill(draftId, 1))
  } catch (error) {
    // The process that took over makes its own draft, and does not know this one.
    if (error instanceof LostDeliveryError) await removeOwn(tools, target, draftId).catch(() => {})
    throw error
  }
  return draftId
}

/** Write the text of the import's own page; version 1 publishes a draft. */
function fill(pageId: string, version: number): NotedWrite {
  return { at: 'filling', pageId, version, remarks: [] }
}

/** Remove a draft, but keep a reserved one until its page exists: the import may be repeated. */
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

/** A draft that cannot be removed now is removed later. */
async function removeOwn(
  { reservations }: WriteTools,
  target: ConnectedSite,
  pageId: string,
): Promise<boolean> {
  const draft = { spaceId: Number(target.connection.spaceId), pageId }
  return reservations.removeDraft(target, draft).catch((error: unknown) => {
    if (isOfKind(error, 'credential')) return true
    throw error
  })
}

/** After so many conflicts, the site will not publish the draft. */
const maxBusyTries = 3
const maxConflicts = 2

/**
 * Publish a draft, which makes text and images visible at once. The version's message proves it.
 */
async function publishDraft(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  { draftId, ...place }: { draftId: string; title: string; parentId: string },
): Promise<WrittenPage | undefined> {
  const isBusy = wanted.tries >= maxBusyTries && wanted.conflicts >= maxConflicts
  try {
    const filled = await fillPage(tools, target, wanted, { ...place, pageId: draftId, version: 1 })
    return filled.page.status === 'draft' ? undefined : filled
  } catch (error) {
    if (isNoWay(error) || (isBusy && isOfKind(error, 'conflict'))) return undefined
    throw error
  }
}

/** Add images and text to a new page. */
async function fillPage(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: Writing,
  place: { pageId: string; title: string; parentId: string; version: number },
): Promise<WrittenPage> {
  const { pageId, version, ...rest } = place
  const { site, connection } = target
  const status = version === 1 ? 'draft' : 'current'
  const { images } = wanted.document
  // An earlier try may have attached some.
  const there = await listAttached(site, pageId, images)
  const { files, remarks } = await attachImages(site, pageId, images, there, status)
  const wish = ownBody(connection, wanted.document, pageId, files)
  const { body } = await tools.bodies.planBody(wish)
  // Attaching takes time, so check that nobody has taken over.
  await tools.note(fill(pageId, version))
  const page = await site.updatePage({
    id: pageId,
    spaceKey: connection.remoteSpace.key,
    ...rest,
    body,
    version,
    message: versionMessage(wanted.attempt),
  })
  // Without images the text is unchanged, so the site may keep the version.
  if (files.length > 0) checkKept(page, version)
  return { page, stored: page.body ?? body, files, remarks }
}
