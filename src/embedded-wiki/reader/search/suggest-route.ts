/** The route of suggestions: pages and places for whoever is still typing. @module */
import { listRecentChanges } from '../../store/recent-changes.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { searchPlaces } from './search-answer.ts'
import { searchedSpaces } from './searched-spaces.ts'
import { startList, suggestionList } from './suggestion-list.ts'

const maxSuggestions = 8
/** More than fits the field. */
const maxAskedLength = 200

/**
 * Answer with a list to put below the field, from the spaces that the reader may read.
 * @param c The request; its `space` is the one whose pages come first.
 * @param dependencies The store, workers, and who may read.
 */
export async function answerSuggest(
  c: WebContext,
  dependencies: ReaderDependencies,
): Promise<Response> {
  const asked = (c.req.query('q') ?? '')
    .slice(0, maxAskedLength)
    .toWellFormed()
    .replaceAll('\0', '')
  const key = c.req.query('space') ?? ''
  const { reader, spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies)
  if (asked.trim() === '') {
    const changes = await listRecentChanges(dependencies.database, reader, maxSuggestions)
    return c.html(await startList(changes))
  }
  const preferred = key === '' ? undefined : await findReadable(key)
  const answer = await searchPlaces(dependencies, asked, {
    isTyping: true,
    spaceIds,
    readableBy,
    preferredSpaceId: preferred?.id,
    offset: 0,
    limit: maxSuggestions,
  })
  return c.html(await suggestionList(asked, answer))
}
