/** The route of the search. @module */
import { parseId } from '../../../database/ids.ts'
import { isLabel } from '../../../importing/contract.ts'
import { toLabels } from '../../../importing/labels.ts'
import { showNotFound } from '../../../web/session/reading-rule.ts'
import { parseSearch, type SearchResult, searchPages } from '../../store/searching/search-pages.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { hitsToShow } from './search-hits.ts'
import { searchPage } from './search-page.ts'
import { searchedSpaces } from './searched-spaces.ts'

const hitsPerPage = 20
const maxPage = 50
/** What stays of a question in the answer; more than anybody types. */
const maxShown = 255

/**
 * Answer a search, in the spaces that the reader may read.
 * @param c The request.
 * @param dependencies The store, who may read, and the frame.
 */
export async function answerSearch(
  c: WebContext,
  dependencies: ReaderDependencies,
): Promise<Response> {
  const { database, workers, show } = dependencies
  const question = c.req.query('q') ?? ''
  const key = c.req.query('space') ?? ''
  const page = Math.min(parseId(c.req.query('page') ?? '') ?? 1, maxPage)
  const { choices, spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies)
  const space = key === '' ? undefined : await findReadable(key)
  if (key !== '' && space === undefined) return showNotFound(c, dependencies.show)
  const words = parseSearch(question)
  const [label] = toLabels([c.req.query('label') ?? ''].filter(Boolean))
  const search = {
    words,
    label,
    spaceIds: space === undefined ? spaceIds : [space.id],
    readableBy: space === undefined ? readableBy : undefined,
    offset: (page - 1) * hitsPerPage,
    limit: hitsPerPage,
  }
  const canBe = label === undefined || isLabel(label)
  const result = canBe ? await searchPages(database, search) : nothing
  const hitList =
    result.hits.length === 0 ? '' : await workers.show('show-hits', hitsToShow(words, result.hits))
  const asked = printable(question)
  const shownLabel = label && printable(label)
  const model = {
    asked,
    words,
    label: shownLabel,
    space,
    choices,
    result,
    hitList,
    page,
    hitsPerPage,
  }
  const title = [asked.trim(), shownLabel].filter(Boolean).join(' · ')
  return show(c, 200, title === '' ? 'Search' : `Search: ${title}`, searchPage(model))
}

const nothing: SearchResult = { hits: [], total: 0, hasMore: false }

function printable(text: string): string {
  return text.slice(0, maxShown).toWellFormed().replaceAll('\0', '')
}
