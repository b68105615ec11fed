/** Finds the page of an import and plans the changes, without writing. @module */

import { decide } from '../../../wiki/import/decide.ts'
import type { Attachment } from '../../../wiki/import/prepared-document.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import { ConfluenceError, isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { versionMessage } from '../delivery.ts'
import { editedElsewhere, wouldDetachComments } from '../delivery-refusals.ts'
import { markKey } from '../records/page-mark.ts'
import { listRecordedFiles, type RecordedFile, readBase } from '../records/recorded-pages.ts'
import { checkKeeper } from '../records/source-of-page.ts'
import { listAttached } from './attach-images.ts'
import type {
  DeliveryPlan,
  FoundPage,
  PlannedUpdate,
  PlanTools,
  WantedImport,
} from './delivery-plan.ts'
import { warnOfComments, warnOfEdit, warnOfMove } from './delivery-warnings.ts'
import { checkExisting, type Target } from './find-target.ts'
import { ownBody } from './own-body.ts'
import { isLandedCreate } from './prove-write.ts'
import { isFirstImport, isMarked, isOfImports } from './written-by-imports.ts'

/**
 * Decide what becomes of an import, by the page that was found for it.
 * @throws {RequestError} What refuses it.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function decideOn(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: WantedImport,
  sought: Target,
): Promise<DeliveryPlan> {
  const { asked, attempt } = wanted
  const found =
    sought.kind === 'untouched' ? await lookAtFiles(tools, target, wanted, sought) : sought
  if (found.kind !== 'found') {
    const page = found.kind === 'untouched' ? { version: found.head.version.number } : undefined
    checkExisting(asked, { hasParent: true, isReserved: true, page })
    if (found.kind === 'untouched') {
      await checkKeeper(tools.database, wanted.spaceId, found.head.id, asked)
    }
    return found
  }
  const { page } = found
  const { progress, document } = wanted
  if (attempt !== undefined && page.version.message === versionMessage(attempt)) {
    const isNew = 'pageId' in progress ? progress.at === 'made' : page.version.number === 1
    return { kind: 'landed', page, isNew }
  }
  const isWhole = document.images.length === 0
  if (found.mayBeOurs && isWhole && (await isLandedCreate(tools, target, wanted, page))) {
    return { kind: 'landed', page, isNew: true }
  }
  // A page found instead of the named one belongs to somebody else.
  if (found.mayBeOurs && asked.pageId !== undefined) throw refusalOf('title-taken', asked)
  checkExisting(asked, { hasParent: true, page: { version: page.version.number } })
  await checkKeeper(tools.database, wanted.spaceId, page.id, asked)
  return planUpdate(tools, target, wanted, found)
}

/** Compare attachments: a page with other files is written again. */
async function lookAtFiles(
  { database }: PlanTools,
  { site }: ConnectedSite,
  { document, spaceId }: WantedImport,
  untouched: Extract<DeliveryPlan, { kind: 'untouched' }>,
): Promise<typeof untouched | FoundPage> {
  const { head, recorded } = untouched
  const { images } = document
  if (images.length === 0) return untouched
  const left = await listRecordedFiles(database, spaceId, head.id)
  const ids = new Set(left.map(({ attachmentId, fileId }) => `${attachmentId} ${fileId}`))
  const there = await filesOn(site, head.id, images)
  const kept = there.filter((one) => ids.has(`${one.attachmentId} ${one.fileId}`))
  if (kept.length === images.length) return untouched
  const page = await site.readPage(head.id, markKey)
  if (page?.status !== 'current') throw goneMeanwhile()
  const { title } = recorded
  return { kind: 'found', page, recorded, title, parentId: head.parentId, mayBeOurs: false }
}

async function filesOn(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
): Promise<readonly RecordedFile[]> {
  return listAttached(site, pageId, images).catch((error: unknown) => {
    throw isOfKind(error, 'not-found') ? goneMeanwhile(error) : error
  })
}

function goneMeanwhile(cause?: unknown): ConfluenceError {
  return new ConfluenceError('conflict', 'The page has gone meanwhile.', { cause })
}

async function planUpdate(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: WantedImport,
  found: FoundPage,
): Promise<PlannedUpdate> {
  const { page, recorded, title, parentId } = found
  const { policies } = target.connection
  const theirs = page.body ?? ''
  const { images } = wanted.document
  const [base, files, comments] = await Promise.all([
    baseOf(tools, wanted.spaceId, found),
    filesOn(target.site, page.id, images),
    hasMarkers(theirs) ? target.site.listOpenComments(page.id) : [],
  ])
  const own = ownBody(target.connection, wanted.document, page.id, files)
  const body = { ...own, theirs, base, comments }
  const planned = await tools.bodies.planBody(body)
  const isRenamed = recorded !== undefined && page.title !== recorded.title
  const keepsTitle =
    isRenamed && policies.edits === 'keep-theirs' && wanted.asked.pageId === undefined
  const newTitle = keepsTitle ? page.title : title
  const needsVersion = !planned.isSame || newTitle !== page.title
  const isForeign = recorded === undefined && base === undefined && !planned.isSame
  const isEdited = planned.edited.length > 0 || (isRenamed && newTitle !== page.title) || isForeign
  const detached = planned.comments.filter(({ isKept }) => !isKept)
  const edits = isForeign ? (isFirstImport(found) ? 'all' : 'unknown') : 'some'
  const decision = decide(
    {
      hasParent: true,
      page: {
        version: page.version.number,
        // An edit that equals the import is not lost.
        edits: isForeign || (isEdited && needsVersion) ? edits : 'none',
        losesComments: needsVersion && detached.length > 0,
      },
    },
    {
      isNamed: true,
      overwrite: true,
      editPolicy: policies.edits,
      commentPolicy: policies.comments,
    },
  )
  if (decision === 'edited-elsewhere') throw editedElsewhere(page, !isForeign)
  if (decision === 'comments-would-detach') {
    throw wouldDetachComments(
      page,
      detached.map(({ quoted }) => quoted),
    )
  }
  return {
    kind: 'update',
    page,
    recorded,
    parentId,
    files,
    wanted: body,
    planned,
    isEdited,
    needsVersion,
    needsFiles: files.length < images.length,
    title: newTitle,
    needsMove: page.parentId !== parentId,
    remarks: [
      ...(isEdited && (needsVersion || planned.edited.some(({ isKept }) => isKept))
        ? [warnOfEdit(page.version, planned.edited, recorded?.version === page.version.number)]
        : []),
      ...(needsVersion ? warnOfComments(planned.comments) : []),
      ...(isMovedThere(found) ? [warnOfMove()] : []),
    ],
  }
}

/** Tell whether somebody moved the page; it is moved back. */
function isMovedThere({ page, recorded, parentId }: FoundPage): boolean {
  return recorded !== undefined && recorded.parentId === parentId && page.parentId !== parentId
}

/**
 * Give the body that edits are compared with. A version by any import has no edits, even if the
 * site changed its form, unless the import kept an edit.
 */
async function baseOf(
  { database }: PlanTools,
  spaceId: number,
  { page, recorded, parentId }: FoundPage,
): Promise<string | undefined> {
  // Only a homepage that nobody edited gets here.
  if (parentId === undefined) return page.body
  if (recorded !== undefined) {
    const isAsLeft = isOfImports(recorded, page) && !recorded.hadEdits
    return (isAsLeft ? page.body : undefined) ?? readBase(database, spaceId, page.id)
  }
  return isMarked(page) ? page.body : undefined
}

/** Quick check for inline comments. */
function hasMarkers(body: string): boolean {
  return body.includes('annotation') || body.includes('inline-comment-marker')
}
