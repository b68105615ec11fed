/** Opens the sites of connected spaces, for single requests and for runs of many. @module */
import { ConfluenceError, isOfKind } from '../../confluence-error.ts'
import type {
  ConfluenceSite,
  RemotePage,
  RemotePageHead,
  RemoteParent,
  RemoteSpace,
} from '../../site.ts'
import { markKey, remoteTitleKey } from '../records/recorded-pages.ts'
import type { SpaceConnection } from './space-connections.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /** Remember a page that an import wrote or left unchanged: pages below it may come next. */
  noteParent(page: RemoteParent): void
  /** Identifies this installation in the text of its placeholders. */
  readonly word: string
}

/** Tell whether a page is in the connected space, neither in the trash nor in the archive. */
export function isInSpace<Page extends Pick<RemoteParent, 'status' | 'spaceId'>>(
  { remoteSpace }: SpaceConnection,
  page: Page | undefined,
): page is Page {
  return page?.status === 'current' && page.spaceId === remoteSpace.id
}

/** The run of a request: requests of one run share what they have read. */
interface ReadingRun {
  /** The id of the run; undefined for a request that belongs to no run. */
  readonly id: string | undefined
  readonly kind: 'import' | 'reservations' | 'dry'
}

export type OpenConnectedSite = (connection: SpaceConnection, run?: ReadingRun) => ConnectedSite

export function connectedSites(
  installation: string,
  open: (connection: SpaceConnection) => ConfluenceSite,
  listRecorded: (spaceId: number) => Promise<readonly string[]>,
): OpenConnectedSite {
  const sites = new Map<string, OpenSite>()
  return (connection, run) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const key = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const cached = sites.get(connection.spaceId)
    if (cached?.key === key) return { ...cached.ofRun(run), connection }
    const site = open(connection)
    const word = `mp${installation.replaceAll('-', '').slice(0, 12)}`
    const connected = { connection, ...withKnownParents(site), word }
    const ofRun = runsOf(connected, site, () => listRecorded(Number(connection.spaceId)))
    sites.set(connection.spaceId, { key, ofRun })
    return ofRun(run)
  }
}

interface OpenSite {
  readonly key: string
  ofRun(run: ReadingRun | undefined): ConnectedSite
}

const maxRuns = 20
/** A run reads its pages again after this time. */
const maxRunAgeMs = 5 * 60_000

function runsOf(
  connected: ConnectedSite,
  site: ConfluenceSite,
  listRecorded: () => Promise<readonly string[]>,
): OpenSite['ofRun'] {
  const runs = new Map<string, { connected: ConnectedSite; until: number }>()
  const start = (kind: ReadingRun['kind']): ConnectedSite => {
    if (kind !== 'dry') return { ...connected, site: importRunSite(connected.site, listRecorded) }
    const space = connected.connection.remoteSpace
    // A parent that an import saw may be gone, and a dry run has no write that would notice.
    return { ...connected, ...withKnownParents(dryRunSite(site, space, listRecorded)) }
  }
  return (run) => {
    if (run?.id === undefined) return connected
    // Once the run writes, everything that its dry run has read is out of date.
    if (run.kind !== 'dry') runs.delete(`dry ${run.id}`)
    const now = performance.now()
    for (const [key, { until }] of runs) if (until <= now) runs.delete(key)
    const key = `${run.kind} ${run.id}`
    const earlierRun = runs.get(key)
    if (earlierRun !== undefined) return earlierRun.connected
    const started = { connected: start(run.kind), until: now + maxRunAgeMs }
    runs.set(key, started)
    const [oldest] = runs.keys()
    if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
    return started.connected
  }
}

const maxAgeMs = 60_000
const maxParents = 1_000

/**
 * Remembers parents, so that pages below the same parent need not read it each time. After a minute,
 * or when a write finds something missing, parents are read again.
 */
function withKnownParents(site: ConfluenceSite): Pick<ConnectedSite, 'site' | 'noteParent'> {
  const parents = new Map<string, { value: Promise<RemoteParent | undefined>; until: number }>()
  const keep = (id: string, value: Promise<RemoteParent | undefined>): void => {
    parents.delete(id)
    parents.set(id, { value, until: performance.now() + maxAgeMs })
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }
  const writing = <Page>(write: Promise<Page>): Promise<Page> =>
    write.catch((error: unknown) => {
      if (isOfKind(error, 'not-found')) parents.clear()
      throw error
    })
  const without = <Result>(id: string, taking: Promise<Result>): Promise<Result> =>
    taking.finally(() => parents.delete(id))
  return {
    // Leave out the body, which may be large.
    noteParent: ({ id, title, spaceId, status }) =>
      keep(id, Promise.resolve({ id, title, spaceId, status })),
    site: {
      ...site,
      createPage: (page) => writing(site.createPage(page)),
      updatePage: (page) => writing(site.updatePage(page)),
      trashPage: (id) => without(id, site.trashPage(id)),
      archivePage: (id) => without(id, site.archivePage(id)),
      findParent(id) {
        const entry = parents.get(id)
        if (entry !== undefined && performance.now() < entry.until) return entry.value
        const value = site.findParent(id)
        keep(id, value)
        const forget = (): void => {
          if (parents.get(id)?.value === value) parents.delete(id)
        }
        value.then((parent) => parent ?? forget(), forget)
        return value
      },
    },
  }
}

/** Lists the pages of the space that were imported before. */
type ListRecorded = () => Promise<readonly string[]>

/** Data Center's limit of pages in one answer; with their texts the limit is lower. */
const versionsAtOnce = 100
const textsAtOnce = 25
const maxTextLength = 16 * 1024 * 1024
/**
 * A run that looks up few titles does so one by one. At its second, eighth and thirty-second title
 * we try to list the whole space instead, and accept more pages the more titles there were.
 */
const titlesThatList: readonly number[] = [2, 8, 32]
const listedPerTitle = 200

function importRunSite(site: ConfluenceSite, listRecorded: ListRecorded): ConfluenceSite {
  const recordedIds = once(listRecorded)
  const versions = readTogether<RemotePageHead>(versionsAtOnce, {
    listNear: async (id) => following(await recordedIds(), id),
    read: site.findVersions,
  })
  return {
    ...site,
    async findVersions(ids) {
      const [id = ''] = ids
      // Lookups of several pages at once need their current state, so nothing is read ahead.
      if (ids.length !== 1) return site.findVersions(ids)
      const head = await versions.find(id)
      versions.forget(id)
      return head === undefined ? site.findVersions(ids) : new Map([[id, head]])
    },
  }
}

function dryRunSite(
  site: ConfluenceSite,
  space: RemoteSpace,
  listRecorded: ListRecorded,
): ConfluenceSite {
  const recordedIds = once(listRecorded)
  let listed: Promise<Listing | undefined> | undefined
  let titles = 0
  let mayReadTexts = true

  /** Lists the pages that the run will likely need next: those imported after this one, and siblings. */
  async function listNear(id: string): Promise<string[]> {
    const recorded = following(await recordedIds(), id)
    const { byId } = (await listed) ?? listingOf([])
    const heads = [...byId.values()]
    const siblings = heads.filter((head) => head.parentId === byId.get(id)?.parentId)
    return [...recorded, ...following(idsOf(siblings), id), ...following(idsOf(heads), id)]
  }
  const versions = readTogether<RemotePageHead>(versionsAtOnce, {
    listNear,
    read: site.findVersions,
  })
  const texts = readTogether<RemotePage>(textsAtOnce, { listNear, read: readTexts })

  async function readTexts(ids: readonly string[]): Promise<Map<string, RemotePage>> {
    try {
      const pages = await site.readPages(ids, markKey)
      return new Map(pages.map((page) => [page.id, page]))
    } catch (error) {
      if (!(error instanceof ConfluenceError)) throw error
      // Many sites close this search to programs.
      mayReadTexts = false
      return new Map()
    }
  }
  /** Undefined if the list is too long, closed or failed; then each title needs its own search. */
  async function listSpace(most: number): Promise<Listing | undefined> {
    const heads = await site.listPages(space, most).catch(() => undefined)
    return heads && listingOf(heads)
  }
  const findHead = async (id: string): Promise<RemotePageHead | undefined> =>
    (await listed)?.byId.get(id) ?? (await versions.find(id))
  return {
    ...site,
    async findParent(id) {
      return (await findHead(id)) ?? site.findParent(id)
    },
    async findVersions(ids) {
      const heads = await Promise.all(ids.map(findHead))
      return new Map(heads.flatMap((head) => (head === undefined ? [] : [[head.id, head]])))
    },
    async findPagesByTitle(_, title) {
      titles += 1
      const most = titles * listedPerTitle
      if (titlesThatList.includes(titles)) {
        const earlier = listed
        listed = (async () => (await earlier) ?? (await listSpace(most)))()
      }
      const listing = await listed
      return listing === undefined
        ? site.findPagesByTitle(space, title)
        : (listing.byTitle.get(remoteTitleKey(title)) ?? [])
    },
    async readPage(id) {
      const page = mayReadTexts ? await texts.find(id) : undefined
      texts.keepNewest(maxTextLength, ({ body = '' }) => body.length)
      return page ?? site.readPage(id, markKey, true)
    },
  }
}

interface Listing {
  readonly byId: ReadonlyMap<string, RemotePageHead>
  readonly byTitle: ReadonlyMap<string, readonly RemotePageHead[]>
}

function listingOf(heads: readonly RemotePageHead[]): Listing {
  return {
    byId: new Map(heads.map((head) => [head.id, head])),
    byTitle: Map.groupBy(heads, ({ title }) => remoteTitleKey(title)),
  }
}

const idsOf = (heads: readonly RemotePageHead[]): string[] => heads.map(({ id }) => id)

/** Lists the ids behind `id`, then the ids before it; empty if `id` is not in the list. */
function following(ids: readonly string[], id: string): string[] {
  const at = ids.indexOf(id)
  return at < 0 ? [] : [...ids.slice(at + 1), ...ids.slice(0, at)]
}

/** Shares one answer between all callers; after a failure, the next caller asks again. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}

interface Reader<Answer> {
  listNear(id: string): Promise<readonly string[]>
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Answer>>
}

/** Reads each page together with pages that the run will likely need next, and no page twice. */
function readTogether<Answer>(atOnce: number, { listNear, read }: Reader<Answer>) {
  const askedIds = new Set<string>()
  const answers = new Map<string, Answer>()
  let reading: Promise<void> | undefined
  const readSome = async (id: string): Promise<void> => {
    const near = await listNear(id)
    const nextIds = new Set([id, ...near].filter((candidate) => !askedIds.has(candidate)))
    const ids = [...nextIds].slice(0, atOnce)
    for (const [answeredId, answer] of await read(ids)) answers.set(answeredId, answer)
    for (const askedId of ids) askedIds.add(askedId)
  }
  return {
    /** Returns undefined if the page is missing or was forgotten. */
    async find(id: string): Promise<Answer | undefined> {
      while (!askedIds.has(id)) {
        reading ??= readSome(id).finally(() => {
          reading = undefined
        })
        await reading
      }
      return answers.get(id)
    },
    forget: (id: string): unknown => answers.delete(id),
    keepNewest(most: number, sizeOf: (answer: Answer) => number): void {
      let size = [...answers.values()].reduce((sum, answer) => sum + sizeOf(answer), 0)
      for (const [id, answer] of answers) {
        if (size <= most) return
        size -= sizeOf(answer)
        answers.delete(id)
      }
    },
  }
}
