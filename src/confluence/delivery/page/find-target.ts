/** Finds the page of an import by title, record, or id. @module */
import {
  decide,
  type Existing,
  type ExistingState,
  isObstacle,
  refusalOf,
} from '../../../wiki/import/decide.ts'
import type { RemotePage, RemotePageHead, RemoteParent } from '../../site.ts'
import { isInSpace } from '../connections/connected-site.ts'
import { suffixedTitles } from '../connections/space-connections.ts'
import {
  type DeliveryFields,
  type DeliveryPlan,
  madePage,
  type PageQuery,
  type PlannedCreate,
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
import type { Reservation, ReservedPlace } from '../reservations/reservation-changes.ts'
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
export async function findTarget(query: PageQuery): Promise<Target> {
  const search = { ...query, parent: await checkParent(query) }
  const placeholder = await findMade(search)
  if (placeholder !== undefined) return placeholder
  const { pageId } = query.fields
  if (pageId !== undefined) {
    return (await findReserved(search, pageId)) ?? findNamed(search, pageId)
  }
  const recorded = await findRecordedPlace(query.database, placeOf(search))
  return (
    (recorded && (await findRecorded(search, recorded))) ??
    (await findReservedPlace(search)) ??
    (await findByTitle(search))
  )
}

interface Search extends PageQuery {
  readonly parent: RemoteParent
}

function placeOf({ spaceId, parent, fields }: Search): ReservedPlace {
  return { spaceId, parentId: parent.id, title: fields.pageTitle }
}

/** Find the placeholder that an earlier try made or chose, if nobody has written in it. */
async function findMade(search: Search): Promise<PlannedCreate | undefined> {
  const placeholder = madePage(search)
  const page = placeholder && (await search.site.readPage(placeholder.pageId, markKey))
  if (page === undefined || !isPlaceholder(search, page)) return undefined
  return fillOf(search, { pageId: page.id, givenTitle: page.title })
}

/** A placeholder may have another title than its page will have. */
async function fillOf(
  search: Search,
  { pageId, givenTitle }: Pick<Reservation, 'pageId' | 'givenTitle'>,
): Promise<PlannedCreate> {
  const keepsTitle = titlesOf(search).some((title) => isSameTitle(title, givenTitle))
  const title = keepsTitle ? givenTitle : await freeTitle(search, pageId)
  return { kind: 'create', title, parentId: search.parent.id, pageId }
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
function fieldsForExisting({ fields, isLost }: PageQuery): DeliveryFields {
  return isLost ? { ...fields, overwrite: true, ifMatch: undefined } : fields
}

/** All problems get the same answer, so that it reveals nothing about the parent. */
async function checkParent(query: PageQuery): Promise<RemoteParent> {
  const { fields, site } = query
  const { parentId } = fields
  const parent = isRemoteId(parentId) ? await site.findParent(parentId) : undefined
  if (!isInSpace(query.connection, parent)) throw refusalOf('not-found', fields)
  // A placeholder may not be a parent before its text was imported.
  if ((await findReservedPage(query, query.spaceId, parent.id)) !== undefined) {
    throw refusalOf('not-found', fields)
  }
  return parent
}

/** Find the page if nobody changed it since an import of exactly the same content. */
async function findUntouched(
  { fields, digest, isLost, site, connection }: Search,
  recorded: RecordedPage,
  parentId: string | undefined,
): Promise<Extract<Target, { kind: 'untouched' }> | undefined> {
  const isSame = recorded.digest === digest && hasRecordedLabels(fields, recorded)
  if (!isSame || !fields.overwrite || isLost) return undefined
  const { pageId } = recorded
  const head = (await site.findVersions([pageId])).get(pageId)
  const isUntouched =
    isInSpace(connection, head) &&
    head.version.number === recorded.version &&
    head.parentId === parentId
  return isUntouched ? { kind: 'untouched', head, recorded } : undefined
}

/** Returns undefined if the page of the last import is gone. */
async function findRecorded(search: Search, recorded: RecordedPage): Promise<Target | undefined> {
  const { fields, connection } = search
  const { parentId } = fields
  const { title } = recorded
  const untouched = await findUntouched(search, recorded, parentId)
  if (untouched !== undefined) return untouched
  const page = await readCurrent(search, recorded.pageId)
  if (page?.spaceId !== connection.remoteSpace.id || page.status === 'trashed') return undefined
  if (page.status !== 'current') throw titleClash(fields, page)
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

/** A dry run also asks for restrictions, which an import learns from its write. */
function readCurrent({ site, attempt }: Search, pageId: string): Promise<RemotePage | undefined> {
  return site.readPage(pageId, markKey, attempt === undefined)
}

/** Titles are unique in a space regardless of case, archived pages included. */
async function findByTitle(search: Search): Promise<Target> {
  const { fields, spaceId, site, connection } = search
  const parentId = search.parent.id
  let otherPage: RemotePageHead | undefined
  for (const title of titlesOf(search)) {
    const [head] = await site.findPagesByTitle(connection.remoteSpace, title)
    if (head === undefined) return { kind: 'create', title, parentId, pageId: undefined }
    const isAtPlace = head.parentId === parentId && isSameTitle(head.title, title)
    if (isAtPlace && head.status === 'current') {
      const page = await readCurrent(search, head.id)
      if (page?.status !== 'current') {
        return { kind: 'create', title, parentId, pageId: undefined }
      }
      const recorded = await findRecordedPage(search.database, spaceId, page.id)
      if (recorded === undefined && isOwnPlaceholder(search, page)) {
        return { kind: 'create', title, parentId, pageId: page.id }
      }
      const mayBeOurs = search.isLost && recorded === undefined
      return { kind: 'found', page, recorded, title, parentId, mayBeOurs }
    }
    otherPage ??= head
  }
  throw titleClash(fields, otherPage)
}

/** Titles to try in order, because another page of the space may have the first. */
function titlesOf({ fields: { pageTitle }, connection, parent }: Search): string[] {
  return [pageTitle, ...suffixedTitles(connection, pageTitle, parent.title)]
}

async function findReservedPlace(search: Search): Promise<PlannedCreate | undefined> {
  // An earlier try already chose this placeholder, and somebody has written in it since.
  if (madePage(search) !== undefined) return undefined
  const reservation = await findReservationAt(search, placeOf(search))
  return reservation && fillOf(search, reservation)
}

async function findReserved(search: Search, pageId: string): Promise<Target | undefined> {
  const { fields, spaceId, site } = search
  const reservation = await findReservedPage(search, spaceId, pageId)
  const placeholder = madePage(search)
  if (placeholder === undefined) return reservation && fillOf(search, reservation)
  if (reservation === undefined && placeholder.pageId !== pageId) return undefined
  const page = await site.readPage(pageId, markKey)
  if (page?.status === 'current') return undefined
  // Somebody trashed the page that we made, so make it again under a new id.
  const newTarget = await findByTitle(search)
  if (newTarget.kind === 'found' && !newTarget.mayBeOurs) throw refusalOf('title-taken', fields)
  return newTarget
}

async function findNamed(search: Search, pageId: string): Promise<Target> {
  const { fields, spaceId, connection, parent, isLost } = search
  // Imports name the homepage as its own parent, because it has none.
  const isHomepage = pageId === parent.id && pageId === connection.remoteSpace.homepageId
  const parentId = isHomepage ? undefined : parent.id
  const recorded = isRemoteId(pageId)
    ? await findRecordedPage(search.database, spaceId, pageId)
    : undefined
  const hasAskedTitle = recorded !== undefined && isSameTitle(recorded.askedTitle, fields.pageTitle)
  const untouched = hasAskedTitle && (await findUntouched(search, recorded, parentId))
  if (untouched) return untouched
  const page = isRemoteId(pageId) ? await readCurrent(search, pageId) : undefined
  const isOfSpace = page !== undefined && page.spaceId === connection.remoteSpace.id
  // The placeholder of a lapsed reservation does not count as a page.
  if (!isOfSpace || page.status !== 'current' || isPlaceholder(search, page)) {
    throw refusalOf('not-found', fields)
  }
  checkExisting(fieldsForExisting(search), existingAt(page))
  const isUnedited = isLost || isHomepageFree(recorded, page)
  const isBelowItself = page.parentId !== parentId && (await isBelow(search, page.id))
  const isHomepageOfOthers = isHomepage && !isUnedited
  checkExisting(fieldsForExisting(search), {
    ...existingAt(page, { isHomepageOfOthers }),
    isBelowItself,
  })
  const hasTitle = isSameTitle(page.title, fields.pageTitle)
  const keptTitle = hasAskedTitle ? recorded.title : hasTitle ? fields.pageTitle : undefined
  const title = keptTitle ?? (await freeTitle(search, pageId))
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

function existingAt(
  head: Pick<RemotePageHead, 'version'>,
  state: Partial<ExistingState> = {},
): Existing {
  return { hasParent: true, page: { version: head.version.number, ...state } }
}

async function isBelow({ site, fields }: Search, pageId: string): Promise<boolean> {
  const maxLevels = 100
  let ancestorId: string | undefined = fields.parentId
  for (let level = 0; ancestorId !== undefined && level < maxLevels; level += 1) {
    if (ancestorId === pageId) return true
    // Read both at once: the run may have moved one of them since it read its version.
    const heads: ReadonlyMap<string, RemotePageHead> = await site.findVersions([ancestorId, pageId])
    ancestorId = heads.get(ancestorId)?.parentId
  }
  return false
}

async function freeTitle(search: Search, pageId: string): Promise<string> {
  const { fields, site, connection, parent } = search
  let otherPage: RemotePageHead | undefined
  for (const title of titlesOf(search)) {
    const heads = await site.findPagesByTitle(connection.remoteSpace, title)
    const clash = heads.find(({ id }) => id !== pageId)
    if (clash === undefined) return title
    otherPage ??= clash
  }
  if (otherPage?.parentId === parent.id && otherPage.status === 'current') {
    throw refusalOf('title-taken', fields)
  }
  throw titleClash(fields, otherPage)
}
