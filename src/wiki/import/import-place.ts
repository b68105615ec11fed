/** Finds the place of an import in any of the wikis. @module */
import type { Via } from '../../accounts/audit.ts'
import type { Principal } from '../../accounts/reader.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import type { Database } from '../../store/database.ts'
import { refusalOf, type VersionCondition } from './decide.ts'
import { findSpace, type ListedSpace, listWritableSpaces } from './spaces.ts'
import type { ParentPage, ParentSearch, TargetWiki, WantedPlace } from './target-wiki.ts'

export interface PlaceSeeker extends Principal {
  readonly isCreateOnly?: boolean
  readonly run?: string | undefined
  readonly via?: Via
  readonly ifMatch?: VersionCondition | undefined
}

/** @throws {RequestError} When the page may not be imported there. */
export async function checkImportPlace(
  wikis: readonly TargetWiki[],
  fields: AskedFields,
  seeker: PlaceSeeker,
): Promise<void> {
  const target = toWantedPlace(fields, seeker)
  const place = await askWikis(wikis, target, (wiki) => wiki.checkPlace(target))
  if (place === undefined) throw refusalOf('not-found', fields)
}

export async function askWikis<Found>(
  wikis: readonly TargetWiki[],
  target: WantedPlace,
  ask: (wiki: TargetWiki) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const among = async (): Promise<Found | undefined> => {
    for (const wiki of wikis) {
      const answer = await ask(wiki)
      if (answer !== undefined) return answer
    }
    return undefined
  }
  return (await among()) ?? ((await hasPlaceByNow(wikis, target)) ? among() : undefined)
}

export function toWantedPlace(
  { spaceId: spaceIdOrKey, parentId, pageTitle: title, pageId, overwrite }: AskedFields,
  { userId, spaceIds, run, isCreateOnly, ifMatch, via }: PlaceSeeker,
): WantedPlace {
  const writer = { userId, spaceIds }
  const request = { spaceIdOrKey, parentId, title, pageId }
  return { ...request, overwrite, writer, run, isCreateOnly, ifMatch, via }
}

/** Look again for the place, because another process may just have connected the space. */
export async function hasPlaceByNow(
  wikis: readonly TargetWiki[],
  target: WantedPlace,
): Promise<boolean> {
  for (const wiki of wikis) if (await wiki.hasPlaceByNow?.(target)) return true
  return false
}

export interface ImportPlaces {
  /**
   * List at most `maxSpaces` spaces that a user may write to.
   * @param selected The id or key of a space to include in any case, if the user may write to it.
   */
  listSpaces(userId: number, selected?: string): Promise<readonly ListedSpace[]>
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

export const maxSpaces = 200

export function importPlaces(database: Database, wikis: readonly TargetWiki[]): ImportPlaces {
  return {
    async listSpaces(userId, selected = '') {
      const spaces = await listWritableSpaces(database, userId, maxSpaces)
      if (selected === '' || spaces.length < maxSpaces) return spaces
      const space = await findSpace(database, selected, { writableBy: { userId } })
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
