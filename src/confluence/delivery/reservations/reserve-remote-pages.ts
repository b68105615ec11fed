/** Reserves pages of a connected space: each is a placeholder until an import fills it. @module */
import { randomUUID } from 'node:crypto'
import { runBounded } from '../../../contract/base/run-bounded.ts'
import { RequestError } from '../../../contract/errors.ts'
import { keptTitle } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import type { PageToReserve, ReservedPage } from '../../../wiki/import/target-wiki.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { RemotePageHead } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { SiteRun } from '../connections/site-run.ts'
import { suffixedTitles } from '../connections/space-connection.ts'
import { isRemoteId, isSameTitle, markKey, remoteTitleKey } from '../records/page-mark.ts'
import { findRecordedPlace } from '../records/recorded-pages.ts'
import { isOwnPlaceholder, titleAside } from './placeholder.ts'
import type { Reservations } from './reservations.ts'

interface ReserveTools {
  readonly database: Database
  readonly reservations: Reservations
}

/** Leaves room for imports of the same site. */
const atOnce = 5
/** For more titles below one parent, its children are listed instead. */
const fewTitles = 4

interface ReservationRequest {
  readonly pages: readonly PageToReserve[]
  readonly userId: number
  readonly run: string | undefined
}

/**
 * When the time is up, the next request finds those that are already reserved. No page may be below
 * itself.
 * @returns One for each, in order.
 * @throws {RequestError} `not-found` for a missing parent, `unavailable` when the time is up.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function reserveRemotePages(
  tools: ReserveTools,
  target: ConnectedSite,
  { pages, userId, run = `reserving ${randomUUID()}` }: ReservationRequest,
  withinMs: number,
): Promise<readonly ReservedPage[]> {
  const deadline = performance.now() + withinMs
  const below = Map.groupBy(pages.keys(), (index) => parentIndexOf(pages, index))
  const siblings = Map.groupBy(pages, ({ parent }) => keyOfParent(parent))
  const siteRun = target.runOf(run)
  const existing = existingPages(tools, target, siteRun)
  const placedPages = new Map<number, PlacedPage>()
  const firsts = new Map(
    [...pages.entries()].reverse().map(([index, { title }]) => [remoteTitleKey(title), index]),
  )
  // Entries with the same place are one page.
  const placing = new Map<string, Promise<PlacedPage>>()
  await runBounded(below.get(undefined) ?? [], atOnce, async (index, add) => {
    if (performance.now() > deadline) throw needsMoreTime(placedPages.size, pages.length)
    const { title, parent } = pages[index] as PageToReserve
    const above =
      'index' in parent
        ? toParent(placedPages.get(parent.index) as PlacedPage)
        : await existing.findParent(parent.id)
    const key = `${above.id} ${keptTitle(title)}`
    const count = siblings.get(keyOfParent(parent))?.length ?? 0
    const request = {
      title: keptTitle(title),
      above,
      userId,
      isOneOfMany: count > fewTitles,
      isFirst: firsts.get(remoteTitleKey(title)) === index,
    }
    const place = placing.get(key) ?? givePage(tools, target, existing, request)
    placing.set(key, place)
    placedPages.set(index, await place)
    add(below.get(index) ?? [])
  })
  return pages.map((_, index) => {
    const { title: _title, ...page } = placedPages.get(index) as PlacedPage
    return page
  })
}

interface PlacedPage extends ReservedPage {
  readonly title: string
}

function parentIndexOf(pages: readonly PageToReserve[], index: number): number | undefined {
  const { parent } = pages[index] as PageToReserve
  return 'index' in parent ? parent.index : undefined
}

function keyOfParent(parent: PageToReserve['parent']): string {
  return 'index' in parent ? `at ${parent.index}` : parent.id
}

interface ParentPage {
  readonly id: string
  readonly title: string
  /** A reservation has no children but reservations. */
  readonly kind: 'page' | 'folder' | 'reserved'
}

function toParent({ id, title, exists }: PlacedPage): ParentPage {
  return { id, title, kind: exists ? 'page' : 'reserved' }
}

interface PageRequest {
  readonly userId: number
  readonly title: string
  readonly above: ParentPage
  readonly isOneOfMany: boolean
  /** Of pages that want one title, the first gets it. */
  readonly isFirst: boolean
}

interface ExistingPages {
  /** @throws {RequestError} When it is missing. */
  findParent(id: string): Promise<ParentPage>
  forgetParents(): void
  find(request: PageRequest): Promise<FoundPlace>
}

interface FoundPlace {
  readonly head: RemotePageHead | undefined
  readonly goneId: string | undefined
}

function existingPages(tools: ReserveTools, target: ConnectedSite, run: SiteRun): ExistingPages {
  const { site, connection } = target
  const { remoteSpace } = connection
  const spaceId = Number(connection.spaceId)
  const childrenOf = new Map<string, Promise<readonly RemotePageHead[]>>()
  const listChildren = (id: string): Promise<readonly RemotePageHead[]> => {
    const listing = childrenOf.get(id) ?? site.listChildren(id)
    childrenOf.set(id, listing)
    return listing
  }
  return {
    forgetParents: run.forgetParents,
    async findParent(id) {
      const isId = isRemoteId(id)
      const reservation = isId && (await tools.reservations.findById(spaceId, id))
      if (reservation) return { id, title: reservation.givenTitle, kind: 'reserved' }
      const parent = isId ? await run.findParent(id) : undefined
      const isOpen = parent?.status === 'current' && parent.spaceId === remoteSpace.id
      if (!isOpen) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
      return parent
    },
    async find({ title, above: { id: parentId, kind }, isOneOfMany }) {
      const recorded = await findRecordedPlace(tools.database, { spaceId, parentId, title })
      const { pageId } = recorded ?? {}
      const head = pageId && (await run.foreseeVersion(pageId))
      if (head && head.status === 'current' && head.spaceId === remoteSpace.id) {
        return { head, goneId: undefined }
      }
      const heads =
        isOneOfMany && kind === 'page'
          ? await listChildren(parentId)
          : await site.findPagesByTitle(remoteSpace, title)
      const isAtPlace = (candidate: RemotePageHead): boolean =>
        candidate.status === 'current' &&
        candidate.parentId === parentId &&
        isSameTitle(candidate.title, title)
      const existingPage = heads.find(isAtPlace)
      // A placeholder is no page yet, whoever asked for it.
      const { account } = connection
      const mayBeOurs =
        existingPage?.version.number === 1 && [existingPage.authorId, ''].includes(account.id)
      const page = mayBeOurs ? await site.readPage(existingPage.id, markKey) : undefined
      return { head: isOwnPlaceholder(target, page) ? undefined : existingPage, goneId: pageId }
    },
  }
}

async function givePage(
  { reservations }: ReserveTools,
  target: ConnectedSite,
  existing: ExistingPages,
  request: PageRequest,
): Promise<PlacedPage> {
  const { connection } = target
  const { above, title, userId, isFirst } = request
  const place = { spaceId: Number(connection.spaceId), parentId: above.id, title }
  const isNew =
    above.kind === 'reserved' || (await reservations.findAt(target, place)) !== undefined
  const { head, goneId } = isNew
    ? { head: undefined, goneId: undefined }
    : await existing.find(request)
  if (head !== undefined) return { id: head.id, exists: true, path: head.url, title: head.title }
  const otherTitles = [...suffixedTitles(connection, title, above.title), titleAside(place)]
  const titles = isFirst ? [title, ...otherTitles] : otherTitles
  try {
    const madePlace = await reservations.make(target, { ...place, titles, userId, goneId })
    return {
      id: madePlace.pageId,
      exists: madePlace.exists,
      path: madePlace.url,
      title: madePlace.givenTitle,
    }
  } catch (error) {
    if (!isOfKind(error, 'not-found')) throw error
    existing.forgetParents()
    await existing.findParent(above.id)
    throw error
  }
}

function needsMoreTime(reservedCount: number, total: number): RequestError {
  return new RequestError(
    'unavailable',
    `Confluence needs more time: ${reservedCount} of ${total} pages are reserved. Send the same again to go on.`,
    { retryAfterSeconds: 1 },
  )
}
