/** Finds the page of an import and plans the changes, without writing. @module */
import { textOf } from '../../../contract/base/message.ts'
import { decide, refusalOf } from '../../../wiki/import/decide.ts'
import type { BodyRequest } from '../../body/page-body.ts'
import { ConfluenceError, isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, OldRemoteVersion, RemotePage } from '../../site.ts'
import {
  type DeliveryPlan,
  type PageImport,
  type PlannedUpdate,
  type TargetPage,
  versionMessage,
} from '../delivery.ts'
import {
  editedElsewhere,
  warnOfComments,
  warnOfEdit,
  warnOfMove,
  wouldDetachComments,
} from '../delivery-messages.ts'
import {
  checkKeeper,
  isFirstImport,
  isMarked,
  isOfImports,
  listRecordedFiles,
  markKey,
  type RecordedFile,
  readBase,
} from '../records/recorded-pages.ts'
import { listAttached } from './attach-images.ts'
import { checkExisting, type Target } from './find-target.ts'

/**
 * @throws {RequestError} When the import is refused.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function decideOn(pageImport: PageImport, candidate: Target): Promise<DeliveryPlan> {
  const { fields, attempt, lastWrite, document } = pageImport
  const existing =
    candidate.kind === 'untouched' ? await lookAtFiles(pageImport, candidate) : candidate
  if (existing.kind !== 'found') {
    const page =
      existing.kind === 'untouched' ? { version: existing.head.version.number } : undefined
    checkExisting(fields, { hasParent: true, isReserved: true, page })
    if (existing.kind === 'untouched') {
      await checkKeeper(pageImport, existing.head.id)
    }
    return existing
  }
  const { page } = existing
  if (attempt !== undefined && page.version.message === versionMessage(attempt)) {
    const isNew = lastWrite ? lastWrite.at === 'made' : page.version.number === 1
    return { kind: 'landed', page, isNew }
  }
  const isWhole = document.images.length === 0
  if (existing.mayBeOurs && isWhole && (await isLandedCreate(pageImport, page))) {
    return { kind: 'landed', page, isNew: true }
  }
  if (existing.mayBeOurs && fields.pageId !== undefined) throw refusalOf('title-taken', fields)
  checkExisting(fields, { hasParent: true, page: { version: page.version.number } })
  await checkKeeper(pageImport, page.id)
  return planUpdate(pageImport, existing)
}

async function lookAtFiles(
  pageImport: PageImport,
  untouched: Extract<DeliveryPlan, { kind: 'untouched' }>,
): Promise<typeof untouched | TargetPage> {
  const { database, site, document, spaceId } = pageImport
  const { head, recorded } = untouched
  const { images } = document
  if (images.length === 0) return untouched
  const recordedFiles = await listRecordedFiles(database, spaceId, head.id)
  const ids = new Set(recordedFiles.map(({ attachmentId, fileId }) => `${attachmentId} ${fileId}`))
  const attached = await filesOn(pageImport, head.id)
  const unchanged = attached.filter((file) => ids.has(`${file.attachmentId} ${file.fileId}`))
  if (unchanged.length === images.length) return untouched
  const page = await site.readPage(head.id, markKey)
  if (page?.status !== 'current') throw goneMeanwhile()
  const { title } = recorded
  return { kind: 'found', page, recorded, title, parentId: head.parentId, mayBeOurs: false }
}

async function filesOn(pageImport: PageImport, pageId: string): Promise<readonly RecordedFile[]> {
  return listAttached(pageImport, pageId).catch((error: unknown) => {
    throw isOfKind(error, 'not-found') ? goneMeanwhile(error) : error
  })
}

function goneMeanwhile(cause?: unknown): ConfluenceError {
  return new ConfluenceError('conflict', 'The page has gone meanwhile.', { cause })
}

async function planUpdate(pageImport: PageImport, existing: TargetPage): Promise<PlannedUpdate> {
  const { page, recorded, title, parentId } = existing
  const { site, planBody, document } = pageImport
  const { policies } = pageImport.connection
  const theirs = page.body ?? ''
  const [base, files, comments] = await Promise.all([
    baseOf(pageImport, existing),
    filesOn(pageImport, page.id),
    hasMarkers(theirs) ? site.listOpenComments(page.id) : [],
  ])
  const body = { ...bodyRequestOf(pageImport, page.id, files), theirs, base, comments }
  const planned = await planBody(body)
  const isRenamed = recorded !== undefined && page.title !== recorded.title
  const keepsTitle =
    isRenamed && policies.edits === 'keep-theirs' && pageImport.fields.pageId === undefined
  const newTitle = keepsTitle ? page.title : title
  const needsVersion = !planned.isSame || newTitle !== page.title
  const isForeign = recorded === undefined && base === undefined && !planned.isSame
  const isEdited =
    planned.keptEdits.length > 0 || (isRenamed && newTitle !== page.title) || isForeign
  const detached = planned.comments.filter(({ isKept }) => !isKept)
  const edits = isForeign ? (isFirstImport(existing) ? 'all' : 'unknown') : 'some'
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
  if (decision === 'comments-would-detach') throw wouldDetachComments(page, detached)
  return {
    kind: 'update',
    page,
    recorded,
    parentId,
    files,
    bodyRequest: body,
    planned,
    isEdited,
    needsVersion,
    needsFiles: files.length < document.images.length,
    title: newTitle,
    needsMove: page.parentId !== parentId,
    remarks: [
      ...(isEdited && (needsVersion || planned.keptEdits.includes(true))
        ? [warnOfEdit(page.version, planned.keptEdits, recorded?.version === page.version.number)]
        : []),
      ...(needsVersion ? warnOfComments(planned.comments) : []),
      ...(isMovedThere(existing) ? [warnOfMove()] : []),
    ],
  }
}

function isMovedThere({ page, recorded, parentId }: TargetPage): boolean {
  return recorded !== undefined && recorded.parentId === parentId && page.parentId !== parentId
}

/**
 * The body that edits are compared with. A version by an import has no edits, even if the site
 * changed its form, unless the import kept one.
 */
async function baseOf(
  { database, spaceId }: PageImport,
  { page, recorded, parentId }: TargetPage,
): Promise<string | undefined> {
  // Only a homepage that nobody edited gets here.
  if (parentId === undefined) return page.body
  if (recorded !== undefined) {
    const isUnedited = isOfImports(recorded, page) && !recorded.hadEdits
    return (isUnedited ? page.body : undefined) ?? readBase(database, spaceId, page.id)
  }
  return isMarked(page) ? page.body : undefined
}

function hasMarkers(body: string): boolean {
  return body.includes('annotation') || body.includes('inline-comment-marker')
}

/** The request for a body from the import alone, without people's edits and comments. */
export function bodyRequestOf(
  { connection, document }: PageImport,
  pageId?: string,
  files: readonly RecordedFile[] = [],
): BodyRequest {
  const { kind, baseUrl, settings, policies } = connection
  return {
    kind,
    baseUrl,
    settings,
    edits: policies.edits,
    pageId,
    files,
    theirs: undefined,
    base: undefined,
    comments: [],
    adf: textOf(document.adf),
  }
}

export async function findLanded({
  site,
  attempt,
  lastWrite,
  isLost,
}: PageImport): Promise<DeliveryPlan | undefined> {
  if (attempt === undefined || lastWrite === undefined) return undefined
  const isNew = lastWrite.at === 'made'
  if (!isLost && !isNew) return undefined
  const page = await site.readPage(lastWrite.pageId, markKey)
  if (page?.status !== 'current') return undefined
  const landed = await findVersion(site, page, lastWrite.version)
  if (landed?.version.message !== versionMessage(attempt)) return undefined
  return { kind: 'landed', page: { ...page, ...landed }, isNew }
}

/** Find the version of an import; it is in the page's history if somebody edited the page since. */
async function findVersion(
  site: ConfluenceSite,
  { id, title, version, body }: RemotePage,
  number: number,
): Promise<OldRemoteVersion | undefined> {
  if (version.number <= number) return { title, version, body }
  const older = await site.readVersion(id, number)
  return older && { title: older.title, version: older.version, body: older.body }
}

/**
 * Tell whether a page was made by an import whose answer was lost. The create request carries no
 * mark, so everything must match: never changed, made by our account, nothing added, and the same
 * text.
 */
async function isLandedCreate(pageImport: PageImport, page: RemotePage): Promise<boolean> {
  const mayBeOurs =
    page.version.number === 1 &&
    page.property === undefined &&
    [page.authorId, ''].includes(pageImport.connection.account.id)
  if (!mayBeOurs) return false
  const request = { ...bodyRequestOf(pageImport), theirs: page.body ?? '' }
  const { isSame } = await pageImport.planBody(request)
  return isSame
}

/**
 * @param version The number that the page must have.
 * @throws {ConfluenceError} When the site claims success but kept nothing.
 */
export function checkKept(page: Pick<RemotePage, 'version'>, version: number): void {
  if (page.version.number >= version) return
  throw new ConfluenceError('unknown', 'The site answers as if it wrote the page, and did not.')
}
