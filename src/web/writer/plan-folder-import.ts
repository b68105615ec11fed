/**
 * Plans the import of a folder from the web: first the addresses of pages, then their links.
 *
 * @module
 */
import { toRequestError } from '../../contract/errors.ts'
import type { GivenContent, GivenPage } from '../../folder-import/given/plan-given-files.ts'
import { reservePages } from '../../importing/reserve-pages.ts'
import type { PageToReserve, ReservedPage, TargetWiki } from '../../importing/target-wiki.ts'
import type { FolderPlanner, PlannedFolder } from './folder-planner.ts'
import { formProblem } from './form-problem.ts'

export interface FolderPage extends Omit<GivenPage, 'parentId'>, GivenContent {
  readonly depth: number
  /** Empty where the page cannot be imported. */
  readonly pageId: string
  readonly parentId: string
  readonly exists: boolean
}

export interface FolderPlanAnswer {
  readonly pages: readonly FolderPage[]
  readonly notices: PlannedFolder['notices']
}

export interface PlanFolderDependencies {
  readonly folders: FolderPlanner
  readonly wikis: readonly TargetWiki[]
  readonly limits: { readonly maxBodyBytes: number }
}

export interface SentFolder {
  readonly body: Uint8Array
  readonly contentType: string
  readonly userId: number
  readonly signal: AbortSignal
}

/**
 * New pages get an id and an address by a reservation.
 * @throws {RequestError} `bad-request` when the files make no pages, `not-found` when nothing can
 * be imported there.
 */
export async function planFolderImport(
  { folders, wikis, limits: { maxBodyBytes } }: PlanFolderDependencies,
  { body, contentType, userId, signal }: SentFolder,
): Promise<FolderPlanAnswer> {
  const form = { contentType, maxBodyBytes }
  const plan = folders.begin(userId, signal)
  const { spaceId, parentId, pages } = await plan(body, form)
  const reserve = (wanted: readonly PageToReserve[]): Promise<readonly ReservedPage[]> =>
    reservePages(wikis, { spaceIdOrKey: spaceId, pages: wanted, writer: { userId } })
  const places = await findPlaces(pages, parentId, reserve)
  const urls = places.map((place) =>
    typeof place === 'string' ? null : place.path.replace(/^\/wiki\//, ''),
  )
  const { contents, notices } = await plan(body, { ...form, urls })
  const depths: number[] = []
  return {
    notices,
    pages: pages.map((page, index) => {
      const place = places[index] as ReservedPage | string
      const above = page.parent === undefined ? undefined : places[page.parent]
      depths.push(page.parent === undefined ? 0 : (depths[page.parent] ?? 0) + 1)
      const { problem, ...content } = contents[index] as GivenContent
      const found = typeof place === 'string' ? { id: '', exists: false } : place
      return {
        ...page,
        ...content,
        depth: depths[index] as number,
        pageId: found.id,
        exists: found.exists,
        parentId: page.parentId ?? (typeof above === 'object' ? above.id : parentId),
        problem: problem ?? (typeof place === 'string' ? place : undefined),
      }
    }),
  }
}

/** A wrong parent in one file's front matter must not block the other pages. */
async function findPlaces(
  pages: readonly GivenPage[],
  parentId: string,
  reserve: (wanted: readonly PageToReserve[]) => Promise<readonly ReservedPage[]>,
): Promise<readonly (ReservedPage | string)[]> {
  const places: (ReservedPage | string)[] = pages.map(({ problem }) => problem ?? '')
  const groups = Map.groupBy(pages.keys(), (index) => topOf(pages, index).parentId)
  for (const [topId, indexes] of groups) {
    const sent = indexes.filter((index) => pages[index]?.problem === undefined)
    const numbers = new Map(sent.map((index, number) => [index, number]))
    const wanted = sent.map((index): PageToReserve => {
      const { title, parent, parentId: own } = pages[index] as GivenPage
      const above = parent === undefined ? undefined : numbers.get(parent)
      return { title, parent: above === undefined ? { id: own ?? parentId } : { index: above } }
    })
    try {
      const reserved = wanted.length === 0 ? [] : await reserve(wanted)
      for (const [number, index] of sent.entries()) places[index] = reserved[number] as ReservedPage
    } catch (error) {
      if (topId === undefined || toRequestError(error).status >= 500) throw error
      for (const index of sent) places[index] = formProblem(error).text
    }
  }
  return places
}

function topOf(pages: readonly GivenPage[], index: number): GivenPage {
  let top = pages[index] as GivenPage
  while (top.parent !== undefined) top = pages[top.parent] as GivenPage
  return top
}
