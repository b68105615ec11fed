/** Finds the page of an import by title, record, or id. @module */
import type {
  ConfluenceSite,
  RemotePage,
  RemotePageHead,
  RemoteParent,
} from '../../confluence/site.ts'
import { contractLimits } from '../../contract/limits.ts'
import { decide, type Existing, type ExistingState, isObstacle } from '../../importing/decide.ts'
import { refusalOf } from '../../importing/refusals.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { type AskedDelivery, isOfAnother } from '../delivery.ts'
import { titleClash } from '../delivery-refusals.ts'
import { mayBeThere, ownPage } from '../progress.ts'
import { isRemoteId, isSameTitle, markKey } from '../records/page-mark.ts'
import {
  findRecordedPage,
  findRecordedPlace,
  hasRecordedLabels,
  type RecordedPage,
} from '../records/recorded-pages.ts'
import { isUnsettled } from '../records/unsettled.ts'
import type {
  DeliveryPlan,
  FoundPage,
  PlannedCreate,
  PlanTools,
  SoughtPage,
} from './delivery-plan.ts'
import { isHomepageFree } from './written-by-imports.ts'

type Target = Extract<DeliveryPlan, { kind: 'untouched' | 'create' | 'restore' }> | FoundPage

/**
 * Find the page of an import.
 * @throws {RequestError} When it cannot be at the wanted place.
 */
export async function findTarget(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
): Promise<Target> {
  const parent = await checkParent(target, wanted)
  const { pageId } = wanted.asked
  if (pageId !== undefined) {
    const named = { parent, pageId }
    return (
      (await findReserved(tools, target, wanted, named)) ?? findNamed(tools, target, wanted, named)
    )
  }
  const { spaceId, asked } = wanted
  const place = { spaceId, parentId: parent.id, title: asked.pageTitle }
  const recorded = await findRecordedPlace(tools.database, place)
  const known = recorded && (await findKnown(tools, target, wanted, recorded))
  if (known !== undefined && known.kind !== 'restore') return known
  const found = await findByTitle(tools, target, wanted, parent)
  return known && found.kind === 'create' ? { ...known, orElse: found } : found
}

/** @throws {RequestError} What hinders the import, as far as that is known. */
export function checkExisting(asked: AskedDelivery, existing: Existing): void {
  const { overwrite, ifMatch } = asked
  const decision = decide(existing, { isNamed: asked.pageId !== undefined, overwrite, ifMatch })
  const version = existing.page?.version
  if (isObstacle(decision)) throw refusalOf(decision, { ...asked, version })
}

/** After a lost answer the page that is there may be the import's own. */
function mayBeOwn({ asked, progress }: SoughtPage): AskedDelivery {
  return mayBeThere(progress) ? { ...asked, overwrite: true, ifMatch: undefined } : asked
}

/** All problems get the same answer, so that it reveals nothing about the parent. */
async function checkParent(
  { connection, findParent }: ConnectedSite,
  wanted: SoughtPage,
): Promise<RemoteParent> {
  const { asked, attempt, run } = wanted
  const { parentId } = asked
  // A write would notice a missing parent itself, so only a dry run must look again.
  const lookedAtBy = attempt === undefined ? run : undefined
  const parent = isRemoteId(parentId) ? await findParent(parentId, lookedAtBy) : undefined
  const isOpen = parent?.status === 'current' && parent.spaceId === connection.remoteSpace.id
  if (parent === undefined || !isOpen) throw refusalOf('not-found', asked)
  return parent
}

/** Find the page that the last import left at this place; undefined where it is gone. */
async function findKnown(
  { versions }: PlanTools,
  { site, connection }: ConnectedSite,
  wanted: SoughtPage,
  recorded: RecordedPage,
): Promise<Target | undefined> {
  const { asked, digest, spaceId, run } = wanted
  const parentId = asked.parentId
  const brings = recorded.digest === digest && hasRecordedLabels(asked, recorded)
  const mayBeUntouched = brings || !asked.overwrite
  if (mayBeUntouched && !mayBeThere(wanted.progress)) {
    const head = await versions.find({ site, spaceId, pageId: recorded.pageId, run })
    if (head === undefined || head.status === 'trashed') return undefined
    if (head.spaceId !== connection.remoteSpace.id) return undefined
    if (head.status === 'current') checkExisting(asked, at(head))
    const isUntouched =
      head.status === 'current' &&
      head.version.number === recorded.version &&
      head.parentId === parentId
    if (isUntouched) return { kind: 'untouched', head, recorded }
  }
  const page = await readThere(site, wanted, recorded.pageId)
  if (page === undefined || page.spaceId !== connection.remoteSpace.id) return undefined
  const { title } = recorded
  if (page.status === 'trashed') {
    if (!isUnsettled(recorded.digest)) return undefined
    return { kind: 'restore', page, title, parentId, orElse: undefined }
  }
  if (page.status !== 'current') throw titleClash(asked, page)
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

/** Read a page; a dry run also asks for restrictions, which otherwise the write reveals. */
function readThere(
  site: ConfluenceSite,
  { attempt }: SoughtPage,
  pageId: string,
): Promise<RemotePage | undefined> {
  return site.readPage(pageId, markKey, attempt === undefined)
}

/** Titles are unique in a space regardless of case, archived pages included. */
async function findByTitle(
  { database, reservations }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  parent: RemoteParent,
): Promise<Target> {
  const { asked, spaceId } = wanted
  const parentId = parent.id
  const titles = [asked.pageTitle, ...suffixed(target, asked.pageTitle, parent.title)]
  const toCreate = async (title: string): Promise<PlannedCreate> => {
    const reserved = await reservations.find({ spaceId, parentId, title: asked.pageTitle })
    return { kind: 'create', title, parentId, draftId: reserved?.pageId }
  }
  let other: RemotePageHead | undefined
  for (const title of titles) {
    const heads = await target.site.findPagesByTitle(target.connection.remoteSpace, title)
    const [head] = heads
    if (head === undefined) return toCreate(title)
    const isHere = head.parentId === parentId && isSameTitle(head.title, title)
    if (isHere && head.status === 'current') {
      const page = await readThere(target.site, wanted, head.id)
      if (page?.status !== 'current') return toCreate(title)
      const recorded = await findRecordedPage(database, spaceId, page.id)
      const mayBeOurs = mayBeThere(wanted.progress) && recorded === undefined
      return { kind: 'found', page, recorded, title, parentId, mayBeOurs }
    }
    other ??= head
  }
  throw titleClash(asked, other)
}

/** The alternative title for the `suffix` policy. */
function suffixed({ connection }: ConnectedSite, title: string, parentTitle: string): string[] {
  if (connection.policies.titleClash !== 'suffix') return []
  const longer = `${title} (${parentTitle})`
  return longer.length <= contractLimits.maxTitleLength ? [longer] : []
}

/**
 * Find a reserved draft. Whether its title is free only shows on publishing; after a failure, look
 * at what happened.
 */
async function findReserved(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target | undefined> {
  const { database, reservations } = tools
  const { asked, progress, spaceId, attempt } = wanted
  // When a draft cannot be published, the import begins another page instead.
  const begunId = ownPage(progress)?.pageId
  const reserved = await reservations.findTitle({ spaceId, pageId })
  if (begunId !== pageId && reserved === undefined) return undefined
  const title = asked.pageTitle
  const parentId = parent.id
  if (begunId === undefined) {
    // In that case the page at this place has another id.
    const place = { spaceId, parentId, title }
    const made = isSameTitle(reserved ?? '', title) && (await findRecordedPlace(database, place))
    const known = made && (await findKnown(tools, target, wanted, made))
    if (known) return known
    if (attempt !== undefined) return { kind: 'create', title, parentId, draftId: pageId }
  }
  const page = begunId && (await target.site.readPage(begunId, markKey))
  if (page && page.status === 'current') {
    // Another import of the draft was faster.
    if (isOfAnother(page.version.message, attempt)) return undefined
    return { kind: 'found', page, recorded: undefined, title, parentId, mayBeOurs: false }
  }
  if (mayBeThere(progress)) {
    // The replacement page may exist although its answer was lost.
    const made = await findByTitle(tools, target, wanted, parent)
    if (made.kind === 'found' && made.mayBeOurs) return made
  }
  const free = await freeTitle(target, wanted, parent, begunId ?? pageId)
  return { kind: 'create', title: free, parentId, draftId: pageId }
}

/** Find the page by its id, whatever its place and title. */
async function findNamed(
  { database, versions }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target> {
  const { asked, spaceId, digest, run } = wanted
  const { site, connection } = target
  // A homepage has no parent, and is named as its own.
  const isHomepage = pageId === parent.id && pageId === connection.remoteSpace.homepageId
  const parentId = isHomepage ? undefined : parent.id
  const recorded = isRemoteId(pageId)
    ? await findRecordedPage(database, spaceId, pageId)
    : undefined
  const isAsked = recorded !== undefined && isSameTitle(recorded.askedTitle, asked.pageTitle)
  const brings = isAsked && recorded.digest === digest && hasRecordedLabels(asked, recorded)
  if (brings && asked.overwrite && !mayBeThere(wanted.progress)) {
    const head = await versions.find({ site, spaceId, pageId, run })
    const isUntouched =
      head?.status === 'current' &&
      head.version.number === recorded.version &&
      head.spaceId === connection.remoteSpace.id &&
      head.parentId === parentId
    if (isUntouched) return { kind: 'untouched', head, recorded }
  }
  const page = isRemoteId(pageId) ? await readThere(site, wanted, pageId) : undefined
  const isOwn = page !== undefined && page.spaceId === connection.remoteSpace.id
  if (isOwn && page.status === 'trashed' && isUnsettled(recorded?.digest ?? '')) {
    const place = { title: asked.pageTitle, parentId: parent.id }
    return { kind: 'restore', page, ...place, orElse: undefined }
  }
  if (!isOwn || page.status !== 'current') throw refusalOf('not-found', asked)
  checkExisting(mayBeOwn(wanted), at(page))
  const isOurs = mayBeThere(wanted.progress) || isHomepageFree(recorded, page)
  const isBelowItself = page.parentId !== parentId && (await isBelow(target, asked, page.id))
  const isHomepageOfOthers = isHomepage && !isOurs
  checkExisting(mayBeOwn(wanted), { ...at(page, { isHomepageOfOthers }), isBelowItself })
  const isTitled = isSameTitle(page.title, asked.pageTitle)
  const kept = isAsked ? recorded.title : isTitled ? asked.pageTitle : undefined
  const title = kept ?? (await freeTitle(target, wanted, parent, pageId))
  return { kind: 'found', page, recorded, title, parentId, mayBeOurs: false }
}

function at(head: Pick<RemotePageHead, 'version'>, state: Partial<ExistingState> = {}): Existing {
  return { hasParent: true, page: { version: head.version.number, ...state } }
}

async function isBelow(
  { site }: ConnectedSite,
  { parentId }: SoughtPage['asked'],
  pageId: string,
): Promise<boolean> {
  const maxLevels = 100
  let above: string | undefined = parentId
  for (let level = 0; above !== undefined && level < maxLevels; level += 1) {
    if (above === pageId) return true
    const found: ReadonlyMap<string, RemotePageHead> = await site.findVersions([above])
    above = found.get(above)?.parentId
  }
  return false
}

/** The new title of a named page, if it changes. */
async function freeTitle(
  target: ConnectedSite,
  { asked }: SoughtPage,
  parent: RemoteParent,
  pageId: string,
): Promise<string> {
  let other: RemotePageHead | undefined
  for (const title of [asked.pageTitle, ...suffixed(target, asked.pageTitle, parent.title)]) {
    const heads = await target.site.findPagesByTitle(target.connection.remoteSpace, title)
    const taken = heads.find(({ id }) => id !== pageId)
    if (taken === undefined) return title
    other ??= taken
  }
  if (other?.parentId === parent.id && other.status === 'current') {
    throw refusalOf('title-taken', asked)
  }
  throw titleClash(asked, other)
}
