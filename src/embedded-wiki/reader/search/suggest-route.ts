/** The route of suggestions: pages for whoever is still typing. @module */
import { parseSearch } from '../../store/searching/search-pages.ts'
import { suggestPages } from '../../store/searching/suggest-pages.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { searchedSpaces } from './searched-spaces.ts'
import { suggestionList } from './suggestion-list.ts'

const maxSuggestions = 8
/** More than fits the field. */
const maxAskedLength = 200

/**
 * Answer with a list to put below the field, from the spaces that the reader may read.
 * @param c The request; its `space` is the one whose pages come first.
 * @param dependencies The store, and who may read.
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
  const { spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies)
  const preferred = key === '' ? undefined : await findReadable(key)
  const words = parseSearch(asked)
  const suggestions = await suggestPages(dependencies.database, {
    asked,
    words,
    spaceIds,
    readableBy,
    preferredSpaceId: preferred?.id,
    limit: maxSuggestions,
  })
  return c.html(await suggestionList({ asked, words, ...suggestions }))
}
