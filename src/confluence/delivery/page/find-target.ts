/** Finds the page of an import by title, record, or id. @module */
import {
  decide,
  type Existing,
  type ExistingState,
  isObstacle,
  refusalOf,
} from '../../../wiki/import/decide.ts'
import type { RemotePage, RemotePageHead, RemoteParent } from '../../site.ts'
import { type ConnectedSite, isInSpace } from '../connections/connected-site.ts'
import { suffixedTitles } from '../connections/space-connections.ts'
import {
  type DeliveryFields,
  type DeliveryPlan,
  madePage,
  mayBeWritten,
  type PageQuery,
  type PlannedCreate,
  type PlanTools,
  type TargetPage,
} from '../delivery.ts'
import { titleClash } from '../delivery-messages.ts'
import {
  findRecordedPage,
  findRecordedPlace,
  hasRecordedLabels,
  isHomepageFree,
  isRemoteId,
  isSameTitle,
  markKey,
  type RecordedPage,
} from '../records/recorded-pages.ts'
import {
  findReservationAt,
  findReservedPage,
  isOwnPlaceholder,
  isPlaceholder,
} from '../reservations/reservations.ts'

export type Target = Extract<DeliveryPlan, { kind: 'untouched' | 'create' }> | TargetPage

/**
 * @throws {RequestError} When the page cannot be at the wanted place.
 */
export async function findTarget(tools: PlanTools, query: PageQuery): Promise<Target> {
  const parent = await checkParent(tools, query)
  const placeholder = await findMade(tools, query, parent)
  if (placeholder !== undefined) return placeholder
  const { pageId } = query.fields
  if (pageId !== undefined) {
    const namedPage = { parent, pageId }
    return (await findReserved(tools, query, namedPage)) ?? findNamed(tools, query, namedPage)
  }
  const { spaceId, fields } = query
  const place = { spaceId, parentId: parent.id, title: fields.pageTitle }
  const recorded = await findRecordedPlace(tools.database, place)
  return (
    (recorded && (await findRecorded(tools, query, recorded))) ??
    (await findReservedPlace(tools, query, parent)) ??
    (await findByTitle(tools, query, parent))
  )
}

/** Find the placeholder that an earlier try made or chose, if nobody has written in it. */
async function findMade(
  tools: PlanTools,
  query: PageQuery,
  parent: RemoteParent,
): Promise<PlannedCreate | undefined> {
  const placeholder = madePage(query.progress)
  const page = placeholder && (await tools.site.readPage(placeholder.pageId, markKey))
  if (page === undefined || !isPlaceholder(tools, page)) return undefined
  return fillOf(tools, query, parent, { pageId: page.id, givenTitle: page.title })
}

/** A placeholder may have another title than its page will have. */
async function fillOf(
  tools: PlanTools,
  query: PageQuery,
  parent: RemoteParent,
  { pageId, givenTitle }: { readonly pageId: string; readonly givenTitle: string },
): Promise<PlannedCreate> {
  const keepsTitle = titlesOf(tools, query, parent).some((title) => isSameTitle(title, givenTitle))
  const title = keepsTitle ? givenTitle : await freeTitle(tools, query, parent, pageId)
  return { kind: 'create', title, parentId: parent.id, pageId }
}

/**
 * @throws {RequestError} When the known state of the page refuses the import.
 */
export function checkExisting(fields: DeliveryFields, existing: Existing): void {
  const { overwrite, ifMatch } = fields
  const decision = decide(existing, { isNamed: fields.pageId !== undefined, overwrite, ifMatch })
  const version = existing.page?.version
  if (isObstacle(decision)) throw refusalOf(decision, { ...fields, version })
}

/** After a lost answer the existing page may be the import's own, so it may be overwritten. */
function fieldsForExisting({ fields, progress }: PageQuery): DeliveryFields {
  return mayBeWritten(progress) ? { ...fields, overwrite: true, ifMatch: undefined } : fields
}

/** All problems get the same answer, so that it reveals nothing about the parent. */
async function checkParent(tools: PlanTools, query: PageQuery): Promise<RemoteParent> {
  const { fields, spaceId } = query
  const { parentId } = fields
  const parent = isRemoteId(parentId) ? await tools.site.findParent(parentId) : undefined
  if (!isInSpace(tools.connection, parent)) throw refusalOf('not-found', fields)
  // A placeholder may not be a parent before its text was imported.
  if ((await findReservedPage(tools, spaceId, parent.id)) !== undefined) {
    throw refusalOf('not-found', fields)
  }
  return parent
}

/** Find the page if nobody changed it since an import of exactly the same content. */
async function findUntouched(
  tools: PlanTools,
  { fields, digest, progress }: PageQuery,
  recorded: RecordedPage,
  parentId: string | undefined,
): Promise<Extract<Target, { kind: 'untouched' }> | undefined> {
  const isSame = recorded.digest === digest && hasRecordedLabels(fields, recorded)
  if (!isSame || !fields.overwrite || mayBeWritten(progress)) return undefined
  const { pageId } = recorded
  const head = (await tools.site.findVersions([pageId])).get(pageId)
  const isUntouched =
    isInSpace(tools.connection, head) &&
    head.version.number === recorded.version &&
    head.parentId === parentId
  return isUntouched ? { kind: 'untouched', head, recorded } : undefined
}

/** Returns undefined if the page of the last import is gone. */
async function findRecorded(
  tools: PlanTools,
  query: PageQuery,
  recorded: RecordedPage,
): Promise<Target | undefined> {
  const { fields } = query
  const { parentId } = fields
  const { title } = recorded
  const untouched = await findUntouched(tools, query, recorded, parentId)
  if (untouched !== undefined) return untouched
  const page = await readCurrent(tools, query, recorded.pageId)
  if (page === undefined || page.spaceId !== tools.connection.remoteSpace.id) return undefined
  if (page.status === 'trashed') return undefined
  if (page.status !== 'current') throw titleClash(fields, page)
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

/** A dry run also asks for restrictions, which an import learns from its write. */
function readCurrent(
  tools: PlanTools,
  query: PageQuery,
  pageId: string,
): Promise<RemotePage | undefined> {
  return tools.site.readPage(pageId, markKey, query.attempt === undefined)
}

/** Titles are unique in a space regardless of case, archived pages included. */
async function findByTitle(
  tools: PlanTools,
  query: PageQuery,
  parent: RemoteParent,
): Promise<Target> {
  const { fields, spaceId } = query
  const parentId = parent.id
  let otherPage: RemotePageHead | undefined
  for (const title of titlesOf(tools, query, parent)) {
    const [head] = await tools.site.findPagesByTitle(tools.connection.remoteSpace, title)
    if (head === undefined) return { kind: 'create', title, parentId, pageId: undefined }
    const isAtPlace = head.parentId === parentId && isSameTitle(head.title, title)
    if (isAtPlace && head.status === 'current') {
      const page = await readCurrent(tools, query, head.id)
      if (page?.status !== 'current') {
        return { kind: 'create', title, parentId, pageId: undefined }
      }
      const recorded = await findRecordedPage(tools.database, spaceId, page.id)
      if (recorded === undefined && isOwnPlaceholder(tools, page)) {
        return { kind: 'create', title, parentId, pageId: page.id }
      }
      const mayBeOurs = mayBeWritten(query.progress) && recorded === undefined
      return { kind: 'found', page, recorded, title, parentId, mayBeOurs }
    }
    otherPage ??= head
  }
  throw titleClash(fields, otherPage)
}

/** Titles to try in order, because another page of the space may have the first. */
function titlesOf(tools: PlanTools, { fields }: PageQuery, parent: RemoteParent): string[] {
  const { pageTitle } = fields
  return [pageTitle, ...suffixedTitles(tools.connection, pageTitle, parent.title)]
}

async function findReservedPlace(
  tools: PlanTools,
  query: PageQuery,
  parent: RemoteParent,
): Promise<PlannedCreate | undefined> {
  // An earlier try already chose this placeholder, and somebody has written in it since.
  if (madePage(query.progress) !== undefined) return undefined
  const { spaceId, fields } = query
  const place = { spaceId, parentId: parent.id, title: fields.pageTitle }
  const reservation = await findReservationAt(tools, place)
  return reservation && fillOf(tools, query, parent, reservation)
}

async function findReserved(
  tools: PlanTools,
  query: PageQuery,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target | undefined> {
  const { fields, spaceId, progress } = query
  const reservation = await findReservedPage(tools, spaceId, pageId)
  const placeholder = madePage(progress)
  if (placeholder === undefined) return reservation && fillOf(tools, query, parent, reservation)
  if (reservation === undefined && placeholder.pageId !== pageId) return undefined
  const page = await tools.site.readPage(pageId, markKey)
  if (page?.status === 'current') return undefined
  // Somebody trashed the page that we made, so make it again under a new id.
  const newTarget = await findByTitle(tools, query, parent)
  if (newTarget.kind === 'found' && !newTarget.mayBeOurs) throw refusalOf('title-taken', fields)
  return newTarget
}

async function findNamed(
  tools: PlanTools,
  query: PageQuery,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target> {
  const { fields, spaceId } = query
  const { connection } = tools
  // Imports name the homepage as its own parent, because it has none.
  const isHomepage = pageId === parent.id && pageId === connection.remoteSpace.homepageId
  const parentId = isHomepage ? undefined : parent.id
  const recorded = isRemoteId(pageId)
    ? await findRecordedPage(tools.database, spaceId, pageId)
    : undefined
  const hasAskedTitle = recorded !== undefined && isSameTitle(recorded.askedTitle, fields.pageTitle)
  const untouched = hasAskedTitle && (await findUntouched(tools, query, recorded, parentId))
  if (untouched) return untouched
  const page = isRemoteId(pageId) ? await readCurrent(tools, query, pageId) : undefined
  const isOfSpace = page !== undefined && page.spaceId === connection.remoteSpace.id
  // The placeholder of a lapsed reservation does not count as a page.
  if (!isOfSpace || page.status !== 'current' || isPlaceholder(tools, page)) {
    throw refusalOf('not-found', fields)
  }
  checkExisting(fieldsForExisting(query), existingAt(page))
  const isUnedited = mayBeWritten(query.progress) || isHomepageFree(recorded, page)
  const isBelowItself = page.parentId !== parentId && (await isBelow(tools, fields, page.id))
  const isHomepageOfOthers = isHomepage && !isUnedited
  checkExisting(fieldsForExisting(query), {
    ...existingAt(page, { isHomepageOfOthers }),
    isBelowItself,
  })
  const hasTitle = isSameTitle(page.title, fields.pageTitle)
  const keptTitle = hasAskedTitle ? recorded.title : hasTitle ? fields.pageTitle : undefined
  const title = keptTitle ?? (await freeTitle(tools, query, parent, pageId))
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

function existingAt(
  head: Pick<RemotePageHead, 'version'>,
  state: Partial<ExistingState> = {},
): Existing {
  return { hasParent: true, page: { version: head.version.number, ...state } }
}

async function isBelow(
  { site }: ConnectedSite,
  { parentId }: PageQuery['fields'],
  pageId: string,
): Promise<boolean> {
  const maxLevels = 100
  let ancestorId: string | undefined = parentId
  for (let level = 0; ancestorId !== undefined && level < maxLevels; level += 1) {
    if (ancestorId === pageId) return true
    // Read both at once: the run may have moved one of them since it read its version.
    const heads: ReadonlyMap<string, RemotePageHead> = await site.findVersions([ancestorId, pageId])
    ancestorId = heads.get(ancestorId)?.parentId
  }
  return false
}

async function freeTitle(
  tools: PlanTools,
  query: PageQuery,
  parent: RemoteParent,
  pageId: string,
): Promise<string> {
  const { fields } = query
  let otherPage: RemotePageHead | undefined
  for (const title of titlesOf(tools, query, parent)) {
    const heads = await tools.site.findPagesByTitle(tools.connection.remoteSpace, title)
    const clash = heads.find(({ id }) => id !== pageId)
    if (clash === undefined) return title
    otherPage ??= clash
  }
  if (otherPage?.parentId === parent.id && otherPage.status === 'current') {
    throw refusalOf('title-taken', fields)
  }
  throw titleClash(fields, otherPage)
}
