/**
 * Foresees a page of a connected space within a preview. What its site cannot be asked yet, since a page above is
 * still to be made or a title is still to be given up, is asked of the nearest place that is there.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { RequestError } from '../../base/errors.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { titleClash } from '../../delivery/delivery-refusals.ts'
import { remoteTitleKey } from '../../delivery/records/remote-names.ts'
import { contractLimits } from '../../importing/contract.ts'
import { refusalOf } from '../../importing/refusals.ts'
import type { Foreseen, PageToSave, WantedPlace } from '../../importing/target-wiki.ts'
import { findStandIn, listFreedTitles } from '../store/previews/keep-remote-page.ts'
import { overlay, type PreviewRun } from '../store/previews/overlay.ts'
import { isOwnId } from '../store/previews/remote-pages.ts'
import type { ConnectedPreviewsDependencies } from './connected-side.ts'

/**
 * Foresee a page.
 * @param dependencies The store, and the sites.
 * @param run The run.
 * @param wanted Where the page is to stand.
 * @param page The page.
 * @throws {RequestError} What would refuse it.
 */
export async function foreseeInPreview(
  dependencies: ConnectedPreviewsDependencies,
  run: PreviewRun,
  wanted: WantedPlace,
  { fields, document }: PageToSave,
): Promise<Foreseen> {
  const { database, connected } = dependencies
  const pageId = isOwnId(wanted.pageId) ? undefined : wanted.pageId
  const parentId = await placeToAsk(dependencies, run, { ...wanted, pageId })
  const ask = async (title: string): Promise<Foreseen> => {
    const place = { parentId, pageId, pageTitle: title }
    const page = { fields: { ...fields, ...place }, document }
    const seen = await connected.target.foresee({ ...wanted, ...place, title }, page)
    if (seen === undefined) throw refusalOf('not-found', fields)
    return seen
  }
  /** As it is once others have given up what is in its way. */
  const askFreed = async (title: string): Promise<Foreseen> => {
    const seen = await ask(randomUUID())
    return { ...seen, foreseen: { ...seen.foreseen, title } }
  }
  const isFreed = async (): Promise<boolean> => {
    const freed = await listFreedTitles(database, run)
    return freed.some((one) => remoteTitleKey(one) === remoteTitleKey(wanted.title))
  }
  let seen: Foreseen
  try {
    seen = await ask(wanted.title)
  } catch (error) {
    const isTaken = error instanceof RequestError && error.key === 'already-exists'
    if (!isTaken || !(await isFreed())) throw error
    return askFreed(wanted.title)
  }
  const isAside = parentId !== wanted.parentId
  if (isAside && seen.foreseen.title.startsWith(`${wanted.title} (`)) {
    // It is told apart by the page that stands in, and not by the one that it is to stand below.
    const title = await suffixedTitle(dependencies, run, wanted)
    const apart = title && (pageId === undefined ? await ask(title) : seen)
    if (!apart || apart.page?.id !== pageId) throw titleClash(fields, undefined)
    return { ...apart, foreseen: { ...apart.foreseen, title } }
  }
  // Whoever has the title at a place that only stands in for it, or took it since an id was given.
  const other = pageId === undefined && (isAside || wanted.pageId !== undefined) && seen.page
  if (!other) return seen
  if (await isFreed()) return askFreed(wanted.title)
  if (!isAside) throw refusalOf('title-taken', fields)
  const title =
    seen.foreseen.titleClash === 'suffix' && (await suffixedTitle(dependencies, run, wanted))
  if (title) return askFreed(title)
  throw titleClash(fields, { ...other, url: other.path, status: 'current' })
}

/** Where a page is asked for: the place itself, unless only the preview has it. */
async function placeToAsk(
  { database, connected }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { spaceIdOrKey, parentId, pageId, writer, title }: WantedPlace,
): Promise<string> {
  if (!isOwnId(parentId)) return parentId
  const [page] =
    pageId === undefined
      ? []
      : ((await connected.target.findPages({ spaceIdOrKey, ids: [pageId], writer })) ?? [])
  const standIn = pageId === undefined ? await findStandIn(database, run, parentId) : page?.parentId
  if (standIn === undefined) throw refusalOf('not-found', { pageTitle: title, pageId })
  return standIn
}

/**
 * Make the title that a page gets where another one has its own, as an import does: of the page above, as the
 * preview has it.
 * @param dependencies The store.
 * @param run The run.
 * @param wanted The page, and where it is to stand.
 * @returns Undefined where it would be too long.
 */
export async function suffixedTitle(
  { database }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { title, parentId }: WantedPlace,
): Promise<string | undefined> {
  const [row] = await database.read<{ title: string }>(sql`
    select p.title from ${overlay(run)} p where p.id = ${parseId(parentId) ?? 0}`)
  const longer = row && `${title} (${row.title})`
  return longer && longer.length <= contractLimits.maxTitleLength ? longer : undefined
}
