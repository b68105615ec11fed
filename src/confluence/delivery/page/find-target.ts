/** Finds the page of an import by title, record, or id. @module */

import {
  decide,
  type Existing,
  type ExistingState,
  isObstacle,
} from '../../../wiki/import/decide.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import type { RemotePage, RemotePageHead, RemoteParent } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { SiteRun } from '../connections/site-run.ts'
import { suffixedTitles } from '../connections/space-connection.ts'
import type { AskedDelivery } from '../delivery.ts'
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
import { isOwnPlaceholder, isPlaceholder } from '../reservations/placeholder.ts'
import type {
  DeliveryPlan,
  FoundPage,
  PlannedCreate,
  PlanTools,
  SoughtPage,
} from './delivery-plan.ts'
import { isHomepageFree } from './written-by-imports.ts'

export type Target = Extract<DeliveryPlan, { kind: 'untouched' | 'create' | 'restore' }> | FoundPage

/**
 * Find the page of an import.
 * @throws {RequestError} When it cannot be at the wanted place.
 */
export async function findTarget(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
): Promise<Target> {
  const parent = await checkParent(tools, target, wanted)
  const begun = await findBegun(target, wanted, parent)
  if (begun !== undefined) return begun
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
  const known = recorded && (await findKnown(target, wanted, recorded))
  if (known !== undefined && known.kind !== 'restore') return known
  const found =
    (await findReservedPlace(tools, target, wanted, parent)) ??
    (await findByTitle(tools, target, wanted, parent))
  // A page that waits for this text has the title of the one in the trash.
  const isNew = found.kind === 'create' && found.pageId === undefined
  return known && isNew ? { ...known, orElse: found } : found
}

/** Find the placeholder that an earlier try made or chose, if nobody has written in it. */
async function findBegun(
  target: ConnectedSite,
  wanted: SoughtPage,
  parent: RemoteParent,
): Promise<PlannedCreate | undefined> {
  const begun = ownPage(wanted.progress)
  const page = begun && (await target.site.readPage(begun.pageId, markKey))
  if (page === undefined || !isPlaceholder(target, page)) return undefined
  return fillOf(target, wanted, parent, { pageId: page.id, givenTitle: page.title })
}

/** Plan to fill a placeholder. It may have another title than its page is to get. */
async function fillOf(
  target: ConnectedSite,
  wanted: SoughtPage,
  parent: RemoteParent,
  { pageId, givenTitle }: { readonly pageId: string; readonly givenTitle: string },
): Promise<PlannedCreate> {
  const { pageTitle } = wanted.asked
  const titles = [pageTitle, ...suffixedTitles(target.connection, pageTitle, parent.title)]
  const isWanted = titles.some((title) => isSameTitle(title, givenTitle))
  const title = isWanted ? givenTitle : await freeTitle(target, wanted, parent, pageId)
  return { kind: 'create', title, parentId: parent.id, pageId }
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
  { reservations }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
): Promise<RemoteParent> {
  const { connection } = target
  const { asked, spaceId } = wanted
  const { parentId } = asked
  const parent = isRemoteId(parentId) ? await runOf(target, wanted).findParent(parentId) : undefined
  const isOpen = parent?.status === 'current' && parent.spaceId === connection.remoteSpace.id
  if (parent === undefined || !isOpen) throw refusalOf('not-found', asked)
  // A placeholder becomes a parent when it is a page.
  if ((await reservations.findById(spaceId, parent.id)) !== undefined) {
    throw refusalOf('not-found', asked)
  }
  return parent
}

/** Find the page that the last import left at this place; undefined where it is gone. */
async function findKnown(
  target: ConnectedSite,
  wanted: SoughtPage,
  recorded: RecordedPage,
): Promise<Target | undefined> {
  const { connection } = target
  const { asked, digest } = wanted
  const parentId = asked.parentId
  const brings = recorded.digest === digest && hasRecordedLabels(asked, recorded)
  const mayBeUntouched = brings || !asked.overwrite
  if (mayBeUntouched && !mayBeThere(wanted.progress)) {
    const head = await runOf(target, wanted).findVersion(recorded.pageId)
    if (head === undefined || head.status === 'trashed') return undefined
    if (head.spaceId !== connection.remoteSpace.id) return undefined
    if (head.status === 'current') checkExisting(asked, at(head))
    const isUntouched =
      head.status === 'current' &&
      head.version.number === recorded.version &&
      head.parentId === parentId
    if (isUntouched) return { kind: 'untouched', head, recorded }
  }
  const page = await readThere(target, wanted, recorded.pageId)
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
  target: ConnectedSite,
  wanted: SoughtPage,
  pageId: string,
): Promise<RemotePage | undefined> {
  return runOf(target, wanted).readPage(pageId, wanted.attempt === undefined)
}

function runOf(target: ConnectedSite, { run, attempt }: SoughtPage): SiteRun {
  return target.runOf(run, attempt === undefined)
}

/** Titles are unique in a space regardless of case, archived pages included. */
async function findByTitle(
  { database }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  parent: RemoteParent,
): Promise<Target> {
  const { asked, spaceId } = wanted
  const parentId = parent.id
  const titles = [
    asked.pageTitle,
    ...suffixedTitles(target.connection, asked.pageTitle, parent.title),
  ]
  let other: RemotePageHead | undefined
  for (const title of titles) {
    const heads = await runOf(target, wanted).findTitle(title)
    const [head] = heads
    if (head === undefined) return { kind: 'create', title, parentId, pageId: undefined }
    const isHere = head.parentId === parentId && isSameTitle(head.title, title)
    if (isHere && head.status === 'current') {
      const page = await readThere(target, wanted, head.id)
      if (page?.status !== 'current') {
        return { kind: 'create', title, parentId, pageId: undefined }
      }
      const recorded = await findRecordedPage(database, spaceId, page.id)
      if (recorded === undefined && isOwnPlaceholder(target, page)) {
        return { kind: 'create', title, parentId, pageId: page.id }
      }
      const mayBeOurs = mayBeThere(wanted.progress) && recorded === undefined
      return { kind: 'found', page, recorded, title, parentId, mayBeOurs }
    }
    other ??= head
  }
  throw titleClash(asked, other)
}

/** Find the reservation of the place. */
async function findReservedPlace(
  { reservations }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  parent: RemoteParent,
): Promise<PlannedCreate | undefined> {
  // What an earlier try has chosen was looked at, and is no placeholder any more.
  if (ownPage(wanted.progress) !== undefined) return undefined
  const { spaceId, asked } = wanted
  const place = { spaceId, parentId: parent.id, title: asked.pageTitle }
  const reserved = await reservations.findAt(target, place)
  return reserved && fillOf(target, wanted, parent, reserved)
}

/** Find the page of a reservation that is named by its id, or what is to take its place. */
async function findReserved(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target | undefined> {
  const { asked, spaceId, progress } = wanted
  const reserved = await tools.reservations.findById(spaceId, pageId)
  const begun = ownPage(progress)
  if (begun === undefined) return reserved && fillOf(target, wanted, parent, reserved)
  if (reserved === undefined && begun.pageId !== pageId) return undefined
  const there = await target.site.readPage(pageId, markKey)
  if (there?.status === 'current') return undefined
  // Somebody removed it, so that its page gets another id.
  const made = await findByTitle(tools, target, wanted, parent)
  if (made.kind === 'found' && !made.mayBeOurs) throw refusalOf('title-taken', asked)
  return made
}

/** Find the page by its id, whatever its place and title. */
async function findNamed(
  { database }: PlanTools,
  target: ConnectedSite,
  wanted: SoughtPage,
  { parent, pageId }: { parent: RemoteParent; pageId: string },
): Promise<Target> {
  const { asked, spaceId, digest } = wanted
  const { connection } = target
  // A homepage has no parent, and is named as its own.
  const isHomepage = pageId === parent.id && pageId === connection.remoteSpace.homepageId
  const parentId = isHomepage ? undefined : parent.id
  const recorded = isRemoteId(pageId)
    ? await findRecordedPage(database, spaceId, pageId)
    : undefined
  const isAsked = recorded !== undefined && isSameTitle(recorded.askedTitle, asked.pageTitle)
  const brings = isAsked && recorded.digest === digest && hasRecordedLabels(asked, recorded)
  if (brings && asked.overwrite && !mayBeThere(wanted.progress)) {
    const head = await runOf(target, wanted).findVersion(pageId)
    const isUntouched =
      head?.status === 'current' &&
      head.version.number === recorded.version &&
      head.spaceId === connection.remoteSpace.id &&
      head.parentId === parentId
    if (isUntouched) return { kind: 'untouched', head, recorded }
  }
  const page = isRemoteId(pageId) ? await readThere(target, wanted, pageId) : undefined
  const isOwn = page !== undefined && page.spaceId === connection.remoteSpace.id
  if (isOwn && page.status === 'trashed' && isUnsettled(recorded?.digest ?? '')) {
    const place = { title: asked.pageTitle, parentId: parent.id }
    return { kind: 'restore', page, ...place, orElse: undefined }
  }
  // The placeholder of a reservation that has lapsed is no page.
  if (!isOwn || page.status !== 'current' || isPlaceholder(target, page)) {
    throw refusalOf('not-found', asked)
  }
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
  wanted: SoughtPage,
  parent: RemoteParent,
  pageId: string,
): Promise<string> {
  const { asked } = wanted
  let other: RemotePageHead | undefined
  for (const title of [
    asked.pageTitle,
    ...suffixedTitles(target.connection, asked.pageTitle, parent.title),
  ]) {
    const heads = await runOf(target, wanted).findTitle(title)
    const taken = heads.find(({ id }) => id !== pageId)
    if (taken === undefined) return title
    other ??= taken
  }
  if (other?.parentId === parent.id && other.status === 'current') {
    throw refusalOf('title-taken', asked)
  }
  throw titleClash(asked, other)
}
