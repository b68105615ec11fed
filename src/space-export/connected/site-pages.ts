/** The pages of a connected space, with the places that they have at their site. @module */
import type { ConfluenceSite, RemotePageHead, RemoteSpace } from '../../confluence/site.ts'
import { titleOrder } from '../../importing/title-order.ts'
import { inTurn } from '../export-entries.ts'
import { type ExportedPage, homepagePath, placeInTree } from '../exported-pages.ts'

/** What the store knows of a page that was imported. */
export interface RecordedPlace {
  readonly title: string
  readonly askedTitle: string
  readonly position: number | undefined
}

/** A page of a site; its labels are told when it is read. */
export interface SitePage extends ExportedPage {
  /** What only Cloud has, and no page says. */
  readonly isFolder: boolean
  /** As it is called there. */
  readonly siteTitle: string
}

interface Row {
  readonly id: string
  readonly title: string
  readonly parentId: string | undefined
  /** Undefined for a folder. */
  readonly head: RemotePageHead | undefined
}

const readsAtOnce = 4

/**
 * List the pages of a space in the order of its tree: those beside its homepage stand below it, too.
 * @param recorded What is known of pages that were imported, by their ids.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function listSitePages(
  site: ConfluenceSite,
  space: RemoteSpace,
  recorded: ReadonlyMap<string, RecordedPlace>,
): Promise<SitePage[]> {
  const heads = await site.listPages(space)
  const rows = new Map<string, Row>()
  for (const head of heads) {
    const { id, title, parentId, spaceId, status } = head
    if (spaceId === space.id && status === 'current') rows.set(id, { id, title, parentId, head })
  }
  await addFolders(site, rows)
  const { homepageId = '' } = space
  const homepage = rows.get(homepageId)
  rows.delete(homepageId)
  const below = Map.groupBy(rows.values(), ({ parentId = '' }) =>
    rows.has(parentId) ? parentId : homepageId,
  )
  const groups = [...below].filter(([id, siblings]) => id !== '' && siblings.length > 1)
  for await (const { item, result } of inTurn(groups, readsAtOnce, ([id]) =>
    site.listChildIds(id),
  )) {
    below.set(item[0], sorted(item[1], result))
  }
  const titleOf = ({ id, title }: Row): string => {
    const known = recorded.get(id)
    return known?.title === title ? known.askedTitle : title
  }
  const positions = new Map(
    [...below.values()].flatMap((rows) => positionsOf(rows, recorded, titleOf)),
  )
  const toPage = (row: Row, path: string): SitePage => ({
    id: row.id,
    path,
    title: titleOf(row),
    siteTitle: row.title,
    navigationTitle: '',
    labels: [],
    position: positions.get(row.id),
    version: row.head?.version.number ?? 0,
    savedAt: new Date(row.head?.version.createdAt ?? 0),
    isHomepage: row === homepage,
    isFolder: row.head === undefined,
  })
  return [
    ...(homepage === undefined ? [] : [toPage(homepage, homepagePath)]),
    ...placeInTree(homepageId, below, titleOf).map(({ row, path }) => toPage(row, path)),
  ]
}

/** Folders are in no list of pages: they are met as what pages stand below. */
async function addFolders(site: ConfluenceSite, rows: Map<string, Row>): Promise<void> {
  const asked = new Set<string>()
  const unknown = (): string[] =>
    [...new Set([...rows.values()].flatMap(({ parentId }) => parentId ?? []))].filter(
      (id) => !rows.has(id) && !asked.has(id),
    )
  for (let ids = unknown(); ids.length > 0; ids = unknown()) {
    for await (const { item: id, result } of inTurn(ids, readsAtOnce, (one) =>
      site.findParent(one),
    )) {
      asked.add(id)
      if (result?.kind !== 'folder') continue
      const { title, parentId } = result
      rows.set(id, { id, title, parentId, head: undefined })
    }
  }
}

/** What the site does not name, such as folders, comes last, by title. */
function sorted(siblings: readonly Row[], ids: readonly string[]): Row[] {
  const places = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: Row): number => places.get(id) ?? ids.length
  return siblings.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || compare(titleOrder(a.title), titleOrder(b.title)),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** As they were asked for, where that is the order that the pages have; else their numbers in it. */
function positionsOf(
  siblings: readonly Row[],
  recorded: ReadonlyMap<string, RecordedPlace>,
  titleOf: (row: Row) => string,
): [string, number | undefined][] {
  const asked = siblings.map(({ id }) => recorded.get(id)?.position)
  const keyed = siblings.map((row, index) => ({
    index,
    position: asked[index] ?? Number.MAX_SAFE_INTEGER,
    title: titleOrder(titleOf(row)),
  }))
  const wanted = keyed.toSorted(
    (a, b) => a.position - b.position || compare(a.title, b.title) || a.index - b.index,
  )
  const isInOrder = wanted.every(({ index }, place) => index === place)
  return siblings.map(({ id }, index) => [id, isInOrder ? asked[index] : index])
}
