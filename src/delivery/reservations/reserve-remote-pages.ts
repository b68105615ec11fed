/**
 * Gives pages of a connected space their ids before they are made: Confluence gives ids to drafts,
 * which nobody else sees until an import publishes them.
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../auth/clock.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { RemotePageHead } from '../../confluence/site.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import { RequestError } from '../../contract/errors.ts'
import { keptTitle } from '../../contract/page-title.ts'
import type { Database } from '../../database/database.ts'
import { refusalOf } from '../../importing/refusals.ts'
import type { PageToReserve, ReservedPage } from '../../importing/target-wiki.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { RunVersions } from '../connections/run-versions.ts'
import { isRemoteId, isSameTitle } from '../records/page-mark.ts'
import { findRecordedPlace } from '../records/recorded-pages.ts'
import { makeDraft } from './make-draft.ts'
import { keepReservation, type ReservedPlace } from './reservation-changes.ts'
import { type Reservations, reservationMs } from './reservations.ts'

interface ReserveTools {
  readonly database: Database
  readonly clock: Clock
  readonly versions: RunVersions
  readonly reservations: Reservations
}

/** Leaves room for imports of the same site. */
const atOnce = 5
/** For more titles below one parent, its children are listed instead. */
const fewTitles = 4

interface AskedReservations {
  readonly pages: readonly PageToReserve[]
  readonly userId: number
  /** Id of the run; undefined without one. */
  readonly run: string | undefined
}

/**
 * Reserve pages. When the time is up, those already reserved are found by the next request.
 * @param wanted No page may be below itself.
 * @returns One for each, in order.
 * @throws {RequestError} `not-found` for a missing parent, `bad-request` when the site takes no
 * drafts, `unavailable` when the time is up.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function reserveRemotePages(
  tools: ReserveTools,
  target: ConnectedSite,
  { pages, userId, run = `reserving ${randomUUID()}` }: AskedReservations,
  withinMs: number,
): Promise<readonly ReservedPage[]> {
  const deadline = performance.now() + withinMs
  const below = Map.groupBy(pages.keys(), (index) => aboveOf(pages, index))
  const siblings = Map.groupBy(pages, ({ parent }) => keyOfParent(parent))
  const reading = existingPages(tools, target, run)
  const given = new Map<number, ReservedPage>()
  // Entries with the same place are one page.
  const placing = new Map<string, Promise<ReservedPage>>()
  await runBounded(below.get(undefined) ?? [], atOnce, async (index, add) => {
    if (performance.now() > deadline) throw needsMoreTime(given.size, pages.length)
    const { title, parent } = pages[index] as PageToReserve
    const above =
      'index' in parent
        ? toParent(given.get(parent.index) as ReservedPage)
        : await reading.findParent(parent.id)
    const key = `${above.id} ${keptTitle(title)}`
    const count = siblings.get(keyOfParent(parent))?.length ?? 0
    const wanted = { title: keptTitle(title), above, userId, isOneOfMany: count > fewTitles }
    const place = placing.get(key) ?? givePage(tools, target, reading, wanted)
    placing.set(key, place)
    given.set(index, await place)
    add(below.get(index) ?? [])
  })
  return pages.map((_, index) => given.get(index) as ReservedPage)
}

function aboveOf(pages: readonly PageToReserve[], index: number): number | undefined {
  const { parent } = pages[index] as PageToReserve
  return 'index' in parent ? parent.index : undefined
}

function keyOfParent(parent: PageToReserve['parent']): string {
  return 'index' in parent ? `at ${parent.index}` : parent.id
}

interface Above {
  readonly id: string
  /** A reservation has no children yet. */
  readonly kind: 'page' | 'folder' | 'reserved'
}

function toParent({ id, exists }: ReservedPage): Above {
  return { id, kind: exists ? 'page' : 'reserved' }
}

interface WantedPage {
  readonly userId: number
  readonly title: string
  readonly above: Above
  /** Whether several pages are wanted below this parent. */
  readonly isOneOfMany: boolean
}

interface ExistingPages {
  /** @throws {RequestError} When it is missing. */
  findParent(id: string): Promise<Above>
  find(wanted: WantedPage): Promise<FoundPlace>
}

interface FoundPlace {
  readonly head: RemotePageHead | undefined
  readonly goneId: string | undefined
}

function existingPages(
  tools: ReserveTools,
  { site, connection, findParent }: ConnectedSite,
  run: string,
): ExistingPages {
  const { remoteSpace } = connection
  const spaceId = Number(connection.spaceId)
  const childrenOf = new Map<string, Promise<readonly RemotePageHead[]>>()
  const listChildren = (id: string): Promise<readonly RemotePageHead[]> => {
    const listing = childrenOf.get(id) ?? site.listChildren(id)
    childrenOf.set(id, listing)
    return listing
  }
  return {
    async findParent(id) {
      const isWritten = isRemoteId(id)
      const named = { spaceId, pageId: id }
      const reserved = isWritten && (await tools.reservations.findTitle(named))
      if (reserved) return { id, kind: 'reserved' }
      const parent = isWritten ? await findParent(id) : undefined
      const isOpen = parent?.status === 'current' && parent.spaceId === remoteSpace.id
      if (!isOpen) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
      return { id: parent.id, kind: parent.kind }
    },
    async find({ title, above: { id: parentId, kind }, isOneOfMany }) {
      const recorded = await findRecordedPlace(tools.database, { spaceId, parentId, title })
      const { pageId } = recorded ?? {}
      const head = pageId && (await tools.versions.foresee({ site, spaceId, pageId, run }))
      if (head && head.status === 'current' && head.spaceId === remoteSpace.id) {
        return { head, goneId: undefined }
      }
      const heads =
        isOneOfMany && kind === 'page'
          ? await listChildren(parentId)
          : await site.findPagesByTitle(remoteSpace, title)
      const isThere = (one: RemotePageHead): boolean =>
        one.status === 'current' && one.parentId === parentId && isSameTitle(one.title, title)
      return { head: heads.find(isThere), goneId: pageId }
    },
  }
}

async function givePage(
  tools: ReserveTools,
  target: ConnectedSite,
  reading: ExistingPages,
  wanted: WantedPage,
): Promise<ReservedPage> {
  const { database, clock } = tools
  const { above, title } = wanted
  const isNothingThere = { head: undefined, goneId: undefined }
  const { head, goneId } = above.kind === 'reserved' ? isNothingThere : await reading.find(wanted)
  if (head !== undefined) return { id: head.id, exists: true, path: head.url }
  const { connection } = target
  const spaceId = Number(connection.spaceId)
  const place: ReservedPlace = { spaceId, parentId: above.id, title }
  const home = { baseUrl: connection.baseUrl, remoteSpaceId: connection.remoteSpace.id }
  const known = await tools.reservations.find(place)
  const reservation = known ?? (await reserveDraft(tools, target, reading, wanted))
  const lapsesAt = clock().getTime() + reservationMs
  const removeUnwanted = (): Promise<unknown> =>
    tools.reservations
      .removeDraft(target, { spaceId, pageId: reservation.pageId })
      .catch((error) => {
        if (!(error instanceof ConfluenceError)) throw error
      })
  const keeping = database.write(keepReservation, {
    place,
    home,
    reservation,
    lapsesAt,
    goneId,
    userId: wanted.userId,
  })
  const kept = await keeping.catch(async (error: unknown) => {
    if (error instanceof RequestError && known === undefined) await removeUnwanted()
    throw error
  })
  if (kept === undefined || kept.exists || kept.pageId !== reservation.pageId) {
    await removeUnwanted()
  }
  if (kept === undefined) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
  return { id: kept.pageId, exists: kept.exists, path: kept.url }
}

async function reserveDraft(
  { reservations }: ReserveTools,
  target: ConnectedSite,
  reading: ExistingPages,
  { title, above }: WantedPage,
): Promise<{ pageId: string; url: string }> {
  if (target.drafts.areRefused()) throw takesNoDrafts()
  const draft = await makeDraft(reservations, target, {
    title,
    body: siteKinds[target.connection.kind].emptyBody,
    // Drafts cannot be below drafts; the parent is set on publishing.
    parentId: above.kind === 'reserved' ? undefined : above.id,
    purpose: `${above.id} ${title}`,
    mayBeThere: false,
  })
  if (draft !== undefined) return { pageId: draft.id, url: draft.url }
  // The parent may have changed.
  target.forgetParents()
  await reading.findParent(above.id)
  throw takesNoDrafts()
}

function takesNoDrafts(): RequestError {
  return new RequestError(
    'bad-request',
    'This Confluence takes no drafts, and gives ids to pages only as it makes them, so nothing was reserved. Import the pages one by one, or the whole folder with "markport import".',
  )
}

function needsMoreTime(given: number, all: number): RequestError {
  return new RequestError(
    'unavailable',
    `Confluence needs more time: ${given} of ${all} pages are reserved. Send the same again to go on.`,
    { retryAfterSeconds: 1 },
  )
}
