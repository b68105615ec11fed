/**
 * Makes the page of a delivery at Confluence: in one request where its text needs no file, else as a
 * placeholder, which gets its files and then its text.
 * @module
 */
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { versionMessage } from '../delivery.ts'
import { type NotedWrite, ownPage } from '../progress.ts'
import { attachImages, listAttached } from './attach-images.ts'
import type { IntendedDelivery, PlannedCreate, WriteTools, WrittenPage } from './delivery-plan.ts'
import { ownBody } from './own-body.ts'
import { checkKept } from './update-page.ts'

/**
 * Make a page.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
export async function createRemotePage(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: IntendedDelivery,
  plan: PlannedCreate,
): Promise<WrittenPage> {
  if (plan.pageId === undefined && wanted.document.images.length === 0) {
    return makeWhole(tools, target, wanted, plan)
  }
  const pageId = plan.pageId ?? (await makePlaceholder(tools, target, wanted, plan))
  return fillPlaceholder(tools, target, wanted, { ...plan, pageId, isNew: plan.pageId !== pageId })
}

async function makeWhole(
  { bodies }: WriteTools,
  { site, connection }: ConnectedSite,
  { document }: IntendedDelivery,
  { title, parentId }: PlannedCreate,
): Promise<WrittenPage> {
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const { body } = await bodies.planBody(ownBody(connection, document))
  const page = await site.createPage({ spaceId, spaceKey, title, parentId, body })
  return { page, stored: page.body ?? body, files: [], remarks: [] }
}

async function makePlaceholder(
  { reservations }: WriteTools,
  target: ConnectedSite,
  { asked, progress }: IntendedDelivery,
  { title, parentId }: PlannedCreate,
): Promise<string> {
  const { pageId, exists } = await reservations.make(target, {
    parentId,
    title: asked.pageTitle,
    titles: [title],
    userId: 0,
    // What an earlier try has chosen was looked at.
    goneId: ownPage(progress)?.pageId,
  })
  if (exists) throw new ConfluenceError('conflict', 'The page has been made meanwhile.')
  return pageId
}

/** Write the text of a placeholder as its second version, whose message proves it. */
async function fillPlaceholder(
  tools: WriteTools,
  target: ConnectedSite,
  { document, attempt }: IntendedDelivery,
  place: PlannedCreate & { readonly pageId: string; readonly isNew: boolean },
): Promise<WrittenPage> {
  const { site, connection } = target
  const { pageId, title, parentId } = place
  const { images } = document
  const write: NotedWrite = { at: 'made', pageId, version: 2, remarks: [] }
  await tools.note(write)
  // An earlier try may have attached some.
  const there = place.isNew ? [] : await listAttached(site, pageId, images)
  const { files, remarks } = await attachImages(site, pageId, images, there)
  const { body } = await tools.bodies.planBody(ownBody(connection, document, pageId, files))
  // Attaching takes time, so check that nobody has taken over.
  if (images.length > 0) await tools.note(write)
  const page = await site.updatePage({
    id: pageId,
    spaceKey: connection.remoteSpace.key,
    title,
    parentId,
    body,
    version: write.version,
    message: versionMessage(attempt),
  })
  checkKept(page, write.version)
  return { page, stored: page.body ?? body, files, remarks }
}
