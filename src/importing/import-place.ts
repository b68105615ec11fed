/** Finds the place of an import, whichever wiki has it. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { AskedFields } from './contract.ts'
import { existsAlready, refusalOf } from './refusals.ts'
import type { Place, TargetWiki, WantedPlace } from './target-wiki.ts'
import type { VersionCondition } from './version-condition.ts'

/** On whose behalf a place is looked for. */
export interface PlaceSeeker extends Principal {
  /** Whether pages that are there are closed to it, whatever it asks for. */
  readonly isCreateOnly?: boolean
  /** Names the run of imports that it belongs to. */
  readonly run?: string | undefined
  /** The version that the page must have. */
  readonly ifMatch?: VersionCondition | undefined
}

export interface FoundPlace {
  readonly wiki: TargetWiki
  readonly place: Place
}

/**
 * Find where an import is to land.
 * @param wikis Each has spaces of its own.
 * @param fields What is asked for.
 * @param seeker On whose behalf.
 * @throws {RequestError} What keeps a page from standing there.
 */
export async function findImportPlace(
  wikis: readonly TargetWiki[],
  fields: AskedFields,
  seeker: PlaceSeeker,
): Promise<FoundPlace> {
  const wanted = toWantedPlace(fields, seeker)
  const found =
    (await findAmong(wikis, wanted)) ??
    ((await hasPlaceByNow(wikis, wanted)) ? await findAmong(wikis, wanted) : undefined)
  if (found === undefined) throw refusalOf('not-found', fields)
  const { existing, obstacle } = found.place
  if (existing !== undefined && !fields.overwrite) throw existsAlready(fields, seeker)
  if (obstacle !== undefined) throw refusalOf(obstacle, fields)
  return found
}

async function findAmong(
  wikis: readonly TargetWiki[],
  wanted: WantedPlace,
): Promise<FoundPlace | undefined> {
  for (const wiki of wikis) {
    const place = await wiki.findPlace(wanted)
    if (place !== undefined) return { wiki, place }
  }
  return undefined
}

/**
 * Tell wikis which place is wanted.
 * @param fields What is asked for.
 * @param seeker On whose behalf.
 */
export function toWantedPlace(
  { spaceId: spaceIdOrKey, parentId, pageTitle: title, pageId }: AskedFields,
  { userId, spaceIds, run, isCreateOnly, ifMatch }: PlaceSeeker,
): WantedPlace {
  const writer = { userId, spaceIds }
  return { spaceIdOrKey, parentId, title, pageId, writer, run, isCreateOnly, ifMatch }
}

/**
 * Tell whether a wiki has a place that none had just before: its space may have changed its wiki since
 * this process looked.
 * @param wikis All.
 * @param wanted The place.
 */
export async function hasPlaceByNow(
  wikis: readonly TargetWiki[],
  wanted: WantedPlace,
): Promise<boolean> {
  for (const wiki of wikis) if (await wiki.hasPlaceByNow?.(wanted)) return true
  return false
}
