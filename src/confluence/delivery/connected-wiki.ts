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
import type { DeliveryFields } from './delivery.ts'
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
    const [connection, space] = await Promise.all([
      findConnection(database, spaceId),
      findSpace(database, spaceId, { writableBy }),
    ])
    return space && connection
  }
  const findOpen = async (place: WantedPlace): Promise<SpaceConnection | undefined> => {
    const cached = await connections.find(place.spaceIdOrKey)
    if (cached === undefined) missed.add(place)
    return cached && openOf(cached, place.writer)
  }
  return {
    maxAnswerMs,
    async hasPlaceByNow(place) {
      if (!missed.has(place)) return false
      await connections.refresh()
      return (await findOpen(place)) !== undefined
    },
    async findPlace(place) {
      const connection = await findOpen(place)
      if (connection === undefined) return undefined
      const target = openSite(connection)
      return withSiteErrors({ pageTitle: place.title, pageId: place.pageId }, () =>
        findConnectedPlace(dependencies, target, place),
      )
    },
    async foresee(place, page) {
      const connection = await findOpen(place)
      if (connection === undefined) return undefined
      const target = openSite(connection)
      await runner.settled({ ...connection, title: place.title }, maxSettleMs)
      const document = withWholeLinks(page.document, publicUrl())
      const fields = { ...deliveryFields(page.fields, place.isCreateOnly), ifMatch: place.ifMatch }
      const query = { ...dryRun, spaceId: Number(connection.spaceId), fields, run: runOf(place) }
      const pageImport = { ...query, document, digest: document.digest }
      return withSiteErrors(fields, () => foreseePage(dependencies, target, pageImport, place.via))
    },
    async savePage(place, { fields, document }, entry, { withinMs, hasLeft }): Promise<Saved> {
      const connection = await findOpen(place)
      if (connection === undefined) return { outcome: 'not-found' }
      const delivery = await runner.deliver({
        connection,
        fields: { ...deliveryFields(fields, place.isCreateOnly), ifMatch: place.ifMatch },
        document: withWholeLinks(document, publicUrl()),
        withinMs,
        hasLeft,
        entry: { ...entry, spaceId: Number(connection.spaceId) },
        run: runOf(place),
      })
      switch (delivery.kind) {
        case 'saved':
          return delivery.result
        case 'under-way': {
          const { kind: outcome, ...rest } = delivery
          return { outcome, ...rest }
        }
        case 'refused':
          return { outcome: 'refused', error: delivery.error }
        case 'repeated':
          return { outcome: 'repeated' }
        case 'disconnected':
          await connections.refresh()
          return { outcome: 'not-found' }
      }
    },
    async reservePages({ spaceIdOrKey, pages, writer, run }) {
      if ((await connections.find(spaceIdOrKey)) === undefined) await connections.refresh()
      const cached = await connections.find(spaceIdOrKey)
      const connection = cached && (await openOf(cached, writer))
      if (connection === undefined) return undefined
      if (pages.length === 0) return []
      const request = { pages, userId: writer.userId, run: runOf({ run, writer }) }
      return withSiteErrors({ pageTitle: '', pageId: undefined }, () =>
        reserveRemotePages(dependencies, openSite(connection), request, maxReserveMs),
      )
    },
    async findPages({ spaceIdOrKey, ids, writer }) {
      const cached = await connections.find(spaceIdOrKey)
      const connection = cached && (await openOf(cached, writer))
      return (
        connection &&
        withSiteErrors({ pageTitle: '', pageId: undefined }, () =>
          findPages(openSite(connection), ids),
        )
      )
    },
    async arrangePages({ spaceIdOrKey, parentIds, writer }) {
      const cached = await connections.find(spaceIdOrKey)
      const connection = cached && (await openOf(cached, writer))
      return connection && orders.arrange(openSite(connection), parentIds, maxReserveMs)
    },
    async listParents(search) {
      const connection = await connections.findById(search.spaceId)
      if (connection === undefined) return []
      const isOpen = await findSpace(database, search.spaceId, { writableBy: search })
      if (isOpen === undefined) return []
      return withSiteErrors({ pageTitle: '', pageId: undefined }, () =>
        listParents(openSite(connection), search),
      )
    },
  }
}

/** Scoped to the user, so that people never share what another one's run has read. */
function runOf({ run, writer }: Pick<WantedPlace, 'run' | 'writer'>): string | undefined {
  return run && `${writer.userId} ${run}`
}

async function withSiteErrors<Result>(
  fields: Pick<DeliveryFields, 'pageTitle' | 'pageId'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ConfluenceError ? refusalOfSite(error, fields) : error
  }
}

async function findPages(
  { site, connection }: ConnectedSite,
  ids: readonly string[],
): Promise<readonly SavedPage[]> {
  const heads = await site.findVersions(ids.filter(isRemoteId))
  const isInSpace = ({ status, spaceId }: RemotePageHead): boolean =>
    status === 'current' && spaceId === connection.remoteSpace.id
  return [...heads.values()].filter(isInSpace).map(({ parentId, ...head }) => {
    return savedPage(connection, { ...head, parentId: parentId ?? head.id })
  })
}

/** Titles of ancestors are left out, because each would cost a request. */
async function listParents(
  { site, connection }: ConnectedSite,
  { search, chosenId, limit }: ParentSearch,
): ReturnType<TargetWiki['listParents']> {
  const { remoteSpace } = connection
  const pages = await site.searchPages(remoteSpace, search.trim(), limit)
  const chosen = chosenId === undefined ? undefined : await site.findParent(chosenId)
  const isChosenOpen = chosen?.status === 'current' && chosen.spaceId === remoteSpace.id
  const first = isChosenOpen && chosen ? [chosen] : []
  const rest = pages.filter(({ id }) => id !== first[0]?.id)
  return [...first, ...rest].slice(0, limit).map(({ id, title }) => ({
    id,
    title,
    ancestors: id === remoteSpace.homepageId ? [] : [remoteSpace.name],
  }))
}

/**
 * @throws {RequestError} When no page can be there.
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
  const result = await findTarget(tools, target, {
    ...dryRun,
    spaceId: Number(connection.spaceId),
    fields: deliveryFields({ ...fields, position: undefined }),
    digest: '',
    run,
  })
  const place = { target, space: { ...space, homepageId }, parentId }
  if (result.kind !== 'found') return { ...place, existing: undefined }
  const { page } = result
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

function deliveryFields(
  fields: Omit<DeliveryFields, 'isCreateOnly'>,
  isCreateOnly = false,
): DeliveryFields {
  const { parentId, pageId, overwrite, labels, position, source, takeOver = false } = fields
  // Normalize the title, because Confluence may compare titles without normalizing.
  const pageTitle = fields.pageTitle.normalize('NFC')
  const place = { parentId, pageTitle, pageId, position }
  return { ...place, overwrite, labels, source, takeOver, isCreateOnly }
}
