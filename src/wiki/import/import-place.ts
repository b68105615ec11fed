/** Asks the wikis for the place of an import, for reservations and for pages. @module */
import type { Principal } from '../../accounts/reader.ts'
import type { AnswerArranged } from '../../contract/answers.ts'
import { inTime } from '../../contract/base/in-time.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import type { Database } from '../../store/database.ts'
import { refusalOf } from './decide.ts'
import { findSpace, type ListedSpace, listWritableSpaces } from './spaces.ts'
import type {
  PageToReserve,
  ParentPage,
  ParentSearch,
  ReservedPage,
  SavedPage,
  TargetWiki,
  WantedReservations,
} from './target-wiki.ts'

export const maxSpaces = 200

/**
 * List at most `maxSpaces` spaces that a user may write to.
 * @param selected The id or key of a space to include in any case, if the user may write to it.
 */
export async function listImportSpaces(
  database: Database,
  userId: number,
  selected = '',
): Promise<readonly ListedSpace[]> {
  const spaces = await listWritableSpaces(database, userId, maxSpaces)
  if (selected === '' || spaces.length < maxSpaces) return spaces
  const space = await findSpace(database, selected, { writableBy: { userId } })
  if (space === undefined || spaces.some(({ id }) => id === space.id)) return spaces
  return [space, ...spaces]
}

export async function listParents(
  wikis: readonly TargetWiki[],
  search: ParentSearch,
): Promise<readonly ParentPage[]> {
  for (const wiki of wikis) {
    const parents = await wiki.listParents(search)
    if (parents.length > 0) return parents
  }
  return []
}

/** Callers give up after ten seconds, so we answer before. */
const maxAnswerMs = 9_000

/** The answer of the wiki that has the space; undefined when none has it for the writer. */
export async function firstAnswer<Answer>(
  wikis: readonly TargetWiki[],
  ask: (wiki: TargetWiki) => Promise<Answer | undefined> | undefined,
): Promise<Answer | undefined> {
  for (const wiki of wikis) {
    const reply = ask(wiki)
    const answer = reply && (await inTime(reply, wiki.maxAnswerMs ?? maxAnswerMs))
    if (answer !== undefined) return answer
  }
  return undefined
}

/** @throws {RequestError} `not-found` when no wiki has the space for the writer. */
export async function answerOfWiki<Answer>(
  wikis: readonly TargetWiki[],
  ask: (wiki: TargetWiki) => Promise<Answer | undefined> | undefined,
): Promise<Answer> {
  const answer = await firstAnswer(wikis, ask)
  if (answer === undefined) throw refusalOf('not-found')
  return answer
}

/**
 * A wiki without reservations answers `not-found`; then callers send pages that link to each other
 * twice.
 * @returns A page for each requested one, in the same order.
 * @throws {RequestError} `not-found` when the space or a parent is missing or closed to the writer.
 */
export function reservePages(
  wikis: readonly TargetWiki[],
  request: WantedReservations,
): Promise<readonly ReservedPage[]> {
  return answerOfWiki(wikis, (wiki) => wiki.reservePages?.(request))
}

export function pagesToReserve({ pages }: ReservationFields): PageToReserve[] {
  const indexes = new Map(pages.map(({ ref }, index) => [ref, index]))
  return pages.map(({ pageTitle: title, parentId = '', parentRef }) => {
    const index = parentRef === undefined ? undefined : indexes.get(parentRef)
    return { title, parent: index === undefined ? { id: parentId } : { index } }
  })
}

/** @returns Existing pages in any order, without those in the trash or in other spaces. */
export async function findPages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, findPages: ids }: Pick<ReservationFields, 'spaceId' | 'findPages'>,
  writer: Principal,
): Promise<readonly SavedPage[]> {
  const request = { spaceIdOrKey, ids, writer }
  return (await firstAnswer(wikis, (wiki) => wiki.findPages(request))) ?? []
}

/** Puts pages in order; does nothing in wikis that always keep the order. */
export async function arrangePages(
  wikis: readonly TargetWiki[],
  { spaceId: spaceIdOrKey, arrangeBelow: parentIds }: ReservationFields,
  writer: Principal,
): Promise<AnswerArranged> {
  const request = { spaceIdOrKey, parentIds, writer }
  const arranged = await firstAnswer(wikis, (wiki) => wiki.arrangePages?.(request))
  return arranged ?? { moved: 0, problems: [] }
}
