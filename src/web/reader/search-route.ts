/** The route of the search. @module */
import { isLabel } from '../../api/contract.ts'
import { parseId } from '../../database/ids.ts'
import { toLabels } from '../../wiki/labels.ts'
import { parseSearch, type SearchResult, searchPages } from '../../wiki/search-pages.ts'
import { readersOf, showNotFound } from '../reading-rule.ts'
import { listReadableSpaces } from './may-read.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'
import { hitsToShow } from './search-hits.ts'
import { searchPage } from './search-page.ts'

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
  const readers = readersOf(c, dependencies.readers)
  const question = c.req.query('q') ?? ''
  const key = c.req.query('space') ?? ''
  const page = Math.min(parseId(c.req.query('page') ?? '') ?? 1, maxPage)
  const spaces = await listReadableSpaces(database, c.get('viewer'), readers)
  const space = spaces.find((one) => one.key.toLowerCase() === key.toLowerCase())
  if (key !== '' && space === undefined) return showNotFound(c, dependencies.show)
  const words = parseSearch(question)
  const [label] = toLabels([c.req.query('label') ?? ''].filter(Boolean))
  const isAll = space === undefined && readers === 'anyone'
  const search = {
    words,
    label,
    spaceIds: isAll ? undefined : (space === undefined ? spaces : [space]).map(({ id }) => id),
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
    ...{ asked, words, label: shownLabel, space, spaces, result, hitList, page, hitsPerPage },
  }
  const title = [asked.trim(), shownLabel].filter(Boolean).join(' · ')
  return show(c, 200, title === '' ? 'Search' : `Search: ${title}`, searchPage(model))
}

const nothing: SearchResult = { hits: [], total: 0, hasMore: false }

function printable(text: string): string {
  return text.slice(0, maxShown).toWellFormed().replaceAll('\0', '')
}
