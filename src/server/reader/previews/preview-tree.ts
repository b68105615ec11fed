/** The tree of a space with a preview's drafts among the pages that stay. @module */
import type { Reader } from '../../../accounts/reader.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import { readLabels } from '../../../contract/titles-and-labels.ts'
import { parseId } from '../../../store/ids.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import { titleOrder } from '../../../wiki/import/title-order.ts'
import { type CurrentPage, findCurrentPage } from '../../../wiki/pages/current-page.ts'
import { findRecordedIn } from '../../../wiki/pages/find-page.ts'
import {
  type ChildPage,
  type ChildPages,
  listChildren,
  type NeighbourPage,
  type SpaceTree,
} from '../../../wiki/pages/pages-around.ts'
import { noPosition } from '../../../wiki/store/page-place.ts'
import { isOfRun } from '../../../wiki/store/previews/draft-pages.ts'
import type { Preview } from '../../../wiki/store/previews/previews.ts'

export interface PreviewTree extends SpaceTree {
  page(id: string): Promise<CurrentPage | undefined>
}

interface DraftRow {
  readonly page_id: number
  readonly kind: 'placed' | 'page' | 'gone'
  readonly parent_id: number
  readonly title: string
  readonly name: string
  readonly position: number | null
  readonly labels: string
  readonly base_version: number
  readonly source: string
}

const maxSteps = 200

/** Reads the drafts now, and the other pages on demand. */
export async function previewTree(reader: Reader, preview: Preview): Promise<PreviewTree> {
  const { database } = reader
  const { spaceId, spaceKey, remote, homepageId } = preview
  const rows = await database.read<DraftRow>(sql`
    select o.page_id, o.kind, o.parent_id, o.title, o.labels, o.base_version, o.source,
      coalesce(nullif(o.navigation_title, ''), o.title) as name,
      nullif(o.position, ${noPosition}) as position
    from preview_pages o
    where o.space_id = ${spaceId} and ${isOfRun(sql`o`, preview)} and o.kind <> 'reserved'`)
  const drafts = new Map(rows.map((row) => [String(row.page_id), row]))
  const recorded = remote && (await findRecorded(rows.map(({ parent_id: id }) => String(id))))
  const standing = rows.filter(({ kind }) => kind !== 'gone')
  const draftsByParent = Map.groupBy(standing, parentOf)

  /** In a connected space, pages below unrecorded pages move to the top. */
  function parentOf({ page_id: id, parent_id: parent }: DraftRow): string | undefined {
    if (parent === 0 || String(id) === homepageId) return undefined
    const isThere = recorded === undefined || recorded.has(String(parent))
    return isThere || drafts.has(String(parent)) ? String(parent) : homepageId
  }

  async function findRecorded(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await database.read<{ page_id: string }>(sql`
      select page_id from remote_pages
      where space_id = ${spaceId} and is_gone = 0 and ${isAnyOf(sql`page_id`, ids)}`)
    return new Set(rows.map(({ page_id: id }) => id))
  }

  async function listStaying(id: string, after: string | undefined): Promise<ChildPages> {
    const place = { spaceId: String(spaceId), ...(remote && { url: '' }) }
    const [found, top] = await Promise.all([
      listChildren(reader, { ...place, id }, { after }),
      // The homepage of a connected space may not be recorded.
      remote && id === homepageId
        ? listChildren(reader, { ...place, id: '0' }, { after })
        : { pages: [], next: undefined },
    ])
    const pages = [...found.pages, ...top.pages].filter(
      (page) => !drafts.has(page.id) && page.id !== homepageId,
    )
    return { pages, next: found.next ?? top.next }
  }

  async function findParents(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const isParent = isAnyOf(sql`parent_id`, remote ? ids : ids.map(Number))
    const rows = await database.read<{ parent_id: number | string }>(
      remote
        ? sql`select distinct parent_id from remote_pages
            where space_id = ${spaceId} and is_gone = 0 and ${isParent}`
        : sql`select distinct parent_id from pages
            where space_id = ${spaceId} and status = 'current' and ${isParent}`,
    )
    return new Set([
      ...rows.map(({ parent_id: id }) => String(id)),
      ...draftsByParent.keys(),
    ] as string[])
  }

  async function withChildren(pages: readonly Omit<ChildPage, 'hasChildren'>[]) {
    const parents = await findParents(pages.map(({ id }) => id))
    return pages.map((page) => ({ ...page, hasChildren: parents.has(page.id) }))
  }

  const tree: PreviewTree = {
    async children(id, after) {
      const { pages, next } = await listStaying(id, after)
      const drafts = after === undefined ? (draftsByParent.get(id) ?? []) : []
      const all = [...pages, ...drafts.map(toChild)].sort(inOrder)
      return { pages: await withChildren(all), next }
    },
    async child(id) {
      const page = await tree.page(id)
      if (page === undefined) return undefined
      const { title: pageTitle, navigationTitle, position, version } = page
      const title = navigationTitle || pageTitle
      const child = { id, title, pageTitle, position, version: version.number, url: undefined }
      return (await withChildren([child]))[0]
    },
    async ancestors({ parentId }) {
      const ancestors: NeighbourPage[] = []
      let id = parentId
      while (id !== undefined && ancestors.length < maxSteps) {
        const page = await tree.page(id)
        if (page === undefined) break
        ancestors.unshift({ id, title: page.navigationTitle || page.title })
        id = page.parentId
      }
      return ancestors
    },
    async page(id) {
      const draft = drafts.get(String(parseId(id) ?? 0))
      if (draft?.kind === 'gone') return undefined
      const staying = await findStaying(id)
      return draft === undefined ? staying : toPage(draft, staying)
    },
  }
  return tree

  async function findStaying(id: string): Promise<CurrentPage | undefined> {
    if (remote === undefined) {
      const page = await findCurrentPage(reader, id)
      return page?.spaceId === String(spaceId) ? page : undefined
    }
    const page = await findRecordedIn(reader, spaceKey, id)
    if (page === undefined && id !== homepageId) return undefined
    const parent = page?.parentId
    const isThere = parent !== undefined && (drafts.has(parent) || (await isRecorded(parent)))
    return {
      ...frame(id),
      title: page?.title ?? remote.title,
      parentId: id === homepageId ? undefined : isThere ? parent : homepageId,
      position: page?.position,
      version: page?.version ?? shownVersion(1, []),
    }
  }

  async function isRecorded(id: string): Promise<boolean> {
    return (await findRecorded([id])).size > 0
  }

  function toPage(draft: DraftRow, staying: CurrentPage | undefined): CurrentPage {
    const { title, name, kind, base_version: base, labels, position, source } = draft
    const number = kind === 'page' ? base + 1 : (staying?.version.number ?? base)
    return {
      ...frame(String(draft.page_id)),
      title,
      navigationTitle: name === title ? '' : name,
      parentId: parentOf(draft),
      position: position ?? undefined,
      file: source === '' ? staying?.file : (JSON.parse(source) as KeptFile),
      version: shownVersion(number, readLabels(labels)),
    }
  }

  function frame(id: string) {
    const space = { spaceId: String(spaceId), spaceKey, spaceName: preview.spaceName, homepageId }
    return { id, ...space, navigationTitle: '', file: undefined, connection: undefined }
  }

  function shownVersion(number: number, labels: readonly string[]): CurrentPage['version'] {
    return {
      number,
      labels,
      createdAt: preview.shownAt,
      authorName: preview.madeBy,
      authorId: '',
      commit: { id: '', author: '', message: '' },
    }
  }
}

function toChild(row: DraftRow): Omit<ChildPage, 'hasChildren'> {
  return {
    id: String(row.page_id),
    title: row.name,
    pageTitle: row.title,
    position: row.position ?? undefined,
    version: row.base_version + Number(row.kind === 'page'),
    url: undefined,
  }
}

type TreePlace = Pick<ChildPage, 'id' | 'position' | 'pageTitle'>

/** The order of the store. */
function inOrder(left: TreePlace, right: TreePlace): number {
  const [first, second] = [left.position ?? Infinity, right.position ?? Infinity]
  if (first !== second) return first < second ? -1 : 1
  const [before, after] = [titleOrder(left.pageTitle), titleOrder(right.pageTitle)]
  if (before !== after) return before < after ? -1 : 1
  return Number(left.id) - Number(right.id)
}
