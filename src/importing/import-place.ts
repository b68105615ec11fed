/** Finds the place of an import, whichever wiki has it. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { Database } from '../database/database.ts'
import type { AskedFields } from './contract.ts'
import { existsAlready, refusalOf } from './refusals.ts'
import { findSpace, type ListedSpace, listWritableSpaces } from './spaces.ts'
import type { ParentPage, ParentSearch, Place, TargetWiki, WantedPlace } from './target-wiki.ts'
import { checkVersion, type VersionCondition } from './version-condition.ts'

/** On whose behalf a place is looked for. */
export interface PlaceSeeker extends Principal {
  /** Whether pages that are there are closed to it, whatever it asks for. */
  readonly isCreateOnly?: boolean
  /** Names the run of imports that it belongs to. */
  readonly run?: string | undefined
  /** The version that the page must have. */
  readonly ifMatch?: VersionCondition | undefined
}

/**
 * Look whether a page may stand where an import is to land.
 * @param wikis Each has spaces of its own.
 * @throws {RequestError} What keeps a page from standing there.
 */
export async function checkImportPlace(
  wikis: readonly TargetWiki[],
  fields: AskedFields,
  seeker: PlaceSeeker,
): Promise<void> {
  const wanted = toWantedPlace(fields, seeker)
  const place = await askWikis(wikis, wanted, (wiki) => wiki.findPlace(wanted))
  if (place === undefined) throw refusalOf('not-found', fields)
  checkPlace(place, fields, seeker)
}

/**
 * Check that a page may stand in a place, in the order in which what saves it does.
 * @param seeker Whether pages that are there are closed to it, whatever it asks for, and the version
 *   that the page must have.
 * @throws {RequestError} What keeps it from standing there.
 */
export function checkPlace(
  { existing, obstacle }: Place,
  fields: AskedFields,
  seeker: Pick<WantedPlace, 'isCreateOnly' | 'ifMatch'>,
): void {
  if (existing !== undefined && !fields.overwrite) throw existsAlready(fields, seeker)
  checkVersion(seeker.ifMatch, existing?.version)
  if (obstacle !== undefined) throw refusalOf(obstacle, fields)
}

/**
 * Ask the wikis for something about a place: the one that its space is in answers.
 * @param wikis Each has spaces of its own.
 * @param ask Gives nothing where the wiki has no such place.
 */
export async function askWikis<Found>(
  wikis: readonly TargetWiki[],
  wanted: WantedPlace,
  ask: (wiki: TargetWiki) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const among = async (): Promise<Found | undefined> => {
    for (const wiki of wikis) {
      const found = await ask(wiki)
      if (found !== undefined) return found
    }
    return undefined
  }
  return (await among()) ?? ((await hasPlaceByNow(wikis, wanted)) ? among() : undefined)
}

/** Tell wikis which place is wanted. */
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
 */
export async function hasPlaceByNow(
  wikis: readonly TargetWiki[],
  wanted: WantedPlace,
): Promise<boolean> {
  for (const wiki of wikis) if (await wiki.hasPlaceByNow?.(wanted)) return true
  return false
}

export interface ImportPlaces {
  /**
   * List spaces that a user may write to: as many as a menu can hold.
   * @param wanted The id or key of one that is among them in any case, if the user may write to it.
   */
  listSpaces(userId: number, wanted?: string): Promise<readonly ListedSpace[]>
  /** List the pages of a space that may become a parent, whichever wiki it is in. */
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

/** More spaces than these are not offered; links lead to the form with any of them chosen. */
export const maxSpaces = 200

/**
 * Look for places in a store and its wikis.
 * @param wikis Each has spaces of its own.
 */
export function importPlaces(database: Database, wikis: readonly TargetWiki[]): ImportPlaces {
  return {
    async listSpaces(userId, wanted = '') {
      const spaces = await listWritableSpaces(database, userId, maxSpaces)
      if (wanted === '' || spaces.length < maxSpaces) return spaces
      const space = await findSpace(database, wanted, { writableBy: { userId } })
      if (space === undefined || spaces.some(({ id }) => id === space.id)) return spaces
      return [space, ...spaces]
    },
    async listParents(search) {
      for (const wiki of wikis) {
        const parents = await wiki.listParents(search)
        if (parents.length > 0) return parents
      }
      return []
    },
  }
}
