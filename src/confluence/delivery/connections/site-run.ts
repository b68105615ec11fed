/**
 * What a run has read of its site, so that it asks for many pages at once. An import gets each
 * answer about a page once: what it asks again may have changed. A dry run writes nothing, and
 * looks titles and texts up in lists as well, and may get an answer again.
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
  /** Find a possible parent; up to a minute old, and concurrent calls share a request. */
  findParent(id: string): Promise<RemoteParent | undefined>
  /** Note a page that an import found or made, as a known parent. */
  noteParent(head: RemotePageHead): void
  /** Forget parents, because one has changed. */
  forgetParents(): void
  /** Find the newest version; undefined where the page is missing or trashed. */
  findVersion(pageId: string): Promise<RemotePageHead | undefined>
  /** Same as `findVersion`, for the check before an import, which may then still use the answer. */
  foreseeVersion(pageId: string): Promise<RemotePageHead | undefined>
  /** Find all pages of the space with a title, archived ones included. */
  findTitle(title: string): Promise<readonly RemotePageHead[]>
  /** Read a page with its mark; `withRights` also tells whether it is read-only. */
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
  /** The parents that all imports share. */
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
/** After this somebody may have edited a page. */
const maxAgeMs = 5 * 60_000
const versionsAtOnce = 250
const maxPagesOfRun = 10_000
/** Sites limit how many pages they give with their texts. */
const textsAtOnce = 25
/** Characters of texts that a run keeps. */
const maxTextLength = 16 * 1024 * 1024
/** In larger spaces titles are asked for one by one. */
const maxListed = 5_000

export type KnownParents = Map<string, Kept<RemoteParent | undefined>>

interface Kept<Value> {
  readonly value: Promise<Value>
  until: number
}

export function siteRun(parts: SiteRunParts, kind: SiteRunKind): SiteRun {
  const { site, space, nowMs } = parts
  // What was there before a dry run may be gone, and no write would notice that.
  const parents: KnownParents = kind === 'dry' ? new Map() : parts.parents
  const versions = kind === 'none' ? undefined : versionsOfRun(parts)
  const findAlone = async (id: string) => (await site.findVersions([id])).get(id)
  const titles = kind === 'dry' ? titlesOfSpace(parts) : undefined
  const texts = kind === 'dry' ? textsOfRun(parts, () => titles?.ids()) : undefined

  function keepParent(id: string, kept: Kept<RemoteParent | undefined>): void {
    parents.delete(id)
    parents.set(id, kept)
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }

  async function findListed(id: string): Promise<RemoteParent | undefined> {
    const listed = await titles?.findId(id)
    return listed === undefined ? site.findParent(id) : { ...listed, kind: 'page' }
  }

  return {
    findParent(id) {
      const known = parents.get(id)
      if (known !== undefined && nowMs() < known.until) {
        keepParent(id, known)
        return known.value
      }
      const value = titles === undefined ? site.findParent(id) : findListed(id)
      const read = { value, until: Number.POSITIVE_INFINITY }
      // Missing parents and failures are asked for again.
      const keep = (isKept: boolean): void => {
        read.until = isKept ? nowMs() + parentMs : 0
      }
      read.value.then(
        (parent) => keep(parent !== undefined),
        () => keep(false),
      )
      keepParent(id, read)
      return read.value
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
  /** Answers that no import has used yet. */
  const heads = new Map<string, ReadHead>()
  /** Each import gets an answer once. */
  const told = new Set<string>()
  let reading: Promise<void> | undefined
  const isFresh = (kept: ReadHead | undefined): kept is ReadHead =>
    kept !== undefined && nowMs() - kept.atMs < maxAgeMs
  const readSome = async (pageId: string): Promise<void> => {
    const limit = versionsAtOnce + heads.size + told.size
    const near = await listNear({ spaceId, from: pageId, limit })
    const isWanted = (id: string): boolean =>
      id !== pageId && !told.has(id) && !isFresh(heads.get(id))
    const ids = [pageId, ...near.filter(isWanted).slice(0, versionsAtOnce - 1)]
    const found = await site.findVersions(ids)
    for (const id of ids) if (!told.has(id)) heads.set(id, { head: found.get(id), atMs: nowMs() })
  }
  return {
    async find(pageId: string, isToldAgain: boolean): Promise<RemotePageHead | undefined> {
      for (;;) {
        const kept = heads.get(pageId)
        if (isFresh(kept)) {
          if (!isToldAgain) {
            heads.delete(pageId)
            told.add(pageId)
          }
          return kept.head
        }
        if (told.has(pageId) || heads.size + told.size >= maxPagesOfRun) {
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

/** The parent and the title of a single page are not worth a list. */
const questionsAlone = 2

/** All pages of a space that is not too large, listed once and again when that is old. */
function titlesOfSpace({ site, space, nowMs }: SiteRunParts) {
  let listed: Kept<Listing | undefined> | undefined
  let questions = 0
  const list = async (): Promise<Listing | undefined> => {
    questions += 1
    if (questions <= questionsAlone) return undefined
    if (listed === undefined || nowMs() >= listed.until) {
      const value = site.listPages(space, maxListed).then((heads) => heads && listingOf(heads))
      const kept = { value, until: nowMs() + maxAgeMs }
      value.catch(() => {
        kept.until = 0
      })
      listed = kept
    }
    return listed.value
  }
  return {
    find: async (title: string) => {
      const listing = await list()
      return listing && (listing.byTitle.get(remoteTitleKey(title)) ?? [])
    },
    findId: async (id: string) => (await list())?.byId.get(id),
    ids: async () => [...((await listed?.value)?.byId.keys() ?? [])],
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

/** @param listIds Lists the pages of the space, as far as they are known. */
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
    const others = new Set(near.filter((one) => one !== id && !pages.has(one)))
    const found = await site.readPages([id, ...others].slice(0, textsAtOnce), markKey)
    for (const page of found) keep(page)
  }
  const known = (id: string): RemotePage | undefined => {
    const kept = pages.get(id)
    return kept !== undefined && nowMs() < kept.until ? kept.page : undefined
  }
  return {
    async read(id: string): Promise<RemotePage | undefined> {
      while (reading !== undefined && known(id) === undefined) await reading
      if (known(id) === undefined) {
        reading = readSome(id).finally(() => {
          reading = undefined
        })
        await reading
      }
      return known(id) ?? site.readPage(id, markKey, true)
    },
  }
}
