/** The wikis of all connected spaces, for the import. @module */
import type { Principal } from '../../accounts/reader.ts'
import { withWholeLinks } from '../../wiki/import/prepared-document.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import type {
  ParentSearch,
  Place,
  Saved,
  SavedPage,
  TargetWiki,
  WantedPlace,
} from '../../wiki/import/target-wiki.ts'
import { ConfluenceError } from '../confluence-error.ts'
import type { RemotePageHead } from '../site.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import type { ConnectionsSnapshot } from './connections/connections-snapshot.ts'
import type { SpaceConnection } from './connections/space-connection.ts'
import { findConnection } from './connections/space-connections.ts'
import type { AskedDelivery } from './delivery.ts'
import { refusalOfSite } from './delivery-refusals.ts'
import { foreseePage } from './foresee-page.ts'
import type { PlanTools } from './page/delivery-plan.ts'
import { findTarget } from './page/find-target.ts'
import { savedPage } from './page/record-page.ts'
import { start } from './progress.ts'
import type { JobTools } from './queue/delivery-job.ts'
import type { DeliveryRunner } from './queue/delivery-runner.ts'
import { isRemoteId } from './records/page-mark.ts'
import { reserveRemotePages } from './reservations/reserve-remote-pages.ts'

interface ConnectedWikiDependencies extends JobTools {
  readonly connections: ConnectionsSnapshot
  readonly runner: DeliveryRunner
  /** The prefix of links to the embedded wiki. */
  readonly publicUrl: () => string
}

/** Milliseconds; a slower delivery continues without its caller. */
export const maxAnswerMs = 25_000
/** Milliseconds a dry run waits for a running import. */
const maxSettleMs = 10_000
/** Milliseconds; leaves time to finish what is under way. */
const maxReserveMs = 20_000

export function connectedWiki(dependencies: ConnectedWikiDependencies): TargetWiki {
  const { database, connections, runner, openSite, orders, publicUrl } = dependencies
  const missed = new WeakSet<WantedPlace>()
  const openOf = async (
    { spaceId }: SpaceConnection,
    writableBy: Principal,
  ): Promise<SpaceConnection | undefined> => {
    // Another process may have changed the connection.
    const [connection, space] = await Promise.all([
      findConnection(database, spaceId),
      findSpace(database, spaceId, { writableBy }),
    ])
    return space && connection
  }
  const findOpen = async (wanted: WantedPlace): Promise<SpaceConnection | undefined> => {
    const known = await connections.find(wanted.spaceIdOrKey)
    if (known === undefined) missed.add(wanted)
    return known && openOf(known, wanted.writer)
  }
  return {
    maxAnswerMs,
    async hasPlaceByNow(wanted) {
      if (!missed.has(wanted)) return false
      await connections.refresh()
      return (await findOpen(wanted)) !== undefined
    },
    async findPlace(wanted) {
      const connection = await findOpen(wanted)
      if (connection === undefined) return undefined
      const target = openSite(connection)
      return asking({ pageTitle: wanted.title, pageId: wanted.pageId }, () =>
        findConnectedPlace(dependencies, target, wanted),
      )
    },
    async foresee(wanted, page) {
      const connection = await findOpen(wanted)
      if (connection === undefined) return undefined
      const target = openSite(connection)
      await runner.settled({ ...connection, title: wanted.title }, maxSettleMs)
      const document = withWholeLinks(page.document, publicUrl())
      const asked = { ...askedOf(page.fields, wanted.isCreateOnly), ifMatch: wanted.ifMatch }
      const sought = { ...dryRun, spaceId: Number(connection.spaceId), asked, run: runOf(wanted) }
      const brought = { ...sought, document, digest: document.digest }
      return asking(asked, () => foreseePage(dependencies, target, brought, wanted.via))
    },
    async savePage(wanted, { fields, document }, entry, { withinMs, hasLeft }): Promise<Saved> {
      const connection = await findOpen(wanted)
      if (connection === undefined) return { outcome: 'not-found' }
      const delivered = await runner.deliver({
        connection,
        asked: { ...askedOf(fields, wanted.isCreateOnly), ifMatch: wanted.ifMatch },
        document: withWholeLinks(document, publicUrl()),
        withinMs,
        hasLeft,
        entry: { ...entry, spaceId: Number(connection.spaceId) },
        run: runOf(wanted),
      })
      switch (delivered.kind) {
        case 'saved':
          return delivered.result
        case 'under-way': {
          const { kind: outcome, ...rest } = delivered
          return { outcome, ...rest }
        }
        case 'refused':
          return { outcome: 'refused', error: delivered.error }
        case 'repeated':
          return { outcome: 'repeated' }
        case 'disconnected':
          await connections.refresh()
          return { outcome: 'not-found' }
      }
    },
    async reservePages({ spaceIdOrKey, pages, writer, run }) {
      // The caller gives up without a space, so look again for one that was just connected.
      if ((await connections.find(spaceIdOrKey)) === undefined) await connections.refresh()
      const known = await connections.find(spaceIdOrKey)
      const connection = known && (await openOf(known, writer))
      if (connection === undefined) return undefined
      // A request for no pages only checks the space.
      if (pages.length === 0) return []
      const wanted = { pages, userId: writer.userId, run: runOf({ run, writer }) }
      return asking({ pageTitle: '', pageId: undefined }, () =>
        reserveRemotePages(dependencies, openSite(connection), wanted, maxReserveMs),
      )
    },
    async findPages({ spaceIdOrKey, ids, writer }) {
      const known = await connections.find(spaceIdOrKey)
      const connection = known && (await openOf(known, writer))
      return (
        connection &&
        asking({ pageTitle: '', pageId: undefined }, () => findPages(openSite(connection), ids))
      )
    },
    async arrangePages({ spaceIdOrKey, parentIds, writer }) {
      const known = await connections.find(spaceIdOrKey)
      const connection = known && (await openOf(known, writer))
      return connection && orders.arrange(openSite(connection), parentIds, maxReserveMs)
    },
    async listParents(search) {
      const connection = await connections.findById(search.spaceId)
      if (connection === undefined) return []
      const isOpen = await findSpace(database, search.spaceId, { writableBy: search })
      if (isOpen === undefined) return []
      return asking({ pageTitle: '', pageId: undefined }, () =>
        listParents(openSite(connection), search),
      )
    },
  }
}

/** Runs of different people never share what was read. */
function runOf({ run, writer }: Pick<WantedPlace, 'run' | 'writer'>): string | undefined {
  return run && `${writer.userId} ${run}`
}

/** Translate errors of a site for the caller. */
async function asking<Result>(
  asked: Pick<AskedDelivery, 'pageTitle' | 'pageId'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ConfluenceError ? refusalOfSite(error, asked) : error
  }
}

async function findPages(
  { site, connection }: ConnectedSite,
  ids: readonly string[],
): Promise<readonly SavedPage[]> {
  const heads = await site.findVersions(ids.filter(isRemoteId))
  const isThere = ({ status, spaceId }: RemotePageHead): boolean =>
    status === 'current' && spaceId === connection.remoteSpace.id
  return [...heads.values()].filter(isThere).map(({ parentId, ...head }) => {
    return savedPage(connection, { ...head, parentId: parentId ?? head.id })
  })
}

/** Titles of ancestors are left out, because each would cost a request. */
async function listParents(
  { site, connection }: ConnectedSite,
  { search, chosenId, limit }: ParentSearch,
): ReturnType<TargetWiki['listParents']> {
  const { remoteSpace } = connection
  const found = await site.searchPages(remoteSpace, search.trim(), limit)
  const chosen = chosenId === undefined ? undefined : await site.findParent(chosenId)
  const isThere = chosen?.status === 'current' && chosen.spaceId === remoteSpace.id
  const first = isThere && chosen ? [chosen] : []
  const rest = found.filter(({ id }) => id !== first[0]?.id)
  return [...first, ...rest].slice(0, limit).map(({ id, title }) => ({
    id,
    title,
    ancestors: id === remoteSpace.homepageId ? [] : [remoteSpace.name],
  }))
}

/**
 * Find the place of an import.
 * @throws {RequestError} When nothing can be there.
 * @throws {ConfluenceError} When the site cannot answer.
 */
async function findConnectedPlace(
  tools: PlanTools,
  target: ConnectedSite,
  { parentId, title, pageId, run }: WantedPlace,
): Promise<Place> {
  const { connection } = target
  const { homepageId = '', ...space } = connection.remoteSpace
  const fields = { parentId, pageTitle: title, pageId, overwrite: true, labels: [] }
  const found = await findTarget(tools, target, {
    ...dryRun,
    spaceId: Number(connection.spaceId),
    asked: askedOf({ ...fields, position: undefined }),
    digest: '',
    run,
  })
  const place = { target, space: { ...space, homepageId }, parentId }
  if (found.kind !== 'found') return { ...place, existing: undefined }
  const { page } = found
  return {
    ...place,
    existing: {
      ...savedPage(connection, { ...page, parentId: page.parentId ?? '' }),
      labels: page.labels,
    },
  }
}

const dryRun = {
  attempt: undefined,
  progress: start,
  createdAtMs: 0,
} as const

/** Build the request of a delivery. */
function askedOf(fields: Omit<AskedDelivery, 'isCreateOnly'>, isCreateOnly = false): AskedDelivery {
  const { parentId, pageId, overwrite, labels, position, source, takeOver = false } = fields
  // Normalize the title, because Confluence may compare titles without normalizing.
  const pageTitle = fields.pageTitle.normalize('NFC')
  const place = { parentId, pageTitle, pageId, position }
  return { ...place, overwrite, labels, source, takeOver, isCreateOnly }
}
