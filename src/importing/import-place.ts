/** Finds the place of an import, whichever wiki has it. @module */
import type { Writer } from '../auth/access-conditions.ts'
import { RequestError } from '../base/errors.ts'
import type { AskedFields } from './contract.ts'
import { existsAlready, refusalOf } from './refusals.ts'
import type { Place, TargetWiki, WantedPlace } from './target-wiki.ts'
import type { VersionCondition } from './version-condition.ts'

/** On whose behalf a place is looked for. */
export interface PlaceSeeker extends Writer {
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
  const { overwrite } = fields
  const wanted = toWantedPlace(fields, seeker)
  for (const wiki of wikis) {
    const place = await wiki.findPlace(wanted)
    if (place === undefined) continue
    const { existing, obstacle } = place
    if (existing !== undefined && !overwrite) throw existsAlready(fields, seeker)
    if (obstacle !== undefined) throw refusalOf(obstacle, fields)
    return { wiki, place }
  }
  throw await placeMissing(wikis, wanted, fields)
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
 * Make the error for a place that no wiki has; a space may have changed its wiki a moment ago.
 * @param wikis All.
 * @param wanted The place.
 * @param fields What is asked for.
 */
export async function placeMissing(
  wikis: readonly TargetWiki[],
  wanted: WantedPlace,
  fields: AskedFields,
): Promise<RequestError> {
  for (const wiki of wikis) {
    if (await wiki.hasPlaceByNow?.(wanted)) {
      return new RequestError(
        'unavailable',
        'This space has just been connected to another wiki. Try again in a second.',
        { retryAfterSeconds: 1 },
      )
    }
  }
  return refusalOf('not-found', fields)
}
