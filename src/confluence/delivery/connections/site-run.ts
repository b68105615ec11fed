/**
 * Caches what a run reads from its site, many pages at a time. An import gets each answer once,
 * because the page may have changed when it asks again. A dry run writes nothing, so it may reuse
 * answers, and it also looks up titles and texts in lists.
 * @module
 */
import type {
  ConfluenceSite,
  RemotePage,
  RemotePageHead,
  RemoteParent,
  RemoteSpace,
} from '../../site.ts'
import { markKey, remoteTitleKey } from '../records/page-mark.ts'

export interface SiteRun {
  /** Up to a minute old; concurrent calls share a request. */
  findParent(id: string): Promise<RemoteParent | undefined>
  noteParent(head: RemotePageHead): void
  forgetParents(): void
  /** Undefined where the page is missing or trashed. */
  findVersion(pageId: string): Promise<RemotePageHead | undefined>
  /** Like `findVersion`, but the import may use the answer once more. */
  foreseeVersion(pageId: string): Promise<RemotePageHead | undefined>
  findTitle(title: string): Promise<readonly RemotePageHead[]>
  /** `withRights` also tells whether the page is read-only. */
  readPage(id: string, withRights: boolean): Promise<RemotePage | undefined>
}

/** Lists recorded pages that are likely to be asked for next. */
export type ListNear = (near: {
  readonly spaceId: number
  readonly from: string
  readonly limit: number
}) => Promise<readonly string[]>

export interface SiteRunParts {
  readonly site: ConfluenceSite
  readonly space: RemoteSpace
  readonly spaceId: number
  readonly listNear: ListNear
  readonly nowMs: () => number
  readonly parents: KnownParents
}

/**
 * - `none`: single imports, which share parents only
 * - `import`: a run of imports
 * - `dry`: a run of dry runs
 */
export type SiteRunKind = 'none' | 'import' | 'dry'

const parentMs = 60_000
const maxParents = 1_000
const maxAgeMs = 5 * 60_000
const versionsAtOnce = 250
const maxPagesOfRun = 10_000
/** Sites limit how many pages they give with their texts. */
const textsAtOnce = 25
const maxTextLength = 16 * 1024 * 1024
const maxListed = 5_000

export type KnownParents = Map<string, Cached<RemoteParent | undefined>>

interface Cached<Value> {
  readonly value: Promise<Value>
  until: number
}

export function siteRun(parts: SiteRunParts, kind: SiteRunKind): SiteRun {
  const { site, space, nowMs } = parts
  // A parent that an earlier import saw may be gone, and a dry run has no write that would notice.
  const parents: KnownParents = kind === 'dry' ? new Map() : parts.parents
  const versions = kind === 'none' ? undefined : versionsOfRun(parts)
  const findAlone = async (id: string) => (await site.findVersions([id])).get(id)
  const titles = kind === 'dry' ? titlesOfSpace(parts) : undefined
  const texts = kind === 'dry' ? textsOfRun(parts, () => titles?.ids()) : undefined

  function keepParent(id: string, entry: Cached<RemoteParent | undefined>): void {
    parents.delete(id)
    parents.set(id, entry)
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }

  async function findListed(id: string): Promise<RemoteParent | undefined> {
    const page = await titles?.findId(id)
    return page === undefined ? site.findParent(id) : { ...page, kind: 'page' }
  }

  return {
    findParent(id) {
      const cached = parents.get(id)
      if (cached !== undefined && nowMs() < cached.until) {
        keepParent(id, cached)
        return cached.value
      }
      const value = titles === undefined ? site.findParent(id) : findListed(id)
      const entry = { value, until: Number.POSITIVE_INFINITY }
      const keep = (mayKeep: boolean): void => {
        entry.until = mayKeep ? nowMs() + parentMs : 0
      }
      entry.value.then(
        (parent) => keep(parent !== undefined),
        () => keep(false),
      )
      keepParent(id, entry)
      return entry.value
    },
    noteParent({ id, title, spaceId, status }) {
      const value = Promise.resolve({ id, kind: 'page', title, spaceId, status } as const)
      keepParent(id, { value, until: nowMs() + parentMs })
    },
    forgetParents: () => parents.clear(),
    findVersion: (id) => versions?.find(id, false) ?? findAlone(id),
    foreseeVersion: (id) => versions?.find(id, true) ?? findAlone(id),
    findTitle: async (title) =>
      (await titles?.find(title)) ?? (await site.findPagesByTitle(space, title)),
    readPage: (id, withRights) => texts?.read(id) ?? site.readPage(id, markKey, withRights),
  }
}

interface ReadHead {
  readonly head: RemotePageHead | undefined
  readonly atMs: number
}

function versionsOfRun({ site, spaceId, listNear, nowMs }: SiteRunParts) {
  const heads = new Map<string, ReadHead>()
  const usedIds = new Set<string>()
  let reading: Promise<void> | undefined
  const isFresh = (answer: ReadHead | undefined): answer is ReadHead =>
    answer !== undefined && nowMs() - answer.atMs < maxAgeMs
  const readSome = async (pageId: string): Promise<void> => {
    const limit = versionsAtOnce + heads.size + usedIds.size
    const near = await listNear({ spaceId, from: pageId, limit })
    const mayAsk = (id: string): boolean =>
      id !== pageId && !usedIds.has(id) && !isFresh(heads.get(id))
    const ids = [pageId, ...near.filter(mayAsk).slice(0, versionsAtOnce - 1)]
    const newest = await site.findVersions(ids)
    for (const id of ids)
      if (!usedIds.has(id)) heads.set(id, { head: newest.get(id), atMs: nowMs() })
  }
  return {
    async find(pageId: string, isReusable: boolean): Promise<RemotePageHead | undefined> {
      for (;;) {
        const answer = heads.get(pageId)
        if (isFresh(answer)) {
          if (!isReusable) {
            heads.delete(pageId)
            usedIds.add(pageId)
          }
          return answer.head
        }
        if (usedIds.has(pageId) || heads.size + usedIds.size >= maxPagesOfRun) {
          return (await site.findVersions([pageId])).get(pageId)
        }
        reading ??= readSome(pageId).finally(() => {
          reading = undefined
        })
        await reading
      }
    },
  }
}

/** The first lookups are made one by one: a single page is not worth listing the whole space. */
const questionsAlone = 2

function titlesOfSpace({ site, space, nowMs }: SiteRunParts) {
  let cached: Cached<Listing | undefined> | undefined
  let questions = 0
  const list = async (): Promise<Listing | undefined> => {
    questions += 1
    if (questions <= questionsAlone) return undefined
    if (cached === undefined || nowMs() >= cached.until) {
      const value = site.listPages(space, maxListed).then((heads) => heads && listingOf(heads))
      const entry = { value, until: nowMs() + maxAgeMs }
      value.catch(() => {
        entry.until = 0
      })
      cached = entry
    }
    return cached.value
  }
  return {
    find: async (title: string) => {
      const listing = await list()
      return listing && (listing.byTitle.get(remoteTitleKey(title)) ?? [])
    },
    findId: async (id: string) => (await list())?.byId.get(id),
    ids: async () => [...((await cached?.value)?.byId.keys() ?? [])],
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

function textsOfRun(
  { site, spaceId, listNear, nowMs }: SiteRunParts,
  listIds: () => Promise<readonly string[]> | undefined,
) {
  const pages = new Map<string, { readonly page: RemotePage; readonly until: number }>()
  let reading: Promise<void> | undefined
  let length = 0
  const keep = (page: RemotePage): void => {
    length += (page.body?.length ?? 0) - (pages.get(page.id)?.page.body?.length ?? 0)
    pages.delete(page.id)
    pages.set(page.id, { page, until: nowMs() + maxAgeMs })
    for (const [id, { page: old }] of pages) {
      if (length <= maxTextLength) break
      pages.delete(id)
      length -= old.body?.length ?? 0
    }
  }
  const readSome = async (id: string): Promise<void> => {
    const limit = textsAtOnce + pages.size
    const recorded = await listNear({ spaceId, from: id, limit })
    const listed = (await listIds()) ?? []
    const at = listed.indexOf(id)
    const near = [...recorded, ...listed.slice(at + 1), ...listed.slice(0, Math.max(0, at))]
    const nextIds = new Set(near.filter((candidate) => candidate !== id && !pages.has(candidate)))
    const answers = await site.readPages([id, ...nextIds].slice(0, textsAtOnce), markKey)
    for (const page of answers) keep(page)
  }
  const findCached = (id: string): RemotePage | undefined => {
    const cached = pages.get(id)
    return cached !== undefined && nowMs() < cached.until ? cached.page : undefined
  }
  return {
    async read(id: string): Promise<RemotePage | undefined> {
      while (reading !== undefined && findCached(id) === undefined) await reading
      if (findCached(id) === undefined) {
        reading = readSome(id).finally(() => {
          reading = undefined
        })
        await reading
      }
      return findCached(id) ?? site.readPage(id, markKey, true)
    },
  }
}
